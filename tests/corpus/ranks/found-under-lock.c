// Found under the lock, but left in the list and used without it: two threads may find the same one.
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item* next;
  int uses;
}* list;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct item* find(void) {
  pthread_mutex_lock(&lock);
  struct item* item = list;
  pthread_mutex_unlock(&lock);
  return item;
}

void* work(void* arg) {
  struct item* item = find();
  if (item) item->uses++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  list = calloc(1, sizeof *list);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
