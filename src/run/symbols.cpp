#include "run/symbols.h"

#include "program/system_files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/DebugInfo/DWARF/LowLevel/DWARFExpression.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace steward {

using llvm::DWARFDie;
using llvm::StringRef;
namespace dwarf = llvm::dwarf;

static llvm::symbolize::LLVMSymbolizer::Options symbolizerOptions() {
  llvm::symbolize::LLVMSymbolizer::Options options;
  options.Demangle = false; // done here, without parameters
  return options;
}

Symbols::Symbols() : symbolizer_(symbolizerOptions()) {
  llvm::SmallString<256> folder;
  if (!llvm::sys::fs::current_path(folder)) here_ = (folder + "/").str();
}

std::string functionName(StringRef linkageName) {
  llvm::ItaniumPartialDemangler demangler;
  std::string name = linkageName.str();
  if (demangler.partialDemangle(name.c_str()) || !demangler.isFunction()) return name;
  auto text = [](char* made) {
    std::string result = made ? made : "";
    std::free(made);
    return result;
  };
  std::string context = text(demangler.getFunctionDeclContextName(nullptr, nullptr));
  std::string base = text(demangler.getFunctionBaseName(nullptr, nullptr));
  if (base.empty()) return llvm::demangle(name);
  return context.empty() ? base : context + "::" + base;
}

// Checks, interceptors and how threads begin are nothing that the program's author wrote.
static bool isOfRuntime(StringRef linkageName) {
  return linkageName.starts_with("__steward_") || linkageName.contains("7steward7runtime");
}

std::string Symbols::shortened(StringRef file) const {
  if (file == llvm::DILineInfo::BadString || file.empty()) return "";
  llvm::SmallString<256> path(file);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  StringRef rest = path;
  if (!here_.empty()) rest.consume_front(here_);
  return rest.str();
}

static const RecordedModule* moduleOf(const Record& record, uint64_t address) {
  for (const RecordedModule& module : record.modules)
    if (module.low <= address && address < module.high) return &module;
  return nullptr;
}

static StringRef outermost(const llvm::DIInliningInfo& frames) {
  uint32_t count = frames.getNumberOfFrames();
  return count ? StringRef(frames.getFrame(count - 1).FunctionName) : StringRef();
}

// What the optimiser has moved has no line of its own; the one before it in the function says more. (LLVM can do this,
// too, as SkipLineZero: it goes on into the function before, and where there is none it crashes.)
llvm::Expected<llvm::DIInliningInfo> Symbols::framesAt(const std::string& path, uint64_t address) {
  constexpr uint64_t farthest = 256; // bytes
  auto at = [&](uint64_t place) {
    return symbolizer_.symbolizeInlinedCode(path, {place, llvm::object::SectionedAddress::UndefSection});
  };
  auto found = at(address);
  if (!found || !found->getNumberOfFrames()) return found;
  llvm::DILineInfo* innermost = found->getMutableFrame(0);
  bool isMoved = !innermost->Line && innermost->FunctionName != llvm::DILineInfo::BadString &&
                 innermost->FileName != llvm::DILineInfo::BadString;
  for (uint64_t distance = 1; isMoved && distance <= farthest && distance <= address; ++distance) {
    auto before = at(address - distance);
    if (!before) llvm::consumeError(before.takeError());
    if (!before || outermost(*before) != outermost(*found)) break;
    llvm::DILineInfo line = before->getFrame(0);
    if (!line.Line) continue;
    innermost->FileName = line.FileName;
    innermost->Line = line.Line;
    innermost->Column = line.Column;
    break;
  }
  return found;
}

