#include "report/sarif_places.h"

#include "report/uri.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

static constexpr size_t longestSnippet = 200; // generated code has lines of megabytes

json::Value sarifText(StringRef text) {
  return json::isUTF8(text) ? json::Value(text.str()) : json::Value(json::fixUTF8(text));
}

json::Object sarifMessage(StringRef text) { return json::Object{{"text", sarifText(text)}}; }

SarifPlaces::SarifPlaces(std::string root, bool sourceLines) : root_(std::move(root)), sourceLines_(sourceLines) {
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(root_, real)) realRoot_ = real.str();
}

// Compilers name files by the way that they were given or by the one without links.
std::string SarifPlaces::belowRoot(StringRef path) const {
  std::string below = pathBelow(path, root_);
  return below.empty() && !realRoot_.empty() ? pathBelow(path, realRoot_) : below;
}

size_t SarifPlaces::artifact(StringRef file) {
  auto [it, isNew] = numbers_.try_emplace(file, artifacts_.size());
  if (!isNew) return it->second;
  auto artifact = std::make_unique<Artifact>();
  std::string path = absolutePath(file, root_), below = belowRoot(path);
  artifact->isBelowRoot = !below.empty();
  artifact->uri = below.empty() ? fileUri(path) : percentEncoded(below);
  auto [known, isFirst] = byUri_.insert({artifact->uri, artifacts_.size()});
  if (isFirst) artifacts_.push_back(std::move(artifact));
  return it->second = known->second;
}

json::Object SarifPlaces::artifactLocation(const Artifact& artifact) const {
  json::Object location{{"uri", artifact.uri}};
  if (artifact.isBelowRoot) location["uriBaseId"] = rootName;
  return location;
}

// Ours count bytes. Without the source they are taken for code points: most lines are ASCII.
unsigned SarifPlaces::codePoint(const SourceLocation& at) {
  StringRef before = line(at).take_front(at.column - 1);
  unsigned continuations = 0;
  for (char c : before) continuations += (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  return at.column - continuations;
}

json::Object SarifPlaces::location(const SourceLocation& at, StringRef function, StringRef message, bool withSnippet) {
  json::Object location;
  if (!at.file.empty()) {
    size_t number = artifact(at.file);
    json::Object file = artifactLocation(*artifacts_[number]);
    file["index"] = static_cast<int64_t>(number);
    json::Object physical{{"artifactLocation", std::move(file)}};
    if (at.known()) {
      json::Object region{{"startLine", at.line}};
      if (at.column) region["startColumn"] = codePoint(at);
      StringRef text = withSnippet ? line(at).take_front(longestSnippet) : "";
      if (!text.empty()) region["snippet"] = sarifMessage(text);
      physical["region"] = std::move(region);
    }
    location["physicalLocation"] = std::move(physical);
  }
  if (!function.empty())
    location["logicalLocations"] =
        json::Array{json::Object{{"fullyQualifiedName", sarifText(function)}, {"kind", "function"}}};
  if (!message.empty()) location["message"] = sarifMessage(message);
  return location;
}

static StringRef languageOf(StringRef uri) {
  return llvm::StringSwitch<StringRef>(llvm::sys::path::extension(uri))
      .Case(".c", "c")
      .Cases({".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx"}, "cplusplus")
      .Default("");
}

json::Value SarifPlaces::artifacts() const {
  json::Array list;
  for (const auto& artifact : artifacts_) {
    json::Object entry{{"location", artifactLocation(*artifact)}};
    if (StringRef language = languageOf(artifact->uri); !language.empty()) entry["sourceLanguage"] = language;
    list.push_back(std::move(entry));
  }
  return list;
}

json::Value SarifPlaces::bases() const {
  std::string uri = fileUri(root_);
  if (!StringRef(uri).ends_with("/")) uri += '/';
  return json::Object{
      {rootName, json::Object{{"uri", uri}, {"description", sarifMessage("Where the check was run.")}}}};
}

} // namespace steward
