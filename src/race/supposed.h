// Answers to questions that may lead back to themselves: each is taken to be yes until it is found not to be, which
// gives the largest set of answers that agree with each other.
//
//   isOrdered(a)?  if isOrdered(b)          asked of a: b is so if a is, which is supposed; then all is well, or a
//   isOrdered(b)?  if isOrdered(a) and …    turns out not to be, and what was said of b does not count
//
// A no is final, since nothing was supposed against it. When it refutes what others were built on, all that was found
// to be so is forgotten, in every table of the group.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace steward {

class Suppositions {
public:
  void add(std::function<void()> forget) { forget_.push_back(std::move(forget)); }
  void refuted() const {
    for (const auto& forget : forget_) forget();
  }

private:
  std::vector<std::function<void()>> forget_;
};

template <typename Key>
class Supposed {
public:
  explicit Supposed(Suppositions& group) : group_(group) {
    group.add([this] { held_.clear(); });
  }
  Supposed(const Supposed&) = delete;

  void deny(const Key& key) {
    held_.erase(key);
    denied_.insert(key);
  }

  template <typename Decide>
  bool ask(const Key& key, Decide decide) {
    if (denied_.count(key)) return false;
    if (held_.count(key)) return true;
    auto [open, isNew] = isUsed_.try_emplace(key, false);
    if (!isNew) return open->second = true;
    bool result = decide();
    bool wasUsed = isUsed_.extract(key).mapped();
    if (!result && wasUsed) group_.refuted();
    (result ? held_ : denied_).insert(key);
    return result;
  }

private:
  Suppositions& group_;
  std::set<Key> held_, denied_; // apart, since what is held is forgotten often, and what is denied never
  std::map<Key, bool> isUsed_;  // of the questions that are being asked: whether an answer rests on one
};

} // namespace steward
