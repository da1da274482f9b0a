// delete against a use, and delete[] against an element.
#include <thread>

struct session {
  int id = 1;
};
session *current;
int *table;
int seen;

int main() {
  current = new session;
  table = new int[8]();
  std::thread ends([] {
    delete current; // race
    delete[] table; // race
  });
  std::thread uses([] {
    seen = current->id; // race
    seen += table[2];   // race
  });
  ends.join();
  uses.join();
}
