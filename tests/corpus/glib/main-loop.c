// Handlers of the main loop, and a thread that is not one of them.
typedef struct GThread GThread;
typedef struct GMainLoop GMainLoop;
typedef struct GMainContext GMainContext;
GThread *g_thread_new(const char *, int *(*)(int *), int *);
GMainLoop *g_main_loop_new(GMainContext *, int);
void g_main_loop_run(GMainLoop *);
void g_main_loop_quit(GMainLoop *);
unsigned g_timeout_add(unsigned, int (*)(void *), void *);
unsigned g_idle_add(int (*)(void *), void *);

static GMainLoop *loop;
static int ticks, ideas, shown;

static int on_tick(void *data) {
  int *limit = data;
  ticks++;         // race
  ideas = 0;       // no race
  if (ticks > *limit) // no race: nobody else writes it
    g_main_loop_quit(loop); // no race
  return 1;
}

static int on_idle(void *data) {
  (void)data;
  ideas++; // no race
  return 1;
}

static int *monitor(int *arg) {
  *arg = ticks; // race
  return arg;
}

int main(void) {
  int limit = 10; // no race
  loop = g_main_loop_new(0, 0); // no race
  g_timeout_add(1000, on_tick, &limit);
  g_idle_add(on_idle, 0);
  g_thread_new("monitor", monitor, &shown);
  g_main_loop_run(loop); // no race
  return ideas; // no race
}
