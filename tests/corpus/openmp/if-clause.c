// Whether there is a team is decided at run time.
// flags: -fopenmp

int x, y;

int main(int argc, char **argv) {
  (void)argv;
#pragma omp parallel if (argc > 1)
  x++; // race
#pragma omp parallel for if (argc > 1) num_threads(argc)
  for (int i = 0; i < 100; i++) y += i; // race
  return 0;
}
