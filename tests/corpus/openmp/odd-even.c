// Neighbours that are compared and exchanged, pairs in turn.
// flags: -fopenmp

int a[100];

int main(void) {
  for (int phase = 0; phase < 100; phase++) {
    if (phase % 2 == 0) {
#pragma omp parallel for
      for (int i = 1; i < 100; i += 2)
        if (a[i - 1] > a[i]) { // no race
          int t = a[i - 1];    // no race
          a[i - 1] = a[i];     // no race
          a[i] = t;            // no race
        }
    } else {
#pragma omp parallel for
      for (int i = 1; i < 99; i++)
        if (a[i] > a[i + 1]) { // race
          int t = a[i + 1];    // race
          a[i + 1] = a[i];     // race
          a[i] = t;            // race
        }
    }
  }
  return 0;
}
