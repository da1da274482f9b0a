#include "driver/whole_program.h"

#include "driver/config.h"
#include "driver/statistics.h"
#include "frontend/llvm/frontend.h"
#include "models/names.h"
#include "program/parse.h"
#include "program/process.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

namespace steward {

llvm::Expected<Program> readProgram(const CheckOptions& options, const Models& models, const Stages& stages) {
  // Steward's own text stands alone; everything else comes through LLVM.
  if (options.files.size() == 1 && llvm::StringRef(options.files[0]).ends_with(".steward")) {
    auto text = llvm::MemoryBuffer::getFile(options.files[0]);
    if (!text)
      return llvm::createStringError(options.files[0] + ": " + llvm::StringRef(text.getError().message()).lower());
    return parseProgram((*text)->getBuffer(), options.files[0]);
  }
  FrontendProgress progress;
  progress.report = [&](llvm::StringRef what) { stages.say(what.str()); };
  auto isModelled = [&](llvm::StringRef name) {
    const CallModel* model = models.find(name, qualifiedName(name));
    return model && model->body != BodyRule::Wins;
  };
  auto neverThrows = [&](llvm::StringRef name) {
    const CallModel* model = models.find(name, qualifiedName(name));
    if (!model) return false;
    if (const Effect* ends = model->find(EffectKind::NoReturn)) return ends->never;
    // What the program's own functions throw comes through what calls them, unless that only starts a thread.
    if (model->body == BodyRule::Kept) return model->has(EffectKind::Complete);
    return !model->has(EffectKind::CallBack) && !model->has(EffectKind::Once);
  };
  auto succeeds = [&](llvm::StringRef name) {
    const CallModel* model = models.find(name, qualifiedName(name));
    const Effect* fork = model ? model->find(EffectKind::Fork) : nullptr;
    return fork && fork->handle.kind == CallPart::Argument;
  };
  auto waits = [&](llvm::StringRef name) {
    const CallModel* model = models.find(name, qualifiedName(name));
    return model && model->has(EffectKind::ConditionWait);
  };
  return readLlvmProgram(
      {options.files, options.compilerFlags, isModelled, succeeds, neverThrows, waits, options.modules}, progress);
}

llvm::Expected<Models> readModels(const CheckOptions& options) {
  Models models = Models::shipped();
  auto config = readConfig("steward.toml");
  if (!config) return config.takeError();
  std::vector<std::string> files = config->models;
  files.insert(files.end(), options.models.begin(), options.models.end());
  for (const std::string& file : files)
    if (llvm::Error error = models.addFile(file)) return std::move(error);
  return std::move(models);
}

// What the source or a model file declares to be the entry of an origin.
static std::vector<DeclaredOrigin> declaredOrigins(const Program& program, const Models& models) {
  std::vector<DeclaredOrigin> origins;
  for (uint32_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[FunctionId(f)];
    if (function.isDeclaration()) continue;
    llvm::StringRef linkName = program.text(function.linkName);
    OriginDeclaration declared{"", OriginKind::Declared, function.origin == OriginMark::Once};
    const OriginDeclaration* model =
        models.declareOrigins() ? models.findOrigin(linkName, qualifiedName(linkName)) : nullptr;
    if (!model && function.origin == OriginMark::None) continue;
    if (model) declared = *model;
    const char* kind = declared.kind == OriginKind::Thread   ? "thread"
                       : declared.kind == OriginKind::Signal ? "signal"
                       : declared.kind == OriginKind::Timer  ? "timer"
                                                             : "declared";
    origins.push_back({FunctionId(f), std::string("steward::start ") + (declared.once ? "once " : "many ") + kind});
  }
  return origins;
}

// The front end's start function, or main in a program text written by hand; one that starts the declared origins
// first, if there are any. Invalid when there is nothing to start.
static FunctionId findEntry(Program& program, const Models& models) {
  FunctionId start, main;
  for (uint32_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[FunctionId(f)];
    if (function.isDeclaration()) continue;
    if (program.text(function.linkName) == startFunctionName) start = FunctionId(f);
    if (program.text(function.linkName) == "main") main = FunctionId(f);
  }
  if (!start) start = main;
  std::vector<DeclaredOrigin> origins = declaredOrigins(program, models);
  if (!origins.empty()) return addProcess(program, origins, start);
  return main ? start : FunctionId();
}

std::vector<std::string> precisionFeatures() {
  std::vector<std::string> names;
  for (llvm::StringRef name : PointerOptions::features()) names.push_back(name.str());
  return names;
}

llvm::Expected<std::unique_ptr<WholeProgram>> analyseWholeProgram(const CheckOptions& options, Stages& stages,
                                                                  bool keepOthers) {
  auto context = ContextChoice::parse(options.context);
  if (!context)
    return llvm::createStringError("'" + options.context +
                                   "' is no context; use none, callsite:K, object:K or origin:K, such as origin:1");
  if (!options.statistics.empty())
    if (llvm::Error error = stages.keepStatistics(options.statistics)) return std::move(error);
  auto whole = std::make_unique<WholeProgram>();

  // Models first: a mistake in one of them should not wait for a build.
  stages.begin("models");
  auto models = readModels(options);
  if (!models) return models.takeError();
  whole->models = std::move(*models);
  stages.end(llvm::formatv("{0} models", whole->models.size()));

  stages.begin("front end");
  auto program = readProgram(options, whole->models, stages);
  if (!program) return program.takeError();
  whole->program = std::move(*program);
  stages.end(llvm::formatv("{0} functions, {1} instructions", whole->program.functions.size(),
                           whole->program.instructions.size()));
  stages.record([&] { return programStatistics(whole->program); });

  FunctionId entry = findEntry(whole->program, whole->models);
  if (!entry) return llvm::createStringError("the program has no main function to start from, and declares no origins");

  // From here on: every call and pointer is resolved.
  stages.begin("pointer analysis");
  bool isRelaxed = llvm::is_contained(options.compilerFlags, "-fno-strict-aliasing");
  PointerOptions pointerOptions;
  pointerOptions.context = *context;
  pointerOptions.strictAliasing = options.strictAliasing && !isRelaxed;
  for (const std::string& feature : options.without) pointerOptions.without(feature);
  whole->pointers =
      std::make_unique<PointerAnalysis>(PointerAnalysis::run(whole->program, whole->models, entry, pointerOptions));
  stages.end(whole->pointers->statistics());
  stages.record([&] { return pointerStatistics(*whole->pointers, options.context); });

  // From here on: the origins, and which accesses they share.
  stages.begin("sharing");
  whole->reach = std::make_unique<Reach>(*whole->pointers);
  whole->origins = std::make_unique<Origins>(*whole->pointers, *whole->reach);
  whole->sharing =
      std::make_unique<Sharing>(*whole->pointers, *whole->reach, *whole->origins, keepOthers, options.maxObjects);
  stages.end(llvm::formatv("{0} origins, {1} shared objects, {2} instructions that touch them", whole->origins->size(),
                           whole->sharing->objects().size(), whole->sharing->instructions().count()));
  stages.record([&] { return sharingStatistics(*whole->pointers, *whole->origins, *whole->sharing); });
  return whole;
}

SourceLocation locationOf(const Program& program, PositionId id) {
  if (!id) return {};
  const Position& p = program.positions[id];
  return {program.text(p.file).str(), p.line, p.column};
}

std::vector<Skipped> listSkipped(const WholeProgram& whole) {
  const Program& program = whole.program;
  std::vector<Skipped> skipped;
  for (const Omission& o : program.omissions)
    skipped.push_back({program.text(o.what).str(), "", o.count, locationOf(program, o.position)});
  for (const UnknownCall& u : whole.pointers->unknownCalls()) {
    const Instruction& call = program.instructions[u.first.instruction];
    SourceLocation at = locationOf(program, call.position);
    if (u.function)
      skipped.push_back({"unknown function", program.text(program.functions[u.function].name).str(), u.count, at});
    else if (!call.isSynthetic)
      skipped.push_back({"call with no known target", "", u.count, at});
  }
  if (int first = whole.sharing ? whole.sharing->vague().find_first() : -1; first >= 0)
    skipped.push_back(
        {llvm::formatv("access through a pointer that may be to more than {0} objects (--max-objects)",
                       whole.sharing->maxObjects())
             .str(),
         "", whole.sharing->vague().count(),
         locationOf(program, program.instructions[InstructionId(static_cast<uint32_t>(first))].position)});
  return skipped;
}

} // namespace steward
