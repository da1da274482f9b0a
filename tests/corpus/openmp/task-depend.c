// Tasks that depend on one variable come one after the other.
// flags: -fopenmp

int x, y, z;

int main(void) {
  int local = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(local)
    {
      x = 1;     // no race
      local = 1; // no race
    }
#pragma omp task depend(in : x) shared(local)
    {
      y = x; // race
      y += local; // race
    }
#pragma omp task depend(in : x)
    y = x + 1; // race
#pragma omp task depend(inout : x)
    {
      x++;   // no race
      z = x; // race
    }
#pragma omp task depend(out : y)
    z = 2; // race
  }
  return 0;
}
