#include "capture/cache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace steward {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr uint64_t largestSize = uint64_t(2) << 30;

static bool makeWritable(StringRef folder) {
  return !fs::create_directories(folder, true, fs::owner_all) && !fs::access(folder, fs::AccessMode::Write);
}

CompileCache::CompileCache() {
  llvm::SmallString<256> folder;
  if (auto set = llvm::sys::Process::GetEnv("XDG_CACHE_HOME"); set && path::is_absolute(*set))
    folder = *set;
  else if (path::home_directory(folder))
    path::append(folder, ".cache");
  if (!folder.empty()) path::append(folder, "steward");
  llvm::SmallString<256> objects(folder);
  path::append(objects, "objects");
  if (folder.empty() || !makeWritable(objects)) {
    isTemporary_ = true;
    folder.clear();
    fs::createUniqueDirectory("steward-cache", folder);
    objects = folder;
    path::append(objects, "objects");
    fs::create_directories(objects);
  }
  folder_ = std::string(folder);
}

CompileCache::~CompileCache() {
  if (isTemporary_) {
    fs::remove_directories(folder_);
    return;
  }
  llvm::CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0);
  policy.Expiration = std::chrono::hours(24 * 30);
  policy.MaxSizePercentageOfAvailableSpace = 50;
  policy.MaxSizeBytes = largestSize;
  llvm::pruneCache(fileFor("objects", ""), policy);
}

std::string CompileCache::hash(llvm::ArrayRef<StringRef> parts) {
  llvm::BLAKE3 hasher;
  for (StringRef part : parts) {
    uint64_t size = part.size();
    hasher.update(StringRef(reinterpret_cast<const char*>(&size), sizeof size));
    hasher.update(part);
  }
  auto result = hasher.final<16>();
  return llvm::toHex(llvm::ArrayRef<uint8_t>(result), /*LowerCase=*/true);
}

std::string CompileCache::fileFor(StringRef folder, StringRef name) const {
  llvm::SmallString<256> file(folder_);
  path::append(file, folder, name);
  return std::string(file);
}

// LLVM's pruning looks at files with this beginning only.
std::string CompileCache::pathOf(StringRef key, StringRef ending) const {
  return fileFor("objects", ("llvmcache-" + key + ending).str());
}

std::string CompileCache::fileHash(StringRef file) {
  {
    std::lock_guard lock(mutex_);
    auto it = hashes_.find(file);
    if (it != hashes_.end()) return it->second;
  }
  auto text = llvm::MemoryBuffer::getFile(file, false, false);
  std::string result = text ? hash({(*text)->getBuffer()}) : "missing";
  std::lock_guard lock(mutex_);
  hashes_[file] = result;
  return result;
}

std::string CompileCache::contentHash(const CacheEntry& entry) {
  std::vector<std::string> parts;
  for (const std::string& file : entry.files) {
    parts.push_back(file);
    parts.push_back(fileHash(file));
  }
  std::vector<StringRef> all(parts.begin(), parts.end());
  return hash(all);
}

std::optional<std::string> CompileCache::find(StringRef key, CacheEntry& entry) {
  auto text = llvm::MemoryBuffer::getFile(pathOf(key, ".files"));
  if (!text) return std::nullopt;
  llvm::SmallVector<StringRef, 128> lines;
  (*text)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  CacheEntry found;
  for (StringRef line : lines)
    if (line.consume_front("file "))
      found.files.push_back(line.str());
    else if (line.consume_front("dropped "))
      found.dropped.push_back(line.str());
  std::string bitcode = pathOf(key, "-" + contentHash(found));
  if (found.files.empty() || !fs::exists(bitcode)) return std::nullopt;
  entry = std::move(found);
  return bitcode;
}

std::string CompileCache::scratch(StringRef key, StringRef ending) const {
  llvm::SmallString<256> file;
  fs::createUniquePath(pathOf(key, "-%%%%%%%%" + ending.str()), file, /*MakeAbsolute=*/false);
  return std::string(file);
}

std::string CompileCache::keep(StringRef key, const CacheEntry& entry, StringRef bitcode) {
  std::string place = pathOf(key, "-" + contentHash(entry));
  if (fs::rename(bitcode, place)) return bitcode.str();
  llvm::Error error = llvm::writeToOutput(pathOf(key, ".files"), [&](llvm::raw_ostream& out) {
    for (const std::string& flag : entry.dropped) out << "dropped " << flag << '\n';
    for (const std::string& file : entry.files) out << "file " << file << '\n';
    return llvm::Error::success();
  });
  llvm::consumeError(std::move(error)); // it will be compiled again, that is all
  return place;
}

} // namespace steward
