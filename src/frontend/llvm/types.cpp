#include "frontend/llvm/types.h"

#include "program/system_files.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"

namespace steward {

using namespace llvm;

// A lambda is known by the function that it stands in; its class has no name. Empty for what is none.
static std::string lambdaName(const DIScope* scope, StringRef name) {
  if (name != "operator()" || !isa_and_nonnull<DICompositeType>(scope) || !scope->getName().empty()) return {};
  for (scope = scope->getScope(); scope; scope = scope->getScope())
    if (auto* function = dyn_cast<DISubprogram>(scope))
      return qualified(function->getScope(), function->getName()) + "::lambda";
  return "lambda";
}

std::string qualified(const DIScope* scope, StringRef name) {
  if (std::string lambda = lambdaName(scope, name); !lambda.empty()) return lambda;
  std::string result = name.str();
  for (; scope; scope = scope->getScope())
    if (isa<DINamespace, DICompositeType>(scope)) {
      StringRef outer = scope->getName();
      // Inline namespaces of the standard library are an implementation's business.
      if (outer == "__1" || outer == "__cxx11" || outer == "_V2") continue;
      if (outer.empty()) outer = isa<DINamespace>(scope) ? "(anonymous namespace)" : "(anonymous)";
      result = (outer + "::" + result).str();
    } else if (isa<DIFile, DICompileUnit>(scope)) {
      break;
    }
  return result;
}

// Qualifiers and typedefs have no layout of their own. One typedef says more than what it stands for.
static const DIType* stripped(const DIType* type) {
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_typedef:
      if (derived->getName() == signalAtomicName && isa_and_nonnull<DIBasicType>(stripped(derived->getBaseType())))
        return derived;
      type = derived->getBaseType();
      continue;
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      type = derived->getBaseType();
      continue;
    default:
      return type;
    }
  }
  return type;
}

void TypeLowering::remember(StringRef name, TypeId id) {
  if (!name.empty()) byName_.try_emplace(name, id);
}

static bool isEmptyClass(const DIType* type) {
  auto* composite = dyn_cast_or_null<DICompositeType>(stripped(type));
  if (!composite || composite->isForwardDecl() || composite->getSizeInBits() > 8) return false;
  return none_of(composite->getElements(), [](const DINode* element) {
    auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember()) return false;
    if (member->getTag() == dwarf::DW_TAG_inheritance) return !isEmptyClass(member->getBaseType());
    return member->getTag() == dwarf::DW_TAG_member;
  });
}

static bool isByteArray(const DIType* type) {
  auto* array = dyn_cast_or_null<DICompositeType>(stripped(type));
  if (!array || array->getTag() != dwarf::DW_TAG_array_type) return false;
  const DIType* element = stripped(array->getBaseType());
  return element && element->getSizeInBits() == 8;
}

bool isRawStorage(const DIType* type) {
  if (isByteArray(type)) return true;
  auto* composite = dyn_cast_or_null<DICompositeType>(stripped(type));
  if (!composite || composite->isForwardDecl()) return false;
  if (composite->getTag() == dwarf::DW_TAG_union_type) return rawBuffer(*composite) != nullptr;
  bool hasStorage = false;
  for (const DINode* element : composite->getElements()) {
    auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
    if (!isRawStorage(member->getBaseType())) return false;
    hasStorage = true;
  }
  return hasStorage;
}

const DIType* rawBuffer(const DICompositeType& type) {
  const DIType* buffer = nullptr;
  for (const DINode* element : type.getElements()) {
    auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->getTag() != dwarf::DW_TAG_member || member->isStaticMember()) continue;
    const DIType* part = stripped(member->getBaseType());
    auto* composite = dyn_cast_or_null<DICompositeType>(part);
    if (isByteArray(part) && part->getSizeInBits() == type.getSizeInBits()) {
      buffer = part;
    } else if (composite && composite->getTag() == dwarf::DW_TAG_union_type) {
      // As long as it only chooses between pointers.
      for (const DINode* choice : composite->getElements())
        if (auto* inner = dyn_cast_or_null<DIDerivedType>(choice);
            inner && inner->getTag() == dwarf::DW_TAG_member &&
            isa_and_nonnull<DICompositeType>(stripped(inner->getBaseType())))
          return nullptr;
    } else if (composite && !composite->getElements().empty()) {
      return nullptr;
    }
  }
  return buffer;
}

