// A server reloads its configuration while it works. Readers hold the read side of a lock, the reloader the write side.
// But the reader that notices an old configuration marks it as such with only the read side held.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
  pthread_rwlock_t lock;
  char name[32];
  int timeout;
  int version;
  int stale;
} config = {.lock = PTHREAD_RWLOCK_INITIALIZER, .name = "first", .timeout = 10, .version = 1};

static void *server(void *argument) {
  int served = 0;
  for (int i = 0; i < 100; i++) {
    pthread_rwlock_rdlock(&config.lock);
    if (config.timeout > 0 && strlen(config.name) > 0)
      served++;
    if (config.version < 2)
      config.stale = 1;
    pthread_rwlock_unlock(&config.lock);
    usleep(100);
  }
  return served ? argument : NULL;
}

static void *reloader(void *argument) {
  for (int version = 2; version < 5; version++) {
    usleep(2000);
    pthread_rwlock_wrlock(&config.lock);
    snprintf(config.name, sizeof config.name, "configuration %d", version);
    config.timeout = 10 * version;
    config.version = version;
    config.stale = 0;
    pthread_rwlock_unlock(&config.lock);
  }
  return argument;
}

int main(void) {
  pthread_t servers[2], reload;
  pthread_create(&servers[0], NULL, server, NULL);
  pthread_create(&servers[1], NULL, server, NULL);
  pthread_create(&reload, NULL, reloader, NULL);
  pthread_join(servers[0], NULL);
  pthread_join(servers[1], NULL);
  pthread_join(reload, NULL);
  printf("%s, version %d\n", config.name, config.version);
  return 0;
}
