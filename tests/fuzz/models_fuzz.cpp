// Any text is either a set of models that can be looked up, or one line "FILE:LINE: reason".
#include "models/loader.h"
#include "models/models.h"
#include "models/shapes.h"

#include <cstdlib>

using namespace steward;

static void check(bool holds) {
  if (!holds) std::abort();
}

static void checkError(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  llvm::StringRef rest = message;
  unsigned line = 0;
  check(rest.consume_front("fuzz.toml:"));
  check(!rest.consumeInteger(10, line) && line > 0);
  check(rest.consume_front(": ") && !rest.empty());
  check(!rest.contains('\n'));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  auto loaded = loadModels(text, "fuzz.toml");
  if (!loaded) {
    checkError(loaded.takeError());
    return 0;
  }
  Models models;
  check(!models.addText(text, "fuzz.toml"));
  check(models.size() == loaded->calls.size());
  for (const LoadedOrigin& entry : loaded->origins)
    check(entry.isPattern || models.findOrigin(entry.origin.name, entry.origin.name));
  for (const LoadedModel& entry : loaded->calls) {
    check(!entry.model.effects.empty());
    const CallModel* found = models.find(entry.model.name, entry.model.name);
    if (!entry.isPattern) check(found && found->name == entry.model.name);
    for (const Effect& effect : entry.model.effects) check(effect.object.index < 31 && !nameOf(effect.kind).empty());
  }
  return 0;
}
