// flags: -fopenmp -fopenmp-version=51
// A taskwait for those tasks that a variable depends on, and not for others.
int main(void) {
  int awaited = 0, other = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(awaited) depend(out : awaited)
    awaited = 1; // imprecise: it is taken to wait for nothing
#pragma omp task shared(other) depend(out : other)
    other = 1; // race
#pragma omp taskwait depend(in : awaited)
    awaited++; // imprecise: the same
    other++; // race
  }
  return awaited + other; // no race
}
