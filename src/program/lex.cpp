#include "program/lex.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace steward {

using llvm::StringRef;

static bool startsName(char c) { return llvm::isAlpha(c) || c == '_' || c == '.' || c == '$' || c == '/'; }
static bool continuesName(char c) { return startsName(c) || llvm::isDigit(c); }

// The length of the bare name at the head of `text`, 0 if there is none.
static size_t bareLength(StringRef text) {
  if (text.empty() || !startsName(text[0])) return 0;
  size_t n = 1;
  while (n < text.size()) {
    if (continuesName(text[n]))
      ++n;
    else if (text.substr(n).starts_with("::") && n + 2 < text.size() && continuesName(text[n + 2]))
      n += 3;
    else
      break;
  }
  return n;
}

bool isBareName(StringRef name) { return !name.empty() && bareLength(name) == name.size(); }

std::string describe(const Token& token) {
  std::string text;
  switch (token.kind) {
  case TokenKind::TypeNumber:
    return "#" + std::to_string(token.number);
  case TokenKind::Local:
    text = "%";
    break;
  case TokenKind::Symbol:
    text = "@";
    break;
  case TokenKind::Address:
    text = "&";
    break;
  default:
    break;
  }
  llvm::raw_string_ostream out(text);
  llvm::printEscapedString(token.text.substr(0, 80), out);
  if (token.number != Token::noNumber) out << (token.text.empty() ? "" : "#") << token.number;
  return text;
}

namespace {

class Lexer {
public:
  Lexer(StringRef text, llvm::StringSaver& saver) : rest_(text), saver_(saver) {}

  llvm::Expected<std::vector<Token>> run() {
    while (!rest_.empty())
      if (!next()) return llvm::createStringError(std::to_string(line_) + ": " + reason_);
    add(TokenKind::Newline, 0);
    add(TokenKind::End, 0);
    return std::move(tokens_);
  }

private:
  bool fail(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  Token& add(TokenKind kind, size_t length) {
    Token& token = tokens_.emplace_back();
    token.kind = kind;
    token.line = line_;
    token.text = rest_.take_front(length);
    rest_ = rest_.drop_front(length);
    return token;
  }

  bool next() {
    char c = rest_[0];
    switch (c) {
    case '\n':
      add(TokenKind::Newline, 1);
      ++line_;
      return true;
    case ' ':
    case '\t':
    case '\r':
      rest_ = rest_.drop_front();
      return true;
    case ';':
      rest_ = rest_.drop_while([](char d) { return d != '\n'; });
      return true;
    case ',':
      add(TokenKind::Comma, 1);
      return true;
    case ':':
      add(TokenKind::Colon, 1);
      return true;
    case '=':
      add(TokenKind::Equals, 1);
      return true;
    case '+':
      add(TokenKind::Plus, 1);
      return true;
    case '!':
      add(TokenKind::Position, 1);
      return true;
    case '(':
      add(TokenKind::OpenParen, 1);
      return true;
    case ')':
      add(TokenKind::CloseParen, 1);
      return true;
    case '{':
      add(TokenKind::OpenBrace, 1);
      return true;
    case '}':
      add(TokenKind::CloseBrace, 1);
      return true;
    case '%':
      return local();
    case '#': {
      Token& token = add(TokenKind::TypeNumber, 1);
      return number(token.number, "a number must follow '#'");
    }
    case '@':
      if (rest_.size() > 1 && llvm::isDigit(rest_[1])) {
        add(TokenKind::At, 1);
        return true;
      }
      return name(add(TokenKind::Symbol, 1), "a name must follow '@'");
    case '&':
      return name(add(TokenKind::Address, 1), "a name must follow '&'");
    default:
      break;
    }
    if (rest_.starts_with("->")) {
      add(TokenKind::Arrow, 2);
      return true;
    }
    if (llvm::isDigit(c) || c == '-') {
      size_t digits = rest_.drop_front().take_while(llvm::isDigit).size();
      if (c == '-' && digits == 0) return fail("stray '-'");
      add(TokenKind::Integer, 1 + digits);
      return true;
    }
    if (c == '"' || startsName(c)) return name(add(TokenKind::Word, 0), "");
    return fail(llvm::isPrint(c) ? "stray '" + std::string(1, c) + "'"
                                 : "stray byte 0x" + llvm::utohexstr(static_cast<unsigned char>(c), true, 2));
  }

  bool number(uint32_t& value, const char* otherwise) {
    StringRef digits = rest_.take_while(llvm::isDigit);
    if (digits.empty()) return fail(otherwise);
    // Only a key: it is never an amount of anything, but it must not be mistaken for noNumber.
    if (digits.getAsInteger(10, value) || value > INT32_MAX) return fail("number " + digits.str() + " is too large");
    rest_ = rest_.drop_front(digits.size());
    return true;
  }

  bool local() {
    Token& token = add(TokenKind::Local, 1);
    if (!rest_.empty() && llvm::isDigit(rest_[0])) {
      token.text = "";
      return number(token.number, "");
    }
    if (!name(token, "a name or a number must follow '%'")) return false;
    if (token.text.empty()) return fail("a local needs a name or a number");
    if (!rest_.consume_front("#")) return true;
    return number(token.number, "a number must follow '#'");
  }

  // Reads a bare or quoted name into `token`.
  bool name(Token& token, const char* otherwise) {
    if (size_t length = bareLength(rest_)) {
      token.text = rest_.take_front(length);
      rest_ = rest_.drop_front(length);
      return true;
    }
    if (!rest_.consume_front("\"")) return fail(otherwise);
    token.isQuoted = true;
    size_t plain = rest_.find_first_of("\"\\\n");
    if (plain != StringRef::npos && rest_[plain] == '"') {
      token.text = rest_.take_front(plain);
      rest_ = rest_.drop_front(plain + 1);
      return true;
    }
    return escapedName(token);
  }

  bool escapedName(Token& token) {
    std::string text;
    while (true) {
      size_t plain = rest_.find_first_of("\"\\\n");
      if (plain == StringRef::npos || rest_[plain] == '\n') return fail("the name has no closing quote on its line");
      text += rest_.take_front(plain);
      bool ends = rest_[plain] == '"';
      rest_ = rest_.drop_front(plain + 1);
      if (ends) break;
      if (rest_.size() >= 2 && llvm::isHexDigit(rest_[0]) && llvm::isHexDigit(rest_[1])) {
        text += static_cast<char>(llvm::hexDigitValue(rest_[0]) * 16 + llvm::hexDigitValue(rest_[1]));
        rest_ = rest_.drop_front(2);
      } else {
        return fail("'\\' in a name must be followed by two hexadecimal digits");
      }
    }
    token.text = saver_.save(text);
    return true;
  }

  StringRef rest_;
  llvm::StringSaver& saver_;
  std::vector<Token> tokens_;
  std::string reason_;
  uint32_t line_ = 1;
};

} // namespace

llvm::Expected<std::vector<Token>> lex(StringRef text, llvm::StringSaver& saver) { return Lexer(text, saver).run(); }

} // namespace steward
