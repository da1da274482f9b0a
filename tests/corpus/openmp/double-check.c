// A test outside of the critical section that is not atomic.
// flags: -fopenmp

int most, a[100];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (a[i] > most) { // race
#pragma omp critical
      if (a[i] > most) most = a[i]; // race
    }
  return most;
}
