// Two threads on SQLite: each with a database of its own in a file, then both on one connection in serialised mode.
// Prints what the queries add up to.
#include "sqlite3.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEAM = 2, ROWS = 60000, QUERIES = 4000, SHARED = 20000 };
static const char *folder;
static sqlite3 *shared;
static sqlite3_int64 sums[TEAM];

static void check(int status, sqlite3 *database, const char *what) {
  if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW) return;
  fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(database));
  exit(1);
}

static void execute(sqlite3 *database, const char *words) { check(sqlite3_exec(database, words, 0, 0, 0), database, words); }

// The first column of the first row, with one number put in.
static sqlite3_int64 ask(sqlite3 *database, sqlite3_stmt *query, sqlite3_int64 number) {
  sqlite3_bind_int64(query, 1, number);
  int status = sqlite3_step(query);
  check(status, database, "step");
  sqlite3_int64 result = status == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
  sqlite3_reset(query);
  return result;
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *words) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(database, words, -1, &statement, 0), database, words);
  return statement;
}

static sqlite3_int64 work_alone(long id) {
  char path[4096];
  sqlite3 *database;
  snprintf(path, sizeof path, "%s/thread-%ld.db", folder, id);
  check(sqlite3_open(path, &database), database, path);
  execute(database, "pragma synchronous=off; create table t(a integer primary key, b integer, c text); begin");
  sqlite3_stmt *insert = prepare(database, "insert into t(b, c) values (?1 * 7919 % 10007, 'row ' || ?1)");
  for (int i = 0; i < ROWS; i++) ask(database, insert, i);
  execute(database, "commit; create index by_b on t(b)");
  sqlite3_stmt *query = prepare(
      database, "select sum(length(x.c) + y.a) from t x join t y on y.b = x.b + 1 where x.b between ?1 and ?1 + 20");
  sqlite3_int64 sum = 0;
  for (int i = 0; i < QUERIES; i++) sum += ask(database, query, i * 31 % 10007);
  execute(database, "update t set c = c || '!' where b % 3 = 0; delete from t where b % 5 = 0");
  sqlite3_stmt *count = prepare(database, "select count(*) + sum(length(c)) from t where b > ?1");
  sum += ask(database, count, 10);
  sqlite3_finalize(insert), sqlite3_finalize(query), sqlite3_finalize(count);
  sqlite3_close(database);
  return sum;
}

static void work_together(long id) {
  sqlite3_stmt *insert = prepare(shared, id ? "insert into u values (?1, 1)" : "insert into u values (?1, 2)");
  for (int i = 0; i < SHARED; i++) ask(shared, insert, i);
  sqlite3_finalize(insert);
}

static void *work(void *argument) {
  long id = (long)argument;
  sums[id] = work_alone(id);
  work_together(id);
  return NULL;
}

int main(int count, char **words) {
  if (count != 2) return fputs("program FOLDER\n", stderr), 2;
  folder = words[1];
  check(sqlite3_open_v2(":memory:", &shared, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, 0), shared,
        "open");
  execute(shared, "create table u(a integer, b integer)");
  pthread_t threads[TEAM];
  for (long i = 0; i < TEAM; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < TEAM; i++) pthread_join(threads[i], NULL);
  sqlite3_stmt *total = prepare(shared, "select sum(a * b) from u where a >= ?1");
  printf("%lld %lld %lld\n", (long long)sums[0], (long long)sums[1], (long long)ask(shared, total, 0));
  sqlite3_finalize(total);
  sqlite3_close(shared);
}
