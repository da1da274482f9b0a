// Local variables of a function that several threads run. Whoever only handed an address down has its own thread's
// variable; a list of all who wait leads to variables of others, though they run the same function.
// refinement
#include <pthread.h>
#include <stddef.h>

struct waiter {
  struct waiter *next;
  int own;   // only its thread uses it, by what it is handed
  int woken; // others set it, through the list
  int *spot; // points into the same variable
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct waiter *first;

static void count(struct waiter *w) {
  w->own++;     // no race
  *w->spot = 1; // no race
}

static void wake_all(void) {
  pthread_mutex_lock(&lock);
  struct waiter *list = first;
  pthread_mutex_unlock(&lock);
  for (struct waiter *w = list; w; w = w->next) w->woken = 1; // race
}

static void *wait_for_turn(void *argument) {
  struct waiter w = {NULL, 0, 0, NULL, 0};
  w.spot = &w.value;
  pthread_mutex_lock(&lock);
  w.next = first;
  first = &w;
  pthread_mutex_unlock(&lock);
  count(&w);
  wake_all();
  while (!w.woken) count(&w); // race
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait_for_turn, NULL);
  pthread_create(&b, NULL, wait_for_turn, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
