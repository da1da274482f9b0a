// What a try-lock returned, looked at with a switch.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int taken, busy, either;

static void *work(void *arg) {
  switch (pthread_mutex_trylock(&lock)) {
  case 0:
    taken++; // no race
    pthread_mutex_unlock(&lock);
    break;
  case EBUSY:
    busy++; // race
    break;
  default:
    break;
  }
  switch (pthread_mutex_trylock(&lock)) {
  case EBUSY:
    return arg;
  default:
    either++; // race: an error other than EBUSY does not lock it
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return taken + busy + either; // no race
}
