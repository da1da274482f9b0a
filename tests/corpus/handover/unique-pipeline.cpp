// Images go from stage to stage through queues that a template class locks: each stage has its own.
// libraries
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

template <typename T> class BlockingQueue {
public:
  void push(T item) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      items.push_back(std::move(item)); // no race
    }
    ready.notify_one();
  }

  bool pop(T &out) {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [&] { return closed || !items.empty(); });
    if (items.empty()) return false;
    out = std::move(items.front()); // no race
    items.pop_front();              // no race
    return true;
  }

  void close() {
    std::lock_guard<std::mutex> lock(mutex);
    closed = true; // no race
    ready.notify_all();
  }

private:
  std::deque<T> items;
  std::mutex mutex;
  std::condition_variable ready;
  bool closed = false;
};

struct Image {
  int id;
  int pixels[16];
  std::string name;
};
using ImagePtr = std::unique_ptr<Image>;

static void load(BlockingQueue<ImagePtr> &out) {
  for (int i = 0; i < 100; i++) {
    auto image = std::make_unique<Image>();
    image->id = i;                               // no race
    image->name = "image" + std::to_string(i);   // no race
    for (int &pixel : image->pixels) pixel = i;  // no race
    out.push(std::move(image));
  }
  out.close();
}

static void filter(BlockingQueue<ImagePtr> &in, BlockingQueue<ImagePtr> &out) {
  ImagePtr image;
  while (in.pop(image)) {
    for (int &pixel : image->pixels) pixel = pixel * 2 + 1; // no race
    image->name += "-filtered";                             // no race
    out.push(std::move(image));
  }
  out.close();
}

static long save(BlockingQueue<ImagePtr> &in) {
  long total = 0;
  ImagePtr image;
  while (in.pop(image)) {
    for (int pixel : image->pixels) total += pixel; // no race
    total += static_cast<long>(image->name.size()); // no race
  }
  return total;
}

int main() {
  BlockingQueue<ImagePtr> raw, done;
  std::thread a(load, std::ref(raw)), b([&] { filter(raw, done); });
  long total = save(done);
  a.join();
  b.join();
  return total == 0;
}
