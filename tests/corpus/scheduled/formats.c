// What printf() reads and scanf() writes for its caller, as the format says: texts up to their end or their precision,
// and only what was stored.
// scheduled
#include "part-schedule.h"
#include <stdio.h>

char title[16] = "title", cut[16] = "0123456789", numbered[16] = "second", line[16] = "12 x", word[16];
int number, failed, stars, counted;
double fraction;

static void *user(void *unused) {
  printf("%5d %s\n", 1, title);                     // race
  printf("%.3s %.*s\n", cut, 2, cut);               // imprecise: how far it reads is not known without a run
  printf("%2$s %1$.1f\n", 2.5, numbered);           // race
  sscanf(line, "%d %d", &number, &failed);          // race
  sscanf("7 8", "%*d %d", &stars);                  // race
  sscanf("2.5 text", "%lf%n", &fraction, &counted); // race
  sscanf("text", "%2s", word);                      // race
  done(1);
  return unused;
}

static void *other(void *unused) {
  after(1);
  title[1] = 'o';    // race
  cut[5] = 'o';      // imprecise: as above
  numbered[6] = 'o'; // race
  line[0] = '3';     // race
  number += 1;       // race
  failed = 1;        // imprecise: how many are stored is not known without a run
  stars += 1;        // race
  fraction += 1;     // race
  counted += 1;      // race
  word[2] = 'o';     // race
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, user, 0);
  pthread_create(&second, 0, other, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
