#include "run/expression.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace steward {

using llvm::StringRef;

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

// Where the bracket that closes at `end` (the index behind it) opens; npos if it does not on this line.
static size_t opening(StringRef text, size_t end, char open, char close) {
  unsigned depth = 0;
  for (size_t at = end; at-- > 0;) {
    if (text[at] == close) ++depth;
    if (text[at] == open && --depth == 0) return at;
  }
  return StringRef::npos;
}

static size_t closing(StringRef text, size_t start, char open, char close) {
  unsigned depth = 0;
  for (size_t at = start; at < text.size(); ++at) {
    if (text[at] == open) ++depth;
    if (text[at] == close && --depth == 0) return at + 1;
  }
  return StringRef::npos;
}

// Where an expression like a->b[i].c that ends at `end` begins; `end` itself if there is none.
static size_t chainStart(StringRef text, size_t end) {
  size_t at = end;
  while (true) {
    size_t start = at;
    while (start > 0 && (text[start - 1] == ']' || text[start - 1] == ')')) {
      bool isIndex = text[start - 1] == ']';
      size_t open = isIndex ? opening(text, start, '[', ']') : opening(text, start, '(', ')');
      if (open == StringRef::npos) return end;
      start = open;
    }
    bool hadBrackets = start != at;
    size_t name = start;
    while (name > 0 && isNameCharacter(text[name - 1])) --name;
    if (name == start && !hadBrackets) return at == end ? end : at;
    StringRef before = text.take_front(name);
    if (before.ends_with("->"))
      at = name - 2;
    else if (before.ends_with("::"))
      at = name - 2;
    else if (before.ends_with(".") && !before.ends_with(".."))
      at = name - 1;
    else
      return name;
  }
}

static bool isKeyword(StringRef word) {
  static const llvm::StringSet<> words = {"return", "if",     "for",  "while", "sizeof", "switch",  "case", "else",
                                          "do",     "static", "auto", "const", "int",    "long",    "char", "new",
                                          "delete", "throw",  "void", "bool",  "struct", "unsigned"};
  return words.contains(word);
}

// The name that begins at `at`, with the indices behind it.
static size_t chainEnd(StringRef text, size_t at, bool withIndices) {
  size_t end = at;
  while (end < text.size() && isNameCharacter(text[end])) ++end;
  while (withIndices && end < text.size() && text[end] == '[') {
    size_t close = closing(text, end, '[', ']');
    if (close == StringRef::npos) return end;
    end = close;
  }
  return end;
}

static bool isOperatorThatWrites(StringRef rest) {
  static constexpr StringRef operators[] = {"<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
  if (llvm::any_of(operators, [&](StringRef o) { return rest.starts_with(o); })) return true;
  return rest.starts_with("=") && !rest.starts_with("==");
}

std::string expressionAt(StringRef line, unsigned column, bool isWrite) {
  if (column == 0 || column > line.size()) return "";
  size_t at = column - 1;
  StringRef rest = line.substr(at);
  size_t start = at, end = at;
  if (isOperatorThatWrites(rest)) {
    end = line.take_front(at).rtrim().size();
    start = chainStart(line, end);
    bool isPrefix = start == end && (rest.starts_with("++") || rest.starts_with("--"));
    if (isPrefix) return expressionAt(line, column + 2, isWrite);
    while (start > 0 && start < end && line[start - 1] == '*') --start;
  } else if (rest.starts_with("*")) {
    size_t name = at;
    while (name < line.size() && line[name] == '*') ++name;
    end = chainEnd(line, name, false);
    if (end == name) return "";
  } else if (isNameCharacter(rest[0]) && !llvm::isDigit(rest[0]) && (at == 0 || !isNameCharacter(line[at - 1]))) {
    end = chainEnd(line, at, true);
    // A call: what it reads or writes is elsewhere.
    if (line.substr(end).ltrim().starts_with("(")) return "";
    start = chainStart(line, chainEnd(line, at, false));
  }
  StringRef text = line.slice(start, end).trim();
  static constexpr size_t longest = 80;
  if (text.empty() || text.size() > longest || isKeyword(text)) return "";
  return text.str();
}

std::string firstArgumentAt(StringRef line, unsigned column) {
  if (column == 0 || column > line.size()) return "";
  size_t open = line.find('(', column - 1);
  if (open == StringRef::npos) return "";
  StringRef text = line.drop_front(open + 1);
  size_t end = text.find_first_of(",);");
  if (end == StringRef::npos || text[end] == ';') return "";
  text = text.take_front(end).trim();
  text.consume_front("&");
  bool isChain = !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') && chainStart(text, text.size()) == 0 &&
                 text.find_first_of("(+*") == StringRef::npos;
  return isChain && !isKeyword(text) ? text.str() : "";
}

} // namespace steward
