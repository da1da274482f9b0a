// The way of the data, from files to a report. docs/architecture.md has the picture.
#include "steward/check.h"

#include "driver/config.h"
#include "driver/stages.h"
#include "frontend/llvm/frontend.h"
#include "models/models.h"
#include "order/order.h"
#include "pointer/pointer_analysis.h"
#include "program/parse.h"
#include "program/print.h"
#include "race/describe.h"
#include "race/detect.h"
#include "sharing/sharing.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

namespace steward {

std::string version() { return STEWARD_VERSION; }

static CheckResult failed(llvm::Error error) { return {std::nullopt, llvm::toString(std::move(error))}; }

static llvm::Expected<Program> readProgram(const CheckOptions& options, const Stages& stages) {
  // Steward's own text stands alone; everything else comes through LLVM.
  if (options.files.size() == 1 && llvm::StringRef(options.files[0]).ends_with(".steward")) {
    auto text = llvm::MemoryBuffer::getFile(options.files[0]);
    if (!text)
      return llvm::createStringError(options.files[0] + ": " + llvm::StringRef(text.getError().message()).lower());
    return parseProgram((*text)->getBuffer(), options.files[0]);
  }
  FrontendProgress progress;
  progress.report = [&](llvm::StringRef what) { stages.say(what.str()); };
  return readLlvmProgram({options.files, options.compilerFlags}, progress);
}

static llvm::Expected<Models> readModels(const CheckOptions& options) {
  Models models = Models::shipped();
  auto config = readConfig("steward.toml");
  if (!config) return config.takeError();
  std::vector<std::string> files = config->models;
  files.insert(files.end(), options.models.begin(), options.models.end());
  for (const std::string& file : files)
    if (llvm::Error error = models.addFile(file)) return std::move(error);
  return std::move(models);
}

// The front end's start function, or main in a program text written by hand.
static FunctionId findEntry(const Program& program) {
  FunctionId main;
  for (uint32_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[FunctionId(f)];
    if (function.isDeclaration()) continue;
    if (program.text(function.linkName) == startFunctionName) return FunctionId(f);
    if (program.text(function.linkName) == "main") main = FunctionId(f);
  }
  return main;
}

static void listSkipped(const Program& program, const PointerAnalysis& pointers, Report& report) {
  auto at = [&](PositionId id) -> SourceLocation {
    if (!id) return {};
    const Position& p = program.positions[id];
    return {program.text(p.file).str(), p.line, p.column};
  };
  for (const Omission& o : program.omissions)
    report.skipped.push_back({program.text(o.what).str(), "", o.count, at(o.position)});
  for (const UnknownCall& u : pointers.unknownCalls()) {
    PositionId position = program.instructions[u.first.instruction].position;
    if (u.function)
      report.skipped.push_back(
          {"unknown function", program.text(program.functions[u.function].name).str(), u.count, at(position)});
    else if (!program.instructions[u.first.instruction].isSynthetic)
      report.skipped.push_back({"call with no known target", "", u.count, at(position)});
  }
}

CheckResult check(const CheckOptions& options) {
  Report report;
  Stages stages(report, options.progress);
  auto context = ContextChoice::parse(options.context);
  if (!context)
    return {std::nullopt,
            "'" + options.context + "' is no context; use none, callsite:K or origin:K, such as origin:1"};

  // Models first: a mistake in one of them should not wait for a build.
  stages.begin("models");
  auto models = readModels(options);
  if (!models) return failed(models.takeError());
  stages.end(llvm::formatv("{0} models", models->size()));

  stages.begin("front end");
  auto program = readProgram(options, stages);
  if (!program) return failed(program.takeError());
  stages.end(llvm::formatv("{0} functions, {1} instructions", program->functions.size(), program->instructions.size()));

  FunctionId entry = findEntry(*program);
  if (!entry) return {std::nullopt, "the program has no main function to start from"};

  // From here on: every call and pointer is resolved.
  stages.begin("pointer analysis");
  bool isRelaxed = llvm::is_contained(options.compilerFlags, "-fno-strict-aliasing");
  PointerAnalysis pointers =
      PointerAnalysis::run(*program, *models, entry, {*context, options.strictAliasing && !isRelaxed});
  stages.end(pointers.statistics());

  // From here on: the origins, and which accesses they share.
  stages.begin("sharing");
  Reach reach(pointers);
  Origins origins(pointers, reach);
  Sharing sharing(pointers, origins);
  stages.end(llvm::formatv("{0} origins, {1} shared objects, {2} instructions that touch them", origins.size(),
                           sharing.objects().size(), sharing.instructions().count()));

  // From here on: every such access has its concurrency states.
  stages.begin("order");
  OrderAnalysis order(pointers, reach, origins, sharing.instructions());
  stages.end(llvm::formatv("{0} states, {1} locks, {2} functions by entry state", order.states().size(),
                           order.locks().size(), order.frameCount()));

  stages.begin("races");
  Concurrency concurrency(origins, order);
  DetectStatistics statistics;
  auto places = detectRaces(pointers, sharing, order, concurrency, statistics);
  report.races = RaceDescriber(pointers, origins, order, concurrency).describe(places);
  stages.end(llvm::formatv("{0} access classes, {1} pairs checked, {2} distinct look-ups", statistics.classes,
                           statistics.pairs, concurrency.lookUps()));

  llvm::DenseSet<FunctionId> analysed;
  for (const Instance& i : pointers.instances()) analysed.insert(i.function);
  report.functions = analysed.size();
  report.origins = origins.size();
  report.sharedObjects = sharing.objects().size();
  if (!pointers.strictAliasing()) report.notes.push_back("types were not trusted (no strict aliasing)");
  if (origins.size() == 1) report.notes.push_back("the program creates no threads");
  listSkipped(*program, pointers, report);
  return {std::move(report), {}};
}

CheckResult printProgram(const CheckOptions& options, std::string& text) {
  Report report;
  Stages stages(report, options.progress);
  auto program = readProgram(options, stages);
  if (!program) return failed(program.takeError());
  llvm::raw_string_ostream stream(text);
  print(*program, stream);
  return {std::move(report), {}};
}

} // namespace steward
