// Local variables whose address goes out, to where nobody uses it: all accesses are by who has the variable on its own
// stack, or by functions that were handed its address. A relative is used by the others.
// refinement
#include <pthread.h>
#include <stddef.h>

struct key {
  const char *text;
  int length;
};

static struct key *last, *used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int measure(const struct key *k) {
  return k->length; // no race
}

static void lengthen(struct key *k) {
  k->length++; // no race
}

static int peek(void) {
  pthread_mutex_lock(&lock);
  int length = used ? used->length : 0; // race
  pthread_mutex_unlock(&lock);
  return length;
}

static void *work(void *argument) {
  struct key mine = {"mine", 0}, seen = {"seen", 0};
  pthread_mutex_lock(&lock);
  last = &mine;
  used = &seen;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 10; i++) {
    mine.length = i;          // no race
    lengthen(&mine);
    seen.length = peek() + 1; // race
  }
  return measure(&mine) ? argument : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
