// Bitcode of sources that were compiled before, found again by content.
//
// What a source compiles to is decided by the compiler, its flags, the folder it runs in, and the text of the source
// and of every file that it includes. The first ones are a key; under it lies the list of the files, as the compiler
// gave it; the key and their content together name the bitcode. A header that comes to lie in front of another one on
// the search path goes unnoticed, as with other caches of this kind.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace steward {

// What is kept besides the bitcode.
struct CacheEntry {
  std::vector<std::string> files;   // absolute paths
  std::vector<std::string> dropped; // flags that clang did not know
};

// Safe to use from several threads, and from several processes: files appear whole, by renaming.
class CompileCache {
public:
  // $XDG_CACHE_HOME/steward or ~/.cache/steward, or, where that cannot be written, a temporary folder that goes with
  // us.
  CompileCache();
  ~CompileCache(); // keeps the size within bounds
  CompileCache(const CompileCache&) = delete;
  CompileCache& operator=(const CompileCache&) = delete;

  static std::string hash(llvm::ArrayRef<llvm::StringRef> parts);

  // The path of the bitcode, if it is there.
  std::optional<std::string> find(llvm::StringRef key, CacheEntry& entry);
  // A path for new bitcode, which `keep` moves to its place and returns.
  std::string scratch(llvm::StringRef key, llvm::StringRef ending) const;
  std::string keep(llvm::StringRef key, const CacheEntry& entry, llvm::StringRef bitcode);

  std::string fileFor(llvm::StringRef folder, llvm::StringRef name) const; // other things that are kept

private:
  std::string pathOf(llvm::StringRef key, llvm::StringRef ending) const;
  std::string contentHash(const CacheEntry& entry);
  std::string fileHash(llvm::StringRef path); // each file is read once

  std::string folder_;
  bool isTemporary_ = false;
  std::mutex mutex_;
  llvm::StringMap<std::string> hashes_;
};

} // namespace steward
