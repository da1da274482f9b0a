long sum(const long *values) {
  long all = 0;
  for (int i = 0; i < 100; i++) all += values[i];
  return all;
}
