// Words that one thread wrote and handed over, of which another reads or writes some bytes at a time, in one span and in
// several; and a third that writes the same bytes or others, ordered after the first alone. (What is
// stored differs: neighbours of one value are one store to a compiler.)
// scheduled
#include "part-schedule.h"

#include <string.h>

typedef unsigned char byte;
byte read_bytes[8] __attribute__((aligned(8))), read_later[8] __attribute__((aligned(8)));
byte read_more[8] __attribute__((aligned(8))), read_besides[8] __attribute__((aligned(8)));
byte read_early[8] __attribute__((aligned(8))), read_across[16] __attribute__((aligned(8)));
int low_read[2] __attribute__((aligned(8))), high_read[2] __attribute__((aligned(8)));
int low_written[2] __attribute__((aligned(8))), high_written[2] __attribute__((aligned(8)));
int read_and_written[2] __attribute__((aligned(8))), both_read[2] __attribute__((aligned(8)));
pthread_mutex_t handed = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void next_span(void) {
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
}

static void *writer(void *unused) {
  pthread_mutex_lock(&handed);
  memset(read_bytes, 1, 8), memset(read_later, 1, 8), memset(read_more, 1, 8), memset(read_besides, 1, 8); // imprecise: who takes the lock after whom is known by a run only
  memset(read_early, 1, 8), memset(read_across, 1, 16);                                                    // imprecise: as above
  memset(low_read, 1, 8), memset(high_read, 1, 8), memset(low_written, 1, 8), memset(high_written, 1, 8);  // imprecise: as above
  memset(read_and_written, 1, 8), memset(both_read, 1, 8);                                                 // imprecise: as above
  pthread_mutex_unlock(&handed);
  done(1);
  return unused;
}

static void *reader(void *unused) {
  after(1);
  pthread_mutex_lock(&handed);
  pthread_mutex_unlock(&handed);
  byte found = read_early[2]; // race
  found += read_more[1];      // imprecise: as above
  next_span();
  found += read_bytes[1]; // race
  next_span();
  found += read_early[5];   // imprecise: as above
  found += read_later[6];   // race
  found += read_more[3];    // race
  found += read_besides[3]; // imprecise: as above
  int four;
  memcpy(&four, read_across + 6, 4); // race
  int read = low_read[0];            // race
  read += high_read[1];              // race
  low_written[0] = 3;                // race
  high_written[1] = 3;               // race
  read += read_and_written[0];       // imprecise: as above
  read += read_and_written[1];       // imprecise: as above
  read_and_written[0] = 3;           // race
  read += both_read[0];              // imprecise: as above
  read += both_read[1];              // race
  sum = found + read + four;         // no race
  done(2);
  return unused;
}

static void *third(void *unused) {
  after(2);
  pthread_mutex_lock(&handed);
  pthread_mutex_unlock(&handed);
  read_bytes[1] = 2, read_early[2] = 2, read_later[6] = 2, read_more[3] = 2; // race
  read_bytes[2] = 9, read_later[5] = 9, read_besides[2] = 9;                 // imprecise: as above
  read_across[9] = 2;                                                        // race
  read_across[10] = 9;                                                       // imprecise: as above
  low_read[0] = 2, high_read[1] = 2, both_read[1] = 2;                       // race
  low_read[1] = 9, high_read[0] = 9;                                         // imprecise: as above
  int found = low_written[0] + high_written[1];                              // race
  found += low_written[1] + high_written[0];                                 // imprecise: as above
  found += read_and_written[0];                                              // race
  found += read_and_written[1];                                              // imprecise: as above
  return (void *)(long)(found + (unused != 0));
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_create(&threads[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return sum == 77; // no race
}
