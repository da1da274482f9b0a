#include "runtime/options.h"

#include "runtime/abi.h"
#include "runtime/memory.h"
#include "runtime/system.h"

namespace steward::runtime {

Options options;

namespace {

bool same(const char* name, const char* text, size_t length) {
  for (size_t i = 0; i < length; ++i)
    if (name[i] != text[i]) return false; // a shorter name ends with a 0 that differs
  return name[length] == 0;
}

const char* copyText(const char* text, size_t length) {
  char* copy = static_cast<char*>(allocate(length + 1));
  for (size_t i = 0; i < length; ++i) copy[i] = text[i];
  return copy;
}

bool read(const char* text, size_t length, const char** value) {
  *value = length ? copyText(text, length) : nullptr;
  return true;
}

bool read(const char* text, size_t length, uint32_t* value) {
  uint64_t number = 0;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    number = number * 10 + uint64_t(text[i] - '0');
    if (number > UINT32_MAX) return false;
  }
  *value = uint32_t(number);
  return length != 0;
}

bool read(const char* text, size_t length, bool* value) {
  static const char* const words[] = {"0", "1", "false", "true", "no", "yes", "off", "on"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; ++i) {
    if (!same(words[i], text, length)) continue;
    *value = i % 2;
    return true;
  }
  return false;
}

void readOne(const char* text, size_t length) {
  size_t name = 0;
  while (name < length && text[name] != '=') ++name;
  const char* value = text + name + 1;
  size_t valueLength = name < length ? length - name - 1 : 0;
#define STEWARD_OPTION(type, option, standard, sentence)                                                               \
  if (same(#option, text, name)) {                                                                                     \
    if (!read(value, valueLength, &options.option))                                                                    \
      say("STEWARD_OPTIONS: ", copyText(text, name), " cannot be '", copyText(value, valueLength), "'");               \
    return;                                                                                                            \
  }
  STEWARD_OPTIONS_TABLE(STEWARD_OPTION)
#undef STEWARD_OPTION
  say("STEWARD_OPTIONS: there is no option '", copyText(text, name), "'");
}

} // namespace

void readOptions(const char* text) {
#define STEWARD_OPTION(type, option, standard, sentence) options.option = standard;
  STEWARD_OPTIONS_TABLE(STEWARD_OPTION)
#undef STEWARD_OPTION
  while (text && *text) {
    size_t length = 0;
    while (text[length] && text[length] != ':') ++length;
    if (length) readOne(text, length);
    text += length;
    if (*text) ++text;
  }
  auto fit = [](uint32_t& value, uint32_t least, uint32_t most) {
    value = value < least ? least : value > most ? most : value;
  };
  fit(options.slots, 8, slotLimit);
  fit(options.spans, 4, clockLimit);
}

} // namespace steward::runtime
