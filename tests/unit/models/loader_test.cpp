// What a model file may say, and that every mistake is an error with its line.
#include "models/loader.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

std::string errorOf(llvm::StringRef text) {
  auto models = loadModels(text, "my.toml");
  return models ? "no error" : llvm::toString(models.takeError());
}

Effect firstEffect(llvm::StringRef text) {
  auto models = loadModels(text, "my.toml");
  if (models && !models->calls.empty()) return models->calls.front().model.effects.front();
  ADD_FAILURE() << (models ? "no models" : llvm::toString(models.takeError()));
  return {};
}

TEST(Loader, AnEmptyFileIsAnEmptySet) {
  auto models = loadModels("# nothing\n", "my.toml");
  ASSERT_TRUE(bool(models));
  EXPECT_TRUE(models->calls.empty());
  EXPECT_TRUE(models->origins.empty());
}

TEST(Loader, ShortAndLongFormMeanTheSame) {
  for (llvm::StringRef text : {
           "[[call]]\nname = 'start'\neffect = 'fork'\nentry = 3\narguments = [4, '6..']\nhandle = 1\n",
           "[[call]]\nname = 'start'\neffects = [{effect = 'fork', entry = 3, arguments = [4, '6..'], handle = 1}]\n",
       }) {
    Effect fork = firstEffect(text);
    EXPECT_EQ(fork.kind, EffectKind::Fork);
    EXPECT_EQ(fork.entry, (CallPart{CallPart::Argument, 2}));
    EXPECT_EQ(fork.handle, (CallPart{CallPart::Argument, 0}));
    ASSERT_EQ(fork.arguments.size(), 2u);
    EXPECT_EQ(fork.arguments[0], (CallPart{CallPart::Argument, 3}));
    EXPECT_EQ(fork.arguments[1], (CallPart{CallPart::ArgumentsFrom, 5}));
    EXPECT_FALSE(fork.object);
  }
}

TEST(Loader, ReadsEveryKindOfValue) {
  Effect acquire = firstEffect("[[call]]\nname = 'f'\neffect = 'acquire'\nglobal = 'big'\nmode = 'shared'\nwhen = "
                               "'not-negative'\nrecursive = true");
  EXPECT_EQ(acquire.global, "big");
  EXPECT_EQ(acquire.mode, LockMode::Shared);
  EXPECT_EQ(acquire.when, When::NotNegative);
  EXPECT_TRUE(acquire.recursive);
  EXPECT_FALSE(acquire.object);

  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'write'\nobject = 'result'\nbytes = 16").bytes, 16u);
  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'write'\nobject = 'result'").object.kind, CallPart::Result);
  EXPECT_TRUE(firstEffect("[[call]]\nname = 'f'\neffect = 'return-static'\nper-thread = true").perThread);
  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'free'\nobject = 31").object.index, 30);
  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'free'\nobject = '*2'").object,
            (CallPart{CallPart::Argument, 1, /*indirect=*/true}));
  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'fork'\nentry = 1\nslot = 0").slot, 0);
  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'fork'\nentry = '*2+16'").entry,
            (CallPart{CallPart::Argument, 1, /*indirect=*/true, 16}));
  EXPECT_EQ(firstEffect("[[call]]\nname = 'f'\neffect = 'store'\nto = '2+8'\nfrom = 1").to,
            (CallPart{CallPart::Argument, 1, /*indirect=*/false, 8}));
  Effect timer = firstEffect("[[call]]\nname = 'f'\neffect = 'fork'\nentry = 1\norigin = 'timer'\nmany = true");
  EXPECT_EQ(timer.origin, OriginKind::Timer);
  EXPECT_TRUE(timer.many);
}

