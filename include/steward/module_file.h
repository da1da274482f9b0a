// A module of a program, as bitcode in a file.
#pragma once

#include <string>

namespace steward {

struct ModuleFile {
  std::string name; // for messages: its source
  std::string path;
  bool isFromSource = true; // compiled by us: nothing was optimised
  // What is loaded as one: the executable is 0, and every shared library has a number of its own. Where two of them
  // define a name, the lower one has it.
  unsigned part = 0;
};

} // namespace steward
