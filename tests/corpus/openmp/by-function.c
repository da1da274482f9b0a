// The loop's body is a function of an element, of a range, or of the whole array.
// flags: -fopenmp

int a[100], b[100], c[100];

static void set(int *where, int value) { *where = value; } // no race
static void copy(int *to, const int *from, int i) { to[i] = from[i]; } // no race
static void touch(int *all, int i) { all[i] = all[0]; } // race

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    set(&a[i], i);
    copy(b, a, i);
  }
#pragma omp parallel for
  for (int i = 0; i < 100; i++) touch(c, i);
  return 0;
}
