// The words of a program's textual form (docs/program-text.md).
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace steward {

enum class TokenKind : uint8_t {
  End,
  Newline,    // also stands before End, so that every line ends with one
  Word,       // total, "quoted name", std::mutex
  Integer,    // 12, -4
  Local,      // %n, %n#3, %3
  Symbol,     // @main
  Address,    // &total
  TypeNumber, // #3
  Position,   // !
  Comma,
  Colon,
  Equals,
  Plus,
  At, // @ before a number: the offset of a field
  Arrow,
  OpenParen,
  CloseParen,
  OpenBrace,
  CloseBrace,
};

struct Token {
  static constexpr uint32_t noNumber = ~uint32_t{0};

  TokenKind kind = TokenKind::End;
  bool isQuoted = false; // a quoted word is a name, never a keyword
  uint32_t line = 0;
  uint32_t number = noNumber; // Local: what tells locals of equal name apart; TypeNumber
  llvm::StringRef text;       // Word, Local, Symbol, Address: the name; otherwise as written
};

// A name that needs no quotes: letters, digits and _ . $ / and :: between them, not starting with a digit.
bool isBareName(llvm::StringRef name);

// The token as a message shows it.
std::string describe(const Token& token);

// Splits `text` into tokens. `saver` keeps names that had escapes. An error reads "LINE: reason".
llvm::Expected<std::vector<Token>> lex(llvm::StringRef text, llvm::StringSaver& saver);

} // namespace steward
