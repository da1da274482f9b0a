// A variable that is declared before a parallel region is shared by its threads; one that is declared inside, or named
// by private or firstprivate, is each thread's own.
// flags: -fopenmp

int total;

int main(void) {
  int count = 0, mine = 0, start = 3;
#pragma omp parallel private(mine) firstprivate(start)
  {
    int local = 0;
    local++;      // no race
    mine = local; // no race
    start += mine; // no race
    count++;      // race
    total += start; // race
  }
  return count + total; // no race
}
