// A flag and a flush are no order for what is not atomic.
// flags: -fopenmp

int data, flag;

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      data = 1; // race
#pragma omp flush
      flag = 1; // race
    }
#pragma omp section
    {
      while (!flag) { // race
#pragma omp flush
      }
      data++; // race
    }
  }
  return 0;
}
