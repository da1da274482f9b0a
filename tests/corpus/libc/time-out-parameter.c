// Library functions that fill a structure of the caller's.
#include <pthread.h>
#include <time.h>

struct tm shared_calendar;

void *worker(void *arg) {
  time_t now = time(NULL);
  struct tm own;
  localtime_r(&now, &own);                           // no race
  localtime_r(&now, &shared_calendar);               // race
  return own.tm_year ? arg : NULL;                   // no race
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  int year = shared_calendar.tm_year; // race
  pthread_join(a, NULL);
  return year;
}
