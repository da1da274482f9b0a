// Without the barrier, the sum is read while others are still adding to it.
// flags: -fopenmp

int a[100], n, sum, late, total;

int main(void) {
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += a[i]; // no race
    int seen = sum;                          // no race
#pragma omp for reduction(+ : late) nowait // race
    for (int i = 0; i < n; i++) late += a[i];
    seen += late; // race
#pragma omp critical
    total += seen; // no race
  }
  return total;
}
