// Fields of two base classes and of the derived one lie beside each other.
#include <pthread.h>

struct Named {
  int name_length = 0;
};
struct Counted {
  int references = 0;
};
struct Resource : Named, Counted {
  int size = 0;
};

Resource resource;

static void retain(Counted *counted) {
  counted->references++; // race
}

void *worker(void *arg) {
  retain(&resource);
  resource.size = 1; // no race
  return arg;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, worker, nullptr);
  Counted &counted = resource;
  counted.references = 0;   // race
  resource.name_length = 4; // no race
  pthread_join(a, nullptr);
  return 0;
}
