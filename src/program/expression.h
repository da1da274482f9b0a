// Source-like names for values and places, from the names that the program model carries: "conn->state", "stats.total".
#pragma once

#include "program/layout.h"
#include "program/program.h"

#include <string>

namespace steward {

class ExpressionNames {
public:
  explicit ExpressionNames(const Program& program) : program_(program), layout_(program) {}

  // The place that `bytes` bytes at address `pointer` are; empty when nothing helpful can be said.
  std::string place(const Function& function, ValueId pointer, uint64_t bytes) const;
  std::string value(const Function& function, ValueId v) const;

private:
  std::string place(const Function& function, ValueId pointer, uint64_t bytes, unsigned depth) const;
  std::string value(const Function& function, ValueId v, unsigned depth) const;
  bool isAddress(const Function& function,
                 ValueId v) const; // computed from a place, not a pointer that a variable holds

  const Program& program_;
  Layout layout_;
};

} // namespace steward
