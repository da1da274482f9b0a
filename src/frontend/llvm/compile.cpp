#include "frontend/llvm/compile.h"

#include "frontend/llvm/marks.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace steward {

using llvm::StringRef;

bool isSourceFile(StringRef path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(path))
      .Cases({".c", ".i", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".ii", ".m", ".mm"}, true)
      .Default(false);
}

llvm::Expected<std::string> findClang(bool isCxx) {
  for (const char* name : isCxx ? std::initializer_list<const char*>{"clang++-22", "clang++"}
                                : std::initializer_list<const char*>{"clang-22", "clang"})
    for (StringRef folder : {"", "/usr/lib/llvm-22/bin"}) {
      llvm::SmallVector<StringRef, 1> folders;
      if (!folder.empty()) folders.push_back(folder);
      if (auto found = llvm::sys::findProgramByName(name, folders)) return *found;
    }
  return llvm::createStringError("clang 22 is needed to compile sources, and is not on the path");
}

// Flags of the user's build that are about its output, and would get in the way of ours.
static bool isOutputFlag(StringRef flag, bool& takesValue) {
  takesValue = flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ";
  if (takesValue) return true;
  return flag == "-c" || flag == "-S" || flag == "-E" || flag == "-emit-llvm" || flag == "-MD" || flag == "-MMD" ||
         flag == "-MP" || flag.starts_with("-flto") || flag.starts_with("-fsanitize") || flag == "-save-temps";
}

llvm::ArrayRef<StringRef> bitcodeFlags() {
  static constexpr StringRef flags[] = {"-O1",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-Xclang",
                                        "-disable-llvm-verifier", // modules are verified when they are read
                                        "-g",
                                        "-fno-inline",
                                        "-fno-sanitize=all",
                                        "-Wno-error",
                                        "-Wno-unknown-warning-option",
                                        "-Qunused-arguments",
                                        "-emit-llvm",
                                        "-c"};
  return flags;
}

llvm::ArrayRef<StringRef> annotationFlags() { return threadSafetyMacros(); }

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileToBitcode(StringRef source,
                                                                     llvm::ArrayRef<std::string> flags) {
  if (!llvm::sys::fs::exists(source)) return llvm::createStringError(source + ": no such file");
  StringRef extension = llvm::sys::path::extension(source);
  bool isCxx = extension != ".c" && extension != ".i" && extension != ".m";
  auto clang = findClang(isCxx);
  if (!clang) return clang.takeError();

  llvm::SmallString<128> bitcode, messages;
  if (auto failed = llvm::sys::fs::createTemporaryFile("steward", "bc", bitcode))
    return llvm::createStringError("cannot make a temporary file: " + failed.message());
  llvm::scope_exit removeBitcode([&] { llvm::sys::fs::remove(bitcode); });
  if (auto failed = llvm::sys::fs::createTemporaryFile("steward", "txt", messages))
    return llvm::createStringError("cannot make a temporary file: " + failed.message());
  llvm::scope_exit removeMessages([&] { llvm::sys::fs::remove(messages); });

  llvm::SmallVector<StringRef, 32> arguments{*clang};
  for (size_t i = 0; i < flags.size(); ++i) {
    bool takesValue = false;
    if (!isOutputFlag(flags[i], takesValue))
      arguments.push_back(flags[i]);
    else if (takesValue)
      ++i;
  }
  arguments.append(bitcodeFlags().begin(), bitcodeFlags().end());
  arguments.append({source, "-o", bitcode});

  size_t plain = arguments.size();
  arguments.append(annotationFlags().begin(), annotationFlags().end());
  std::string reason;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(messages), StringRef(messages)};
  int status = llvm::sys::ExecuteAndWait(*clang, arguments, std::nullopt, redirects, 0, 0, &reason);
  if (status != 0) {
    arguments.truncate(plain);
    status = llvm::sys::ExecuteAndWait(*clang, arguments, std::nullopt, redirects, 0, 0, &reason);
  }
  if (status != 0) {
    if (auto text = llvm::MemoryBuffer::getFile(messages)) llvm::errs() << (*text)->getBuffer();
    return llvm::createStringError(source + ": does not compile" + (reason.empty() ? "" : ": " + reason));
  }
  auto buffer = llvm::MemoryBuffer::getFile(bitcode, false, false, /*IsVolatile=*/true); // read now, then removed
  if (!buffer) return llvm::createStringError(source + ": " + buffer.getError().message());
  return llvm::MemoryBuffer::getMemBufferCopy((*buffer)->getBuffer(), source);
}

} // namespace steward