TypeId TypeLowering::ofDebug(const DIType* type) {
  TypeId id = declare(type);
  // In the order of their ids, so that their members lie in that order too.
  for (size_t k = 0; k < pending_.size(); ++k) {
    auto [next, nextId] = pending_[k];
    define(next, nextId);
  }
  pending_.clear();
  return id;
}

// Gives the type its id; what it is made of follows in define(), by a work list, as types refer to each other in
// cycles.
TypeId TypeLowering::declare(const DIType* type) {
  StringRef alias; // the typedef's name is the only one that `typedef struct { … } conn;` has
  if (auto* derived = dyn_cast_or_null<DIDerivedType>(type))
    if (derived->getTag() == dwarf::DW_TAG_typedef) alias = derived->getName();
  const DIType* bare = stripped(type);
  if (!bare) return {};
  auto [it, isNew] = debugTypes_.try_emplace(bare, TypeId());
  if (!isNew) return it->second;

  Type t;
  t.size = bare->getSizeInBits() / 8;
  StringRef name = bare->getName().empty() ? alias : bare->getName();
  if (auto* composite = dyn_cast<DICompositeType>(bare)) {
    switch (composite->getTag()) {
    case dwarf::DW_TAG_array_type: {
      TypeId id = arrayOf(composite);
      return debugTypes_[bare] = id;
    }
    case dwarf::DW_TAG_union_type:
      // Storage for anything, with members only to align it or to hold a pointer: std::function, std::any.
      if (rawBuffer(*composite)) {
        TypeId id = storage(t.size);
        if (!composite->isForwardDecl()) remember(qualified(composite->getScope(), name), id);
        return debugTypes_[bare] = id;
      }
      t.kind = TypeKind::Union;
      break;
    case dwarf::DW_TAG_enumeration_type:
      t.kind = TypeKind::Integer;
      break;
    default:
      t.kind = TypeKind::Struct;
      break;
    }
    t.name = builder_.string(name.empty() ? "" : qualified(composite->getScope(), name));
  } else if (auto* basic = dyn_cast<DIBasicType>(bare)) {
    t.kind = basic->getEncoding() == dwarf::DW_ATE_float ? TypeKind::Float : TypeKind::Integer;
    t.name = builder_.string(name);
  } else if (isa<DISubroutineType>(bare)) {
    t.kind = TypeKind::Function;
  } else if (bare->getTag() == dwarf::DW_TAG_typedef) {
    t.kind = TypeKind::Integer;
    t.name = builder_.string(signalAtomicName);
    t.size = stripped(cast<DIDerivedType>(bare)->getBaseType())->getSizeInBits() / 8;
    return debugTypes_[bare] = builder_.type(t);
  } else {
    switch (bare->getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
    case dwarf::DW_TAG_ptr_to_member_type:
      t.kind = TypeKind::Pointer;
      break;
    default:
      t.kind = TypeKind::Void;
      break;
    }
    t.name = builder_.string(name);
  }
  TypeId id = builder_.type(t);
  debugTypes_[bare] = id;
  if (t.kind == TypeKind::Struct || t.kind == TypeKind::Union) {
    auto* composite = cast<DICompositeType>(bare);
    if (!composite->isForwardDecl()) remember(builder_.program.text(t.name), id);
  }
  pending_.push_back({bare, id});
  return id;
}

