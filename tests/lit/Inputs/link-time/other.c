// Orders nothing, and always comes back.
__attribute__((noinline)) long checksum(long bytes) {
  long sum = bytes;
  for (int i = 0; i < 5; i++) sum = sum * 31 ^ bytes >> i;
  return sum;
}
