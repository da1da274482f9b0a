// A variable that each thread has of its own.
// flags: -fopenmp

int counter, shared;
#pragma omp threadprivate(counter)

int main(void) {
#pragma omp parallel copyin(counter)
  {
    counter++; // no race
    shared += counter; // race
  }
  return 0;
}
