#include "pointer/context.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace steward {

namespace {

// Interned sequences of numbers.
class Sequences {
public:
  Sequences() { intern({}); }
  ContextId intern(const std::vector<uint32_t>& items) {
    auto [it, isNew] = ids_.try_emplace(items, ContextId(static_cast<uint32_t>(ids_.size())));
    if (isNew) items_.push_back(items);
    return it->second;
  }
  const std::vector<uint32_t>& operator[](ContextId id) const { return items_[id.index]; }

private:
  std::map<std::vector<uint32_t>, ContextId> ids_;
  std::vector<std::vector<uint32_t>> items_;
};

std::vector<uint32_t> pushed(std::vector<uint32_t> items, uint32_t item, unsigned limit) {
  items.push_back(item);
  if (items.size() > limit) items.erase(items.begin(), items.end() - limit);
  return items;
}

class NoContext final : public ContextPolicy {
public:
  ContextId initial() override { return ContextId(0); }
  ContextId call(FunctionId, ContextId, InstructionId, FunctionId) override { return ContextId(0); }
  ContextId fork(ContextId, InstructionId, FunctionId) override { return ContextId(0); }
  ContextId handle(ContextId, InstructionId, FunctionId) override { return ContextId(0); }
  ContextId thread(ContextId) override { return ContextId(0); }
};

class CallSites final : public ContextPolicy {
public:
  explicit CallSites(unsigned depth) : depth_(depth) {}
  ContextId initial() override { return contexts_.intern({}); }
  ContextId call(FunctionId, ContextId context, InstructionId site, FunctionId) override {
    return contexts_.intern(pushed(contexts_[context], site.index, depth_));
  }
  ContextId fork(ContextId caller, InstructionId site, FunctionId entry) override {
    return contexts_.intern(pushed(contexts_[caller], site.index, depth_));
  }
  ContextId handle(ContextId caller, InstructionId loop, FunctionId entry) override {
    return fork(caller, loop, entry);
  }
  ContextId thread(ContextId) override { return initial(); }

private:
  unsigned depth_;
  Sequences contexts_;
};

class Origins final : public ContextPolicy {
public:
  Origins(unsigned depth, SpecialFunctions special) : depth_(depth), special_(std::move(special)) {}

  ContextId initial() override { return make({}, none, none); }

  ContextId call(FunctionId caller, ContextId context, InstructionId site, FunctionId callee) override {
    Context c = contexts_[context.index];
    bool isInside = special_.library.contains(caller) && c.callSite != none;
    if (special_.library.contains(callee)) return make(c.origins, c.handler, isInside ? c.callSite : site.index);
    return make(c.origins, c.handler, special_.wrappers.contains(callee) ? site.index : none);
  }

  // O2 table 2, rule 9: the entry runs in a new origin, named by where it was created and what it enters.
  ContextId fork(ContextId caller, InstructionId site, FunctionId entry) override {
    Context c = contexts_[caller.index];
    auto [it, isNew] =
        originIds_.try_emplace({site.index, c.callSite, entry.index}, static_cast<uint32_t>(originIds_.size()));
    return make(pushed(c.origins, it->second, depth_), none, none);
  }

  // An origin inside that of the thread, so that it takes two levels to tell the handlers of one loop apart: they never
  // run beside each other, and the thread is what matters first.
  ContextId handle(ContextId caller, InstructionId, FunctionId entry) override {
    return make(Context(contexts_[caller.index]).origins, depth_ > 1 ? entry.index : none, none);
  }

  ContextId thread(ContextId context) override { return make(Context(contexts_[context.index]).origins, none, none); }

private:
  static constexpr uint32_t none = Id<void>::none;
  struct Context {
    std::vector<uint32_t> origins;
    uint32_t handler; // of an event, that the last of the origins runs
    uint32_t callSite;
  };

  ContextId make(const std::vector<uint32_t>& origins, uint32_t handler, uint32_t callSite) {
    auto [it, isNew] = ids_.try_emplace({origins, handler, callSite}, ContextId(static_cast<uint32_t>(ids_.size())));
    if (isNew) contexts_.push_back({origins, handler, callSite});
    return it->second;
  }

  unsigned depth_;
  SpecialFunctions special_;
  std::map<std::tuple<std::vector<uint32_t>, uint32_t, uint32_t>, ContextId> ids_;
  std::vector<Context> contexts_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> originIds_;
};

} // namespace

std::optional<ContextChoice> ContextChoice::parse(llvm::StringRef text) {
  if (text == "none") return ContextChoice{None, 0};
  auto [name, number] = text.split(':');
  unsigned depth = 1;
  if (!number.empty() && (number.getAsInteger(10, depth) || depth < 1 || depth > 9)) return std::nullopt;
  if (text.ends_with(":")) return std::nullopt;
  if (name == "callsite") return ContextChoice{CallSite, depth};
  if (name == "origin") return ContextChoice{Origin, depth};
  return std::nullopt;
}

std::unique_ptr<ContextPolicy> makePolicy(ContextChoice choice, SpecialFunctions special) {
  switch (choice.kind) {
  case ContextChoice::None:
    return std::make_unique<NoContext>();
  case ContextChoice::CallSite:
    return std::make_unique<CallSites>(choice.depth);
  case ContextChoice::Origin:
    return std::make_unique<Origins>(choice.depth, std::move(special));
  }
  return nullptr;
}

} // namespace steward
