// From TOML text to call models. Every mistake is reported with its line: toml++ keeps the position of every key and
// value, and the checks follow the table of shapes.h.
#include "models/loader.h"

#include "models/shapes.h"
#include "models/tomlplusplus.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace steward {
namespace {

// toml++ bounds the nesting of values but not of dotted keys, and frees its tree recursively. No model needs a dotted
// key; a line with this many dots can only be meant to exhaust the stack.
constexpr size_t maxDotsInLine = 256;

constexpr int64_t maxArgument = 31;

class Loader {
public:
  explicit Loader(llvm::StringRef fileName) : fileName_(fileName) {}
  llvm::Expected<LoadedModels> load(llvm::StringRef text);

private:
  // The readers below return false after an error, which is then in error_.
  bool readCall(const toml::table& call);
  bool readOrigin(const toml::table& origin);
  bool readInternal(const toml::table& internal);
  bool readOwner(const toml::table& owner);
  struct Name {
    std::string text;
    bool isPattern;
  };
  using Lines = llvm::StringMap<size_t>; // of the names and patterns seen so far
  bool readNames(const toml::table& entry, llvm::StringRef what, Lines& lines, std::vector<Name>& into);
  bool readName(const toml::node& value, bool isPattern, llvm::StringRef what, Lines& lines, std::vector<Name>& into);
  bool readEffects(const toml::table& call, llvm::SmallVectorImpl<Effect>& into);
  bool readEffect(const toml::table& table, bool inCall, Effect& effect);
  bool readValue(EffectKey key, const toml::node& value, Effect& effect);
  bool checkShape(const EffectShape& shape, const toml::table& table);
  bool readPart(EffectKey key, const toml::node& value, CallPart& part);
  bool readArguments(const toml::node& value, Effect& effect);
  bool readFlag(EffectKey key, const toml::node& value, bool& flag);
  template <typename T>
  bool readChoice(llvm::StringRef key, const toml::node& value, T& into,
                  std::initializer_list<std::pair<llvm::StringRef, T>> options);

  bool fail(size_t line, const llvm::Twine& reason);
  bool fail(const toml::node& at, const llvm::Twine& reason) { return fail(at.source().begin.line, reason); }
  bool fail(const toml::key& at, const llvm::Twine& reason) { return fail(at.source().begin.line, reason); }

