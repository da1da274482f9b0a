// Text that grows, for records and reports.
#pragma once

#include "runtime/memory.h"

#include <string.h>

// Placement, which the C++ library's header would bring along with what throws.
inline void* operator new(size_t, void* at) noexcept { return at; }

namespace steward::runtime {

class Text {
public:
  ~Text() {
    if (data_) unmapPages(data_, capacity_);
  }
  void add(const char* text) { add(text, strlen(text)); }
  void add(const char* text, size_t length) {
    reserve(size_ + length);
    memcpy(data_ + size_, text, length);
    size_ += length;
  }
  void add(char letter) { add(&letter, 1); }
  void addNumber(uint64_t value, unsigned base = 10) {
    char digits[64];
    unsigned count = 0;
    do {
      digits[count++] = "0123456789abcdef"[value % base];
      value /= base;
    } while (value);
    while (count) add(digits[--count]);
  }
  void addAddress(uint64_t value) {
    add("0x");
    addNumber(value, 16);
  }
  void addQuoted(const char* text); // as in C; null is ""
  const char* data() const { return data_ ? data_ : ""; }
  size_t size() const { return size_; }
  void clear() { size_ = 0; }
  void cut(size_t size) { size_ = size; } // to the first so many
  bool writeTo(int file) const;           // all of it

private:
  void reserve(size_t size) {
    if (size <= capacity_) return;
    size_t capacity = capacity_ ? capacity_ : 16384;
    while (capacity < size) capacity *= 2;
    char* data = static_cast<char*>(mapPages(capacity));
    if (data_) {
      memcpy(data, data_, size_);
      unmapPages(data_, capacity_);
    }
    data_ = data;
    capacity_ = capacity;
  }
  char* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

} // namespace steward::runtime
