// Addresses relative to a value: which value of the function an address starts from, and how many bytes away it is.
//
//   lock(&p->m); p->x++; unlock(&p->m);      &p->m is p + 0, &p->x is p + 40: the lock is in the object that is
//   accessed
//
// Two addresses with the same root are in one object, whichever object that is. This is what makes `p->m` protect
// `p->x` for every p (RELAY's relative locksets, section 3), where points-to sets only know "some lock".
#pragma once

#include "program/program.h"

#include <map>
#include <optional>

namespace steward {

struct RelativeAddress {
  ValueId root; // a local value
  int64_t offset = 0;
  friend auto operator<=>(const RelativeAddress&, const RelativeAddress&) = default;
};

class Roots {
public:
  explicit Roots(const Program& program) : program_(program) {}

  // Nothing for addresses that start from no local value (globals, numbers).
  std::optional<RelativeAddress> of(FunctionId function, ValueId address);

  // Whether giving `local` a new value makes the root another address.
  bool dependsOn(FunctionId function, ValueId root, LocalId local) const;

private:
  // An element picked by an index: computing it twice from the same values gives the same address.
  using Element = std::tuple<FunctionId, ValueId, int64_t, ValueId, int64_t>; // base, its offset, index, stride
  const Program& program_;
  std::map<Element, ValueId> elements_;
  std::map<std::pair<FunctionId, ValueId>, std::pair<ValueId, ValueId>> parts_; // base and index of an element
};

} // namespace steward
