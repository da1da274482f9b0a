// Tasks of a loop with variables of their own: the library copies each task, in memory that earlier tasks had.
// flags: -fopenmp

int total, early;

int main(int argc, char **argv) {
  (void)argv;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 100 * argc; round++) {
    int base = round, last = 0, shared = 0;
#pragma omp taskloop firstprivate(base) lastprivate(last) grainsize(1)
    for (int i = 0; i < 20; i++) last = base + i; // no race
    total += last;                                // no race
#pragma omp taskloop firstprivate(base) shared(shared) grainsize(1)
    for (int i = 0; i < 20; i++) {
      base += i;     // no race
      shared = base; // race
    }
    early += shared; // no race
  }
  return total + early == 0;
}
