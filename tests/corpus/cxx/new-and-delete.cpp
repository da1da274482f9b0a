// An object is deleted while the thread may use it, another only after.
#include <pthread.h>

struct Work {
  int input = 1;
  int output = 0;
};

void *worker(void *arg) {
  Work *work = static_cast<Work *>(arg);
  work->output = work->input; // race
  return nullptr;
}

void *patient(void *arg) {
  Work *work = static_cast<Work *>(arg);
  work->output = work->input; // no race
  return nullptr;
}

int main() {
  pthread_t a, b;
  Work *early = new Work;
  Work *late = new Work;
  pthread_create(&a, nullptr, worker, early);
  pthread_create(&b, nullptr, patient, late);
  delete early; // race
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  int output = late->output; // no race
  delete late;               // no race
  return output;
}
