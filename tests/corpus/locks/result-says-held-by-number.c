// A function that leaves a page locked when its result is 0, and another that finds the page again, by a number that the
// first one noted; and one that looks at the page without its lock.
#include <pthread.h>

struct page {
  pthread_mutex_t mutex;
  int left;
  int looked;
};
struct request {
  int page;
};

static struct page pages[8];

static int request(struct request *r, int number, int size) {
  struct page *p = &pages[number];
  pthread_mutex_lock(&p->mutex);
  if (p->left >= size) { // imprecise: the lock that is held below is not known to be that of the page
    r->page = number;
    return 0;
  }
  pthread_mutex_unlock(&p->mutex);
  return -1;
}

static void finish(struct request *r, int size) {
  struct page *p = &pages[r->page];
  p->left -= size; // imprecise: as above
  pthread_mutex_unlock(&p->mutex);
  p->looked = size; // race
}

static void *worker(void *argument) {
  struct request r;
  for (int i = 0; i < 8; i++)
    if (request(&r, i, 3) == 0) finish(&r, 3);
  return argument;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 8; i++) {
    pthread_mutex_init(&pages[i].mutex, NULL);
    pages[i].left = 100; // no race
  }
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