  llvm::StringRef fileName_;
  std::string error_;
  LoadedModels models_;
  Lines calls_, origins_, internals_, owners_;
};

// ", did you mean 'X'?" for the candidate that is nearest, or nothing when none is near.
std::string suggestion(llvm::StringRef wrong, llvm::ArrayRef<llvm::StringRef> candidates) {
  unsigned best = (wrong.size() + 2) / 3 + 1;
  llvm::StringRef nearest;
  for (llvm::StringRef candidate : candidates) {
    unsigned distance = wrong.edit_distance(candidate, /*AllowReplacements=*/true, /*MaxEditDistance=*/best);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest.empty() ? "" : (", did you mean '" + nearest + "'?").str();
}

// Text from the file for use in a message, which must stay one readable line.
std::string quoted(llvm::StringRef text) {
  constexpr size_t maxLength = 60;
  std::string escaped = "'";
  for (char c : text.take_front(maxLength)) escaped += llvm::isPrint(c) ? c : '?';
  return escaped + (text.size() > maxLength ? "…'" : "'");
}

llvm::StringRef textOf(const toml::key& key) { return llvm::StringRef(key.data(), key.length()); }

bool Loader::fail(size_t line, const llvm::Twine& reason) {
  error_ = (fileName_ + ":" + llvm::Twine(line) + ": " + reason).str();
  return false;
}

llvm::Expected<LoadedModels> Loader::load(llvm::StringRef text) {
  auto error = [&] { return llvm::createStringError(llvm::inconvertibleErrorCode(), llvm::Twine(error_)); };

  size_t lineNumber = 0;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    ++lineNumber;
    if (line.count('.') <= maxDotsInLine) continue;
    fail(lineNumber, "more than " + llvm::Twine(maxDotsInLine) + " dots in one line");
    return error();
  }

  toml::parse_result parsed = toml::parse(std::string_view(text.data(), text.size()));
  if (!parsed) {
    std::string reason(parsed.error().description());
    if (!reason.empty()) reason[0] = llvm::toLower(reason[0]);
    for (char& c : reason)
      if (c == '\n' || c == '\r') c = ' ';
    fail(parsed.error().source().begin.line, reason);
    return error();
  }

  for (auto&& [key, value] : parsed.table()) {
    bool (Loader::*read)(const toml::table&) = nullptr;
    if (textOf(key) == "call") read = &Loader::readCall;
    if (textOf(key) == "origin") read = &Loader::readOrigin;
    if (textOf(key) == "internal") read = &Loader::readInternal;
    if (textOf(key) == "owner") read = &Loader::readOwner;
    if (!read) {
      fail(key,
           "unknown key " + quoted(textOf(key)) + suggestion(textOf(key), {"call", "origin", "internal", "owner"}));
      return error();
    }
    const toml::array* entries = value.as_array();
    if (!entries || !entries->is_homogeneous(toml::node_type::table)) {
      fail(value, "'" + textOf(key) + "' must be written as [[" + textOf(key) + "]]");
      return error();
    }
    for (const toml::node& entry : *entries)
      if (!(this->*read)(*entry.as_table())) return error();
  }
  return std::move(models_);
}

// A [[call]]: its names or patterns, and its effects, either as a list or, for a single effect, in the entry itself.
bool Loader::readCall(const toml::table& call) {
  for (auto&& [key, value] : call) {
    llvm::StringRef name = textOf(key);
    if (llvm::is_contained({"name", "names", "pattern", "patterns", "effect", "effects", "body"}, name)) continue;
    if (findEffectKey(name)) {
      if (call.contains("effect")) continue; // readEffect looks at it
      return fail(key, "'" + name + "' belongs to an effect, and this call has no 'effect'");
    }
    llvm::SmallVector<llvm::StringRef> known = {"name", "names", "pattern", "patterns", "effect", "effects", "body"};
    for (const EffectKeyName& k : effectKeyNames()) known.push_back(k.name);
    return fail(key, "unknown key " + quoted(name) + suggestion(name, known));
  }

  std::vector<Name> names;
  llvm::SmallVector<Effect, 2> effects;
  if (!readNames(call, "call", calls_, names) || !readEffects(call, effects)) return false;
  const toml::node* bodyRule = call.get("body");
  BodyRule body = BodyRule::Wins;
  if (bodyRule &&
      !readChoice<BodyRule>("body", *bodyRule, body,
                            {{"wins", BodyRule::Wins}, {"replaced", BodyRule::Replaced}, {"kept", BodyRule::Kept}}))
    return false;
  for (const Name& name : names) {
    LoadedModel& entry = models_.calls.emplace_back();
    entry.model.body = body;
    entry.saysBody = bodyRule != nullptr;
    entry.model.name = name.text;
    entry.model.effects = effects;
    entry.isPattern = name.isPattern;
  }
  return true;
}

// An [[origin]]: its names or patterns, what it is, and whether it runs beside itself.
bool Loader::readOrigin(const toml::table& table) {
  OriginDeclaration origin;
  for (auto&& [key, value] : table) {
    llvm::StringRef name = textOf(key);
    if (llvm::is_contained({"name", "names", "pattern", "patterns"}, name)) continue;
    if (name == "kind") {
      if (!readChoice<OriginKind>(
              name, value, origin.kind,
              {{"thread", OriginKind::Thread}, {"signal", OriginKind::Signal}, {"timer", OriginKind::Timer}}))
        return false;
    } else if (name == "runs") {
      if (!readChoice<bool>(name, value, origin.once, {{"once", true}, {"many", false}})) return false;
    } else {
      return fail(key, "unknown key " + quoted(name) +
                           suggestion(name, {"name", "names", "pattern", "patterns", "kind", "runs"}));
    }
  }
  std::vector<Name> names;
  if (!readNames(table, "origin", origins_, names)) return false;
  for (const Name& name : names) {
    origin.name = name.text;
    models_.origins.push_back({origin, name.isPattern});
  }
  return true;
}

// An [[internal]]: patterns of functions and types, and exceptions from them.
bool Loader::readInternal(const toml::table& table) {
  for (auto&& [key, value] : table)
    if (!llvm::is_contained({"name", "names", "pattern", "patterns", "except"}, textOf(key)))
      return fail(key, "unknown key " + quoted(textOf(key)) +
                           suggestion(textOf(key), {"name", "names", "pattern", "patterns", "except"}));
  std::vector<Name> names, exceptions;
  if (!readNames(table, "internal", internals_, names)) return false;
  if (const toml::node* value = table.get("except")) {
    const toml::array* list = value->as_array();
    if (!list || list->empty()) return fail(*value, "'except' must be a list of strings that is not empty");
    for (const toml::node& element : *list)
      if (!readName(element, true, "internal", internals_, exceptions)) return false;
  }
  for (Name& name : names) models_.internals.push_back({std::move(name.text), false});
  for (Name& name : exceptions) models_.internals.push_back({std::move(name.text), true});
  return true;
}

// An [[owner]]: patterns of the functions of owning classes, and of those that lead from part to part inside.
bool Loader::readOwner(const toml::table& table) {
  for (auto&& [key, value] : table)
    if (!llvm::is_contained({"name", "names", "pattern", "patterns", "inside"}, textOf(key)))
      return fail(key, "unknown key " + quoted(textOf(key)) +
                           suggestion(textOf(key), {"name", "names", "pattern", "patterns", "inside"}));
  std::vector<Name> names, inside;
  if (!readNames(table, "owner", owners_, names)) return false;
  if (const toml::node* value = table.get("inside")) {
    const toml::array* list = value->as_array();
    if (!list || list->empty()) return fail(*value, "'inside' must be a list of strings that is not empty");
    for (const toml::node& element : *list)
      if (!readName(element, true, "owner", owners_, inside)) return false;
  }
  for (Name& name : names) models_.owners.push_back({std::move(name.text), OwnerRule::Owner});
  for (Name& name : inside) models_.owners.push_back({std::move(name.text), OwnerRule::Inside});
  return true;
}

bool Loader::readNames(const toml::table& call, llvm::StringRef what, Lines& lines, std::vector<Name>& into) {
  for (auto [single, several, isPattern] : {std::tuple("name", "names", false), {"pattern", "patterns", true}}) {
    if (const toml::node* value = call.get(single))
      if (!readName(*value, isPattern, what, lines, into)) return false;
    if (const toml::node* value = call.get(several)) {
      const toml::array* list = value->as_array();
      if (!list || list->empty())
        return fail(*value, llvm::Twine("'") + several + "' must be a list of strings that is not empty");
      for (const toml::node& element : *list)
        if (!readName(element, isPattern, what, lines, into)) return false;
    }
  }
  if (into.empty()) return fail(call, (what == "call" ? "a " : "an ") + what + " needs a 'name' or a 'pattern'");
  return true;
}

bool Loader::readName(const toml::node& value, bool isPattern, llvm::StringRef what, Lines& lines,
                      std::vector<Name>& into) {
  const toml::value<std::string>* string = value.as_string();
  if (!string || string->get().empty())
    return fail(value, llvm::Twine(isPattern ? "a pattern" : "a name") + " must be a string that is not empty");

  const std::string& name = string->get();
  if (isPattern) {
    auto glob = llvm::GlobPattern::create(name);
    if (!glob) return fail(value, "bad pattern " + quoted(name) + ": " + llvm::toString(glob.takeError()));
  }
  auto [earlier, isNew] = lines.try_emplace(name, value.source().begin.line);
  if (!isNew)
    return fail(value, quoted(name) + (what == "call" ? " already has a model" : " is already declared") + " in line " +
                           llvm::Twine(earlier->second));
  into.push_back({name, isPattern});
  return true;
}

bool Loader::readEffects(const toml::table& call, llvm::SmallVectorImpl<Effect>& into) {
  const toml::node* list = call.get("effects");
  if (call.contains("effect")) {
    if (list) return fail(*list, "a call has either 'effect' or 'effects'");
    return readEffect(call, /*inCall=*/true, into.emplace_back());
  }
  if (!list) return fail(call, "a call needs an 'effect' or 'effects'");
  if (!list->is_array()) return fail(*list, "'effects' must be a list");
  if (list->as_array()->empty())
    return fail(*list, "'effects' must not be empty; 'none' says that a call has no effect");
  for (const toml::node& element : *list->as_array()) {
    const toml::table* table = element.as_table();
    if (!table) return fail(element, "an element of 'effects' must look like { effect = \"…\", … }");
    if (!readEffect(*table, /*inCall=*/false, into.emplace_back())) return false;
  }
  return true;
}

bool Loader::readEffect(const toml::table& table, bool inCall, Effect& effect) {
  const toml::node* name = table.get("effect");
  if (!name) return fail(table, "an effect needs its name, 'effect'");
  const toml::value<std::string>* string = name->as_string();
  if (!string) return fail(*name, "'effect' must be a string");
  const EffectShape* shape = findEffectShape(string->get());
  if (!shape) {
    llvm::SmallVector<llvm::StringRef> known;
    for (const EffectShape& s : effectShapes()) known.push_back(s.name);
    return fail(*name, "unknown effect " + quoted(string->get()) + suggestion(string->get(), known));
  }

  effect.kind = shape->kind;
  for (auto&& [key, value] : table) {
    llvm::StringRef keyName = textOf(key);
    std::optional<EffectKey> known = findEffectKey(keyName);
    if (!known) {
      if (keyName == "effect" || inCall) continue; // readCall has looked at the keys of a call
      llvm::SmallVector<llvm::StringRef> candidates = {"effect"};
      for (const EffectKeyName& k : effectKeyNames()) candidates.push_back(k.name);
      return fail(key, "unknown key " + quoted(keyName) + suggestion(keyName, candidates));
    }
    if (!shape->required.has(*known) && !shape->oneOf.has(*known) && !shape->optional.has(*known))
      return fail(key, "the effect '" + shape->name + "' has no '" + keyName + "'");
    if (!readValue(*known, value, effect)) return false;
  }
  return checkShape(*shape, table);
}

bool Loader::checkShape(const EffectShape& shape, const toml::table& table) {
  std::string alternatives;
  unsigned given = 0;
  for (const EffectKeyName& key : effectKeyNames()) {
    bool present = table.contains(std::string_view(key.name));
    if (shape.required.has(key.key) && !present)
      return fail(*table.get("effect"), "the effect '" + shape.name + "' needs '" + key.name + "'");
    if (!shape.oneOf.has(key.key)) continue;
    alternatives += (llvm::Twine(alternatives.empty() ? "'" : " or '") + key.name + "'").str();
    given += present;
  }
  if (!shape.oneOf.empty() && given == 0)
    return fail(*table.get("effect"), "the effect '" + shape.name + "' needs " + alternatives);
  if (given > 1) return fail(*table.get("effect"), "the effect '" + shape.name + "' has either " + alternatives);
  if (shape.kind == EffectKind::Register && !table.contains("object") && !table.contains("loop") &&
      !table.contains("global"))
    return fail(*table.get("effect"), "the effect 'register' needs 'object', 'loop' or 'global'");
  if (shape.kind == EffectKind::Dispatch && !table.contains("loop") && !table.contains("global"))
    return fail(*table.get("effect"), "the effect 'dispatch' needs 'loop' or 'global'");
  if (table.contains("count") && !table.contains("size"))
    return fail(*table.get("count"), "'count' multiplies 'size', which is missing");
  if (table.contains("bytes") && table.contains("size"))
    return fail(*table.get("bytes"), "an effect has either 'size' or 'bytes'");
  return true;
}

bool Loader::readValue(EffectKey key, const toml::node& value, Effect& effect) {
  switch (key) {
  case EffectKey::Object:
    return readPart(key, value, effect.object);
  case EffectKey::Entry:
    return readPart(key, value, effect.entry);
  case EffectKey::Handle:
    return readPart(key, value, effect.handle);
  case EffectKey::Lock:
    return readPart(key, value, effect.lock);
  case EffectKey::To:
    return readPart(key, value, effect.to);
  case EffectKey::From:
    return readPart(key, value, effect.from);
  case EffectKey::Size:
    return readPart(key, value, effect.size);
  case EffectKey::Count:
    return readPart(key, value, effect.count);
  case EffectKey::Loop:
    return readPart(key, value, effect.loop);
  case EffectKey::Signal:
    return readPart(key, value, effect.signal);
  case EffectKey::Order:
    return readPart(key, value, effect.order);
  case EffectKey::Arguments:
    return readArguments(value, effect);
  case EffectKey::Team:
    return readFlag(key, value, effect.team);
  case EffectKey::Many:
    return readFlag(key, value, effect.many);
  case EffectKey::Only: {
    if (!value.is_string() || value.as_string()->get().empty())
      return fail(value, "'only' must be a string that is not empty");
    effect.only = value.as_string()->get();
    auto glob = llvm::GlobPattern::create(effect.only);
    return glob || fail(value, "bad pattern " + quoted(effect.only) + ": " + llvm::toString(glob.takeError()));
  }
  case EffectKey::Never:
    return readFlag(key, value, effect.never);
  case EffectKey::Abrupt:
    return readFlag(key, value, effect.abrupt);
  case EffectKey::OrEmpty:
    return readFlag(key, value, effect.orEmpty);
  case EffectKey::After:
    return readFlag(key, value, effect.after);
  case EffectKey::Zeroed:
    return readFlag(key, value, effect.zeroed);
  case EffectKey::Inside:
    return readFlag(key, value, effect.inside);
  case EffectKey::Anywhere:
    return readFlag(key, value, effect.anywhere);
  case EffectKey::Value:
    return readFlag(key, value, effect.value);
  case EffectKey::Recursive:
    return readFlag(key, value, effect.recursive);
  case EffectKey::PerThread:
    return readFlag(key, value, effect.perThread);
  case EffectKey::Mode:
    return readChoice<LockMode>(nameOf(key), value, effect.mode,
                                {{"exclusive", LockMode::Exclusive}, {"shared", LockMode::Shared}});
  case EffectKey::When:
    return readChoice<When>(nameOf(key), value, effect.when,
                            {{"zero", When::Zero},
                             {"non-zero", When::NonZero},
                             {"positive", When::Positive},
                             {"not-negative", When::NotNegative},
                             {"negative", When::Negative}});
  case EffectKey::Origin:
    return readChoice<OriginKind>(nameOf(key), value, effect.origin,
                                  {{"thread", OriginKind::Thread},
                                   {"signal", OriginKind::Signal},
                                   {"timer", OriginKind::Timer},
                                   {"team", OriginKind::Team},
                                   {"task", OriginKind::Task},
                                   {"declared", OriginKind::Declared}});
  case EffectKey::Bytes: {
    const toml::value<int64_t>* integer = value.as_integer();
    if (!integer || integer->get() < 1 || integer->get() > UINT32_MAX)
      return fail(value, "'bytes' must be a positive integer below 2^32");
    effect.bytes = static_cast<uint32_t>(integer->get());
    return true;
  }
  case EffectKey::Slot: {
    const toml::value<int64_t>* integer = value.as_integer();
    if (!integer || integer->get() < 0 || integer->get() > UINT8_MAX)
      return fail(value, "'slot' must be a number from 0 to 255");
    effect.slot = static_cast<uint8_t>(integer->get());
    return true;
  }
  case EffectKey::Global:
    if (!value.is_string() || value.as_string()->get().empty())
      return fail(value, "'global' must be a string that is not empty");
    effect.global = value.as_string()->get();
    return true;
  }
  llvm_unreachable("every key is handled above");
}

// A part is an argument's number, "result", or "N.."; or "N+K", K bytes behind where argument N points; or "*N", "*N+K"
// and "*result", the pointers stored there.
bool Loader::readPart(EffectKey key, const toml::node& value, CallPart& part) {
  int64_t number = 0;
  if (const toml::value<int64_t>* integer = value.as_integer()) {
    part.kind = CallPart::Argument;
    number = integer->get();
  } else {
    llvm::StringRef text = value.is_string() ? llvm::StringRef(value.as_string()->get()) : "";
    if (text == "result" || text == "*result") {
      if (key == EffectKey::Entry || key == EffectKey::Lock)
        return fail(value, "'" + nameOf(key) + "' cannot be the result, which is not known before the call ends");
      part.kind = CallPart::Result;
      part.indirect = text == "*result";
      return true;
    }
    llvm::StringRef digits = text;
    part.indirect = digits.consume_front("*");
    part.kind = !part.indirect && digits.consume_back("..") ? CallPart::ArgumentsFrom : CallPart::Argument;
    bool isOffset = part.kind == CallPart::Argument && digits.contains('+');
    llvm::StringRef offset;
    if (isOffset) std::tie(digits, offset) = digits.split('+');
    if (digits == text || digits.getAsInteger(10, number) || (isOffset && offset.getAsInteger(10, part.offset)))
      return fail(value,
                  "'" + nameOf(key) +
                      "' must be an argument's number, \"N..\", \"N+BYTES\", \"*N\", \"*N+BYTES\", or \"result\"" +
                      (value.is_string() ? ", not " + quoted(text) : ""));
    if (part.kind == CallPart::ArgumentsFrom && key != EffectKey::Object && key != EffectKey::Arguments)
      return fail(value, "'" + nameOf(key) + "' must be one argument, not " + quoted(text));
  }
  if (number < 1 || number > maxArgument)
    return fail(value, "arguments are counted from 1 to " + llvm::Twine(maxArgument) + ", not " + llvm::Twine(number));
  part.index = static_cast<uint8_t>(number - 1);
  return true;
}

// What a handler is called with may also be a "value" or "memory" of the library's own.
bool Loader::readArguments(const toml::node& value, Effect& effect) {
  const toml::array* list = value.as_array();
  if (!list) return fail(value, "'arguments' must be a list");
  for (const toml::node& element : *list) {
    CallPart& part = effect.arguments.emplace_back();
    llvm::StringRef text = element.is_string() ? llvm::StringRef(element.as_string()->get()) : "";
    if (text == "value" || text == "memory")
      part.kind = text == "value" ? CallPart::Value : CallPart::Memory;
    else if (!readPart(EffectKey::Arguments, element, part))
      return false;
    if (part.kind == CallPart::Result && !part.indirect && effect.kind != EffectKind::Register)
      return fail(element, "'arguments' cannot be the result, which is not known before the call ends");
  }
  return true;
}

template <typename T>
bool Loader::readChoice(llvm::StringRef key, const toml::node& value, T& into,
                        std::initializer_list<std::pair<llvm::StringRef, T>> options) {
  std::string expected;
  for (const auto& [name, meaning] : options) {
    if (value.is_string() && name == llvm::StringRef(value.as_string()->get())) {
      into = meaning;
      return true;
    }
    expected += ((expected.empty() ? "\"" : ", \"") + name + "\"").str();
  }
  return fail(value, "'" + key + "' must be one of " + expected);
}

bool Loader::readFlag(EffectKey key, const toml::node& value, bool& flag) {
  const toml::value<bool>* boolean = value.as_boolean();
  if (!boolean) return fail(value, "'" + nameOf(key) + "' must be true or false");
  flag = boolean->get();
  return true;
}

} // namespace

llvm::Expected<LoadedModels> loadModels(llvm::StringRef text, llvm::StringRef fileName) {
  return Loader(fileName).load(text);
}

} // namespace steward
