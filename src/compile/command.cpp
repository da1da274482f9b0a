// What `steward cc` makes of a compiler's command line: clang's words as they are, ours around them.
//
//   steward cc -O2 a.c -o a
//   clang-22 -gline-tables-only -O2 a.c -o a                              the user's debug options come later and win
//            -fno-omit-frame-pointer -fpass-plugin=…/StewardPlacement.so
//            -Wl,--whole-archive libsteward_rt.a libsteward_rt_cxx.a -Wl,--no-whole-archive   for executables only
//
// Clang does not complain about ours where it has no use for them (objects alone, assembly): they stand between
// --start-no-unused-arguments and --end-no-unused-arguments. So nothing has to be known of what the inputs are.
#include "steward/compile.h"

#include "compile/words.h"
#include "frontend/llvm/compile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>

namespace steward {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringRef plugin = "StewardPlacement.so", runtime = "libsteward_rt.a",
                           cxxRuntime = "libsteward_rt_cxx.a", exports = "steward_rt.syms";
static constexpr const char* folderVariable = "STEWARD_LIBRARY_PATH";

// Where the plug-in and the runtime lie: as built, or as installed.
static llvm::Expected<std::string> findLibrary(StringRef name) {
  std::vector<std::string> folders;
  if (const char* given = std::getenv(folderVariable); given && *given) {
    folders.push_back(given);
  } else {
    std::string self = fs::getMainExecutable(nullptr, nullptr);
    StringRef here = path::parent_path(self);
    folders = {(here + "/../lib/steward").str(), (here + "/../lib").str()};
  }
  for (const std::string& folder : folders) {
    llvm::SmallString<256> file(folder), real;
    path::append(file, name);
    if (fs::exists(file) && !fs::real_path(file, real)) return std::string(real);
  }
  return llvm::createStringError(name + " is not in " + llvm::join(folders, " or ") + "; " + folderVariable +
                                 " names the folder that it is in");
}

static std::vector<std::string> debugFlags(const InstrumentOptions& options) {
  if (options.noLines) return {};
  if (options.remarks) return {"-g"}; // they name variables
  return {"-gline-tables-only"};
}

static llvm::Expected<std::vector<std::string>> compileFlags(const InstrumentOptions& options) {
  std::vector<std::string> flags{"-fno-omit-frame-pointer"};
  if (options.noChecks) return flags;
  auto file = findLibrary(plugin);
  if (!file) return file.takeError();
  flags.push_back("-fpass-plugin=" + *file);
  // Options of a plug-in are known once it is loaded, and clang loads those of -load before it reads -mllvm.
  if (options.perAccess || options.stats || options.trace || options.remarks || options.linkTime ||
      !options.proofs.empty())
    flags.insert(flags.end(), {"-Xclang", "-load", "-Xclang", *file});
  if (options.perAccess) flags.insert(flags.end(), {"-mllvm", "-steward-per-access"});
  if (options.stats) flags.insert(flags.end(), {"-mllvm", "-steward-stats"});
  if (options.trace) flags.insert(flags.end(), {"-mllvm", "-steward-trace"});
  if (options.remarks) flags.insert(flags.end(), {"-mllvm", "-steward-remarks"});
  if (options.linkTime) flags.insert(flags.end(), {"-mllvm", "-steward-link-time"});
  if (!options.proofs.empty()) flags.insert(flags.end(), {"-mllvm", "-steward-proofs=" + options.proofs});
  return flags;
}

// Placing checks at the end needs a linker that optimises and loads plug-ins. The user's own choice, of -flto=thin say,
// comes later and wins.
static std::vector<std::string> linkTimeFlags(const InstrumentOptions& options, bool isLink) {
  std::vector<std::string> flags;
  if (options.linkTime && !options.noChecks) flags.push_back("-flto");
  if (options.linkTime && isLink) flags.push_back("-fuse-ld=lld"); // other files may have checks to come
  return flags;
}
static llvm::Expected<std::vector<std::string>> linkerPlugin(const InstrumentOptions& options) {
  if (!options.linkTime) return std::vector<std::string>{};
  auto file = findLibrary(plugin);
  if (!file) return file.takeError();
  return std::vector<std::string>{"-Xlinker", "--load-pass-plugin=" + *file};
}

// Handed to the linker, so that no -x of the user makes a source of it. The list lets shared libraries find the
// runtime, which is in the executable alone.
static llvm::Expected<std::vector<std::string>> executableFlags(bool hasDefaultLibraries, bool hasStaticCxx) {
  auto archive = findLibrary(runtime);
  if (!archive) return archive.takeError();
  auto cxxArchive = findLibrary(cxxRuntime);
  if (!cxxArchive) return cxxArchive.takeError();
  auto list = findLibrary(exports);
  if (!list) return list.takeError();
  std::vector<std::string> flags{"-Wl,--whole-archive",
                                 "-Xlinker",
                                 *archive,
                                 "-Wl,--no-whole-archive",
                                 "-Xlinker",
                                 "--dynamic-list=" + *list,
                                 "-lpthread",
                                 "-ldl",
                                 "-lm",
                                 "-lrt"};
  if (!hasStaticCxx) flags.insert(flags.begin() + 3, {"-Xlinker", *cxxArchive});
  if (!hasDefaultLibraries) flags.push_back("-lc");
  return flags;
}

static std::string whatIsWrong(const CompilerWish& wish) {
  if (!wish.sanitizer.empty())
    return "-fsanitize=" + wish.sanitizer + " and Steward both keep a shadow of the memory: use one at a time";
  if (!wish.otherMachine.empty()) return wish.otherMachine + ": Steward's runtime is for x86-64 Linux only";
  if (wish.task == CompilerTask::Link && wish.result == LinkResult::Executable && wish.isStatic)
    return "a static executable cannot be watched: the runtime takes the place of functions of the C library as the "
           "program is loaded; link without -static";
  return "";
}

static CompilerCommand failed(llvm::Error error) { return {{}, llvm::toString(std::move(error))}; }

CompilerCommand instrumentedCommand(const std::vector<std::string>& words, const InstrumentOptions& options) {
  auto clang = findClang(options.isCxx);
  if (!clang) return failed(clang.takeError());
  CompilerWish wish = readWish(words);
  CompilerCommand command{{*clang}, {}};
  auto append = [&](const std::vector<std::string>& more) {
    command.words.insert(command.words.end(), more.begin(), more.end());
  };
  if (wish.task == CompilerTask::Look) {
    append(words);
    return command;
  }
  if (std::string wrong = whatIsWrong(wish); !wrong.empty()) return {{}, wrong};
  auto ours = compileFlags(options);
  if (!ours) return failed(ours.takeError());
  // Behind "--" there are files only, whatever they look like.
  auto filesOnly = std::find(words.begin(), words.end(), "--");
  append({"--start-no-unused-arguments"});
  append(debugFlags(options));
  append(linkTimeFlags(options, wish.task == CompilerTask::Link));
  append({"--end-no-unused-arguments"});
  append({words.begin(), filesOnly});
  append({"--start-no-unused-arguments"});
  append(*ours);
  append({"--end-no-unused-arguments"});
  if (wish.task == CompilerTask::Link) {
    auto atLink = linkerPlugin(options);
    if (!atLink) return failed(atLink.takeError());
    append(*atLink);
  }
  if (wish.task == CompilerTask::Link && wish.result == LinkResult::Executable) {
    auto link = executableFlags(wish.hasDefaultLibraries, wish.hasStaticCxx);
    if (!link) return failed(link.takeError());
    append(*link);
  }
  // What the runtime defines is found when the library is loaded, so -Wl,-z,defs must not ask for it now.
  if (wish.task == CompilerTask::Link && wish.result == LinkResult::SharedLibrary) append({"-Wl,-z,undefs"});
  append({filesOnly, words.end()});
  return command;
}

CompilerCommand instrumentingFlags(bool forLink, const InstrumentOptions& options) {
  if (forLink) {
    auto link = executableFlags(true, false);
    if (!link) return failed(link.takeError());
    auto atLink = linkerPlugin(options);
    if (!atLink) return failed(atLink.takeError());
    CompilerCommand command{linkTimeFlags(options, forLink), {}};
    command.words.insert(command.words.end(), atLink->begin(), atLink->end());
    command.words.insert(command.words.end(), link->begin(), link->end());
    return command;
  }
  CompilerCommand command{debugFlags(options), {}};
  for (std::string& flag : linkTimeFlags(options, forLink)) command.words.push_back(std::move(flag));
  auto ours = compileFlags(options);
  if (!ours) return failed(ours.takeError());
  command.words.insert(command.words.end(), ours->begin(), ours->end());
  return command;
}

} // namespace steward
