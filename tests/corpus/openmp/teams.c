// Leagues of teams, on the host.
// flags: -fopenmp

int a[100], b[101], x;

int main(void) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 100; i++) a[i] = i; // no race
#pragma omp target teams distribute parallel for map(tofrom : b)
  for (int i = 0; i < 100; i++) b[i] = b[i + 1]; // race
#pragma omp target map(tofrom : x)
  x++; // no race
#pragma omp teams distribute
  for (int i = 0; i < 100; i++) a[i] = i; // no race
#pragma omp teams
#pragma omp distribute
  for (int i = 0; i < 100; i++) x += i; // race
  return 0;
}
