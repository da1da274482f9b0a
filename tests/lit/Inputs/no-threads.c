int counter;

int main(void) {
  counter++;
  return 0;
}
