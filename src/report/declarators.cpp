#include "report/declarators.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace steward {

using llvm::StringRef;

// The line with blanks for what is no code: comments, and what stands in quotes.
static std::string codeOf(StringRef line) {
  std::string code = line.str();
  char quote = 0;
  for (size_t i = 0; i < code.size(); ++i) {
    if (quote) {
      bool isEscape = code[i] == '\\' && i + 1 < code.size();
      if (code[i] == quote) quote = 0;
      code[i] = ' ';
      if (isEscape) code[++i] = ' ';
    } else if (code[i] == '"' || (code[i] == '\'' && (i == 0 || !llvm::isDigit(code[i - 1])))) {
      quote = code[i];
      code[i] = ' ';
    } else if (line.substr(i).starts_with("//")) {
      code.replace(i, std::string::npos, code.size() - i, ' ');
    } else if (line.substr(i).starts_with("/*")) {
      size_t end = line.find("*/", i + 2);
      end = end == StringRef::npos ? code.size() : end + 2;
      code.replace(i, end - i, end - i, ' ');
    }
  }
  return code;
}

static bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

// Where the name stands last as a word of its own, before any initial value: `struct count count = {…}`.
static std::optional<size_t> findName(StringRef code, StringRef name) {
  std::optional<size_t> found;
  for (size_t at = code.find(name); at != StringRef::npos; at = code.find(name, at + 1)) {
    bool isStart = at == 0 || !isWordCharacter(code[at - 1]);
    size_t end = at + name.size();
    if (!isStart || (end < code.size() && isWordCharacter(code[end]))) continue;
    if (found && code.slice(*found, at).find_first_of(";={") != StringRef::npos) break;
    found = at;
  }
  return found;
}

// Whether a comma stands there that is in no brackets, up to the end of the declaration.
static bool hasComma(StringRef code) {
  int depth = 0;
  for (char c : code) {
    if (StringRef("([{<").contains(c)) ++depth;
    if (StringRef(")]}>").contains(c)) --depth;
    if (depth <= 0 && c == ';') return false;
    if (depth <= 0 && c == ',') return true;
  }
  return false;
}

AttributePlace attributePlace(StringRef line, StringRef name) {
  if (line.contains_insensitive("guarded_by")) return {0, "its declaration has such an attribute"};
  std::string text = codeOf(line);
  StringRef code = text;
  std::optional<size_t> at = name.empty() ? std::nullopt : findName(code, name);
  if (!at) return {0, "the line of its declaration does not name it"};
  size_t start = code.substr(0, *at).find_last_of(";{}");
  if (hasComma(code.slice(start == StringRef::npos ? 0 : start + 1, *at)))
    return {0, "several are declared on its line"};
  size_t end = *at + name.size();
  // Bounds of an array are part of the declarator.
  for (size_t next = code.find_first_not_of(" \t", end); next != StringRef::npos && code[next] == '[';
       next = code.find_first_not_of(" \t", end)) {
    int depth = 0;
    size_t i = next;
    do depth += code[i] == '[' ? 1 : code[i] == ']' ? -1 : 0;
    while (depth && ++i < code.size());
    if (depth) return {0, "its declaration goes on on another line"};
    end = i + 1;
  }
  size_t next = code.find_first_not_of(" \t\r", end);
  if (next == StringRef::npos) return {0, "its declaration goes on on another line"};
  if (hasComma(code.substr(next))) return {0, "several are declared on its line"};
  if (!StringRef(";={").contains(code[next])) return {0, "its declaration is not a simple one"};
  return {end, ""};
}

} // namespace steward
