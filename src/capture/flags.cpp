#include "capture/flags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace steward {

using llvm::StringRef;

static bool startsWithAny(StringRef flag, llvm::ArrayRef<StringRef> starts) {
  return llvm::any_of(starts, [&](StringRef start) { return flag.starts_with(start); });
}

// Files beside the object, how warnings count, how the machine code looks: nothing that the program means.
static bool isBesideThePoint(StringRef flag) {
  static const llvm::StringSet<> exact = {"-MD",
                                          "-MMD",
                                          "-MP",
                                          "-MG",
                                          "-MV",
                                          "-pipe",
                                          "-pg",
                                          "-S",
                                          "-c",
                                          "-emit-llvm",
                                          "-Q",
                                          "-v",
                                          "-w",
                                          "-p",
                                          "-fpch-preprocess",
                                          "--coverage",
                                          "-coverage",
                                          "-pedantic-errors",
                                          "-frecord-gcc-switches",
                                          "-Winvalid-pch"};
  static constexpr StringRef starts[] = {"-MF",
                                         "-MT",
                                         "-MQ",
                                         "-MJ",
                                         "-Werror",
                                         "-Wa,",
                                         "-Wp,-M",
                                         "-save-temps",
                                         "--save-temps",
                                         "-flto",
                                         "-fno-lto",
                                         "-ffat-lto",
                                         "-fno-fat-lto",
                                         "-fsanitize",
                                         "-fno-sanitize",
                                         "-fprofile",
                                         "-ftest-coverage",
                                         "-fstack-usage",
                                         "-fdump-",
                                         "-fcallgraph-info",
                                         "-ftime-",
                                         "-fembed-bitcode",
                                         "-gsplit-dwarf",
                                         "-fdiagnostics",
                                         "-fno-diagnostics",
                                         "-fmessage-length",
                                         "-fmax-errors",
                                         "-ferror-limit",
                                         "-dumpbase",
                                         "-dumpdir",
                                         "-fplugin",
                                         "-fpass-plugin",
                                         "-fuse-linker-plugin",
                                         "-fno-use-linker-plugin",
                                         "-ftrack-macro-expansion",
                                         "-fcompare-debug",
                                         "-fvar-tracking",
                                         "-fno-var-tracking",
                                         "-fsave-optimization-record",
                                         "-fcrash-diagnostics",
                                         "-fmodules-cache-path",
                                         "-fprebuilt-module-path"};
  return exact.contains(flag) || startsWithAny(flag, starts);
}

// Optimisations and their parameters of which clang refuses some; none runs here.
static bool isOptimisation(StringRef flag) {
  static constexpr StringRef starts[] = {"-fipa-",
                                         "-fno-ipa-",
                                         "-ftree-",
                                         "-fno-tree-",
                                         "-fgcse",
                                         "-fno-gcse",
                                         "-fira-",
                                         "-fno-ira-",
                                         "-fsched",
                                         "-fno-sched",
                                         "-floop-",
                                         "-fgraphite",
                                         "-fweb",
                                         "-frename-registers",
                                         "-fno-reorder-",
                                         "-freorder-",
                                         "-falign-",
                                         "-finline-limit",
                                         "-fpartial-inlining",
                                         "-fno-partial-inlining",
                                         "-fsplit-loops",
                                         "-fno-split-loops",
                                         "-fconserve-stack",
                                         "-fno-stack-limit",
                                         "-mno-fp-ret-in-387",
                                         "-mpreferred-stack-boundary",
                                         "-mindirect-branch",
                                         "-mfunction-return",
                                         "-mrecord-mcount",
                                         "-fno-allow-store-data-races",
                                         "-fallow-store-data-races",
                                         "-fstack-clash-protection",
                                         "-fcf-protection",
                                         "-fstack-protector",
                                         "-fno-stack-protector",
                                         "-specs="};
  return startsWithAny(flag, starts);
}

