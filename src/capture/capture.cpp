#include "capture/capture.h"

#include "capture/compile_units.h"
#include "capture/database.h"
#include "capture/generated_links.h"
#include "capture/graph.h"
#include "capture/history.h"
#include "capture/link_program.h"
#include "capture/record.h"
#include "frontend/llvm/compile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

namespace steward {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

class Capturer {
public:
  Capturer(const CaptureRequest& request, CompileCache& cache) : request_(request), cache_(cache) {
    fs::current_path(here_);
  }

  llvm::Expected<Capture> run() {
    if (llvm::Error error = request_.database.empty() ? record() : readDatabase()) return std::move(error);
    bool hasLinks = !programs_.empty();
    if (llvm::Error error = select()) return std::move(error);
    if (hasLinks)
      for (const std::string& program : programs_) plans_.push_back(graph_->plan(program));
    if (llvm::Error error = compile(!hasLinks)) return std::move(error);
    ProgramLinker linker(compiled_);
    if (!hasLinks) {
      plans_ = linker.plansByMain();
      for (const ProgramPlan& plan : plans_) programs_.push_back(plan.path);
      if (llvm::Error error = select()) return std::move(error);
      llvm::erase_if(plans_, [&](const ProgramPlan& plan) { return !llvm::is_contained(programs_, plan.path); });
      if (plans_.empty()) return llvm::createStringError(whyNoMain());
      capture_.notes.push_back("no link steps are known: a program is a source with a main function and what it needs");
    }
    for (const ProgramPlan& plan : plans_) capture_.programs.push_back(describe(linker.link(plan)));
    return std::move(capture_);
  }

private:
  llvm::Error record();
  llvm::Error readDatabase();
  llvm::Error select();
  llvm::Error compile(bool all);
  CapturedProgram describe(LinkedModules linked);
  std::string whyNoMain() const;
  std::string problemOf(const CompileStep& step, const CompiledUnit& unit) const;
  std::string shown(StringRef file) const;

  const CaptureRequest& request_;
  CompileCache& cache_;
  llvm::SmallString<256> here_;
  std::optional<BuildGraph> graph_;
  std::vector<std::string> programs_; // paths
  std::vector<ProgramPlan> plans_;
  std::vector<CompiledUnit> compiled_; // by unit
  Capture capture_;
};

} // namespace

// As a person would name it from here; libtool keeps the real program in .libs beside a script of its name.
std::string Capturer::shown(StringRef file) const {
  StringRef folder = path::parent_path(file);
  llvm::SmallString<256> name(file);
  if (path::filename(folder) == ".libs") {
    name = path::parent_path(folder);
    path::append(name, path::filename(file));
  }
  StringRef text = name;
  if (text.starts_with(here_) && text.drop_front(here_.size()).starts_with("/"))
    text = text.drop_front(here_.size() + 1);
  return text.str();
}

llvm::Error Capturer::record() {
  request_.say(""); // the build speaks for itself
  auto commands = recordBuild(request_.command, request_.isQuiet);
  if (!commands) return commands.takeError();
  request_.say("reading what the build did");
  auto history = BuildHistory::read(cache_.fileFor("builds", CompileCache::hash({here_}) + ".json"));
  std::string build = llvm::join(request_.command, " ");
  history.add(build, *commands);
  history.write();
  graph_.emplace(history.commands());
  std::vector<std::string> linked = history.linkedBy(build);
  for (const std::string& program : graph_->programs())
    if (llvm::is_contained(linked, program)) programs_.push_back(program);

  bool isUpToDate = llvm::all_of(*commands, [](const BuildCommand& c) { return parseCommand(c).compiles.empty(); });
  if (isUpToDate && programs_.empty())
    return llvm::createStringError("the build compiled nothing, perhaps since all is up to date, and was not recorded "
                                   "before; clean it first (make clean), or give a compile database (-p FOLDER)");
  if (isUpToDate)
    capture_.notes.push_back("the build compiled nothing: all is up to date, and checked as it was recorded before");
  return llvm::Error::success();
}

llvm::Error Capturer::readDatabase() {
  std::string file = resolvedPath(request_.database, here_);
  if (fs::is_directory(file)) file = resolvedPath("compile_commands.json", file);
  std::string name = shown(file);
  if (!fs::exists(file))
    return llvm::createStringError(name +
                                   ": no such file; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and "
                                   "a build without one can be recorded: steward check -- make");
  request_.say("reading " + name);
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text) return llvm::createStringError(name + ": " + StringRef(text.getError().message()).lower());
  auto entries = parseDatabase((*text)->getBuffer(), name, path::parent_path(file));
  if (!entries) return entries.takeError();
  if (entries->empty()) return llvm::createStringError(name + ": it lists no compile commands");

  graph_.emplace(findGeneratedLinks(path::parent_path(file)));
  for (const DatabaseEntry& entry : *entries) {
    Steps steps = parseCommand(entry.command);
    // A compiler with a name of its own choice is one all the same.
    if (steps.compiles.empty()) {
      BuildCommand plain = entry.command;
      plain.arguments[0] = isSourceFile(entry.file) && path::extension(entry.file) != ".c" ? "c++" : "cc";
      steps = parseCommand(plain);
    }
    for (CompileStep& step : steps.compiles) {
      if (!entry.output.empty() && steps.compiles.size() == 1) step.output = entry.output;
      graph_->add(std::move(step));
    }
  }
  if (graph_->units.empty()) return llvm::createStringError(name + ": none of its commands compiles C or C++");
  if (graph_->hasLinks()) programs_ = graph_->linkedPrograms();
  return llvm::Error::success();
}

