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

  // What an element that is a root was picked by: the address `offset` bytes behind `start`, plus index times stride.
  struct Element {
    ValueId start;
    int64_t offset = 0;
    ValueId index;
    int64_t stride = 0;
    friend auto operator<=>(const Element&, const Element&) = default;
  };
  std::optional<Element> element(FunctionId function, ValueId root) const;

  // Whether giving `local` a new value makes the root another address.
  bool dependsOn(FunctionId function, ValueId root, LocalId local) const;

  // One value for all that compute the same from the same: `h % 16` here and `h % 16` there.
  ValueId numbered(FunctionId function, ValueId value, unsigned depth = 0);

private:
  bool isComputedFrom(FunctionId function, ValueId value, LocalId local, unsigned depth = 0) const;

  const Program& program_;
  // Computing an element twice from the same values gives the same address.
  std::map<std::pair<FunctionId, Element>, ValueId> elements_;
  std::map<std::pair<FunctionId, ValueId>, Element> parts_;
  std::map<std::tuple<FunctionId, BinaryKind, ValueId, ValueId>, ValueId> numbers_;
};

} // namespace steward