TypeId TypeLowering::storage(uint64_t bytes) {
  auto [it, isNew] = storages_.try_emplace(bytes, TypeId());
  if (!isNew) return it->second;
  Type byte, array;
  byte.kind = TypeKind::Integer;
  byte.size = 1;
  byte.name = builder_.string(storageByteName);
  array.kind = TypeKind::Array;
  array.element = builder_.type(byte);
  array.count = array.size = bytes;
  TypeId made = builder_.type(array);
  return storages_[bytes] = made;
}

// Several dimensions are arrays of arrays, the last one innermost.
TypeId TypeLowering::arrayOf(const DICompositeType* array) {
  TypeId element = declare(array->getBaseType());
  if (!element) return {};
  DINodeArray dimensions = array->getElements();
  for (unsigned i = dimensions.size(); i-- > 0;) {
    uint64_t count = 0;
    if (auto* range = dyn_cast_or_null<DISubrange>(dimensions[i]))
      if (auto* known = dyn_cast_if_present<ConstantInt*>(range->getCount()))
        count = known->getSExtValue() > 0 ? known->getZExtValue() : 0;
    Type t;
    t.kind = TypeKind::Array;
    t.element = element;
    t.count = count;
    t.size = count * builder_.program.types[element].size;
    element = builder_.type(t);
  }
  return element;
}

// Of a member. Those of libraries are many, and nobody looks for them.
PositionId TypeLowering::positionOf(const DIDerivedType* member) {
  if (member->getTag() != dwarf::DW_TAG_member || !member->getLine()) return {};
  Position p;
  p.file = fileName_(member->getFile());
  p.line = member->getLine();
  return isSystemFile(builder_.program.text(p.file)) ? PositionId() : builder_.position(p);
}

void TypeLowering::define(const DIType* type, TypeId id) {
  if (auto* composite = dyn_cast<DICompositeType>(type)) {
    std::vector<TypeField> fields;
    if (composite->getTag() != dwarf::DW_TAG_enumeration_type)
      for (const DINode* element : composite->getElements()) {
        auto* member = dyn_cast_or_null<DIDerivedType>(element);
        if (!member || member->isStaticMember()) continue;
        if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
        // A virtual base has no fixed place; its accesses are named by their own type.
        if (member->getTag() == dwarf::DW_TAG_inheritance && (member->getFlags() & DINode::FlagVirtual)) continue;
        // An empty base takes no room; it lies where the first member does.
        if (member->getTag() == dwarf::DW_TAG_inheritance && isEmptyClass(member->getBaseType())) continue;
        TypeField field;
        field.name = builder_.string(member->getTag() == dwarf::DW_TAG_member ? member->getName() : "");
        // An alignment that bytes do not need is for what will lie there.
        bool isWhole = member->getSizeInBits() == composite->getSizeInBits();
        bool isAligned = member->getAlignInBits() >= 64 || (isWhole && composite->getAlignInBits() >= 64);
        bool isStorage = isByteArray(member->getBaseType()) && isAligned;
        field.type =
            isStorage ? storage(stripped(member->getBaseType())->getSizeInBits() / 8) : declare(member->getBaseType());
        uint64_t bits = member->getOffsetInBits();
        field.offset = bits / 8;
        if (member->isBitField()) {
          field.bitOffset = bits % 8;
          field.bitWidth = static_cast<uint16_t>(member->getSizeInBits());
        }
        field.position = positionOf(member);
        if (field.type) fields.push_back(field);
      }
    llvm::stable_sort(fields, [](const TypeField& a, const TypeField& b) {
      return std::tie(a.offset, a.bitOffset) < std::tie(b.offset, b.bitOffset);
    });
    builder_.setFields(id, fields);
  } else if (auto* derived = dyn_cast<DIDerivedType>(type)) {
    TypeId element = declare(derived->getBaseType());
    builder_.program.types[id].element = element;
  } else if (auto* subroutine = dyn_cast<DISubroutineType>(type)) {
    std::vector<TypeField> parameters;
    TypeId result;
    unsigned index = 0;
    for (const DIType* part : subroutine->getTypeArray()) {
      TypeId partType = declare(part);
      if (index++ == 0)
        result = partType;
      else
        parameters.push_back({StringId(0), 0, partType, 0, 0});
    }
    builder_.setFields(id, parameters);
    builder_.program.types[id].element = result;
  }
}

