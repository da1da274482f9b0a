#include "report/json_output.h"

#include <cmath>

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

void JsonOutput::text(StringRef key, StringRef value) {
  out_.attribute(key, json::isUTF8(value) ? json::Value(value) : json::Value(json::fixUTF8(value)));
}

void JsonOutput::texts(StringRef key, const std::vector<std::string>& values) {
  out_.attributeArray(key, [&] {
    for (const std::string& value : values) out_.value(json::isUTF8(value) ? value : json::fixUTF8(value));
  });
}

void JsonOutput::number(StringRef key, double value) { out_.attribute(key, std::isfinite(value) ? value : 0.0); }

void JsonOutput::location(const SourceLocation& at) {
  text("file", at.file);
  out_.attribute("line", at.line);
  out_.attribute("column", at.column);
}

void JsonOutput::frames(StringRef key, const std::vector<StackFrame>& frames) {
  out_.attributeArray(key, [&] {
    for (const StackFrame& frame : frames)
      out_.object([&] {
        text("function", frame.function);
        location(frame.at);
      });
  });
}

void JsonOutput::tool(int version) {
  out_.attribute("version", version);
  out_.attributeObject("tool", [&] {
    out_.attribute("name", "steward");
    out_.attribute("version", STEWARD_VERSION);
  });
}

void JsonOutput::skipped(const std::vector<Skipped>& list) {
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

} // namespace steward
