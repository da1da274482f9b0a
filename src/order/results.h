// What a branch condition says about the result of a call: if (pthread_mutex_trylock(&m) == 0) …
#pragma once

#include "models/effect.h"
#include "program/program.h"

#include <optional>

namespace steward {

// Given that `condition` is `truth`: whether `result` surely is as `when` asks (true), surely is not (false), or
// either.
std::optional<bool> impliedResult(const Program& program, const Function& function, ValueId condition, bool truth,
                                  LocalId result, When when);

// The same, given how a value compares with a number.
std::optional<bool> impliedByComparison(const Program& program, const Function& function, ValueId value,
                                        CompareKind kind, int64_t number, LocalId result, When when);

// The same for the way that a `switch` takes: successor 0 is its default.
std::optional<bool> impliedByCase(const Program& program, const Function& function, const Instruction& choice,
                                  unsigned successor, LocalId result, When when);

// The number that a value always is: a constant, what a function returns that returns nothing else (as the question of
// the C++ library whether there are threads at all), or what follows from these.
std::optional<int64_t> knownNumber(const Program& program, const Function& function, ValueId value, unsigned depth = 0);

} // namespace steward
