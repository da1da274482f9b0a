// flags: -fopenmp
// What the tasks of a group reduce is put together when they are done.
int main(void) {
  int sum = 0, beside = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum) // imprecise: whose copy is whose is not known
    {
      for (int i = 0; i < 8; i++) {
#pragma omp task in_reduction(+ : sum) shared(beside)
        {
          sum += i; // imprecise: the same
          beside += i; // race
        }
      }
    }
    sum++; // no race
  }
  return sum + beside; // no race
}
