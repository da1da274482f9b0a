// flags: -fopenmp
// Tasks take part in the reduction of a team: each thread has a copy for those that it runs, and the last one to be done
// with its tasks puts the copies together.
int main(void) {
  int sum = 0, beside = 0;
#pragma omp parallel reduction(task, + : sum) // imprecise: whose copy is whose is not known
  {
    for (int i = 0; i < 8; i++) {
#pragma omp task in_reduction(+ : sum) shared(beside)
      {
        sum += i; // imprecise: the same
        beside += i; // race
      }
    }
    sum++; // imprecise: the same
  }
#pragma omp parallel for reduction(task, + : sum) // no race
  for (int i = 0; i < 8; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += i; // imprecise: the same
  }
  return sum + beside; // no race
}
