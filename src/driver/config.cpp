#include "driver/config.h"

#include "models/tomlplusplus.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace steward {

llvm::Expected<Config> readConfig(llvm::StringRef path) {
  Config config;
  if (!llvm::sys::fs::exists(path)) return config;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file) return llvm::createStringError(path + ": " + file.getError().message());
  auto fail = [&](size_t line, const llvm::Twine& reason) {
    return llvm::createStringError(path + ":" + llvm::Twine(line) + ": " + reason);
  };
  llvm::StringRef text = (*file)->getBuffer();
  toml::parse_result parsed = toml::parse(std::string_view(text.data(), text.size()));
  if (!parsed) {
    std::string_view reason = parsed.error().description();
    return fail(parsed.error().source().begin.line, llvm::StringRef(reason.data(), reason.size()));
  }
  for (auto&& [key, value] : parsed.table()) {
    size_t line = key.source().begin.line;
    if (key.str() != "models")
      return fail(line, "unknown key '" + llvm::StringRef(key.str().data(), key.str().size()) + "'");
    const toml::array* list = value.as_array();
    if (!list) return fail(line, "'models' is a list of file names");
    for (const toml::node& item : *list) {
      const toml::value<std::string>* name = item.as_string();
      if (!name) return fail(item.source().begin.line, "'models' is a list of file names");
      llvm::SmallString<128> resolved(llvm::sys::path::parent_path(path));
      llvm::sys::path::append(resolved, name->get());
      config.models.push_back(std::string(resolved));
    }
  }
  return config;
}

} // namespace steward
