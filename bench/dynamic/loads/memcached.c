// A load for memcached: load SOCKET CONNECTIONS ROUNDS. Two threads with half the connections each; a round stores items
// of many sizes and asks for many at once. Prints how many items came back, and with them the sum of their bytes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { TEAM = 2, BATCH = 40, KEYS = 5000 };
static const char *path;
static int connections, rounds;

struct tally {
  long items, bytes;
};

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static FILE *open_connection(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail("connect");
  return fdopen(descriptor, "r+");
}

// A key always has the same value, so that what comes back is known.
static int size_of(int key) { return 20 + key * 37 % 900; }

static void store(FILE *server, int first) {
  char value[1024];
  memset(value, 'v', sizeof value);
  fseek(server, 0, SEEK_CUR);
  for (int i = 0; i < BATCH; i++) {
    int key = (first + i) % KEYS;
    fprintf(server, "set key-%d 0 0 %d noreply\r\n%.*s\r\n", key, size_of(key), size_of(key), value);
  }
  fflush(server);
}

static void fetch(FILE *server, int first, struct tally *tally) {
  char line[2048];
  fputs("get", server);
  for (int i = 0; i < BATCH; i++) fprintf(server, " key-%d", (first + i) % KEYS);
  fputs("\r\n", server);
  fflush(server);
  while (fgets(line, sizeof line, server) && strncmp(line, "END", 3)) {
    int size;
    if (sscanf(line, "VALUE %*s 0 %d", &size) != 1) fail(line);
    if (!fgets(line, sizeof line, server)) fail("a value");
    if ((int)strlen(line) != size + 2) fail("the size of a value");
    tally->items++, tally->bytes += size;
  }
}

static void *work(void *argument) {
  struct tally *tally = argument;
  int count = connections / TEAM;
  FILE **servers = calloc(count, sizeof *servers);
  for (int i = 0; i < count; i++) servers[i] = open_connection();
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) {
      int first = (round * 131 + i * 977) % KEYS;
      if (round % 4 == 0) store(servers[i], first);
      // What this connection has just stored, and what it stored last.
      else
        fetch(servers[i], ((round - round % 4) * 131 + i * 977) % KEYS, tally);
    }
  for (int i = 0; i < count; i++) fclose(servers[i]);
  return NULL;
}

int main(int count, char **words) {
  if (count != 4) return fputs("load SOCKET CONNECTIONS ROUNDS\n", stderr), 2;
  path = words[1], connections = atoi(words[2]), rounds = atoi(words[3]);
  pthread_t threads[TEAM];
  struct tally tallies[TEAM] = {0}, all = {0};
  for (int i = 0; i < TEAM; i++) pthread_create(&threads[i], NULL, work, &tallies[i]);
  for (int i = 0; i < TEAM; i++) {
    pthread_join(threads[i], NULL);
    all.items += tallies[i].items, all.bytes += tallies[i].bytes;
  }
  printf("%ld items, %ld bytes\n", all.items, all.bytes);
}
