// Each thread has its own copy, and they are added up under a lock.
// flags: -fopenmp

int a[100], n;

int main(void) {
  int sum = 0, most = 0, plain = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < n; i++) {
    sum += a[i]; // no race
    if (a[i] > most) most = a[i]; // no race
    plain += a[i]; // race
  }
  return sum + most + plain;
}