TEST(Loader, HandlersAreGivenThingsOfTheLibrary) {
  Effect handler = firstEffect("[[call]]\nname = 'f'\neffect = 'register'\nentry = 1\nloop = 2\nafter = true\n"
                               "arguments = ['result', 'value', 'memory', '*result', 3]");
  EXPECT_EQ(handler.kind, EffectKind::Register);
  EXPECT_EQ(handler.loop, (CallPart{CallPart::Argument, 1}));
  EXPECT_TRUE(handler.after);
  ASSERT_EQ(handler.arguments.size(), 5u);
  EXPECT_EQ(handler.arguments[0].kind, CallPart::Result);
  EXPECT_EQ(handler.arguments[1].kind, CallPart::Value);
  EXPECT_EQ(handler.arguments[2].kind, CallPart::Memory);
  EXPECT_EQ(handler.arguments[3], (CallPart{CallPart::Result, 0, /*indirect=*/true}));
  EXPECT_EQ(handler.arguments[4], (CallPart{CallPart::Argument, 2}));
}

TEST(Loader, OriginsAreDeclared) {
  auto models = loadModels(R"(
[[origin]]
names = ["on_request", "ns::Server::handle"]

[[origin]]
pattern = "*_isr"
kind = "signal"
runs = "once"
)",
                           "my.toml");
  ASSERT_TRUE(bool(models));
  ASSERT_EQ(models->origins.size(), 3u);
  EXPECT_EQ(models->origins[0].origin.name, "on_request");
  EXPECT_EQ(models->origins[1].origin.kind, OriginKind::Declared);
  EXPECT_FALSE(models->origins[1].origin.once);
  EXPECT_TRUE(models->origins[2].isPattern);
  EXPECT_EQ(models->origins[2].origin.kind, OriginKind::Signal);
  EXPECT_TRUE(models->origins[2].origin.once);
}

TEST(Loader, SeveralNamesGetTheSameEffectsInOrder) {
  auto models = loadModels(R"(
[[call]]
name = "a"
names = ["b", "c"]
pattern = "d*"
effects = [{ effect = "read", object = 1 }, { effect = "no-return" }]
)",
                           "my.toml");
  ASSERT_TRUE(bool(models));
  ASSERT_EQ(models->calls.size(), 4u);
  EXPECT_EQ(models->calls[1].model.name, "b");
  EXPECT_FALSE(models->calls[2].isPattern);
  EXPECT_TRUE(models->calls[3].isPattern);
  ASSERT_EQ(models->calls[3].model.effects.size(), 2u);
  EXPECT_EQ(models->calls[3].model.effects[1].kind, EffectKind::NoReturn);
}

struct Mistake {
  const char* text;
  const char* error;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.error; }

class LoaderMistake : public testing::TestWithParam<Mistake> {};

TEST_P(LoaderMistake, IsReportedWithItsLine) { EXPECT_EQ(errorOf(GetParam().text), GetParam().error); }

INSTANTIATE_TEST_SUITE_P(
    OfTheCall, LoaderMistake,
    testing::Values(
        Mistake{"\ncalls = 1", "my.toml:2: unknown key 'calls', did you mean 'call'?"},
        Mistake{"\n\nzebra = 1", "my.toml:3: unknown key 'zebra'"},
        Mistake{"[call]\nname = 'f'", "my.toml:1: 'call' must be written as [[call]]"},
        Mistake{"[[call]]\neffect = 'none'", "my.toml:1: a call needs a 'name' or a 'pattern'"},
        Mistake{"[[call]]\nname = 'f'", "my.toml:1: a call needs an 'effect' or 'effects'"},
        Mistake{"[[call]]\nname = 'f'\nobject = 1",
                "my.toml:3: 'object' belongs to an effect, and this call has no 'effect'"},
        Mistake{"[[call]]\nnaem = 'f'\neffect = 'none'", "my.toml:2: unknown key 'naem', did you mean 'name'?"},
        Mistake{"[[call]]\nname = 4\neffect = 'none'", "my.toml:2: a name must be a string that is not empty"},
        Mistake{"[[call]]\nnames = []\neffect = 'none'",
                "my.toml:2: 'names' must be a list of strings that is not empty"},
        Mistake{"[[call]]\nnames = ['a',\n ' ',\n '']\neffect = 'none'",
                "my.toml:4: a name must be a string that is not empty"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'none'\n[[call]]\nname = 'f'\neffect = 'none'",
                "my.toml:5: 'f' already has a model in line 2"},
        Mistake{"[[call]]\nname = 'f'\neffects = []",
                "my.toml:3: 'effects' must not be empty; 'none' says that a call has no effect"},
        Mistake{"[[call]]\nname = 'f'\neffects = 'none'", "my.toml:3: 'effects' must be a list"},
        Mistake{"[[call]]\nname = 'f'\neffects = ['none']",
                "my.toml:3: an element of 'effects' must look like { effect = \"…\", … }"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'none'\neffects = [{effect = 'none'}]",
                "my.toml:4: a call has either 'effect' or 'effects'"}));