llvm::Error Capturer::select() {
  if (request_.programs.empty() || programs_.empty()) return llvm::Error::success();
  std::vector<std::string> chosen;
  for (const std::string& wanted : request_.programs) {
    size_t before = chosen.size();
    for (const std::string& program : programs_)
      if (shown(program) == wanted || path::filename(program) == wanted || resolvedPath(wanted, here_) == program)
        chosen.push_back(program);
    if (chosen.size() != before) continue;
    std::string known;
    for (const std::string& program : programs_) known += (known.empty() ? "" : ", ") + shown(program);
    return llvm::createStringError("the build makes no program '" + wanted + "'; it makes " + known);
  }
  llvm::sort(chosen);
  chosen.erase(llvm::unique(chosen), chosen.end());
  programs_ = std::move(chosen);
  return llvm::Error::success();
}

llvm::Error Capturer::compile(bool all) {
  std::set<size_t> wanted;
  for (const ProgramPlan& plan : plans_)
    for (const LoadUnit& part : plan.parts)
      for (const PlannedObject& object : part.objects)
        if (object.unit != PlannedObject::none) wanted.insert(object.unit);
  std::vector<size_t> order(wanted.begin(), wanted.end());
  // Without links, a source that is compiled twice, as for a static and a shared library, is there once.
  std::set<std::string> sources;
  if (all)
    for (size_t unit = 0; unit < graph_->units.size(); ++unit)
      if (sources.insert(resolvedPath(graph_->units[unit].source, graph_->units[unit].directory)).second)
        order.push_back(unit);
  std::vector<CompileStep> steps;
  for (size_t unit : order) steps.push_back(graph_->units[unit]);
  auto results = compileUnits(steps, cache_, {request_.say});
  if (!results) return results.takeError();
  for (const CompiledUnit& unit : *results)
    if (!unit.bitcode.empty()) ++(unit.isFromCache ? capture_.fromCache : capture_.compiledNow);
  compiled_.resize(graph_->units.size());
  for (size_t i = 0; i < order.size(); ++i) compiled_[order[i]] = std::move((*results)[i]);
  if (llvm::none_of(compiled_, [](const CompiledUnit& unit) { return !unit.bitcode.empty(); }) && !order.empty()) {
    const CompiledUnit& first = compiled_[order[0]];
    return llvm::createStringError("none of the " + llvm::Twine(order.size()) +
                                   " source files can be compiled; the first, " + shown(first.source) + ": " +
                                   first.problem);
  }
  return llvm::Error::success();
}

// "a.c: no such file", "a.c:3:5: unknown type name 'x'".
std::string Capturer::problemOf(const CompileStep& step, const CompiledUnit& unit) const {
  StringRef problem = unit.problem;
  if (problem.consume_front(step.source + ":")) return shown(unit.source) + ":" + problem.str();
  return shown(unit.source) + ": " + problem.str();
}

std::string Capturer::whyNoMain() const {
  std::string reason = "none of the " + std::to_string(compiled_.size()) + " source files has a main function";
  for (const CompiledUnit& unit : compiled_)
    if (!unit.source.empty() && unit.bitcode.empty())
      return reason + ", and some cannot be compiled: " + shown(unit.source) + ": " + unit.problem;
  return reason;
}

static bool isRelaxed(llvm::ArrayRef<std::string> flags) {
  bool relaxed = false;
  for (const std::string& flag : flags) {
    if (flag == "-fno-strict-aliasing") relaxed = true;
    if (flag == "-fstrict-aliasing") relaxed = false;
  }
  return relaxed;
}

CapturedProgram Capturer::describe(LinkedModules linked) {
  CapturedProgram program;
  program.name = shown(linked.path);
  program.modules = std::move(linked.modules);
  for (ModuleFile& module : program.modules) module.name = shown(module.name);
  std::set<std::string> dropped;
  std::set<size_t> units(linked.units.begin(), linked.units.end());
  for (size_t index : units) {
    const CompiledUnit& unit = compiled_[index];
    ++program.sources;
    dropped.insert(unit.dropped.begin(), unit.dropped.end());
    if (isRelaxed(graph_->units[index].flags)) program.strictAliasing = false;
    if (!unit.bitcode.empty())
      ++program.compiled;
    else if (unit.problem == "assembly")
      program.skipped.push_back({"assembly file", shown(unit.source), 1, {}});
    else
      program.skipped.push_back({"source file that cannot be compiled", problemOf(graph_->units[index], unit), 1, {}});
  }
  for (const std::string& object : linked.machineCode)
    program.skipped.push_back({"object without source or bitcode", shown(object), 1, {}});
  if (!dropped.empty())
    program.notes.push_back("flags that clang does not know were left out: " + llvm::join(dropped, " "));
  return program;
}

llvm::Expected<Capture> captureBuild(const CaptureRequest& request, CompileCache& cache) {
  return Capturer(request, cache).run();
}

} // namespace steward