// "struct.conn.12" is conn; "class.ns::Box" is ns::Box.
static StringRef sourceName(StringRef name) {
  for (StringRef prefix : {"struct.", "class.", "union."})
    if (name.consume_front(prefix)) break;
  size_t dot = name.rfind('.');
  if (dot != StringRef::npos && dot + 1 < name.size() &&
      all_of(name.substr(dot + 1), [](char c) { return isDigit(c); }))
    name = name.take_front(dot);
  name.consume_back(".base");
  return name;
}

TypeId TypeLowering::ofLlvm(llvm::Type* type) {
  auto it = llvmTypes_.find(type);
  if (it != llvmTypes_.end()) return it->second;
  Type t;
  if (type->isSized()) {
    TypeSize size = layout_.getTypeAllocSize(type);
    t.size = size.isScalable() ? 0 : size.getFixedValue();
  }
  std::vector<TypeField> fields;
  if (auto* structure = dyn_cast<StructType>(type)) {
    if (structure->hasName()) {
      StringRef name = sourceName(structure->getName());
      auto known = byName_.find(name);
      if (known != byName_.end() && builder_.program.types[known->second].size == t.size)
        return llvmTypes_[type] = known->second;
      t.name = builder_.string(name);
    }
    t.kind = TypeKind::Struct;
    if (type->isSized()) {
      const StructLayout* layout = layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        fields.push_back({StringId(0), layout->getElementOffset(i), ofLlvm(structure->getElementType(i)), 0, 0});
    }
  } else if (auto* function = dyn_cast<FunctionType>(type)) {
    t.kind = TypeKind::Function;
    if (!function->getReturnType()->isVoidTy()) t.element = ofLlvm(function->getReturnType());
    for (llvm::Type* parameter : function->params()) fields.push_back({StringId(0), 0, ofLlvm(parameter), 0, 0});
  } else if (auto* array = dyn_cast<ArrayType>(type)) {
    t.kind = TypeKind::Array;
    t.element = ofLlvm(array->getElementType());
    t.count = array->getNumElements();
  } else if (type->isPointerTy()) {
    t.kind = TypeKind::Pointer;
  } else if (type->isFloatingPointTy()) {
    t.kind = TypeKind::Float;
  } else if (type->isIntegerTy()) {
    t.kind = TypeKind::Integer;
  } else if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    t.kind = TypeKind::Array;
    t.element = ofLlvm(vector->getElementType());
    t.count = vector->getNumElements();
  }
  TypeId id = builder_.type(t, fields);
  return llvmTypes_[type] = id;
}

TypeId TypeLowering::ofFunction(FunctionType* type, const DISubroutineType* declared) {
  if (!declared) return ofLlvm(type);
  auto parts = declared->getTypeArray();
  auto part = [&](llvm::Type* passed, unsigned index) {
    TypeId said = passed->isPointerTy() && index < parts.size() ? ofDebug(parts[index]) : TypeId();
    return said && builder_.program.types[said].kind == TypeKind::Pointer ? said : ofLlvm(passed);
  };
  Type t;
  t.kind = TypeKind::Function;
  if (!type->getReturnType()->isVoidTy()) t.element = part(type->getReturnType(), 0);
  // Structs that are passed in several registers, or a hidden parameter for the result, make the two differ.
  bool isAsDeclared = parts.size() == type->getNumParams() + 1;
  std::vector<TypeField> parameters;
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    llvm::Type* passed = type->getParamType(i);
    parameters.push_back({StringId(0), 0, isAsDeclared ? part(passed, i + 1) : ofLlvm(passed), 0, 0});
  }
  return builder_.type(t, parameters);
}

} // namespace steward
