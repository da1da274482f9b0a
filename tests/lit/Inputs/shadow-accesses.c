// Accesses of every size and alignment, compiled by steward cc: the inlined comparisons are part of what is tested.
#include <stddef.h>
#include <string.h>

#define ACCESS __attribute__((noinline))
typedef struct {
  short value;
} __attribute__((packed)) loose2;
typedef struct {
  int value;
} __attribute__((packed)) loose4;
typedef struct {
  long value;
} __attribute__((packed)) loose8;

ACCESS void write1(char *at) { *at = 1; }
ACCESS char read1(const char *at) { return *at; }
ACCESS void write2(char *at) { *(volatile short *)at = 1; }
ACCESS short read2(const char *at) { return *(const volatile short *)at; }
ACCESS void write4(char *at) { *(int *)at = 1; }
ACCESS int read4(const char *at) { return *(const int *)at; }
ACCESS void write8(char *at) { *(long *)at = 1; }
ACCESS long read8(const char *at) { return *(const long *)at; }

ACCESS void writeLoose2(char *at) { ((loose2 *)at)->value = 1; }
ACCESS short readLoose2(const char *at) { return ((const loose2 *)at)->value; }
ACCESS void writeLoose4(char *at) { ((loose4 *)at)->value = 1; }
ACCESS int readLoose4(const char *at) { return ((const loose4 *)at)->value; }
ACCESS void writeLoose8(char *at) { ((loose8 *)at)->value = 1; }
ACCESS long readLoose8(const char *at) { return ((const loose8 *)at)->value; }

ACCESS void writeThree(char *at) { at[0] = 1, at[1] = 2, at[2] = 3; }
ACCESS int readThree(const char *at) { return at[0] + at[1] + at[2]; }

ACCESS void writeMany(char *at, size_t bytes) { memset(at, 3, bytes); }
ACCESS void writeEach(char *at, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) at[i] = (char)i;
}
ACCESS long readMany(const char *at, size_t bytes) {
  long sum = 0;
  for (size_t i = 0; i < bytes; ++i) sum += at[i];
  return sum;
}
