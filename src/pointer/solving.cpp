// What the constraints do with the elements that arrive at them, and where types are lifted because they left nothing.
#include "pointer/builder.h"

namespace steward {

// Where the elements lead to, as one set. Large sets go the same ways over and over, and so do their elements.
SetId PointerBuilder::moved(const Constraint& c, SetId elements) {
  auto [known, isNewWay] = ways_.try_emplace({c.kind, c.flag, c.a, c.b, c.index}, static_cast<uint32_t>(ways_.size()));
  uint32_t way = known->second;
  if (isNewWay) ends_.emplace_back();
  auto [it, isNew] = moves_.try_emplace({elements, way}, emptySet);
  if (!isNew) return it->second;
  std::vector<uint32_t> places;
  places.reserve(a_.sets_->count(elements));
  a_.sets_->forEach(elements, [&](uint32_t element) {
    uint32_t& end = ends_[way][element];
    if (end == unknownEnd) {
      llvm::SmallVector<LocationId, 4> found = endsOf(c, LocationId(element));
      end = found.empty() ? noEnd : found.size() == 1 ? found[0].index : severalEnds;
      if (found.size() > 1) several_[{way, element}] = found;
    }
    if (end == severalEnds)
      for (LocationId place : several_[{way, element}]) places.push_back(place.index);
    else if (end != noEnd)
      places.push_back(end);
  });
  for (LocationId memory : objects_.takeCollapsed()) collapse(memory);
  llvm::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return moves_[{elements, way}] = a_.sets_->intern(places);
}

uint32_t& PointerBuilder::Ends::operator[](uint32_t location) {
  if (location / pageSize >= pages_.size()) pages_.resize(location / pageSize + 1);
  auto& page = pages_[location / pageSize];
  if (!page) {
    page = std::make_unique<std::array<uint32_t, pageSize>>();
    page->fill(unknownEnd);
  }
  return (*page)[location % pageSize];
}

// Where one element leads to.
llvm::SmallVector<LocationId, 4> PointerBuilder::endsOf(const Constraint& c, LocationId from) {
  // Nothing is computed from the address of a function, except by code that looks like it by imprecision.
  if (objects_[objects_[from].object].kind == ObjectKind::Function && !(c.kind == Constraint::Step && c.b == 0))
    return {};
  switch (c.kind) {
  case Constraint::Only:
    if (!objects_.mayBePointee(from, TypeId(c.index))) return {};
    return {from};
  case Constraint::Bases:
    return objects_.bases(from);
  case Constraint::Anywhere:
    return {objects_.anywhere(from)};
  case Constraint::Step: {
    llvm::SmallVector<LocationId, 4> ends{
        objects_.movedByElements(from, c.a, c.flag ? std::optional<int64_t>(c.b) : std::nullopt)};
    // Another element, or what follows the only one.
    if (LocationId tail = c.flag ? objects_.behindFirst(from, c.a * c.b) : LocationId()) ends.push_back(tail);
    return ends;
  }
  default:
    if (c.flag) return llvm::SmallVector<LocationId, 4>(objects_.member(from, TypeId(c.index), c.a));
    return {objects_.moved(from, c.a)};
  }
}

// What lies in the views of raw memory, now and later, lies anywhere in it.
void PointerBuilder::collapse(LocationId memory) {
  NodeId all = content(memory);
  for (ObjectId view : objects_.viewsOf(objects_[memory].object)) {
    if (objects_[view].base != objects_[memory].offset) continue;
    watch(view, {0, Location::any, all, {}, {}});
    watch(view, {0, Location::any, {}, all, {}});
  }
}

// Strict aliasing may be wrong about a program. Where it leaves a member access with nothing to access, it is: there
// the types are not trusted. True when there was such a place.
bool PointerBuilder::relaxTypes() {
  if (relaxText()) return true;
  bool relaxed = false;
  for (size_t k = 0; k < constraints_.size(); ++k) { // more may come up on the way
    if (!leavesNothing(constraints_[k])) continue;
    constraints_[k].flag = false;
    Constraint c = constraints_[k];
    if (c.kind == Constraint::Only)
      graph_.addEdge(c.base, c.node);
    else
      graph_.addElements(c.node, moved(c, graph_.pointsTo(c.base)));
    relaxed = true;
  }
  return relaxed;
}

// Whether types leave nothing of what gets to a constraint. What one of several calls passes may be odd; what is
// accessed is odd when there is nothing else.
bool PointerBuilder::leavesNothing(Constraint c) {
  bool isOnly = c.kind == Constraint::Only;
  if (!c.flag || (!isOnly && c.kind != Constraint::Move) || graph_.pointsTo(c.base) == emptySet) return false;
  return (isOnly ? moved(c, graph_.pointsTo(c.base)) : graph_.pointsTo(c.node)) == emptySet;
}

// Memory that was allocated as text and is all that some struct can be in is storage, as that of an arena: for all who
// find structs there, also those who have others to choose from.
bool PointerBuilder::relaxText() {
  bool relaxed = false;
  for (size_t k = 0; k < constraints_.size(); ++k) {
    Constraint c = constraints_[k];
    if (!leavesNothing(c) || graph_.pointsTo(c.node) != emptySet) continue;
    a_.sets_->forEach(graph_.pointsTo(c.base), [&](uint32_t element) {
      const Object& object = objects_[objects_[LocationId(element)].object];
      if (object.kind != ObjectKind::Heap || !objects_.isText(LocationId(element))) return;
      if (program_.types[object.type].fieldCount) return; // a member of something
      objects_.addStorage(ObjectKind::Heap, object.site);
      relaxed = true;
    });
  }
  if (!relaxed) return false;
  moves_.clear();
  for (Ends& ends : ends_) ends = {};
  several_.clear();
  for (size_t k = 0; k < constraints_.size(); ++k)
    if (Constraint c = constraints_[k]; c.flag && (c.kind == Constraint::Move || c.kind == Constraint::Only))
      graph_.addElements(c.node, moved(c, graph_.pointsTo(c.base)));
  return true;
}

// What is stored through no struct is not read through one, nor the other way round, unless the program does not keep
// to its types: where a pointer is read that is stored in no other way. True when there was such a place.
bool PointerBuilder::relaxViews() {
  bool relaxed = false;
  auto contentAt = [&](LocationId place) {
    auto it = a_.contents_.find(place);
    return it == a_.contents_.end() ? NodeId() : it->second;
  };
  auto isEmpty = [&](NodeId node) { return graph_.pointsTo(node) == emptySet; };
  for (uint32_t n = 0, count = static_cast<uint32_t>(objects_.objectCount()); n < count; ++n)
    for (ObjectId view : objects_.viewsOf(ObjectId(n))) {
      NodeId raw = contentAt(objects_.location(ObjectId(n), objects_[view].base));
      if (!raw) continue;
      bool isRawEmpty = isEmpty(raw);
      for (LocationId place : objects_.locationsOf(view)) {
        NodeId member = contentAt(place);
        if (!member || isEmpty(member) == isRawEmpty || !objects_.isPointer(place)) continue;
        graph_.addEdge(isRawEmpty ? member : raw, isRawEmpty ? raw : member);
        relaxed = true;
      }
    }
  return relaxed;
}

void PointerBuilder::apply(const Constraint& c, SetId fresh) {
  switch (c.kind) {
  case Constraint::Only:
    if (!c.flag) break; // by an edge
    [[fallthrough]];
  case Constraint::Move:
  case Constraint::Step:
  case Constraint::Anywhere:
  case Constraint::Bases:
    graph_.addElements(c.node, moved(c, fresh));
    break;
  case Constraint::Load:
    if (c.node != ConstraintGraph::nothing) graph_.addEdge(hub(c, fresh), c.node);
    break;
  case Constraint::Store:
    if (c.node != ConstraintGraph::nothing) graph_.addEdge(c.node, hub(c, fresh));
    break;
  case Constraint::Spread:
    store(LocationId(c.index), c.node, pointerBytes);
    break;
  default:
    if ((c.kind == Constraint::CopyTo || c.kind == Constraint::CopyFrom) && a_.sets_->count(fresh) > crowdSize)
      return copyCrowd(c, fresh);
    a_.sets_->forEach(fresh, [&](uint32_t element) { applyEach(c, LocationId(element)); });
  }
}

// All that is read or written through pointers to the same elements goes through one node: m accesses to n places take
// m + n edges, where one edge from each access to each place would be m times n.
NodeId PointerBuilder::hub(const Constraint& c, SetId elements) {
  auto& hubs = c.kind == Constraint::Load ? loadHubs_ : storeHubs_;
  uint64_t bytes = static_cast<uint64_t>(c.a);
  auto [it, isNew] = hubs.try_emplace({elements, bytes, c.index}, NodeId());
  if (!isNew) return it->second;
  if (a_.sets_->count(elements) > crowdSize) return it->second = crowd(elements);
  NodeId made = it->second = temporary();
  a_.sets_->forEach(elements, [&](uint32_t element) {
    if (c.kind == Constraint::Load)
      load(LocationId(element), made, bytes, static_cast<AccessedAs>(c.index));
    else
      store(LocationId(element), made, bytes, static_cast<AccessedAs>(c.index));
  });
  return made;
}

// A pointer to thousands of places is a pointer to anything, by imprecision, and so are others: what lies in all these
// places is as good as one. That it is one keeps the analysis of very large programs from drowning in it.
NodeId PointerBuilder::crowd(SetId elements) {
  if (!crowd_) crowd_ = temporary();
  a_.sets_->forEach(elements, [&](uint32_t element) {
    if (!inCrowd_.insert(element).second) return;
    LocationId place(element);
    load(place, crowd_, pointerBytes);
    store(place, crowd_, pointerBytes);
  });
  return crowd_;
}

// A copy from or to a crowd.
void PointerBuilder::copyCrowd(const Constraint& c, SetId elements) {
  ObjectId buffer = objects_.object({ObjectKind::Buffer, c.index, ContextId(), {}, {}, 0});
  LocationId anywhere = objects_.location(buffer, Location::any);
  if (c.kind == Constraint::CopyTo)
    load(anywhere, crowd(elements), pointerBytes);
  else
    store(anywhere, crowd(elements), pointerBytes);
}

void PointerBuilder::applyEach(const Constraint& c, LocationId location) {
  if (c.kind == Constraint::CopyTo || c.kind == Constraint::CopyFrom)
    return copyThrough(c.index, location, c.kind == Constraint::CopyTo);
  // No event lies in read-only data.
  bool ofEvents = c.kind >= Constraint::LoadHandlers && c.kind <= Constraint::StoreLoops;
  if (ofEvents && isReadOnly(objects_[location].object)) return;
  if (c.kind == Constraint::LoadHandlers) return load(handlersAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::StoreHandlers) return store(handlersAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::LoadLoops) return load(loopsAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::StoreLoops) return store(loopsAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::Dispatch) return dispatch(effects_[c.index].site, objects_[objects_[location].object].site);
  if (c.kind == Constraint::Receiver) {
    auto [site, method] = receiverCalls_[c.index];
    return callOn(sites_[site], method, location);
  }
  const Object& object = objects_[objects_[location].object];
  if (object.kind != ObjectKind::Function) return;
  FunctionId function(object.site);
  if (c.kind == Constraint::Call) {
    CallSite site = sites_[c.index];
    if (maySignaturesMatch(site, function))
      link(site, function);
    else
      mismatched_[site].push_back(function);
  }
  if (c.kind == Constraint::Fork) fork(CallEffect(effects_[c.index]), function);
  if (c.kind == Constraint::CallBack) callBack(CallEffect(effects_[c.index]), function);
  if (c.kind == Constraint::AtExit) atExit(CallEffect(effects_[c.index]), function);
  if (c.kind == Constraint::KeyDestructor) keyDestructor(function);
  if (c.kind == Constraint::Handle) handle(DispatchedHandler(dispatched_[c.index]), function);
  if (c.kind == Constraint::UnknownCall) callBackUnknown(CallSite(sites_[c.index]), function);
}

PointerBuilder::AccessedAs PointerBuilder::accessedAs(InstanceId instance, const Instruction& access) const {
  if (!a_.strictAliasing()) return Anything;
  if (access.type && program_.types[access.type].kind == TypeKind::Pointer) return Pointer;
  ValueId value = access.result ? ValueId::local(access.result) : program_.operandsOf(access)[1];
  return a_.values_[a_.instances_[instance].function.index].isNumber(value) ? Number : Anything;
}

bool PointerBuilder::mayBeAccessedAs(LocationId location, AccessedAs as) const {
  if (as == Pointer && objects_.isNumber(location)) return false;
  if (as == Number && objects_.isPointer(location)) return false;
  return objects_.hasRoomForPointer(location);
}

void PointerBuilder::load(LocationId from, NodeId into, uint64_t bytes, AccessedAs as) {
  Location at = objects_[from];
  if (objects_[at.object].kind == ObjectKind::Function) return;
  if (!mayBeAccessedAs(from, as)) return;
  graph_.addEdge(content(from), into);
  if (at.isAny()) {
    if (anyLoads_.insert({at.object.index, into.index}).second) watch(at.object, {0, Location::any, into, {}, {}});
  } else if (bytes > static_cast<uint64_t>(pointerBytes)) {
    watch(at.object, {at.offset, at.offset + bytes, into, {}, {}});
  }
}

void PointerBuilder::store(LocationId to, NodeId from, uint64_t bytes, AccessedAs as) {
  Location at = objects_[to];
  // Nothing is stored into read-only data; such a pointer got here by imprecision.
  if (objects_[at.object].kind == ObjectKind::Function || isReadOnly(at.object)) return;
  if (!mayBeAccessedAs(to, as)) return;
  graph_.addEdge(from, content(to));
  if (at.isAny()) {
    if (anyStores_.insert(at.object.index).second) watch(at.object, {0, Location::any, {}, content(to), {}});
  } else if (bytes > static_cast<uint64_t>(pointerBytes)) {
    watch(at.object, {at.offset, at.offset + bytes, {}, from, {}});
  }
}

// A memory copy goes through buffers of its own, one for each kind of struct: from every source of that kind to it,
// from it to every such target. That is linear in the two points-to sets, where pairs of them are not, and keeps the
// distance of every member from the start.
void PointerBuilder::copyThrough(uint32_t copy, LocationId place, bool isTarget) {
  auto through = [&](LocationId at, StringId family) {
    // Structs of different kinds are not copied to each other: a buffer for each, told apart by its "context".
    ObjectId buffer = objects_.object({ObjectKind::Buffer, copy, ContextId(family.index), {}, {}, 0});
    LocationId start = objects_.location(buffer, 0);
    CopyLength length = copies_[copy].length;
    isTarget ? copyPlaces(at, start, length) : copyPlaces(start, at, length);
  };
  if (TypeId type = copies_[copy].type) {
    for (LocationId start : objects_.member(place, type, 0)) through(start, {});
    return;
  }
  StringId family = a_.strictAliasing() ? objects_.familyAt(place, copies_[copy].length.bytes) : StringId();
  bool isPlain = !family && !copies_[copy].isOfPointers;
  if (isPlain && (objects_.isRaw(place) || objects_.isInStruct(place))) return;
  through(place, family);
}

// A copy stays within the member that it starts at, or the object when it starts at its beginning. A number of bytes
// that is not a multiple of anything is taken for text where the types say nothing else: in memory of unknown type.
void PointerBuilder::copyPlaces(LocationId to, LocationId from, CopyLength length) {
  if (!copiesDone_.insert({to.index, from.index, length.bytes}).second) return;
  Location target = objects_[to], source = objects_[from];
  // Bytes that are as many as some pointers may be these, also in memory that was declared for something else.
  bool mayBePointers = length.isStructured && length.bytes != Location::any && length.bytes % pointerBytes == 0;
  for (LocationId place : {to, from}) {
    ObjectId object = objects_[place].object;
    if (!mayBePointers && !objects_.mayHoldPointers(object)) return;
    bool isSomewhere = objects_[place].isAny() && objects_[object].kind != ObjectKind::Buffer;
    if (!length.isStructured && (isSomewhere || objects_.isRaw(place) || objects_.isText(place))) return;
  }
  if (isReadOnly(target.object)) return;
  if (source.isAny() || target.isAny()) {
    // Everything of the source may end up anywhere in the target.
    NodeId all = temporary();
    load(objects_.anywhere(from), all, pointerBytes);
    store(objects_.anywhere(to), all, pointerBytes);
    return;
  }
  uint64_t bytes = std::min({length.bytes, objects_.extent(from), objects_.extent(to)});
  // Places in a buffer are twice as far apart, see copyPlace.
  uint64_t reach = objects_[source.object].kind == ObjectKind::Buffer ? 2 * bytes : bytes;
  uint64_t high = bytes == Location::any ? bytes : source.offset + reach;
  watch(source.object, {source.offset, high, {}, {}, to});
  // What was stored anywhere in the source, if anything ever is, may be anywhere in the copy.
  NodeId anything = content(objects_.anywhere(from));
  constrain(anything, {Constraint::Spread, false, anything, 0, 0, objects_.anywhere(to).index});
}

bool PointerBuilder::isText(GlobalId id) const {
  const Global& g = program_.globals[id];
  return g.isConstant && g.type && !objects_.layout().mayHoldPointers(g.type);
}

bool PointerBuilder::isReadOnly(ObjectId id) const {
  const Object& object = objects_[id];
  return object.kind == ObjectKind::Global && program_.globals[GlobalId(object.site)].isConstant;
}

void PointerBuilder::watch(ObjectId object, Watch w) {
  uint32_t who = w.load ? w.load.index : w.store ? w.store.index : w.copyTo.index;
  uint32_t does = w.load ? 0 : w.store ? 1 : 2;
  if (!watching_.insert({object.index, w.low, w.high, does, who}).second) return;
  watches_[object].push_back(w);
  // Places that exist by now; content() shows the later ones.
  std::vector<LocationId> places = objects_.locationsOf(object);
  for (LocationId place : places)
    if (a_.contents_.count(place)) show(w, place);
}

void PointerBuilder::show(const Watch& w, LocationId place) {
  Location at = objects_[place];
  if (!at.isAny() && (at.offset < w.low || at.offset >= w.high)) return;
  NodeId here = a_.contents_[place];
  if (w.load) graph_.addEdge(here, w.load);
  if (w.store && !at.isAny()) graph_.addEdge(w.store, here);
  if (w.copyTo && !at.isAny()) copyPlace(w, place);
}

// In a buffer, pointers and numbers that may hold one (a thread's handle, say) lie side by side: what was one becomes
// one again. Elsewhere the type at the place says which it is.
void PointerBuilder::copyPlace(const Watch& w, LocationId place) {
  bool isFromBuffer = objects_[objects_[place].object].kind == ObjectKind::Buffer;
  bool isToBuffer = objects_[objects_[w.copyTo].object].kind == ObjectKind::Buffer;
  uint64_t distance = objects_[place].offset - w.low;
  bool isNumber = isFromBuffer ? distance % 2 : objects_.isNumber(place);
  if (isFromBuffer) distance /= 2;
  LocationId target = objects_.moved(w.copyTo, static_cast<int64_t>(isToBuffer ? 2 * distance + isNumber : distance));
  bool isAccepted = isToBuffer || (isNumber ? !objects_.isPointer(target) : !objects_.isNumber(target));
  if (isAccepted) graph_.addEdge(a_.contents_[place], content(target));
}

} // namespace steward
