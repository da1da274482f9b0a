// Words that one thread wrote and handed over, of which another reads or writes some bytes at a time, in one span and in
// several; and a third that writes the same bytes or others, ordered after the first alone. Several times over: the
// first time a check is made is not like the others. (What is stored differs: neighbours of one value are one store to a
// compiler.)
// scheduled
#include "part-schedule.h"

#include <string.h>

typedef unsigned char byte;
typedef struct {
  byte one[8], later[8], more[8], besides[8], early[8], turns[8], across[16];
  int low_read[2], high_read[2], low_written[2], high_written[2], both[2], both_read[2];
} row;
typedef struct {
  int low_written[2], read_and_written[2], low_read[2];
} old_row;
enum { rows = 4 };
_Alignas(8) row table[rows];
_Alignas(8) old_row old[rows];
pthread_mutex_t handed = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
int sum, spans;

static void next_span(void) {
  pthread_mutex_lock(&own);
  spans++; // no race
  pthread_mutex_unlock(&own);
}

static void *writer(void *unused) {
  pthread_mutex_lock(&handed);
  memset(table, 1, sizeof table); // imprecise: who takes the lock after whom is known by a run only
  pthread_mutex_unlock(&handed);
  done(1);
  return unused;
}

__attribute__((noinline)) static int read_row(row *r) {
  byte found = r->early[2]; // race
  found += r->more[1];      // imprecise: as above
  next_span();
  found += r->one[1]; // race
  next_span();
  found += r->early[5];   // imprecise: as above
  found += r->later[6];   // race
  found += r->more[3];    // race
  found += r->besides[3]; // imprecise: as above
  found += r->turns[1];   // imprecise: as above
  after(1);               // so that these have a check each
  found += r->turns[4];   // race
  int four;
  memcpy(&four, r->across + 6, 4); // race
  after(1);
  memcpy(&four, r->across + 7, 4); // race
  int read = r->low_read[0];       // race
  read += r->high_read[1];         // race
  r->low_written[0] = 3;           // race
  r->high_written[1] = 3;          // race
  read += r->both[0];              // imprecise: as above
  read += r->both[1];              // imprecise: as above
  after(1);
  r->both[0] = 3;           // race
  read += r->both_read[0];  // imprecise: as above
  after(1);                 // as above
  read += r->both_read[1];  // race
  return found + read + four;
}

__attribute__((noinline)) static int use_old_row(old_row *r) {
  r->low_written[0] = 3;             // race
  int read = r->read_and_written[0]; // no race
  read += r->read_and_written[1];    // no race
  after(1);
  r->read_and_written[0] = 3; // race
  read += r->low_read[0];     // race
  return read;
}

static void *reader(void *unused) {
  after(1);
  pthread_mutex_lock(&handed);
  pthread_mutex_unlock(&handed);
  int found = 0;
  for (int i = 0; i < 100; i++) next_span();
  for (int i = 0; i < rows; i++) found += read_row(&table[i]) + use_old_row(&old[i]);
  sum = found; // no race
  done(2);
  return unused;
}

__attribute__((noinline)) static int write_row(row *r) {
  r->one[1] = 2, r->early[2] = 2, r->later[6] = 2, r->more[3] = 2, r->turns[4] = 2; // race
  r->one[2] = 9, r->later[5] = 9, r->besides[2] = 9, r->turns[6] = 9;               // imprecise: as above
  r->across[6] = 2;                                                                 // race
  r->across[9] = 3;                                                                 // race
  r->across[10] = 5;                                                                // race
  r->across[11] = 9;                                                                // imprecise: as above
  r->low_read[0] = 2, r->high_read[1] = 2, r->both_read[1] = 2;                     // race
  r->low_read[1] = 9, r->high_read[0] = 9;                                          // imprecise: as above
  int found = r->low_written[0] + r->high_written[1];                               // race
  found += r->low_written[1] + r->high_written[0];                                  // imprecise: as above
  found += r->both[0];                                                              // race
  found += r->both[1];                                                              // imprecise: as above
  return found;
}

__attribute__((noinline)) static int write_old_row(old_row *r) {
  r->low_written[1] = 9;           // imprecise: the elements are not told apart
  int found = r->low_written[0];   // race
  found += r->read_and_written[0]; // race
  r->low_read[1] = 9;              // imprecise: as above
  r->low_read[0] = 2;              // race
  return found;
}

static void *third(void *unused) {
  after(2);
  pthread_mutex_lock(&handed);
  pthread_mutex_unlock(&handed);
  int found = unused != 0;
  for (int i = 0; i < rows; i++) found += write_row(&table[i]) + write_old_row(&old[i]);
  return (void *)(long)found;
}

int main(void) {
  memset(old, 1, sizeof old); // no race
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_create(&threads[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return sum == 77; // no race
}
