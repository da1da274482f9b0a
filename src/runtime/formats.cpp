#include "runtime/formats.h"

namespace steward::runtime {

namespace {

bool isOneOf(char letter, const char* letters) {
  while (*letters && *letters != letter) ++letters;
  return *letters;
}

} // namespace

int FormatReader::number() {
  int value = 0;
  for (; isNumber(); ++at_)
    if (value < 100'000'000) value = value * 10 + (*at_ - '0');
  return value;
}

// "3$", as 2; else the argument that comes next.
int FormatReader::position() {
  const char* start = at_;
  if (isNumber()) {
    int value = number();
    if (*at_ == '$' && value > 0) {
      ++at_;
      return value - 1;
    }
    at_ = start;
  }
  return Conversion::none;
}

// A width or a precision: a number, or an argument.
void FormatReader::readSize(int& size, int& argument) {
  if (*at_ != '*') {
    size = isNumber() ? number() : size;
    return;
  }
  ++at_;
  argument = position();
  if (argument == Conversion::none) argument = next_++;
}

// H and q stand for hh and ll; 0 for none.
char FormatReader::modifier() {
  if (!isOneOf(*at_, "hlLjqtzZ")) return 0;
  char letter = *at_++;
  if ((letter != 'h' && letter != 'l') || *at_ != letter) return letter;
  ++at_;
  return letter == 'h' ? 'H' : 'q';
}

// What is between the brackets of %[…]; a bracket that comes first is one of the characters.
static const char* endOfSet(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at && *at != ']') ++at;
  return at;
}

static uint8_t bytesOf(char letter, char modifier) {
  if (isOneOf(letter, "cs[")) return modifier == 'l' ? 4 : 1;
  if (letter == 'p') return 8;
  if (isOneOf(letter, "aAeEfFgG")) return modifier == 'L' || modifier == 'q' ? 16 : modifier == 'l' ? 8 : 4;
  return modifier == 'H' ? 1 : modifier == 'h' ? 2 : modifier ? 8 : 4;
}

bool FormatReader::readLetter(Conversion& conversion, char modifier) {
  char letter = *at_;
  if (!letter) return false;
  ++at_;
  conversion.letter = letter;
  if (letter == '%' || (letter == 'm' && of_ == FormatOf::Output)) return true;
  if (letter == 'C' || letter == 'S') {
    conversion.letter = letter == 'C' ? 'c' : 's';
    modifier = 'l';
  } else if (letter == '[' && of_ == FormatOf::Input) {
    at_ = endOfSet(at_);
    if (!*at_++) return false;
  } else if (!isOneOf(letter, "diouxXbBaAeEfFgGcspn"))
    return false;
  conversion.bytes = bytesOf(conversion.letter, modifier);
  bool hasArgument = of_ == FormatOf::Output || conversion.isStored;
  if (!hasArgument)
    conversion.argument = Conversion::none;
  else if (conversion.argument == Conversion::none)
    conversion.argument = next_++;
  return true;
}

bool FormatReader::next(Conversion& conversion) {
  const char* start = at_;
  while (*at_ && *at_ != '%') ++at_;
  if (!*at_) return false;
  conversion = {};
  conversion.isAdjacent = at_ == start;
  conversion.width = conversion.precision = Conversion::none;
  conversion.widthArgument = conversion.precisionArgument = Conversion::none;
  conversion.isStored = true;
  ++at_;
  conversion.argument = position();
  if (of_ == FormatOf::Input) {
    for (; isOneOf(*at_, "*'I"); ++at_)
      if (*at_ == '*') conversion.isStored = false;
    if (isNumber()) conversion.width = number();
    if (*at_ == 'm') {
      conversion.isAllocated = true;
      ++at_;
    }
  } else {
    while (isOneOf(*at_, "-+ #0'I")) ++at_;
    readSize(conversion.width, conversion.widthArgument);
    if (*at_ == '.') {
      ++at_;
      conversion.precision = 0;
      readSize(conversion.precision, conversion.precisionArgument);
    }
  }
  return readLetter(conversion, modifier());
}

static ArgumentKind kindOf(const Conversion& conversion, FormatOf of) {
  if (of == FormatOf::Input || isOneOf(conversion.letter, "spn")) return ArgumentKind::Pointer;
  if (isOneOf(conversion.letter, "aAeEfFgG"))
    return conversion.bytes == 16 ? ArgumentKind::LongDouble : ArgumentKind::Double;
  return conversion.bytes == 8 ? ArgumentKind::Long : ArgumentKind::Int;
}

unsigned argumentsOf(const char* format, FormatOf of, ArgumentKind (&kinds)[formatArguments]) {
  for (ArgumentKind& kind : kinds) kind = ArgumentKind::None;
  unsigned count = 0;
  bool fits = true;
  auto add = [&](int argument, ArgumentKind kind) {
    if (argument == Conversion::none) return;
    if (unsigned(argument) >= formatArguments) {
      fits = false;
      return;
    }
    kinds[argument] = kind;
    if (unsigned(argument) >= count) count = unsigned(argument) + 1;
  };
  FormatReader reader(format, of);
  for (Conversion conversion; reader.next(conversion);) {
    add(conversion.widthArgument, ArgumentKind::Int);
    add(conversion.precisionArgument, ArgumentKind::Int);
    add(conversion.argument, kindOf(conversion, of));
  }
  for (unsigned i = 0; i < count; ++i) fits &= kinds[i] != ArgumentKind::None;
  return fits ? count : 0;
}

} // namespace steward::runtime
