struct stats {
  long hits;
  long total;
};
struct stats stats;
int lock;

void worker(long n) {
  stats.total += n;
  stats.hits++;
}

long *make(void) { return __builtin_malloc(8); }

int main(void) {
  worker(1);
  return stats.total == *make();
}
