// A round that only one thread can have, and one that writes what others read.
// flags: -fopenmp

int first, a[100], n;

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    if (i == 5) first = i; // no race
    if (i > 0) a[i - 1] = i; // no race
  }
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (a[i] > 3) n = i; // race
  return 0;
}
