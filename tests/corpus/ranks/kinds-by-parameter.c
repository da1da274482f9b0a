// Locks of one kind that are taken and given back by functions which get them as a parameter, and leave by an error.
// The lock guards what the same struct holds; a variable beside it has none.
#include <pthread.h>
#include <stdlib.h>

struct gate {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int value;
};

static struct gate *work, *done;
static int rounds;

static void fail(void) { exit(1); }

static void possess(struct gate *g) {
  if (pthread_mutex_lock(&g->mutex)) fail();
}

static void twist(struct gate *g, int by) {
  g->value += by; // imprecise: the pointer to the lock is set anew while a thread may be there
  pthread_cond_broadcast(&g->changed);
  if (pthread_mutex_unlock(&g->mutex)) fail();
}

static void wait_for(struct gate *g, int value) {
  while (g->value < value) // imprecise: the pointer to the lock is set anew while a thread may be there
    if (pthread_cond_wait(&g->changed, &g->mutex)) {
      pthread_mutex_unlock(&g->mutex);
      fail();
    }
}

static struct gate *new_gate(void) {
  struct gate *g = malloc(sizeof *g);
  pthread_mutex_init(&g->mutex, NULL);
  pthread_cond_init(&g->changed, NULL);
  g->value = 0; // imprecise: the pointer to the lock is set anew while a thread may be there
  return g;
}

void *worker(void *arg) {
  possess(work); // imprecise: threads are over when all have said that they are done
  wait_for(work, 1); // imprecise: threads are over when all have said that they are done
  twist(work, -1); // imprecise: threads are over when all have said that they are done
  rounds++; // race
  possess(done); // imprecise: threads are over when all have said that they are done
  twist(done, 1); // imprecise: threads are over when all have said that they are done
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) {
    work = new_gate(); // imprecise: threads are over when all have said that they are done
    done = new_gate(); // imprecise: threads are over when all have said that they are done
    for (int i = 0; i < 2; i++) {
      pthread_create(&threads[i], NULL, worker, NULL);
      pthread_detach(threads[i]);
    }
    possess(work);
    twist(work, 2);
    possess(done);
    wait_for(done, 2);
    twist(done, -2);
  }
  return 0;
}
