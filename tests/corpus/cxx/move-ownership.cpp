// An owner hands its object on; the new owner is the thread's.
#include <pthread.h>

class Buffer {
public:
  Buffer() : data(new int[8]()) {}
  Buffer(Buffer &&other) : data(other.data) { other.data = nullptr; } // no race
  ~Buffer() { delete[] data; }                                        // no race
  int *data;
};

void *worker(void *arg) {
  Buffer mine(static_cast<Buffer &&>(*static_cast<Buffer *>(arg)));
  mine.data[0] = 1; // no race
  return nullptr;
}

int main() {
  Buffer buffer;
  buffer.data[0] = 5; // no race
  pthread_t a;
  pthread_create(&a, nullptr, worker, &buffer);
  pthread_join(a, nullptr);
  return buffer.data != nullptr; // no race
}
