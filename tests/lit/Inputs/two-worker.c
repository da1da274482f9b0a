int from_main, from_worker;

void *worker(void *arg) {
  from_worker = 2;
  return from_main ? arg : 0;
}
