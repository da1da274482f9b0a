// docs/models.md tells the user what the loader accepts.
#include "models/loader.h"
#include "models/shapes.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

std::string documentation() {
  auto buffer = llvm::MemoryBuffer::getFile(STEWARD_SOURCE_DIR "/docs/models.md");
  EXPECT_TRUE(bool(buffer));
  return buffer ? (*buffer)->getBuffer().str() : "";
}

std::string column(const EffectKeys& keys) {
  std::string text = "|";
  for (const EffectKeyName& key : effectKeyNames())
    if (keys.has(key.key)) text += (llvm::Twine(text == "|" ? " `" : ", `") + key.name + "`").str();
  return text + " ";
}

TEST(Documentation, ListsEveryEffectWithItsKeys) {
  std::string text = documentation();
  for (const EffectShape& shape : effectShapes()) {
    std::string row = ("\n| `" + shape.name + "` ").str() + column(shape.required) + column(shape.oneOf) +
                      column(shape.optional) + "| ";
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

TEST(Documentation, ExamplesLoad) {
  std::string text = documentation();
  llvm::StringRef rest = text;
  unsigned examples = 0;
  while (true) {
    rest = rest.split("```toml\n").second;
    if (rest.empty()) break;
    auto [example, after] = rest.split("```");
    rest = after;
    if (!example.contains("[[")) continue; // of steward.toml
    ++examples;
    auto models = loadModels(example, "example");
    EXPECT_TRUE(bool(models)) << example.str() << llvm::toString(models.takeError());
  }
  EXPECT_EQ(examples, 8u);
}

} // namespace
} // namespace steward
