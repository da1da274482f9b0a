// BigFoot, rule Loop: nobody knows beforehand where these loops end.
long same(const char *p, const char *q, const char *end) {
  const char *start = p;
  while (p < end && *p == *q) ++p, ++q;
  return p - start;
}

void wait_for(const int *flag, int *spins) {
  while (!*flag) ++*spins;
}
