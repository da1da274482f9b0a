// The length of an allocation is added up on many ways through loops. There are very many ways, and one length.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *names[16];
static char *joined;
static int finished;

static void *work(void *argument) {
  (void)argument;
  joined[0] = 1; // no race
  finished = 1;  // race
  return NULL;
}

int main(void) {
  size_t length = 1;
  joined = malloc(length); // no race
  for (int k = 0; k < 16; k++) {
    switch (k) {
    case 0: length += strlen(names[1]); break;
    case 1: length += strlen(names[2]); break;
    case 2: length += strlen(names[3]); break;
    case 3: length += strlen(names[4]); break;
    case 4: length += strlen(names[5]); break;
    case 5: length += strlen(names[6]); break;
    case 6: length += strlen(names[7]); break;
    case 7: length += strlen(names[8]); break;
    case 8: length += strlen(names[9]); break;
    case 9: length += strlen(names[10]); break;
    case 10: length += strlen(names[11]); break;
    case 11: length += strlen(names[12]); break;
    case 12: length += strlen(names[13]); break;
    case 13: length += strlen(names[14]); break;
    default: length += strlen(names[15]); break;
    }
    if (names[k] == joined) length += length;
  }
  joined = realloc(joined, length); // no race
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  finished = 2; // race
  pthread_join(t, NULL);
  return length == 0;
}