std::vector<StackFrame> Symbols::code(const Record& record, uint64_t counter) {
  const RecordedModule* module = moduleOf(record, counter);
  if (!module) return {StackFrame()};
  uint64_t address = counter - module->bias;
  auto [it, isNew] = known_.try_emplace({module->path, address});
  std::vector<StackFrame>& frames = it->second;
  if (!isNew) return frames;
  auto inlined = framesAt(module->path, address);
  if (!inlined) llvm::consumeError(inlined.takeError());
  for (uint32_t n = 0; inlined && n < inlined->getNumberOfFrames(); ++n) {
    const llvm::DILineInfo& line = inlined->getFrame(n);
    bool isKnown = line.FunctionName != llvm::DILineInfo::BadString;
    if (isKnown && isOfRuntime(line.FunctionName)) return frames = {};
    SourceLocation at{shortened(line.FileName), line.Line, line.Column};
    if (!at.known()) at = {};
    if (isKnown || at.known()) frames.push_back({isKnown ? functionName(line.FunctionName) : "", at});
  }
  // A file that is gone, or is not readable: the place in it is better than nothing.
  if (frames.empty())
    frames.push_back({llvm::sys::path::filename(module->path).str() + "+0x" + llvm::utohexstr(address, true), {}});
  return frames;
}

llvm::DWARFContext* Symbols::debugInfo(const std::string& path) {
  auto [it, isNew] = debugInfo_.try_emplace(path);
  if (isNew) {
    auto file = llvm::object::ObjectFile::createObjectFile(path);
    if (!file) {
      llvm::consumeError(file.takeError());
    } else {
      it->second.module = std::move(*file);
      it->second.context = llvm::DWARFContext::create(*it->second.module.getBinary());
    }
  }
  return it->second.context.get();
}

// The type itself, behind its other names and qualifiers.
static DWARFDie plainType(DWARFDie type) {
  for (unsigned depth = 0; type && depth < 64; ++depth) switch (type.getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_restrict_type:
      type = type.getAttributeValueAsReferencedDie(dwarf::DW_AT_type).resolveTypeUnitReference();
      break;
    default:
      return type;
    }
  return {};
}

static DWARFDie typeOf(DWARFDie die) {
  return plainType(die.getAttributeValueAsReferencedDie(dwarf::DW_AT_type).resolveTypeUnitReference());
}

// ".total", "[].count": which part of something of this type is so many bytes behind its start.
static std::string partAt(DWARFDie type, uint64_t offset, unsigned depth = 0) {
  static constexpr uint64_t pointerBytes = 8;
  if (!type || depth > 32) return "";
  if (type.getTag() == dwarf::DW_TAG_array_type) {
    DWARFDie element = typeOf(type);
    auto bytes = element ? element.getTypeSize(pointerBytes) : std::nullopt;
    return "[]" + (bytes && *bytes ? partAt(element, offset % *bytes, depth + 1) : "");
  }
  if (type.getTag() != dwarf::DW_TAG_structure_type && type.getTag() != dwarf::DW_TAG_class_type &&
      type.getTag() != dwarf::DW_TAG_union_type)
    return "";
  // What a mutex is made of is the library's own affair.
  if (isSystemFile(type.getDeclFile(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath))) return "";
  for (DWARFDie child : type.children()) {
    bool isBase = child.getTag() == dwarf::DW_TAG_inheritance;
    if (!isBase && child.getTag() != dwarf::DW_TAG_member) continue;
    if (child.find(dwarf::DW_AT_external) || child.find(dwarf::DW_AT_data_bit_offset)) continue;
    uint64_t start = dwarf::toUnsigned(child.find(dwarf::DW_AT_data_member_location), 0);
    DWARFDie inner = typeOf(child);
    auto bytes = inner ? inner.getTypeSize(pointerBytes) : std::nullopt;
    if (!bytes || offset < start || offset >= start + *bytes) continue;
    const char* name = dwarf::toString(child.find(dwarf::DW_AT_name), "");
    std::string part = isBase || !*name ? "" : std::string(".") + name;
    return part + partAt(inner, offset - start, depth + 1);
  }
  return "";
}

