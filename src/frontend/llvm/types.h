// Types of the program model, from debug info where there is some and from LLVM's own types otherwise.
//
// Debug info has the names and the layout a person wrote; LLVM's struct types are what address arithmetic mentions. The
// two meet by name: %struct.conn is the composite type `conn` of the same size.
#pragma once

#include "program/builder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"

#include <functional>
#include <vector>

namespace steward {

// For one module.
class TypeLowering {
public:
  using FileName = std::function<StringId(const llvm::DIFile*)>;
  TypeLowering(ProgramBuilder& builder, const llvm::DataLayout& layout, FileName fileName)
      : builder_(builder), layout_(layout), fileName_(std::move(fileName)) {}

  TypeId ofDebug(const llvm::DIType* type); // invalid for void and null
  TypeId ofLlvm(llvm::Type* type);          // the debug type where one is known by name
  // What is passed, as calls see it, with what pointers are declared to point to.
  TypeId ofFunction(llvm::FunctionType* type, const llvm::DISubroutineType* declared);

private:
  TypeId declare(const llvm::DIType* type);
  void define(const llvm::DIType* type, TypeId id);
  PositionId positionOf(const llvm::DIDerivedType* member);
  TypeId arrayOf(const llvm::DICompositeType* array);
  TypeId storage(uint64_t bytes); // for anything to lie in
  void remember(llvm::StringRef name, TypeId id);

  ProgramBuilder& builder_;
  const llvm::DataLayout& layout_;
  FileName fileName_;
  llvm::DenseMap<const llvm::DIType*, TypeId> debugTypes_;
  llvm::DenseMap<llvm::Type*, TypeId> llvmTypes_;
  llvm::DenseMap<uint64_t, TypeId> storages_; // by size
  llvm::StringMap<TypeId> byName_;            // composite types by the name that LLVM's struct type has
  std::vector<std::pair<const llvm::DIType*, TypeId>> pending_;
};

// The array of bytes that a union is for, when its other members say nothing about what lies there; null otherwise.
const llvm::DIType* rawBuffer(const llvm::DICompositeType& type);
// Whether a type is nothing but bytes for something else to lie in, as std::aligned_storage.
bool isRawStorage(const llvm::DIType* type);

// "ns::Class::method" from a scope and a name.
std::string qualified(const llvm::DIScope* scope, llvm::StringRef name);

} // namespace steward