INSTANTIATE_TEST_SUITE_P(
    OfAnOrigin, LoaderMistake,
    testing::Values(
        Mistake{"[origin]\nname = 'f'", "my.toml:1: 'origin' must be written as [[origin]]"},
        Mistake{"\n[[origin]]\nkind = 'thread'", "my.toml:2: an origin needs a 'name' or a 'pattern'"},
        Mistake{"[[origin]]\nname = 'f'\nkind = 'fiber'",
                "my.toml:3: 'kind' must be one of \"thread\", \"signal\", \"timer\""},
        Mistake{"[[origin]]\nname = 'f'\nruns = 'twice'", "my.toml:3: 'runs' must be one of \"once\", \"many\""},
        Mistake{"[[origin]]\nname = 'f'\nrun = 'once'", "my.toml:3: unknown key 'run', did you mean 'runs'?"},
        Mistake{"[[origin]]\nnames = ['f', 'f']", "my.toml:2: 'f' is already declared in line 2"}));

INSTANTIATE_TEST_SUITE_P(
    OfTheEffect, LoaderMistake,
    testing::Values(
        Mistake{"[[call]]\nname = 'f'\neffect = 'aquire'",
                "my.toml:3: unknown effect 'aquire', did you mean 'acquire'?"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'xyzzy'", "my.toml:3: unknown effect 'xyzzy'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 3", "my.toml:3: 'effect' must be a string"},
        Mistake{"[[call]]\nname = 'f'\neffects = [\n  {object = 1}]", "my.toml:4: an effect needs its name, 'effect'"},
        Mistake{"[[call]]\nname = 'f'\neffects = [\n  {effect = 'free', object = 1},\n  {effect = 'free', objet = 1}]",
                "my.toml:5: unknown key 'objet', did you mean 'object'?"},
        Mistake{"[[call]]\nname = 'f'\neffects = [\n  {effect = 'fork', handle = 1}]",
                "my.toml:4: the effect 'fork' needs 'entry'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'acquire'",
                "my.toml:3: the effect 'acquire' needs 'object' or 'global'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'acquire'\nobject = 1\nglobal = 'g'",
                "my.toml:3: the effect 'acquire' has either 'object' or 'global'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = 1\nentry = 2",
                "my.toml:5: the effect 'free' has no 'entry'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'write'\nobject = 1\ncount = 2",
                "my.toml:5: 'count' multiplies 'size', which is missing"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'register'\nentry = 1",
                "my.toml:3: the effect 'register' needs 'object', 'loop' or 'global'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'dispatch'",
                "my.toml:3: the effect 'dispatch' needs 'loop' or 'global'"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'call-back'\nentry = 1\narguments = ['result']",
                "my.toml:5: 'arguments' cannot be the result, which is not known before the call ends"},
        Mistake{"[[call]]\nname = 'f'\neffect = 'write'\nobject = 1\nsize = 2\nbytes = 4",
                "my.toml:6: an effect has either 'size' or 'bytes'"}));

INSTANTIATE_TEST_SUITE_P(
    OfAValue, LoaderMistake,
    testing::Values(Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = 0",
                            "my.toml:4: arguments are counted from 1 to 31, not 0"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = -1",
                            "my.toml:4: arguments are counted from 1 to 31, not -1"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = 32",
                            "my.toml:4: arguments are counted from 1 to 31, not 32"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'read'\nobject = '0..'",
                            "my.toml:4: arguments are counted from 1 to 31, not 0"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = 'reslt'",
                            "my.toml:4: 'object' must be an argument's number, \"N..\", \"N+BYTES\", \"*N\", "
                            "\"*N+BYTES\", or \"result\", not "
                            "'reslt'"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = '*0'",
                            "my.toml:4: arguments are counted from 1 to 31, not 0"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = '7'",
                            "my.toml:4: 'object' must be an argument's number, \"N..\", \"N+BYTES\", \"*N\", "
                            "\"*N+BYTES\", or \"result\", not '7'"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = '*7..'",
                            "my.toml:4: 'object' must be an argument's number, \"N..\", \"N+BYTES\", \"*N\", "
                            "\"*N+BYTES\", or \"result\", not "
                            "'*7..'"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'fork'\nentry = 1\nslot = -1",
                            "my.toml:5: 'slot' must be a number from 0 to 255"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'free'\nobject = 1.5",
                            "my.toml:4: 'object' must be an argument's number, \"N..\", \"N+BYTES\", \"*N\", "
                            "\"*N+BYTES\", or \"result\""},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'copy'\nto = 1\nfrom = '2..'",
                            "my.toml:5: 'from' must be one argument, not '2..'"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'call-back'\nentry = 'result'",
                            "my.toml:4: 'entry' cannot be the result, which is not known before the call ends"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'call-back'\nentry = 1\narguments = 2",
                            "my.toml:5: 'arguments' must be a list"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'acquire'\nobject = 1\nmode = 'both'",
                            "my.toml:5: 'mode' must be one of \"exclusive\", \"shared\""},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'acquire'\nobject = 1\nwhen = 0",
                            "my.toml:5: 'when' must be one of \"zero\", \"non-zero\", \"positive\", \"not-negative\", "
                            "\"negative\""},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'allocate'\nzeroed = 1",
                            "my.toml:4: 'zeroed' must be true or false"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'read'\nobject = 1\nbytes = 0",
                            "my.toml:5: 'bytes' must be a positive integer below 2^32"},
                    Mistake{"[[call]]\nname = 'f'\neffect = 'read'\nglobal = ''",
                            "my.toml:4: 'global' must be a string that is not empty"}));

