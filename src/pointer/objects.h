// Abstract objects and the locations inside them: what points-to sets are made of.
#pragma once

#include "pointer/context.h"
#include "program/layout.h"
#include "program/program.h"

#include "llvm/ADT/DenseMap.h"

#include <utility>

namespace steward {

using ObjectId = Id<struct ObjectTag>;
using LocationId = Id<struct LocationTag>;
using InstanceId = Id<struct InstanceTag>; // a function in a context

enum class ObjectKind : uint8_t {
  Global,   // site: GlobalId
  Function, // site: FunctionId
  Stack,    // site: InstructionId of the Allocate
  Heap,     // site: InstructionId of the call or Allocate
  VarArgs,  // site: FunctionId; the variadic arguments of an instance, as one array
  Thread,   // site: InstructionId of the fork; what a thread's handle denotes
  Library,  // site: FunctionId, or a number behind them; storage of a library's own
  Unknown,  // site: FunctionId; whatever an unknown function returned
  Buffer,   // site: number of a memory copy; what is on its way from source to target
  Handlers, // site: ObjectId of an event or loop; which handlers its library has for it
  Loops,    // site: ObjectId of an event; which loops it belongs to
  Handler,  // site: number of a registration; a handler, with what it is called with, eight bytes apart
};

struct Object {
  ObjectKind kind = ObjectKind::Unknown;
  uint32_t site = 0;
  ContextId context;    // invalid for what exists once
  InstanceId instance;  // the instance that allocates it; invalid for what exists before main
  TypeId type;          // of one element, when known
  uint64_t size = 0;    // 0 when unknown
  bool hasTail = false; // heap: something of unknown type may follow one element
  ObjectId parent = {}; // of a view: the memory of unknown type that is used as `type`,
  uint64_t base = 0;    // and where in it that starts
};

// A place inside an object: the byte offset of the first element of the arrays around it (Layout::firstElement), or any
// place at all.
struct Location {
  static constexpr uint64_t any = ~uint64_t{0};
  ObjectId object;
  uint64_t offset = 0;
  bool isAny() const { return offset == any; }
};

// Raw memory (what a pool or a generic allocator hands out, what follows a header, an array of characters that serves
// as storage) is used as one struct here and as another there, and a pointer into it may be to any part. What is
// accessed as a struct lies in a view of the memory, an object of its own that is laid out like the struct; strict
// aliasing says that views of unrelated structs do not meet. Structs that begin with the same struct have one view. The
// rest of the memory is one place, and so is all of it when it is used as more kinds of struct than any pool is: then
// the pointers got there by imprecision.
class ObjectTable {
public:
  ObjectTable(const Program& program) : program_(program), layout_(program) { findFamilies(); }

  ObjectId object(const Object& wanted);     // the one of that kind, site and context, made on first use
  ObjectId find(const Object& wanted) const; // invalid when there is none yet
  const Object& operator[](ObjectId id) const { return objects_[id]; }
  const Location& operator[](LocationId id) const { return locations_[id]; }
  size_t objectCount() const { return objects_.size(); }
  size_t locationCount() const { return locations_.size(); }
  llvm::ArrayRef<LocationId> locationsOf(ObjectId id) const { return locationsOf_[id]; }

  LocationId location(ObjectId object, uint64_t offset);
  LocationId find(ObjectId object, uint64_t offset) const; // invalid when nothing ever pointed there
  LocationId moved(LocationId from, int64_t bytes);        // by a number of bytes
  LocationId movedByElements(LocationId from, int64_t stride, std::optional<int64_t> count); // nothing: unknown count
  LocationId behindFirst(LocationId from, int64_t bytes); // the tail, when there may be one so far behind; else invalid
  llvm::SmallVector<LocationId, 4> bases(LocationId from); // itself, and where base classes of what is there start
  LocationId anywhere(LocationId from);
  // In a table of read-only data, whose elements are kept apart: the place that stands for all elements'.
  LocationId inAnyElement(LocationId from);
  // A member of a struct of that type, `bytes` from its start, in the struct that the location is the start of; nothing
  // when there cannot be one there (strict aliasing). From anywhere in an object, wherever it has such structs.
  llvm::SmallVector<LocationId, 2> member(LocationId from, TypeId type, int64_t bytes);

