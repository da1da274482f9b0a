// From symbols to the names model files use.
#include "models/names.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

struct Name {
  const char* symbol;
  const char* name;
};

void PrintTo(const Name& name, std::ostream* out) { *out << name.symbol; }

class QualifiedName : public testing::TestWithParam<Name> {};

TEST_P(QualifiedName, IsWhatAPersonWouldWrite) { EXPECT_EQ(qualifiedName(GetParam().symbol), GetParam().name); }

INSTANTIATE_TEST_SUITE_P(NotCxx, QualifiedName,
                         testing::Values(Name{"pthread_create", "pthread_create"}, Name{"", ""}, Name{"_", "_"},
                                         Name{"_Z", "_Z"}, Name{"_Znonsense", "_Znonsense"}, Name{"\1__open", "__open"},
                                         Name{"_ZTV3Foo", "_ZTV3Foo"}, Name{"f.llvm.12", "f.llvm.12"}));

INSTANTIATE_TEST_SUITE_P(Functions, QualifiedName,
                         testing::Values(Name{"_Z3runv", "run"}, Name{"_ZNSt5mutex4lockEv", "std::mutex::lock"},
                                         Name{"_ZN4Pool3runEi.cold", "Pool::run"},
                                         Name{"_ZNSt6threadC2IRFviEJiEvEEOT_DpOT0_", "std::thread::thread"},
                                         Name{"_ZNSt6threadD2Ev", "std::thread::~thread"},
                                         Name{"_ZNK9__gnu_cxx17__normal_iteratorIPKiSt6vectorIiSaIiEEE4baseEv",
                                              "__gnu_cxx::__normal_iterator::base"},
                                         Name{"_ZN12_GLOBAL__N_11AIiE1B1gEv", "(anonymous namespace)::A::B::g"},
                                         Name{"_ZNSolsEi", "std::ostream::operator<<"}));

INSTANTIATE_TEST_SUITE_P(InlineNamespaces, QualifiedName,
                         testing::Values(Name{"_ZNSt3__15mutex4lockEv", "std::mutex::lock"},
                                         Name{"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm",
                                              "std::basic_string::_M_append"},
                                         Name{"_ZNSt6chrono3_V212steady_clock3nowEv", "std::chrono::steady_clock::now"},
                                         Name{"_ZN2v16taggedB5cxx11Ev", "v1::tagged"},
                                         Name{"_ZN4mine3__11fEv", "mine::__1::f"}));

INSTANTIATE_TEST_SUITE_P(Operators, QualifiedName,
                         testing::Values(Name{"_Znwm", "operator new"}, Name{"_Znam", "operator new[]"},
                                         Name{"_ZdlPvm", "operator delete"}, Name{"_ZdaPv", "operator delete[]"},
                                         Name{"_ZN1SclEi", "S::operator()"}, Name{"_ZN1SltES_", "S::operator<"},
                                         Name{"_ZN1SltIiEEvT_", "S::operator<"}, Name{"_ZN1SlsEi", "S::operator<<"},
                                         Name{"_ZN1SlsIiEEvPT_", "S::operator<<"}, Name{"_ZN1SgtES_", "S::operator>"},
                                         Name{"_ZN1SssES_", "S::operator<=>"}, Name{"_ZN1SptEv", "S::operator->"},
                                         Name{"_ZN1SpmEi", "S::operator->*"}, Name{"_ZN1SixEi", "S::operator[]"},
                                         Name{"_ZN1SaSEOS_", "S::operator="}, Name{"_ZN1SviEv", "_ZN1SviEv"},
                                         Name{"_ZN1ScviEv", "S::operator int"},
                                         Name{"_ZN1ScvPT_IcEEv", "S::operator char*"},
                                         Name{"_ZN1ScvbEv", "S::operator bool"},
                                         Name{"_Zli3_kmy", "operator\"\" _km"}));

INSTANTIATE_TEST_SUITE_P(
    LocalToAFunction, QualifiedName,
    testing::Values(Name{"_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()"},
                    Name{"_ZZ4mainENKUliE0_clEi", "main::{lambda(int)#2}::operator()"},
                    Name{"_ZZ1kvENK3$_1clEi", "k::$_1::operator()"},
                    Name{"_ZZ3fooIiEDaT_ENKUliSt6vectorIiSaIiEEE_clEiS3_",
                         "foo::{lambda(int, std::vector<int, std::allocator<int>>)#1}::operator()"},
                    Name{"_ZZZ3fooIiEDaT_ENKUliE_clEiENKUlvE_clEv",
                         "foo::{lambda(int)#1}::operator()::{lambda()#1}::operator()"},
                    Name{"_ZZ2ggIiEPFviET_EN1L3runEi", "gg::L::run"},
                    Name{"_ZZN1SclEiENKUlvE_clEv", "S::operator()::{lambda()#1}::operator()"},
                    Name{"_ZZN1ScviEvENKUlvE_clEv", "S::operator int::{lambda()#1}::operator()"},
                    Name{"_ZZN12_GLOBAL__N_11fEvENKUlvE_clEv", "(anonymous namespace)::f::{lambda()#1}::operator()"}));

} // namespace
} // namespace steward
