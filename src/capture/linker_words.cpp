#include "capture/linker_words.h"

#include "llvm/ADT/StringSet.h"

namespace steward {

using llvm::StringRef;

static bool takesValue(StringRef option) {
  static const llvm::StringSet<> options = {"-soname",
                                            "-h",
                                            "-rpath",
                                            "-rpath-link",
                                            "-Map",
                                            "-T",
                                            "-e",
                                            "-entry",
                                            "-u",
                                            "-undefined",
                                            "-z",
                                            "-m",
                                            "-y",
                                            "-Y",
                                            "-plugin",
                                            "-plugin-opt",
                                            "-dynamic-linker",
                                            "-version-script",
                                            "-dynamic-list",
                                            "-defsym",
                                            "-wrap",
                                            "-exclude-libs",
                                            "-init",
                                            "-fini",
                                            "-b",
                                            "-format",
                                            "-oformat",
                                            "-o",
                                            "-L",
                                            "-l"};
  // Long options may have one dash or two.
  StringRef plain = option.starts_with("--") ? option.drop_front() : option;
  return options.contains(plain);
}

void LinkerWords::word(StringRef word, StringRef directory) {
  if (!pending_.empty()) {
    if (pending_ == "-L") folders.push_back(resolvedPath(word, directory));
    if (pending_ == "-l") library(word);
    pending_.clear();
    return;
  }
  if (!word.starts_with("-")) {
    if (!word.empty()) file(resolvedPath(word, directory));
    return;
  }
  if (takesValue(word)) {
    pending_ = word.str();
    return;
  }
  if (word == "--whole-archive" || word == "-whole-archive")
    isWhole_ = true;
  else if (word == "--no-whole-archive" || word == "-no-whole-archive")
    isWhole_ = false;
  else if (word == "-Bstatic" || word == "-static" || word == "-dn" || word == "-non_shared")
    isStatic_ = true;
  else if (word == "-Bdynamic" || word == "-dy" || word == "-call_shared")
    isStatic_ = false;
  else if (word == "-shared" || word == "--shared" || word == "-Bshareable")
    kind = LinkKind::SharedLibrary;
  else if (word == "-r" || word == "-i" || word == "--relocatable")
    kind = LinkKind::Partial;
  else if (word.consume_front("--library=") || word.consume_front("-l"))
    library(word);
  else if (word.consume_front("--library-path=") || word.consume_front("-L"))
    folders.push_back(resolvedPath(word, directory));
}

bool LinkerWords::option(StringRef word, std::optional<StringRef> value, StringRef directory) {
  if (word == "-shared" || word == "-dynamiclib" || word == "-r" || word == "-static") {
    this->word(word == "-dynamiclib" ? "-shared" : word, directory);
    return true;
  }
  if (word.consume_front("-Wl,")) {
    llvm::SmallVector<StringRef, 8> parts;
    word.split(parts, ',');
    for (StringRef part : parts) this->word(part, directory);
    return true;
  }
  if (word == "-Xlinker") {
    this->word(value.value_or(""), directory);
    return true;
  }
  if (word.starts_with("-l") && (value || word.size() > 2)) {
    library(value ? *value : word.drop_front(2));
    return true;
  }
  if (word.starts_with("-L") && (value || word.size() > 2)) {
    folders.push_back(resolvedPath(value ? *value : word.drop_front(2), directory));
    return true;
  }
  return word == "-rdynamic" || word == "-T" || word == "-u" || word == "-z" || word == "-e" || word == "-rpath" ||
         word == "-soname" || word == "-s" || word.starts_with("-fuse-ld") || word.starts_with("-static-lib") ||
         word == "-nostdlib" || word == "-nodefaultlibs" || word == "-nostartfiles" || word == "-pie" ||
         word == "-no-pie" || word == "-static-pie";
}

} // namespace steward