TEST(Loader, SyntaxErrorsHaveTheirLine) {
  std::string error = errorOf("[[call]]\nname = 'f'\neffect = \n");
  EXPECT_TRUE(llvm::StringRef(error).starts_with("my.toml:3: ")) << error;
  error = errorOf("[[call]]\nname = 'f'\nname = 'g'\n");
  EXPECT_TRUE(llvm::StringRef(error).starts_with("my.toml:3: ")) << error;
  error = errorOf("\n[=");
  EXPECT_TRUE(llvm::StringRef(error).starts_with("my.toml:2: ")) << error;
  error = errorOf("[[caf\u00e9]]");
  EXPECT_TRUE(llvm::StringRef(error).starts_with("my.toml:1: ")) << error;
  error = errorOf("[[call]]\nname = '\xff'\n");
  EXPECT_TRUE(llvm::StringRef(error).starts_with("my.toml:2: ")) << error;
}

TEST(Loader, ABadPatternIsAnError) {
  std::string error = errorOf("[[call]]\npattern = 'a['\neffect = 'none'");
  EXPECT_TRUE(llvm::StringRef(error).starts_with("my.toml:2: bad pattern 'a[': ")) << error;
}

// Either would exhaust the stack of a recursive parser or destructor.
TEST(Loader, DeepNestingIsAnError) {
  std::string dotted = "x = 1\na";
  for (int i = 0; i < 100000; ++i) dotted += ".a";
  EXPECT_EQ(errorOf(dotted + " = 1"), "my.toml:2: more than 256 dots in one line");
  std::string nested = "a = " + std::string(100000, '[');
  EXPECT_TRUE(llvm::StringRef(errorOf(nested)).starts_with("my.toml:1: "));
}

} // namespace
} // namespace steward
