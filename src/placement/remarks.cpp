#include "placement/remarks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace steward::placement {

// The source's name for a value, preferably a parameter's, and one of the function itself rather than of what was
// inlined into it.
static std::string variableName(const Value* value) {
  SmallVector<DbgVariableRecord*, 4> records;
  findDbgValues(const_cast<Value*>(value), records);
  std::string name;
  for (const DbgVariableRecord* record : records) {
    if (record->getNumVariableLocationOps() != 1 || record->getExpression()->getNumElements()) continue;
    bool isOwn = !record->getDebugLoc().getInlinedAt();
    if (isOwn && record->getVariable()->isParameter()) return record->getVariable()->getName().str();
    if (name.empty() || isOwn) name = record->getVariable()->getName();
  }
  return name;
}

static std::string pointerName(const Value* pointer, unsigned depth = 0) {
  pointer = pointer->stripPointerCasts();
  if (isa<GlobalValue>(pointer)) return pointer->getName().str();
  if (std::string name = variableName(pointer); !name.empty()) return name;
  if (depth < 4) {
    if (auto* element = dyn_cast<GetElementPtrInst>(pointer)) {
      std::string base = pointerName(element->getPointerOperand(), depth + 1);
      return base + (element->hasAllConstantIndices() ? "" : "[…]");
    }
    if (auto* load = dyn_cast<LoadInst>(pointer)) return "*" + pointerName(load->getPointerOperand(), depth + 1);
  }
  return "a pointer";
}

// How often, or how far apart: numbers and the source's variables, sums and differences of them, or nothing.
static std::string numberName(const Value* value, unsigned depth = 0) {
  if (auto* number = dyn_cast<ConstantInt>(value))
    return number->getBitWidth() <= 64 ? std::to_string(number->getSExtValue()) : "";
  if (std::string name = variableName(value); !name.empty()) return name;
  if (auto* conversion = dyn_cast<CastInst>(value)) return numberName(conversion->getOperand(0), depth);
  if (auto* call = dyn_cast<MinMaxIntrinsic>(value); call && depth < 3) {
    std::string left = numberName(call->getLHS(), depth + 1), right = numberName(call->getRHS(), depth + 1);
    bool isMax = call->getIntrinsicID() == Intrinsic::smax || call->getIntrinsicID() == Intrinsic::umax;
    return left.empty() || right.empty() ? "" : (isMax ? "max(" : "min(") + left + ", " + right + ")";
  }
  auto* operation = dyn_cast<BinaryOperator>(value);
  if (!operation || depth == 3) return "";
  std::string left = numberName(operation->getOperand(0), depth + 1);
  std::string right = numberName(operation->getOperand(1), depth + 1);
  if (left.empty() || right.empty()) return "";
  switch (operation->getOpcode()) {
  case Instruction::Add:
    return StringRef(right).starts_with("-") ? left + " - " + right.substr(1) : left + " + " + right;
  case Instruction::Sub:
    return left + " - " + right;
  case Instruction::Mul:
    return left + " * " + right;
  case Instruction::Shl:
    return left + " << " + right;
  default:
    return "";
  }
}

// The place in the function itself, whatever was inlined there.
static const DILocation* outermost(const DILocation* place) {
  while (place && place->getInlinedAt()) place = place->getInlinedAt();
  return place;
}

// Other checks that were placed there.
static bool isRuntimeCall(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("__steward_");
}

static const DILocation* placeBefore(const Instruction* before) {
  for (const Instruction* each = before; each; each = each->getNextNode()) {
    if (auto* call = dyn_cast<CallInst>(each); call && isRuntimeCall(*call)) continue;
    if (const DILocation* place = outermost(each->getDebugLoc()); place && place->getLine()) return place;
  }
  for (const Instruction* each = before; each; each = each->getPrevNode())
    if (const DILocation* place = outermost(each->getDebugLoc()); place && place->getLine()) return place;
  return nullptr;
}

void Remarks::add(const Instruction* before, bool isWrite, const std::string& what,
                  ArrayRef<const Instruction*> accesses) {
  const DILocation* place = placeBefore(before);
  std::set<unsigned> lines;
  for (const Instruction* access : accesses)
    if (const DILocation* at = access->getDebugLoc(); at && at->getLine()) lines.insert(at->getLine());
  std::string words =
      ("in " + before->getFunction()->getName() + ": check " + (isWrite ? "write" : "read") + " of ").str();
  words += what;
  if (!lines.empty()) {
    words += lines.size() == 1 ? ", for line " : ", for lines ";
    words += join(map_range(lines, [](unsigned line) { return std::to_string(line); }), ", ");
  }
  remarks_.push_back({place ? place->getFilename().str() : before->getModule()->getSourceFileName(),
                      place ? place->getLine() : 0, std::move(words)});
}

static std::string bytes(uint64_t number) { return std::to_string(number) + (number == 1 ? " byte" : " bytes"); }

void Remarks::note(const Instruction* before, const Check& check) {
  std::string what = bytes(check.bytes) + " of " + pointerName(check.base);
  if (check.offset) what += " from byte " + std::to_string(check.offset);
  SmallVector<const Instruction*, 4> accesses;
  for (const Member& member : check.accesses) accesses.push_back(member.instruction);
  add(before, check.isWrite, what, accesses);
}

void Remarks::note(const Instruction* before, const StridedCheck& check) {
  uint64_t size = cast<ConstantInt>(check.bytes)->getZExtValue();
  std::string counts, strides;
  bool isDense = true;
  for (const StridedCheck::Dimension& dimension : check.dimensions) {
    auto* stride = dyn_cast<ConstantInt>(dimension.stride);
    if (stride && stride->isZero()) continue; // the same in each round
    std::string count = numberName(dimension.count), distance = numberName(dimension.stride);
    counts += (counts.empty() ? "" : " times ") + (count.empty() ? "the loop's number of" : count);
    strides += (strides.empty() ? "" : " and ") + (distance.empty() ? "the loop's step" : distance);
    isDense = isDense && check.dimensions.size() == 1 && stride && stride->getZExtValue() == size;
  }
  std::string what = bytes(size) + " of " + pointerName(check.start);
  if (!counts.empty()) {
    what = counts + " elements of " + bytes(size);
    if (!isDense) what += ", " + strides + " apart";
    what += ", from " + pointerName(check.start);
  }
  SmallVector<const Instruction*, 4> accesses(check.accesses.begin(), check.accesses.end());
  add(before, check.isWrite, what + (check.isBehind ? ", behind the loop" : ", before the loop"), accesses);
}

void Remarks::noteRange(const Instruction* before, const Value* start, const Value* length, bool isWrite) {
  std::string number = numberName(length);
  std::string what = number.empty() ? "some bytes" : number + (number == "1" ? " byte" : " bytes");
  add(before, isWrite, what + " of " + pointerName(start), before);
}

void Remarks::print(raw_ostream& output) {
  llvm::stable_sort(remarks_, [](const Remark& a, const Remark& b) {
    return std::tie(a.file, a.line, a.words) < std::tie(b.file, b.line, b.words);
  });
  // The optimiser has made several copies of what looks the same.
  for (size_t i = 0, next; i < remarks_.size(); i = next) {
    for (next = i + 1; next < remarks_.size() && remarks_[next] == remarks_[i];) ++next;
    output << remarks_[i].file << ':' << remarks_[i].line << ": " << remarks_[i].words;
    if (next - i > 1) output << " (in " << next - i << " copies)";
    output << '\n';
  }
  remarks_.clear();
}

} // namespace steward::placement
