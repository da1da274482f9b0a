// Runs the pointer analysis on a program text of a few lines and gives its results in words: "total+8" for a place in a
// global, "main.p" for what main allocated into %p, "worker" for a function, "thread worker" for what a handle denotes.
#pragma once

#include "pointer/pointer_analysis.h"
#include "program/parse.h"

#include "gtest/gtest.h"

#include <set>
#include <string>

namespace steward {

using Names = std::set<std::string>;

// The library functions that the tests call; a declaration that is not used does no harm.
inline constexpr const char* libraryDeclarations = R"(
function @malloc(1)
function @calloc(2)
function @realloc(2)
function @memcpy(3)
function @qsort(4)
function @strchr(2)
function @pthread_create(4)
function @pthread_join(2)
function @pthread_exit(1)
function @pthread_once(2)
function @pthread_mutex_lock(1)
function @pthread_mutex_trylock(1)
function @pthread_mutex_unlock(1)
function @pthread_rwlock_rdlock(1)
function @pthread_rwlock_wrlock(1)
function @pthread_rwlock_unlock(1)
)";

inline Program readProgramText(const std::string& text) {
  auto program = parseProgram(text, "test.steward");
  if (program) return std::move(*program);
  ADD_FAILURE() << llvm::toString(program.takeError()) << "\n" << text;
  return llvm::cantFail(parseProgram("function @main() {\n return\n}\n", "empty"));
}

inline const Models& shippedModels() {
  static const Models models = Models::shipped();
  return models;
}

class Analysed {
public:
  explicit Analysed(const std::string& text, llvm::StringRef context = "origin:1")
      : program(readProgramText(text + libraryDeclarations)),
        pointers(
            PointerAnalysis::run(program, shippedModels(), functionNamed("main"), {*ContextChoice::parse(context)})) {}
  Analysed(const Analysed&) = delete;

  const Program program;
  PointerAnalysis pointers;

  FunctionId functionNamed(llvm::StringRef name) const {
    for (uint32_t f = 0; f < program.functions.size(); ++f)
      if (program.text(program.functions[FunctionId(f)].linkName) == name) return FunctionId(f);
    ADD_FAILURE() << "no function " << name.str();
    return FunctionId(0);
  }

  // The copies of a function that the context policy keeps apart.
  std::vector<InstanceId> instances(llvm::StringRef function) const {
    std::vector<InstanceId> result;
    for (uint32_t n = 0; n < pointers.instances().size(); ++n)
      if (pointers.instances()[InstanceId(n)].function == functionNamed(function)) result.push_back(InstanceId(n));
    return result;
  }

  ValueId local(llvm::StringRef function, llvm::StringRef name) const {
    const Function& f = program.functions[functionNamed(function)];
    for (uint32_t k = 0; k < f.localCount; ++k)
      if (program.text(program.local(f, LocalId(k)).name) == name) return ValueId::local(LocalId(k));
    ADD_FAILURE() << "no local " << name.str() << " in " << function.str();
    return ValueId::local(LocalId(0));
  }

  InstructionId definition(llvm::StringRef function, llvm::StringRef name) const {
    return program.local(program.functions[functionNamed(function)], local(function, name).local()).definition;
  }

  std::set<LocationId> placesIn(InstanceId instance, llvm::StringRef name) const {
    auto places = pointers.pointsTo(instance, local(program.text(pointers.functionOf(instance).linkName), name));
    return {places.begin(), places.end()};
  }

  // What a local points to, in all copies of its function together.
  Names pointsTo(llvm::StringRef function, llvm::StringRef name) const {
    Names result;
    for (InstanceId instance : instances(function))
      for (LocationId place : placesIn(instance, name)) result.insert(nameOf(place));
    return result;
  }
  Names pointsTo(llvm::StringRef name) const { return pointsTo("main", name); }

  // What is stored in a global, in all its places together.
  Names contentOf(llvm::StringRef global) const {
    Names result;
    for (uint32_t n = 0; n < pointers.objects().objectCount(); ++n)
      if (nameOf(ObjectId(n)) == global)
        for (LocationId place : pointers.objects().locationsOf(ObjectId(n)))
          for (LocationId target : pointers.contentOf(place)) result.insert(nameOf(target));
    return result;
  }

  Names callees(llvm::StringRef function, llvm::StringRef result) const {
    Names names;
    for (InstanceId instance : instances(function))
      for (InstanceId callee : pointers.callees({instance, definition(function, result)}))
        names.insert(program.text(pointers.functionOf(callee).name).str());
    return names;
  }

  std::vector<ObjectId> objectsNamed(llvm::StringRef name) const {
    std::vector<ObjectId> result;
    for (uint32_t n = 0; n < pointers.objects().objectCount(); ++n)
      if (nameOf(ObjectId(n)) == name) result.push_back(ObjectId(n));
    return result;
  }

  std::string nameOf(LocationId id) const {
    const Location& at = pointers.objects()[id];
    std::string name = nameOf(at.object);
    if (at.isAny()) return name + "+?";
    return at.offset ? name + "+" + std::to_string(at.offset) : name;
  }

  std::string nameOf(ObjectId id) const {
    const Object& object = pointers.objects()[id];
    auto functionName = [&](FunctionId f) { return f ? program.text(program.functions[f].name).str() : "nobody"; };
    switch (object.kind) {
    case ObjectKind::Global:
      return program.text(program.globals[GlobalId(object.site)].name).str();
    case ObjectKind::Function:
      return functionName(FunctionId(object.site));
    case ObjectKind::Stack:
    case ObjectKind::Heap: {
      const Function& f = pointers.functionOf(object.instance);
      LocalId result = program.instructions[InstructionId(object.site)].result;
      return program.text(f.name).str() + "." + (result ? program.text(program.local(f, result).name).str() : "");
    }
    case ObjectKind::VarArgs:
      return "arguments of " + functionName(FunctionId(object.site));
    case ObjectKind::Thread:
      return "thread " + program.text(pointers.functionOf(InstanceId(object.context.index)).name).str();
    case ObjectKind::Library:
      return "library";
    case ObjectKind::Unknown:
      return "unknown of " + functionName(FunctionId(object.site));
    case ObjectKind::Buffer:
      return "copy";
    case ObjectKind::Handlers:
      return "handlers of " + nameOf(ObjectId(object.site));
    case ObjectKind::Loops:
      return "loops of " + nameOf(ObjectId(object.site));
    case ObjectKind::Handler:
      return "handler";
    }
    return "";
  }
};

} // namespace steward