  // Whether a struct of that type can start at the location, as far as the object's own type tells (strict aliasing).
  bool mayBeStruct(LocationId location, TypeId type) const;
  // Whether what is there may be what a pointer to such structs is to: one of them, or one that begins with the same
  // struct, or memory of unknown type.
  bool mayBePointee(LocationId location, TypeId structure) const;
  // How far what starts at the location goes: the member that is declared there, or the object when it is its
  // beginning.
  uint64_t extent(LocationId location) const;
  // The size of the array of characters there; any when the type is not known, 0 when it is something else.
  uint64_t extentOfText(LocationId location) const;
  uint64_t extentOfNumber(LocationId location) const;
  bool isText(LocationId location) const; // declared as an array of characters, and not seen to be storage
  // Whether the location is in one array only, so that where the array starts tells all its elements apart.
  bool isOnlyArray(LocationId location) const;
  // False when the object is declared as nothing but text and small numbers. A pointer may still be put there by a
  // cast, but a memory copy is not how it gets there.
  bool mayHoldPointers(ObjectId object) const;
  // What a struct is known by in memory of unknown type: of all structs that begin with the same one.
  StringId family(TypeId type) const {
    StringId name = layout_.firstStructName(type);
    return name ? familyNames_.lookup(name) : StringId();
  }
  llvm::ArrayRef<ObjectId> viewsOf(ObjectId object) const { return views_[object]; }
  // What an allocator gives out of the memory, behind so many bytes that it keeps for itself: a view of its own.
  void setBody(ObjectId memory, uint64_t lead, const Object& body);
  // The object that a view is of, or the object itself.
  ObjectId whole(ObjectId object) const { return objects_[object].parent ? objects_[object].parent : object; }
  void setViews(bool on) { hasViews_ = on; }
  // Arrays of characters that are used as storage for something else: members of structs, and variables.
  void addStorage(TypeId structure, uint64_t offset);
  void addStorage(ObjectKind kind, uint32_t site);
  // Structs that other structs are put behind, in one allocation. Else what follows is text, or an array of numbers or
  // pointers.
  void addHeader(TypeId structure) { headers_.insert(family(structure)); }
  // The family of the outermost struct of at most so many bytes that is declared to start there; invalid when none is.
  StringId familyAt(LocationId location, uint64_t bytes) const;
  bool isInStruct(LocationId location) const; // a member of one, or somewhere in it
  bool isRaw(LocationId location) const;
  // Raw memory that became one place since this was last asked, views and all.
  std::vector<LocationId> takeCollapsed() { return std::exchange(newlyCollapsed_, {}); }
  // Heap memory whose type is not known.
  bool isShapeless(ObjectId object) const {
    return objects_[object].kind == ObjectKind::Heap && !isLaidOut(objects_[object]);
  }
  // False when what is declared there is a number that is smaller than a pointer.
  bool hasRoomForPointer(LocationId location) const;
  bool isPointer(LocationId location) const; // declared as one
  bool isNumber(LocationId location) const;  // declared as one that is not a byte
  // True when the location stands for one place in each concrete object, not for all elements of an array.
  bool isOnePlace(LocationId id) const;
  Layout& layout() const { return layout_; }

private:
  // An object of unknown type keeps this many bytes apart; what lies behind is one place. So does a copy.
  static constexpr uint64_t untypedLimit = 512, bufferLimit = 256;

  uint64_t canonical(const Object& object, uint64_t offset) const;
  ObjectId view(LocationId memory, TypeId type); // invalid when the type has no name to know its family by
  ObjectId addView(LocationId memory, const Object& made);
  void findFamilies();
  std::pair<uint32_t, uint64_t> textAt(const Object& object, uint64_t offset) const;
  // Read-only data (tables of functions, virtual tables): nothing is stored there, so every offset can be kept apart.
  bool isReadOnly(const Object& object) const {
    return object.kind == ObjectKind::Global && program_.globals[GlobalId(object.site)].isConstant;
  }
  bool isTable(const Object& object) const {
    return isReadOnly(object) && object.type && object.size && layout_.mayHoldPointers(object.type);
  }
  bool isInTail(const Object& object, uint64_t offset) const {
    return object.hasTail && offset >= program_.types[object.type].size;
  }
  bool isLaidOut(const Object& object) const { return object.type && program_.types[object.type].size != 0; }

  const Program& program_;
  mutable Layout layout_; // remembers answers
  IdVector<ObjectId, Object> objects_;
  IdVector<LocationId, Location> locations_;
  IdVector<ObjectId, std::vector<LocationId>> locationsOf_;
  IdVector<ObjectId, std::vector<ObjectId>> views_;
  llvm::DenseMap<std::pair<LocationId, StringId>, ObjectId> viewIds_;
  llvm::DenseMap<ObjectId, std::pair<uint64_t, ObjectId>> bodies_; // how far behind the start, and the view
  bool hasViews_ = true;
  static constexpr size_t maxViews = 8;
  llvm::DenseSet<LocationId> collapsed_;
  std::vector<LocationId> newlyCollapsed_;
  static constexpr uint32_t variableBit = uint32_t{1} << 31;
  llvm::DenseSet<std::pair<uint32_t, uint64_t>> storage_; // see textAt
  llvm::DenseSet<StringId> headers_;
  // By the name of the struct that others begin with: the name for all of its shape, and the largest of the others.
  llvm::DenseMap<StringId, StringId> familyNames_;
  llvm::DenseMap<StringId, TypeId> families_;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, LocationId> locationIds_;
  std::map<std::tuple<ObjectKind, uint32_t, ContextId>, ObjectId> objectIds_;
};

} // namespace steward
