#include "driver/config.h"

#include "models/tomlplusplus.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace steward {

using llvm::StringRef;

namespace {

// One file: what each key may be, and what is wrong when it is not.
class ConfigReader {
public:
  explicit ConfigReader(StringRef path) : path_(path) {}

  llvm::Expected<Config> read(const toml::table& table);

private:
  llvm::Error entry(StringRef key, const toml::node& value);
  llvm::Error list(StringRef key, const toml::node& value, bool areFiles, std::vector<std::string>& to);
  llvm::Error word(StringRef key, const toml::node& value, std::optional<std::string>& to);
  llvm::Error fail(const toml::node& at, const llvm::Twine& reason) const {
    return llvm::createStringError(path_ + ":" + llvm::Twine(at.source().begin.line) + ": " + reason);
  }
  std::string resolved(StringRef name) const {
    llvm::SmallString<128> result(llvm::sys::path::parent_path(path_));
    llvm::sys::path::append(result, name);
    return std::string(result);
  }

  StringRef path_;
  Config config_;
};

} // namespace

llvm::Error ConfigReader::list(StringRef key, const toml::node& value, bool areFiles, std::vector<std::string>& to) {
  auto wrong = [&](const toml::node& at) {
    return fail(at, "'" + key + "' is a list of " + (areFiles ? "file names" : "paths"));
  };
  const toml::array* items = value.as_array();
  if (!items) return wrong(value);
  for (const toml::node& item : *items) {
    const toml::value<std::string>* name = item.as_string();
    if (!name) return wrong(item);
    to.push_back(areFiles ? resolved(name->get()) : name->get());
  }
  return llvm::Error::success();
}

llvm::Error ConfigReader::word(StringRef key, const toml::node& value, std::optional<std::string>& to) {
  const toml::value<std::string>* text = value.as_string();
  if (!text) return fail(value, "'" + key + "' is a text in quotes");
  to = text->get();
  return llvm::Error::success();
}

llvm::Error ConfigReader::entry(StringRef key, const toml::node& value) {
  if (key == "models") return list(key, value, true, config_.models);
  if (key == "suppressions") return list(key, value, true, config_.suppressions);
  if (key == "apart") return list(key, value, false, config_.apart);
  if (key == "context") return word(key, value, config_.context);
  if (key == "baseline") {
    if (llvm::Error error = word(key, value, config_.baseline)) return error;
    config_.baseline = resolved(*config_.baseline);
    return llvm::Error::success();
  }
  if (key == "fail-on") {
    if (llvm::Error error = word(key, value, config_.failOn)) return error;
    if (!llvm::is_contained({"new", "any", "none"}, *config_.failOn))
      return fail(value, "'fail-on' is \"new\", \"any\" or \"none\"");
    return llvm::Error::success();
  }
  if (key == "min-rank") {
    config_.minRank = value.value<double>();
    if (!config_.minRank || *config_.minRank < 0 || *config_.minRank > 1)
      return fail(value, "'min-rank' is a number from 0 to 1");
    return llvm::Error::success();
  }
  return fail(value, "unknown key '" + key + "'");
}

llvm::Expected<Config> ConfigReader::read(const toml::table& table) {
  for (auto&& [key, value] : table)
    if (llvm::Error error = entry(StringRef(key.str().data(), key.str().size()), value)) return std::move(error);
  return std::move(config_);
}

llvm::Expected<Config> readConfig(StringRef path) {
  if (!llvm::sys::fs::exists(path)) return Config();
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file) return llvm::createStringError(path + ": " + file.getError().message());
  StringRef text = (*file)->getBuffer();
  toml::parse_result parsed = toml::parse(std::string_view(text.data(), text.size()));
  if (!parsed) {
    std::string_view reason = parsed.error().description();
    return llvm::createStringError(path + ":" + llvm::Twine(parsed.error().source().begin.line) + ": " +
                                   StringRef(reason.data(), reason.size()));
  }
  return ConfigReader(path).read(parsed.table());
}

ReadConfig readConfigFile(const std::string& path) {
  auto config = readConfig(path);
  if (!config) return {std::nullopt, llvm::toString(config.takeError())};
  return {std::move(*config), {}};
}

} // namespace steward
