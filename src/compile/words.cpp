#include "compile/words.h"

#include "capture/compiler_command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <set>

namespace steward {

using llvm::StringRef;

// Asks for no code: configure scripts and build systems use these to find out what the compiler is.
static bool onlyLooks(StringRef word) {
  return llvm::StringSwitch<bool>(word)
             .Cases({"-E", "--preprocess", "-M", "-MM", "--dependencies", "--user-dependencies"}, true)
             .Cases({"-fsyntax-only", "--analyze", "-emit-ast", "--precompile", "-cc1", "-cc1as"}, true)
             .Cases({"--version", "--help", "-help", "--help-hidden", "--autocomplete"}, true)
             .Default(false) ||
         word.starts_with("-print-") || word.starts_with("--print-") || word.starts_with("-dump") ||
         word.starts_with("--autocomplete=");
}

static bool isHeader(StringRef file) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(file))
      .Cases({".h", ".hh", ".hpp", ".hxx", ".h++", ".H"}, true)
      .Default(false);
}

namespace {

class WishReader {
public:
  CompilerWish read(llvm::ArrayRef<std::string> words) {
    for (size_t i = 0; i < words.size(); ++i) {
      StringRef word = words[i];
      if (word == "--" && !areOnlyInputs_) {
        areOnlyInputs_ = true;
        continue;
      }
      if (areOnlyInputs_ || !word.starts_with("-") || word == "-") {
        hasInput_ = true;
        hasMoreThanHeaders_ |= !isHeader(word);
        continue;
      }
      StringRef value;
      if (takesValue(word) && i + 1 < words.size()) value = words[++i];
      option(word, value);
    }
    // "cc -v" and the like; precompiled headers.
    if (!hasInput_) wish_.task = CompilerTask::Look;
    if (wish_.task == CompilerTask::Link && !hasMoreThanHeaders_) wish_.task = CompilerTask::Compile;
    if (!sanitizers_.empty()) wish_.sanitizer = sanitizers_.begin()->str();
    return wish_;
  }

private:
  void option(StringRef word, StringRef value) {
    if (onlyLooks(word)) {
      wish_.task = CompilerTask::Look;
    } else if (word == "-c" || word == "-S" || word == "--compile" || word == "--assemble") {
      if (wish_.task == CompilerTask::Link) wish_.task = CompilerTask::Compile;
    } else if (word == "-shared" || word == "--shared") {
      wish_.result = LinkResult::SharedLibrary;
    } else if (word == "-r") {
      wish_.result = LinkResult::Relocatable;
    } else if (word == "-static" || word == "--static" || word == "-static-pie") {
      wish_.isStatic = true;
    } else if (word == "-static-libstdc++") {
      wish_.hasStaticCxx = true;
    } else if (word == "-nostdlib" || word == "--no-standard-libraries" || word == "-nodefaultlibs" ||
               word == "-nolibc") {
      wish_.hasDefaultLibraries = false;
    } else if (word.starts_with("-l") || word.starts_with("-Wl,") || word == "-Xlinker") {
      hasInput_ = hasMoreThanHeaders_ = true;
      // `-Wl,-static` only says how libraries that follow are looked for, unless nothing is dynamic in the end.
    } else if (word.consume_front("-fsanitize=")) {
      sanitize(word, true);
    } else if (word.consume_front("-fno-sanitize=")) {
      sanitize(word, false);
    } else {
      machine(word, value);
    }
  }

  void sanitize(StringRef list, bool isOn) {
    static const llvm::StringSet<> withShadow = {
        "thread", "address", "memory", "hwaddress", "dataflow", "kernel-address", "kernel-memory", "numerical", "type"};
    for (StringRef name : llvm::split(list, ',')) {
      if (isOn && withShadow.contains(name)) sanitizers_.insert(name);
      if (!isOn) sanitizers_.erase(name);
      if (!isOn && name == "all") sanitizers_.clear();
    }
  }

  void machine(StringRef word, StringRef value) {
    StringRef triple = word == "-target" ? value : "";
    if (word.starts_with("--target=")) triple = word.drop_front(9);
    bool isOther = word == "-m32" || word == "-mx32" || word == "-m16";
    if (!triple.empty()) isOther = !triple.starts_with("x86_64") || !triple.contains("linux");
    if (isOther && wish_.otherMachine.empty()) wish_.otherMachine = triple.empty() ? word.str() : triple.str();
  }

  CompilerWish wish_;
  bool hasInput_ = false, hasMoreThanHeaders_ = false, areOnlyInputs_ = false;
  std::set<StringRef> sanitizers_;
};

} // namespace

CompilerWish readWish(llvm::ArrayRef<std::string> words) { return WishReader().read(expandResponseFiles(words, ".")); }

} // namespace steward
