#include "cli/output.h"

#include <cstdio>
#include <fstream>
#include <iostream>

namespace steward {

int fail(const std::string& reason) {
  std::fprintf(stderr, "steward: error: %s\n", reason.c_str());
  return couldNot;
}

bool write(const std::string& text, const std::string& file) {
  if (file.empty()) {
    std::cout << text << std::flush;
    return std::cout.good();
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out.good();
}

} // namespace steward