static bool takesValue(StringRef flag) {
  static const llvm::StringSet<> exact = {"-MF",
                                          "-MT",
                                          "-MQ",
                                          "-MJ",
                                          "-aux-info",
                                          "--param",
                                          "-wrapper",
                                          "-dumpbase",
                                          "-dumpdir",
                                          "-dumpbase-ext",
                                          "-Xassembler",
                                          "-include-pch",
                                          "--serialize-diagnostics",
                                          "-serialize-diagnostics",
                                          "-index-store-path",
                                          "-mllvm"};
  return exact.contains(flag);
}

std::vector<std::string> translateFlags(llvm::ArrayRef<std::string> flags) {
  std::vector<std::string> result;
  for (size_t i = 0; i < flags.size(); ++i) {
    StringRef flag = flags[i];
    if (takesValue(flag)) {
      ++i;
      continue;
    }
    // A precompiled header was made with other flags than ours; the header itself is named besides.
    if (flag == "-Xclang" && i + 1 < flags.size()) {
      StringRef inner = flags[i + 1];
      bool isOurs = inner == "-include-pch" || inner == "-load" || inner == "-plugin" || inner == "-add-plugin";
      if (isOurs) {
        i += 3;
        continue;
      }
      if (startsWithAny(inner, {"-fno-pch", "-fpch", "-disable-", "-emit-"})) {
        ++i;
        continue;
      }
    }
    if (isBesideThePoint(flag) || isOptimisation(flag)) continue;
    if (flag.starts_with("--param=") || (flag.starts_with("-O") && flag.size() <= 6)) continue;
    result.push_back(flag.str());
  }
  return result;
}

llvm::ArrayRef<StringRef> leniency() {
  // Checked versions of library functions come with _FORTIFY_SOURCE; the plain ones are what models speak of.
  static constexpr StringRef flags[] = {"-w",
                                        "-U_FORTIFY_SOURCE",
                                        "-Wno-implicit-function-declaration",
                                        "-Wno-implicit-int",
                                        "-Wno-int-conversion",
                                        "-Wno-incompatible-pointer-types",
                                        "-Wno-incompatible-function-pointer-types",
                                        "-Wno-return-type",
                                        "-Wno-return-mismatch",
                                        "-Wno-c++11-narrowing",
                                        "-Wno-register",
                                        "-Wno-reserved-user-defined-literal",
                                        "-Wno-enum-constexpr-conversion",
                                        "-Wno-invalid-source-encoding"};
  return flags;
}

// What stands between the first two quotes after `before`.
static StringRef quotedAfter(StringRef line, StringRef before) {
  size_t at = line.find(before);
  if (at == StringRef::npos) return "";
  return line.drop_front(at + before.size()).split('\'').second.split('\'').first;
}

std::set<std::string> unknownFlags(StringRef messages, llvm::ArrayRef<std::string> flags) {
  std::set<std::string> unknown;
  auto complainOf = [&](StringRef start, bool isWhole) {
    if (start.empty()) return;
    if (start.ends_with("=")) isWhole = false; // its value is not named
    for (const std::string& flag : flags)
      if (flag == start || (!isWhole && StringRef(flag).starts_with(start))) unknown.insert(flag);
  };
  llvm::SmallVector<StringRef, 32> lines;
  messages.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.contains("error: ")) continue;
    complainOf(quotedAfter(line, "unknown argument"), true);
    complainOf(quotedAfter(line, "unsupported option"), true);
    complainOf(quotedAfter(line, "to option"), false);
    if (line.contains("invalid value")) complainOf(quotedAfter(line, "in "), false);
    StringRef cpu = quotedAfter(line, "unknown target CPU");
    if (!cpu.empty())
      for (StringRef option : {"-march=", "-mcpu=", "-mtune="}) complainOf(option.str() + cpu.str(), true);
  }
  return unknown;
}

} // namespace steward
