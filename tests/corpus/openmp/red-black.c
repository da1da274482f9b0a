// A shared flag that all set, and one under a critical section.
// flags: -fopenmp

int done, changed, a[100];

int main(void) {
  while (!done) { // no race
    changed = 0;  // no race
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      if (a[i] < 10) {
        a[i]++;      // no race
        changed = 1; // race
      }
    done = !changed;
  }
  return 0;
}
