#include "capture/compiler_command.h"

#include "capture/linker_words.h"
#include "frontend/llvm/compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace steward {

using llvm::StringRef;
namespace path = llvm::sys::path;

std::vector<std::string> expandResponseFiles(llvm::ArrayRef<std::string> words, StringRef directory) {
  std::vector<std::string> expanded;
  for (const std::string& word : words) {
    if (word.size() > 1 && word[0] == '@')
      if (auto file = llvm::MemoryBuffer::getFile(resolvedPath(StringRef(word).drop_front(), directory))) {
        llvm::BumpPtrAllocator memory;
        llvm::StringSaver saver(memory);
        llvm::SmallVector<const char*, 64> inside;
        llvm::cl::TokenizeGNUCommandLine((*file)->getBuffer(), saver, inside);
        expanded.insert(expanded.end(), inside.begin(), inside.end());
        continue;
      }
    expanded.push_back(word);
  }
  return expanded;
}

bool takesValue(StringRef option) {
  static const llvm::StringSet<> options = {"-o",
                                            "-I",
                                            "-L",
                                            "-l",
                                            "-D",
                                            "-U",
                                            "-x",
                                            "-B",
                                            "-T",
                                            "-u",
                                            "-e",
                                            "-z",
                                            "-A",
                                            "-G",
                                            "-b",
                                            "-V",
                                            "-F",
                                            "-h",
                                            "-include",
                                            "-imacros",
                                            "-isystem",
                                            "-iquote",
                                            "-idirafter",
                                            "-iprefix",
                                            "-isysroot",
                                            "-iwithprefix",
                                            "-iwithprefixbefore",
                                            "-iframework",
                                            "-framework",
                                            "-MF",
                                            "-MT",
                                            "-MQ",
                                            "-MJ",
                                            "-Xlinker",
                                            "-Xassembler",
                                            "-Xpreprocessor",
                                            "-Xclang",
                                            "-mllvm",
                                            "-arch",
                                            "-target",
                                            "--param",
                                            "-aux-info",
                                            "-dumpbase",
                                            "-dumpdir",
                                            "-dumpbase-ext",
                                            "-wrapper",
                                            "-rpath",
                                            "-soname",
                                            "-install_name",
                                            "-include-pch",
                                            "-ivfsoverlay",
                                            "-working-directory",
                                            "--sysroot",
                                            "--serialize-diagnostics",
                                            "-serialize-diagnostics",
                                            "-index-store-path",
                                            "-entry"};
  return options.contains(option);
}

static bool isHeader(StringRef file) {
  StringRef extension = path::extension(file);
  return extension == ".h" || extension == ".hh" || extension == ".hpp" || extension == ".hxx" || extension == ".H";
}

namespace {

class CompilerCommandParser {
public:
  CompilerCommandParser(StringRef directory, bool isCxxDriver) : directory_(directory), isCxxDriver_(isCxxDriver) {}

  Steps parse(llvm::ArrayRef<std::string> words) {
    for (size_t i = 0; i < words.size(); ++i) {
      StringRef word = words[i];
      if (!word.starts_with("-") || word == "-") {
        input(word);
        continue;
      }
      std::optional<StringRef> value;
      if (takesValue(word) && i + 1 < words.size()) value = words[++i];
      option(word, value);
    }
    return isOnlyLooking_ ? Steps() : steps();
  }

private:
  void input(StringRef word) {
    if (word == "-" || word == "/dev/null") return;
    bool isForced = !language_.empty() && language_ != "none";
    if (isForced &&
        (StringRef(language_).ends_with("-header") || language_ == "assembler" || language_ == "assembler-with-cpp")) {
      if (!StringRef(language_).ends_with("-header")) addSource(word);
      return;
    }
    if (isForced || isSourceFile(word) || isAssemblySource(word))
      addSource(word);
    else if (!isHeader(word))
      link_.file(resolvedPath(word, directory_));
  }

  // In a link, its object stands where the source stood.
  void addSource(StringRef word) {
    sources_.push_back(word.str());
    places_.push_back(link_.inputs.size());
    link_.file("");
  }

  void option(StringRef word, std::optional<StringRef> value) {
    if (word == "-o" || (word.starts_with("-o") && word.size() > 2 && !value && word != "-object")) {
      output_ = value ? value->str() : word.drop_front(2).str();
      return;
    }
    if (word == "-c" || word == "-S") {
      isCompileOnly_ = true;
      isAssembly_ = word == "-S";
      return;
    }
    if (word == "-E" || word == "-M" || word == "-MM" || word == "-fsyntax-only" || word == "-###" || word == "-cc1" ||
        word == "-cc1as" || word == "--version" || word == "--help" || word.starts_with("-print-") ||
        word.starts_with("--print-") || word == "-dumpversion" || word == "-dumpmachine")
      isOnlyLooking_ = true;
    if (word == "-x") language_ = value.value_or("").str();
    if (word.starts_with("-x") && word.size() > 2) language_ = word.drop_front(2).str();
    if (link_.option(word, value, directory_)) return;
    flags_.push_back(word.str());
    if (value) flags_.push_back(value->str());
  }

  Steps steps() {
    Steps result;
    bool isLinked = !isCompileOnly_;
    std::string program = resolvedPath(output_.empty() ? "a.out" : output_, directory_);
    for (size_t i = 0; i < sources_.size(); ++i) {
      CompileStep step{directory_.str(), sources_[i], flags_, isCxxDriver_, ""};
      if (isLinked) {
        step.output = program + ":" + sources_[i];
        link_.inputs[places_[i]].name = step.output;
      } else if (!output_.empty()) {
        step.output = resolvedPath(output_, directory_);
      } else {
        StringRef stem = path::stem(sources_[i]);
        step.output = resolvedPath((stem + (isAssembly_ ? ".s" : ".o")).str(), directory_);
      }
      result.compiles.push_back(std::move(step));
    }
    if (isLinked && !link_.inputs.empty()) result.link = LinkStep{link_.kind, link_.inputs, link_.folders, program};
    return result;
  }

  StringRef directory_;
  bool isCxxDriver_;
  bool isCompileOnly_ = false, isAssembly_ = false, isOnlyLooking_ = false;
  std::string output_, language_;
  std::vector<std::string> sources_, flags_;
  std::vector<size_t> places_; // of each source, among the inputs of the link
  LinkerWords link_;
};

} // namespace

Steps parseCompilerCommand(llvm::ArrayRef<std::string> words, StringRef directory, bool isCxxDriver) {
  return CompilerCommandParser(directory, isCxxDriver).parse(expandResponseFiles(words, directory));
}

} // namespace steward
