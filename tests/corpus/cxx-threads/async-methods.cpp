// libraries
// flags: -std=c++20
// std::async with a method and its object, by pointer and by reference.
#include <functional>
#include <future>

struct Sum {
  int n = 0;
  int add(int k) {
    n += k;   // race: of the first one
    return n; // race
  }
};

struct Product {
  int n = 1;
  int times(int k) {
    n *= k;   // no race
    return n; // no race
  }
};

int main() {
  Sum sum;
  Product product;
  auto a = std::async(std::launch::async, &Sum::add, &sum, 2);
  auto b = std::async(std::launch::async, &Product::times, std::ref(product), 2);
  sum.n++; // race
  int result = a.get() + b.get();
  product.n++; // no race
  return result + sum.n; // no race
}
