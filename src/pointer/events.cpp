// Event loops: which handlers a loop calls.
//
//   event_set(&c->event, …, on_read, c)       Handlers of (c, event): on_read with c            `register`
//   event_base_set(base, &c->event)           Handlers of base ⊇ Handlers of (c, event)         `attach`
//   event_base_loop(base, 0)                  calls the Handlers of base                        `dispatch`
//
// A registration is an object, and what a library keeps for an event or a loop is an object of its own beside it whose
// content are registrations, place by place. So handlers get to loops as pointers get anywhere, and loops that are told
// apart keep their handlers apart. A handler runs on the thread that runs its loop: the loop calls it.
#include "pointer/builder.h"

namespace steward {

// The place for the handlers of the event or loop at `place`.
LocationId PointerBuilder::handlersAt(LocationId place) {
  Location at = objects_[place];
  auto [it, isNew] = a_.handlersOf_.try_emplace(at.object, ObjectId());
  if (isNew) it->second = objects_.object({ObjectKind::Handlers, at.object.index, {}, {}, {}, 0});
  return objects_.location(it->second, at.offset);
}

LocationId PointerBuilder::loopsAt(LocationId place) {
  Location at = objects_[place];
  return objects_.location(objects_.object({ObjectKind::Loops, at.object.index, {}, {}, {}, 0}), at.offset);
}

void PointerBuilder::attach(NodeId object, NodeId loop) {
  NodeId handlers = temporary();
  constrain(object, {Constraint::LoadHandlers, false, handlers, 0, 0, 0});
  constrain(loop, {Constraint::StoreHandlers, false, handlers, 0, 0, 0});
  constrain(object, {Constraint::StoreLoops, false, loop, 0, 0, 0});
}

NodeId PointerBuilder::currentLoop(llvm::StringRef name) {
  auto [it, isNew] = currentLoops_.try_emplace(name, NodeId());
  if (isNew) {
    it->second = temporary();
    // The library may have one of its own from the start.
    uint32_t own = libraryStorage(("loop of " + name).str());
    point(it->second, objects_.object({ObjectKind::Library, own, {}, {}, {}, 0}));
  }
  return it->second;
}

void PointerBuilder::registerHandler(CallSite site, const Effect& effect) {
  NodeId entry = partNode(site, effect.entry);
  if (!entry) return;
  Registration r{{site, &effect}, entry, partNode(site, effect.object), partNode(site, effect.loop), temporary()};
  r.handler =
      objects_.object({ObjectKind::Handler, static_cast<uint32_t>(registrations_.size()), {}, site.instance, {}, 0});
  point(r.self, r.handler);
  auto arguments = handedOver(site, effect);
  for (uint32_t k = 0; k < arguments.size(); ++k)
    if (arguments[k]) graph_.addEdge(arguments[k], content(objects_.location(r.handler, uint64_t{8} * k)));
  for (NodeId owner : {r.object, r.loop})
    if (owner) constrain(owner, {Constraint::StoreHandlers, false, r.self, 0, 0, 0});
  if (r.object && r.loop) attach(r.object, r.loop);
  registrations_.push_back(r);
}

void PointerBuilder::dispatchHandlers(CallSite site, const Effect& effect) {
  effects_.push_back({site, &effect});
  uint32_t index = static_cast<uint32_t>(effects_.size() - 1);
  Dispatcher d{{site, &effect}, partNode(site, effect.loop), temporary()};
  constrain(d.handlers, {Constraint::Dispatch, false, {}, 0, 0, index});
  if (d.loop) constrain(d.loop, {Constraint::LoadHandlers, false, d.handlers, 0, 0, 0});
  dispatchers_.push_back(d);
}

void PointerBuilder::dispatch(CallSite loop, uint32_t registration) {
  if (!dispatchesDone_.insert({loop, registration}).second) return;
  registrations_[registration].isDispatched = true;
  dispatched_.push_back({loop, registration});
  constrain(registrations_[registration].entry,
            {Constraint::Handle, false, {}, 0, 0, static_cast<uint32_t>(dispatched_.size() - 1)});
}

// The entry is an origin inside that of the thread that runs the loop, and is called by it.
void PointerBuilder::handle(const DispatchedHandler& dispatched, FunctionId entry) {
  if (program_.functions[entry].isDeclaration()) return;
  CallSite loop = dispatched.loop;
  const Registration r = registrations_[dispatched.registration];
  InstanceId target =
      instance(entry, a_.policy_->handle(a_.instances_[loop.instance].context, loop.instruction, entry));
  auto& known = a_.handlers_[loop];
  if (llvm::none_of(known, [&](const HandlerTarget& h) { return h.entry == target && h.registered == r.at.site; }))
    known.push_back({target, r.at.site, r.at.effect});
  llvm::SmallVector<NodeId, 4> arguments;
  for (uint32_t k = 0; k < r.at.effect->arguments.size(); ++k)
    arguments.push_back(content(objects_.location(r.handler, uint64_t{8} * k)));
  enter(loop, target, arguments, false);
}

// Whether the handler was given to no loop: to a null pointer, or to an event that none was ever given.
bool PointerBuilder::isWithoutLoop(const Registration& r) {
  if (r.loop) return graph_.elements(r.loop).empty();
  if (!r.object || graph_.elements(r.object).empty()) return true;
  return llvm::any_of(graph_.elements(r.object), [&](uint32_t e) {
    Location at = objects_[LocationId(e)];
    ObjectId loops = objects_.object({ObjectKind::Loops, at.object.index, {}, {}, {}, 0});
    LocationId place = objects_.find(loops, at.offset), anywhere = objects_.find(loops, Location::any);
    auto has = [&](LocationId l) { return l && !a_.contentOf(l).empty(); };
    return !has(place) && !has(anywhere);
  });
}

// A handler without a loop is one of the current loop, and a null pointer to one means that. A handler that no loop
// calls is called where it was registered, as is any function that code which is not there was given: its loop is not
// there either. True when there was such a handler.
bool PointerBuilder::relaxHandlers() {
  bool relaxed = false;
  for (Registration& r : registrations_) {
    const std::string& name = r.at.effect->global;
    if (r.isCurrent || name.empty() || !isWithoutLoop(r)) continue;
    r.isCurrent = relaxed = true;
    constrain(currentLoop(name), {Constraint::StoreHandlers, false, r.self, 0, 0, 0});
  }
  for (Dispatcher& d : dispatchers_) {
    const std::string& name = d.at.effect->global;
    if (d.isCurrent || name.empty() || (d.loop && !graph_.elements(d.loop).empty())) continue;
    d.isCurrent = relaxed = true;
    constrain(currentLoop(name), {Constraint::LoadHandlers, false, d.handlers, 0, 0, 0});
  }
  if (relaxed) return true;
  for (uint32_t n = 0; n < registrations_.size(); ++n)
    if (!registrations_[n].isDispatched) {
      dispatch(registrations_[n].at.site, n);
      relaxed = true;
    }
  return relaxed;
}

} // namespace steward
