extern int by_override;

void hook(void);
void hook(void) {
  by_override++; // race
}
