// flags: -fopenmp
// Iterations that wait for others of the same loop: what those did before they said to be done is done, and no more.
static int chain[64], late[64], grid[8][8];

int main(void) {
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 64; i++) {
#pragma omp ordered depend(sink : i - 1)
    chain[i] = chain[i - 1] + 1; // no race
#pragma omp ordered depend(source)
    late[i] = late[i - 1] + 1; // race
  }
#pragma omp parallel for ordered(2)
  for (int i = 1; i < 8; i++)
    for (int j = 1; j < 8; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      grid[i][j] = grid[i - 1][j] + grid[i][j - 1]; // no race
#pragma omp ordered depend(source)
    }
  return chain[63] + grid[7][7]; // no race
}
