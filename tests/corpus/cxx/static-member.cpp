// A static member is one for all objects and all threads.
#include <pthread.h>

class Session {
public:
  Session() {
    alive++; // race
    id = 7;  // no race
  }
  ~Session() {
    alive--; // race
  }
  static int alive;
  int id;
};
int Session::alive;

void *worker(void *arg) {
  Session session;
  return session.id ? arg : nullptr; // no race
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return Session::alive; // no race
}
