// All elements of an array as one reduction.
// flags: -fopenmp

int a[1000];

int main(void) {
  int count[10] = {0};
#pragma omp parallel for reduction(+ : count[ : 10])
  for (int i = 0; i < 1000; i++) count[a[i] % 10]++; // no race
  return count[0];
}
