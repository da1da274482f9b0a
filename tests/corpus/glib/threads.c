// Threads and locks of GLib.
typedef struct GThread GThread;
typedef union {
  void *p;
  unsigned i[2];
} GMutex;
GThread *g_thread_new(const char *, void *(*)(void *), void *);
void *g_thread_join(GThread *);
void g_mutex_lock(GMutex *);
int g_mutex_trylock(GMutex *);
void g_mutex_unlock(GMutex *);

static GMutex lock;
static int guarded, tried, shared, before;

static void *worker(void *arg) {
  int *own = arg;
  g_mutex_lock(&lock);
  guarded += before; // no race
  g_mutex_unlock(&lock);
  if (g_mutex_trylock(&lock)) {
    guarded++; // no race
    g_mutex_unlock(&lock);
  } else {
    tried++; // race
  }
  shared++; // race
  *own = 1; // no race
  return arg;
}

int main(void) {
  int first = 0, second = 0; // no race
  before = 1; // no race
  GThread *a = g_thread_new("a", worker, &first);
  GThread *b = g_thread_new("b", worker, &second);
  g_mutex_lock(&lock);
  guarded++; // no race
  g_mutex_unlock(&lock);
  shared++; // race
  g_thread_join(a);
  g_thread_join(b);
  return guarded + shared + tried + first + second; // no race
}
