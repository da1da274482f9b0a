int shared;
void in_cxx(void);

void *c_worker(void *arg) {
  in_cxx();
  return shared ? arg : 0; // race
}
