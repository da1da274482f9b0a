// A variable of the maker that a task shares is used by both.
// flags: -fopenmp

#include <stdio.h>

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    int result = 0, early = 0;
#pragma omp task shared(result)
    result = 1; // no race
#pragma omp task shared(early)
    early = 1;           // race
    printf("%d", early); // race
#pragma omp taskwait
    printf("%d", result); // no race
  }
  return 0;
}
