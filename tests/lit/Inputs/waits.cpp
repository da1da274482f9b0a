// Loops that wait, and loops that look like it. With an argument: a thread waits until it has been seen to sleep.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

struct Node {
  std::atomic<Node*> next;
  int key;
};
std::atomic<int> ready;
std::atomic<long> pending[8];
int count = 3, data;

extern "C" {
void waits() {
  while (!ready.load(std::memory_order_acquire)) {
  }
  data++;
}
int waits_with_limit() {
  for (int i = 0; i < 1000000; i++)
    if (ready.load()) return 1;
  return 0;
}
void waits_relaxed() {
  while (!ready.load(std::memory_order_relaxed)) asm volatile("pause" ::: "memory");
}
void waits_for_all() {
  for (;;) {
    long sum = 0;
    for (int i = 0; i < count; i++) sum += pending[i];
    if (!sum) break;
  }
}
// The inner loop has its head in common with the outer one.
void waits_for_lock() {
  int expected = 0;
  while (!ready.compare_exchange_weak(expected, 1)) {
    expected = 0;
    while (ready.load(std::memory_order_relaxed)) {
    }
  }
}
bool finds(Node* node, int key) {
  for (; node; node = node->next.load(std::memory_order_acquire))
    if (node->key == key) return true;
  return false;
}
long works(const long* values) {
  long sum = 0;
  while (!ready.load(std::memory_order_acquire)) sum += *values++;
  return sum;
}
long counts() {
  long rounds = 0;
  while (!ready.load(std::memory_order_acquire)) rounds++;
  return rounds;
}
void repeats(int times) {
  for (int i = 0; i < times; i++) (void)ready.load(std::memory_order_acquire);
}
void writes() {
  while (!ready.load(std::memory_order_acquire)) data++;
}
}

std::atomic<int> waiter;

static void* wait_for_ready(void*) {
  waiter = gettid();
  waits();
  return nullptr;
}

static long sleeps(int thread) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
  long number = 0;
  if (FILE* file = fopen(path, "r")) {
    while (fgets(line, sizeof line, file)) sscanf(line, "voluntary_ctxt_switches: %ld", &number);
    fclose(file);
  }
  return number;
}

int main(int argc, char**) {
  if (argc < 2) return 0;
  pthread_t thread;
  data = 1;
  pthread_create(&thread, nullptr, wait_for_ready, nullptr);
  while (!waiter) sched_yield();
  for (long before = sleeps(waiter); sleeps(waiter) < before + 5;) sched_yield();
  data = 2;
  ready = 1;
  pthread_join(thread, nullptr);
  printf("data %d\n", data);
}
