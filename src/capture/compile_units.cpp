#include "capture/compile_units.h"

#include "capture/flags.h"
#include "capture/process.h"
#include "frontend/llvm/compile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"

#include <atomic>

namespace steward {

using llvm::StringRef;
namespace fs = llvm::sys::fs;

std::vector<std::string> parseDependencies(StringRef text, StringRef directory) {
  std::vector<std::string> files;
  std::string word;
  auto finish = [&] {
    if (!word.empty() && word.back() != ':') files.push_back(resolvedPath(word, directory));
    word.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && next == '\n')
      ++i, finish();
    else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$'))
      word += next, ++i;
    else if (c == ' ' || c == '\n' || c == '\t')
      finish();
    else
      word += c;
  }
  finish();
  return files;
}

// The first error in clang's words: "a.c:3:5: use of undeclared identifier 'x'".
static std::string firstError(StringRef messages) {
  llvm::SmallVector<StringRef, 64> lines;
  messages.split(lines, '\n');
  for (StringRef line : lines) {
    size_t at = line.find("error: ");
    if (at == StringRef::npos) continue;
    StringRef where = line.take_front(at).rtrim(": ");
    std::string reason = line.drop_front(at + 7).str();
    return where.contains("clang") ? reason : (where + ": " + reason).str();
  }
  return "clang cannot compile it";
}

namespace {

class UnitCompiler {
public:
  UnitCompiler(CompileCache& cache, std::string clang, std::string clangCxx)
      : cache_(cache), clang_(std::move(clang)), clangCxx_(std::move(clangCxx)) {}

  CompiledUnit compile(const CompileStep& unit);

private:
  std::string key(const CompileStep& unit, llvm::ArrayRef<std::string> flags) const;
  bool run(const CompileStep& unit, std::vector<std::string> flags, StringRef scratch, CompiledUnit& result,
           std::string& messages);
  int runOnce(const CompileStep& unit, llvm::ArrayRef<std::string> flags, bool annotated, StringRef scratch,
              std::string& messages);

  CompileCache& cache_;
  std::string clang_, clangCxx_;
  std::mutex mutex_;
  std::set<std::string> unknown_; // to clang; what it was asked about once is not asked again
};

} // namespace

static std::string stampOf(StringRef program) {
  fs::file_status status;
  if (fs::status(program, status)) return "";
  return std::to_string(status.getSize()) + "/" +
         std::to_string(status.getLastModificationTime().time_since_epoch().count());
}

std::string UnitCompiler::key(const CompileStep& unit, llvm::ArrayRef<std::string> flags) const {
  const std::string& clang = unit.isCxxDriver ? clangCxx_ : clang_;
  std::string stamp = stampOf(clang);
  std::vector<StringRef> parts = {clang, stamp, unit.directory, unit.source};
  for (const std::string& flag : flags) parts.push_back(flag);
  for (llvm::ArrayRef<StringRef> more : {leniency(), bitcodeFlags(), annotationFlags()})
    parts.insert(parts.end(), more.begin(), more.end());
  return CompileCache::hash(parts);
}

int UnitCompiler::runOnce(const CompileStep& unit, llvm::ArrayRef<std::string> flags, bool annotated, StringRef scratch,
                          std::string& messages) {
  Spawn spawn;
  spawn.directory = unit.directory;
  spawn.output = (scratch + ".messages").str();
  spawn.arguments = {unit.isCxxDriver ? clangCxx_ : clang_};
  auto append = [&](auto&& more) {
    for (const auto& word : more) spawn.arguments.push_back(std::string(word));
  };
  append(flags);
  append(leniency());
  append(bitcodeFlags());
  if (annotated) append(annotationFlags());
  append(std::initializer_list<std::string>{"-MD", "-MT", "x", "-MF", (scratch + ".d").str(), unit.source, "-o",
                                            (scratch + ".bc").str()});
  auto status = runProcess(spawn);
  messages.clear();
  if (auto text = llvm::MemoryBuffer::getFile(spawn.output)) messages = (*text)->getBuffer().str();
  if (status) return *status;
  messages = "error: " + llvm::toString(status.takeError());
  return 1;
}

bool UnitCompiler::run(const CompileStep& unit, std::vector<std::string> flags, StringRef scratch, CompiledUnit& result,
                       std::string& messages) {
  auto leaveOut = [&](const std::set<std::string>& unknown) {
    return llvm::erase_if(flags, [&](const std::string& flag) {
      if (unknown.contains(flag)) result.dropped.push_back(flag);
      return unknown.contains(flag);
    });
  };
  {
    std::lock_guard lock(mutex_);
    leaveOut(unknown_);
  }
  for (unsigned attempt = 0; attempt < 8; ++attempt) {
    if (runOnce(unit, flags, true, scratch, messages) == 0) return true;
    std::set<std::string> unknown = unknownFlags(messages, flags);
    if (unknown.empty()) break;
    leaveOut(unknown);
    std::lock_guard lock(mutex_);
    unknown_.insert(unknown.begin(), unknown.end());
  }
  // A program may use the names of the annotations' macros for something else; it then does without what they tell.
  return runOnce(unit, flags, false, scratch, messages) == 0;
}

CompiledUnit UnitCompiler::compile(const CompileStep& unit) {
  CompiledUnit result;
  result.source = resolvedPath(unit.source, unit.directory);
  if (isAssemblySource(unit.source)) {
    result.problem = "assembly";
    return result;
  }
  if (!fs::exists(result.source)) {
    result.problem = "no such file";
    return result;
  }
  std::vector<std::string> flags = translateFlags(unit.flags);
  std::string key = this->key(unit, flags);
  CacheEntry entry;
  if (auto found = cache_.find(key, entry)) {
    result.bitcode = *found;
    result.dropped = entry.dropped;
    result.isFromCache = true;
    return result;
  }
  std::string scratch = cache_.scratch(key, "");
  llvm::scope_exit remove([&] {
    for (const char* ending : {".bc", ".d", ".messages"}) fs::remove(scratch + ending);
  });
  std::string messages;
  if (!run(unit, flags, scratch, result, messages)) {
    result.problem = firstError(messages);
    return result;
  }
  entry.dropped = result.dropped;
  if (auto text = llvm::MemoryBuffer::getFile(scratch + ".d"))
    entry.files = parseDependencies((*text)->getBuffer(), unit.directory);
  result.bitcode = cache_.keep(key, entry, scratch + ".bc");
  return result;
}

llvm::Expected<std::vector<CompiledUnit>> compileUnits(llvm::ArrayRef<CompileStep> units, CompileCache& cache,
                                                       const CompileProgress& progress) {
  auto clang = findClang(false), clangCxx = findClang(true);
  if (!clang || !clangCxx) return llvm::joinErrors(clang.takeError(), clangCxx.takeError());
  UnitCompiler compiler(cache, *clang, *clangCxx);
  std::vector<CompiledUnit> results(units.size());
  std::atomic<size_t> done = 0;
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency());
  for (size_t i = 0; i < units.size(); ++i)
    pool.async([&, i] {
      results[i] = compiler.compile(units[i]);
      progress.say("compiling, " + std::to_string(++done) + " of " + std::to_string(units.size()) + " files");
    });
  pool.wait();
  return results;
}

} // namespace steward
