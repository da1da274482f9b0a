// flags: -fopenmp
// What each iteration adds is shown to it as if they came one after the other, but nothing else of theirs is in order.
static int numbers[64], sums[64], before[64], last;

int main(void) {
  int sum = 0;
  for (int i = 0; i < 64; i++) numbers[i] = i; // no race
#pragma omp parallel for reduction(inscan, + : sum) // no race
  for (int i = 0; i < 64; i++) {
    sum += numbers[i]; // no race
    last = i; // race
#pragma omp scan inclusive(sum) // no race
    sums[i] = sum; // no race
  }
#pragma omp parallel for reduction(inscan, + : sum) // no race
  for (int i = 0; i < 64; i++) {
    before[i] = sum; // no race
#pragma omp scan exclusive(sum) // no race
    sum += numbers[i]; // no race
  }
  return sum + sums[63] + before[63] + last; // no race
}
