// BigFoot, figure 6: accesses on one way of two, and accesses in a loop.
struct box {
  int f, g;
};

int one_of_two(struct box *b, int i) {
  int x = 0;
  if (i < 0)
    x = b->g;
  else
    x = b->f * 3;
  return x + b->f;
}

void fill(int *a, struct box *b, long n) {
  long i = 0;
  do {
    int t = b->f;
    a[i] = t;
    i = i + 1;
  } while (i < n);
}