// The optimiser may have split a variable into pieces with places of their own. How many bytes before the piece at
// `address` the others have; nothing if none of it is there.
static std::optional<uint64_t> bytesBefore(DWARFDie variable, uint64_t address) {
  auto value = variable.find(dwarf::DW_AT_location);
  auto block = value ? value->getAsBlock() : std::nullopt;
  if (!block) return std::nullopt;
  llvm::DWARFUnit* unit = variable.getDwarfUnit();
  llvm::DataExtractor data(*block, /*IsLittleEndian=*/true, unit->getAddressByteSize());
  std::optional<uint64_t> at;
  uint64_t before = 0;
  for (const auto& operation : llvm::DWARFExpression(data, unit->getAddressByteSize())) {
    if (operation.isError()) return std::nullopt;
    if (operation.getCode() == dwarf::DW_OP_addr) at = operation.getRawOperand(0);
    if (operation.getCode() == dwarf::DW_OP_addrx)
      if (auto item = unit->getAddrOffsetSectionItem(static_cast<uint32_t>(operation.getRawOperand(0))))
        at = item->Address;
    if (at == address) return before;
    if (operation.getCode() == dwarf::DW_OP_piece) before += operation.getRawOperand(0);
  }
  return std::nullopt;
}

// The variable that the bytes at `address` belong to, and how far behind its start they are.
static std::pair<DWARFDie, uint64_t> variableAt(llvm::DWARFContext& context, uint64_t start, uint64_t address) {
  for (const auto& unit : context.compile_units())
    if (DWARFDie die = unit->getVariableForAddress(address)) return {die, address - start};
  for (const auto& unit : context.compile_units())
    for (DWARFDie die : unit->getUnitDIE(/*ExtractUnitDIEOnly=*/false).children())
      if (die.getTag() == dwarf::DW_TAG_variable)
        if (auto before = bytesBefore(die, start)) return {die, *before + address - start};
  return {};
}

void Symbols::addDeclaration(const std::string& path, uint64_t start, uint64_t address, NamedData& data) {
  llvm::DWARFContext* context = debugInfo(path);
  if (!context) return;
  auto [die, offset] = variableAt(*context, start, address);
  if (!die) return;
  // A static member is defined outside of its class, and has its type inside.
  DWARFDie type = typeOf(die), inside = die.getAttributeValueAsReferencedDie(dwarf::DW_AT_specification);
  if (!type && inside) type = typeOf(inside);
  data.member = data.variable + partAt(type, offset);
  if (uint64_t line = die.getDeclLine())
    data.declared = {shortened(die.getDeclFile(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath)),
                     static_cast<unsigned>(line), 0};
}

// "total" of "total.1" (a piece of it) and of "total.llvm.8210938" (made known to other modules): as the source has it.
static StringRef nameInSource(StringRef symbol) {
  symbol = symbol.split(".llvm.").first;
  auto [name, number] = symbol.rsplit('.');
  unsigned ignored = 0;
  return !name.empty() && !number.getAsInteger(10, ignored) ? name : symbol;
}

std::optional<NamedData> Symbols::data(const Record& record, uint64_t address) {
  const RecordedModule* module = moduleOf(record, address);
  if (!module) return std::nullopt;
  uint64_t inFile = address - module->bias;
  auto global = symbolizer_.symbolizeData(module->path, {inFile, llvm::object::SectionedAddress::UndefSection});
  if (!global) {
    llvm::consumeError(global.takeError());
    return std::nullopt;
  }
  if (global->Name == llvm::DILineInfo::BadString || global->Size == 0 || inFile < global->Start ||
      inFile >= global->Start + global->Size)
    return std::nullopt;
  NamedData data;
  data.variable = data.member = llvm::demangle(nameInSource(global->Name));
  if (global->DeclLine) data.declared = {shortened(global->DeclFile), static_cast<unsigned>(global->DeclLine), 0};
  addDeclaration(module->path, global->Start, inFile, data);
  return data;
}

} // namespace steward
