// Loops that end in several places; remarks-deferred.test says where their checks go.
#include <pthread.h>

struct pair {
  int key, value;
};

long same(const char *p, const char *q, const char *end) {
  const char *start = p;
  while (p < end && *p == *q) ++p, ++q;
  return p - start;
}

long find(const int *a, long n, int wanted) {
  for (long i = 0; i < n; i++)
    if (a[i] == wanted) return i;
  return -1;
}

char *copy(char *into, const char *from, long n) {
  while (n-- > 0 && (*into = *from++)) ++into;
  return into;
}

const char *last(const char *p, const char *start, char wanted) {
  while (p > start && *--p != wanted) continue;
  return p;
}

void skip(const int *a, int *b, long n) {
  for (long i = 0; i < n; i++) {
    if (a[i] < 0) continue;
    if (a[i] == 7) break;
    b[i] = 1;
  }
}

long spin(int *flag, int *a) {
  long i = 0;
  while (!*flag) a[i & 7]++, i++;
  return i;
}

long locked(const char *p, pthread_mutex_t *lock) {
  const char *start = p;
  for (; *p; ++p) pthread_mutex_lock(lock), pthread_mutex_unlock(lock);
  return p - start;
}

long told(const char *p, void (*tell)(char)) {
  const char *start = p;
  for (; *p; ++p) tell(*p);
  return p - start;
}

int sparse(const struct pair *pairs, long n, int wanted) {
  for (long i = 0; i < n; i++)
    if (pairs[i].key == wanted) return 1;
  return 0;
}
