#include "pointer/context.h"

#include "llvm/ADT/STLExtras.h"

namespace steward {

static std::vector<uint32_t> pushed(std::vector<uint32_t> items, uint32_t item, unsigned limit) {
  items.push_back(item);
  if (items.size() > limit) items.erase(items.begin(), items.end() - limit);
  return items;
}

ContextPolicy::ContextPolicy(ContextChoice choice, SpecialFunctions special)
    : choice_(choice), special_(std::move(special)) {
  make({});
}

ContextId ContextPolicy::make(Context context) {
  auto [it, isNew] = ids_.try_emplace(context, ContextId(static_cast<uint32_t>(ids_.size())));
  if (isNew) contexts_.push_back(std::move(context));
  return it->second;
}

std::vector<uint32_t> ContextPolicy::callsInto(const Context& context, const Call& call) const {
  bool isLibrary = special_.library.contains(call.callee);
  if (!isLibrary && !(call.isSpecific && special_.isByCallSite(call.callee))) return {};
  if (isLibrary && special_.library.contains(call.caller) && !context.calls.empty()) return context.calls;
  bool isInChain = special_.links.contains(call.caller) && special_.links.contains(call.callee);
  if (isInChain && !context.calls.empty()) return context.calls;
  if (llvm::is_contained(context.calls, call.site.index)) return context.calls; // a recursion
  return pushed(context.calls, call.site.index, special_.popular.contains(call.callee) ? maxCallsOfPopular : maxCalls);
}

ContextId ContextPolicy::destroying(ContextId context) {
  Context next = contexts_[context.index];
  next.isDestroying = true;
  return make(std::move(next));
}

ContextId ContextPolicy::call(ContextId context, const Call& call) {
  Context next = contexts_[context.index];
  next.isDestroying = false;
  next.calls = callsInto(next, call);
  if (choice_.kind == ContextChoice::CallSite) next.policy = pushed(next.policy, call.site.index, choice_.depth);
  return make(std::move(next));
}

ContextId ContextPolicy::callOn(ContextId context, const Call& call, uint32_t receiver) {
  Context next = contexts_[context.index];
  next.isDestroying = false;
  next.calls = callsInto(next, call);
  next.policy = pushed(next.policy, receiver, choice_.depth);
  return make(std::move(next));
}

// O2 table 2, rule 9: the entry runs in a new origin, named by where it was created and what it enters.
ContextId ContextPolicy::fork(ContextId caller, InstructionId site, FunctionId entry) {
  Context next = contexts_[caller.index];
  if (choice_.kind == ContextChoice::CallSite) {
    next.policy = pushed(next.policy, site.index, choice_.depth);
  } else if (choice_.kind == ContextChoice::Origin) {
    auto [it, isNew] =
        originIds_.try_emplace({site.index, next.calls, entry.index}, static_cast<uint32_t>(originIds_.size()));
    next.policy = pushed(next.policy, it->second, choice_.depth);
  }
  next.handler = {};
  next.calls.clear();
  return make(std::move(next));
}

ContextId ContextPolicy::install(FunctionId entry) {
  constexpr uint32_t anywhere = ~0u;
  Context next;
  if (choice_.kind == ContextChoice::Origin) {
    auto [it, isNew] = originIds_.try_emplace({anywhere, {}, entry.index}, static_cast<uint32_t>(originIds_.size()));
    next.policy = {it->second};
  }
  return make(std::move(next));
}

// An origin inside that of the thread, so that it takes two levels to tell the handlers of one loop apart: they never
// run beside each other, and the thread is what matters first.
ContextId ContextPolicy::handle(ContextId caller, InstructionId loop, FunctionId entry) {
  Context next = contexts_[caller.index];
  if (choice_.kind == ContextChoice::CallSite) next.policy = pushed(next.policy, loop.index, choice_.depth);
  if (choice_.kind == ContextChoice::Origin && choice_.depth > 1) next.handler = entry;
  next.calls.clear();
  return make(std::move(next));
}

ContextId ContextPolicy::thread(ContextId context) {
  if (choice_.kind != ContextChoice::Origin) return initial();
  Context bare = contexts_[context.index];
  bare.handler = {};
  bare.calls.clear();
  return make(std::move(bare));
}

std::optional<ContextChoice> ContextChoice::parse(llvm::StringRef text) {
  if (text == "none") return ContextChoice{None, 0};
  auto [name, number] = text.split(':');
  unsigned depth = 1;
  if (!number.empty() && (number.getAsInteger(10, depth) || depth < 1 || depth > 9)) return std::nullopt;
  if (text.ends_with(":")) return std::nullopt;
  if (name == "callsite") return ContextChoice{CallSite, depth};
  if (name == "object") return ContextChoice{Object, depth};
  if (name == "origin") return ContextChoice{Origin, depth};
  return std::nullopt;
}

} // namespace steward
