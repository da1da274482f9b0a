// What the format of printf() or scanf() says of the arguments behind it. No name of the C library: see formats_test.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

enum class FormatOf : uint8_t { Output, Input };

// How an argument is passed.
enum class ArgumentKind : uint8_t { None, Int, Long, Double, LongDouble, Pointer };

// One conversion, such as %-*.3ld. Arguments are numbered from 0.
struct Conversion {
  static constexpr int none = -1;

  char letter;      // d, s, …; C and S are c and s of wide characters
  uint8_t bytes;    // of a number (of scanf's, if it is a floating one), or of a character
  bool isStored;    // scanf: not suppressed by *
  bool isAllocated; // scanf: the argument is where the address of new memory goes
  bool isAdjacent;  // nothing but the end of another conversion is before it
  int argument;     // none: it has none
  int width, widthArgument;
  int precision, precisionArgument;
};

// The conversions of a format, one after the other. It ends at one that it does not know.
class FormatReader {
public:
  FormatReader(const char* format, FormatOf of) : at_(format), of_(of) {}
  bool next(Conversion& conversion);

private:
  bool isNumber() const { return *at_ >= '0' && *at_ <= '9'; }
  int number();
  int position();
  void readSize(int& size, int& argument);
  char modifier();
  bool readLetter(Conversion& conversion, char modifier);

  const char* at_;
  FormatOf of_;
  int next_ = 0; // the argument that comes next, unless it is numbered
};

// How each argument is passed, up to the last that a conversion names. Returns how many; 0 when there are too many, or
// one of them has no conversion, so that those behind it cannot be found.
inline constexpr unsigned formatArguments = 32;
unsigned argumentsOf(const char* format, FormatOf of, ArgumentKind (&kinds)[formatArguments]);

} // namespace steward::runtime
