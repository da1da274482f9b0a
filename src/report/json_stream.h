// What every JSON document of ours is written with.
#pragma once

#include "steward/race.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <string>
#include <vector>

namespace steward {

// Names that are not UTF-8 come out with U+FFFD for what is not.
class JsonStream {
public:
  explicit JsonStream(llvm::raw_ostream& out) : out_(out, 2) {}

protected:
  using StringRef = llvm::StringRef;

  void text(StringRef key, StringRef value) {
    out_.attribute(key, llvm::json::isUTF8(value) ? llvm::json::Value(value)
                                                  : llvm::json::Value(llvm::json::fixUTF8(value)));
  }
  void optionalText(StringRef key, StringRef value) {
    if (!value.empty()) text(key, value);
  }
  void number(StringRef key, double value) { out_.attribute(key, std::isfinite(value) ? value : 0.0); }
  void texts(StringRef key, const std::vector<std::string>& values) {
    out_.attributeArray(key, [&] {
      for (const std::string& value : values)
        out_.value(llvm::json::isUTF8(value) ? value : llvm::json::fixUTF8(value));
    });
  }
  void location(const SourceLocation& at) {
    text("file", at.file);
    out_.attribute("line", at.line);
    out_.attribute("column", at.column);
  }
  void tool() {
    out_.attributeObject("tool", [&] {
      out_.attribute("name", "steward");
      out_.attribute("version", STEWARD_VERSION);
    });
  }
  void skipped(const std::vector<Skipped>& list) {
    out_.attributeArray("skipped", [&] {
      for (const Skipped& s : list)
        out_.object([&] {
          text("kind", s.kind);
          optionalText("what", s.what);
          out_.attribute("count", s.count);
          location(s.at);
        });
    });
  }

  llvm::json::OStream out_;
};

} // namespace steward
