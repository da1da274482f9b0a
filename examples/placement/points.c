// BigFoot, figure 1: six accesses to one object, and an array of such objects.
struct point {
  int x, y, z;
};

void move(struct point *p, int dx, int dy, int dz) {
  p->x += dx;
  p->y += dy;
  p->z += dz;
}

void move_points(struct point **a, int lo, int hi) {
  for (int i = lo; i < hi; i++) move(a[i], 1, 1, 1);
}

// In C the points may lie in the array itself.
void move_all(struct point *a, long n) {
  for (long i = 0; i < n; i++) move(&a[i], 1, 1, 1);
}
