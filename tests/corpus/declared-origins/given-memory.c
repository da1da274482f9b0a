// What a declared origin is given is not known: it may be the same each time, or another. It is taken to be the same, and
// the report ranks lower.
#include <pthread.h>

struct session {
  pthread_mutex_t lock;
  int guarded, plain;
  const char *name;
  struct session *next;
};

__attribute__((annotate("steward::origin"))) void on_message(struct session *session, int length) {
  pthread_mutex_lock(&session->lock);
  session->guarded += length; // no race
  pthread_mutex_unlock(&session->lock);
  session->plain += length; // race
  if (session->next && session->name) // no race: nobody writes these
    session->next->plain = 0; // race
}

int main(void) { return 0; }
