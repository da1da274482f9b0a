// Compares two programs array by array. Names are compared by text, since reading a program back may number them anew.
#pragma once

#include "program/program.h"
#include "program/shape.h"

#include <string>

namespace steward {

// The first difference, such as "instructions[3].order"; empty if there is none.
inline std::string firstDifference(const Program& a, const Program& b) {
  std::string found;
  auto all = [&](const char* array, const auto& x, const auto& y, auto compare) {
    if (!found.empty()) return;
    if (x.size() != y.size()) found = std::string(array) + ".size";
    for (size_t i = 0; found.empty() && i < x.size(); ++i)
      if (const char* what = compare(x.data()[i], y.data()[i])) found = array + ("[" + std::to_string(i) + "].") + what;
  };
  auto name = [&](StringId x, StringId y) { return a.text(x) == b.text(y); };
  // What an empty run starts at means nothing.
  auto run = [](uint32_t first, uint32_t count, uint32_t otherFirst, uint32_t otherCount) {
    return count == otherCount && (count == 0 || first == otherFirst);
  };
  auto same = [](const auto& x, const auto& y) -> const char* { return x == y ? nullptr : "value"; };

  all("positions", a.positions, b.positions, [&](const Position& x, const Position& y) -> const char* {
    if (!name(x.file, y.file) || x.line != y.line || x.column != y.column) return "location";
    if (!name(x.function, y.function)) return "function";
    return x.inlinedAt == y.inlinedAt ? nullptr : "inlinedAt";
  });
  all("types", a.types, b.types, [&](const Type& x, const Type& y) -> const char* {
    if (x.kind != y.kind || !name(x.name, y.name) || x.size != y.size) return "kind, name or size";
    if (x.element != y.element || x.count != y.count) return "element";
    return run(x.firstField, x.fieldCount, y.firstField, y.fieldCount) ? nullptr : "fields";
  });
  all("typeFields", a.typeFields, b.typeFields, [&](const TypeField& x, const TypeField& y) -> const char* {
    if (!name(x.name, y.name) || x.offset != y.offset || x.type != y.type) return "name, offset or type";
    if (x.position != y.position) return "position";
    return x.bitOffset == y.bitOffset && x.bitWidth == y.bitWidth ? nullptr : "bits";
  });
  all("constants", a.constants, b.constants, same);
  all("globals", a.globals, b.globals, [&](const Global& x, const Global& y) -> const char* {
    if (!name(x.name, y.name) || !name(x.linkName, y.linkName)) return "name";
    if (x.type != y.type || x.size != y.size || x.position != y.position || x.owner != y.owner) return "type or place";
    if (x.isConstant != y.isConstant || x.isThreadLocal != y.isThreadLocal || x.isExternal != y.isExternal ||
        x.isSynthetic != y.isSynthetic)
      return "flags";
    return run(x.firstInitializer, x.initializerCount, y.firstInitializer, y.initializerCount) ? nullptr
                                                                                               : "initializers";
  });
  all("initializers", a.initializers, b.initializers, [&](const Initializer& x, const Initializer& y) -> const char* {
    return x.offset == y.offset && x.value == y.value ? nullptr : "value";
  });
  all("functions", a.functions, b.functions, [&](const Function& x, const Function& y) -> const char* {
    if (!name(x.name, y.name) || !name(x.linkName, y.linkName)) return "name";
    if (x.type != y.type || x.position != y.position || x.parameterCount != y.parameterCount) return "signature";
    if (!run(x.firstLocal, x.localCount, y.firstLocal, y.localCount)) return "locals";
    if (!run(x.firstBlock.index, x.blockCount, y.firstBlock.index, y.blockCount)) return "blocks";
    bool sameFlags = x.isVariadic == y.isVariadic && x.isNoReturn == y.isNoReturn && x.mayThrow == y.mayThrow;
    return sameFlags && x.origin == y.origin ? nullptr : "flags";
  });
  all("locals", a.locals, b.locals, [&](const Local& x, const Local& y) -> const char* {
    return name(x.name, y.name) && x.type == y.type && x.definition == y.definition ? nullptr : "value";
  });
  all("blocks", a.blocks, b.blocks, [&](const Block& x, const Block& y) -> const char* {
    if (x.function != y.function) return "function";
    if (x.firstInstruction != y.firstInstruction || x.instructionCount != y.instructionCount) return "instructions";
    if (!run(x.firstSuccessor, x.successorCount, y.firstSuccessor, y.successorCount)) return "successors";
    return run(x.firstHandler, x.handlerCount, y.firstHandler, y.handlerCount) ? nullptr : "handlers";
  });
  all("successors", a.successors, b.successors, same);
  all("handlers", a.handlers, b.handlers, same);
  all("instructions", a.instructions, b.instructions, [&](const Instruction& x, const Instruction& y) -> const char* {
    if (x.opcode != y.opcode || x.kind != y.kind) return "opcode";
    if (x.order != y.order || x.order2 != y.order2) return "order";
    if (x.isVolatile != y.isVolatile || x.isUnsigned != y.isUnsigned || x.isSynthetic != y.isSynthetic) return "flags";
    if (!run(x.firstOperand, x.operandCount, y.firstOperand, y.operandCount)) return "operands";
    if (x.opcode == Opcode::Phi && !run(x.firstIncoming, x.operandCount, y.firstIncoming, y.operandCount))
      return "incoming";
    if (x.result != y.result || x.type != y.type || x.position != y.position) return "result, type or position";
    if (shapeOf(x.opcode).immediate == ImmediateUse::Name)
      return name(StringId(static_cast<uint32_t>(x.immediate)), StringId(static_cast<uint32_t>(y.immediate))) ? nullptr
                                                                                                              : "name";
    return x.immediate == y.immediate ? nullptr : "immediate";
  });
  all("operands", a.operands, b.operands, same);
  all("incoming", a.incoming, b.incoming, same);
  all("omissions", a.omissions, b.omissions, [&](const Omission& x, const Omission& y) -> const char* {
    return name(x.what, y.what) && x.position == y.position && x.count == y.count ? nullptr : "value";
  });
  return found;
}

} // namespace steward
