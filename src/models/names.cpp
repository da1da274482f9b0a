// LLVM's demangler gives the base name of a function exactly; the scope it is in comes as text with template arguments
// and, for what is local to a function, that function's whole signature:
//
//   auto foo<int>(int) const::'lambda'(std::vector<int>)::operator()     scope up to the last ::
//   foo::{lambda(std::vector<int>)#1}::operator()                        what we want
//
// So the text is cleaned in one pass from left to right.
#include "models/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>
#include <memory>

namespace steward {
namespace {

// The demangler is recursive; a longer symbol is matched by its link name only.
constexpr size_t maxSymbolLength = 8192;

bool isIdentifier(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

class ScopeCleaner {
public:
  explicit ScopeCleaner(llvm::StringRef text) : rest_(text) {}

  std::string clean() {
    while (!rest_.empty()) step();
    return std::move(out_);
  }

private:
  void step() {
    if (rest_.front() == '<') {
      skipBracketed();
    } else if (rest_.starts_with("(anonymous namespace)")) {
      keep(llvm::StringRef("(anonymous namespace)").size());
    } else if (rest_.front() == '(') {
      stepParenthesis();
    } else if (rest_.front() == '\'') {
      stepUnnamed();
    } else if (rest_.starts_with("[abi:")) {
      rest_ = rest_.drop_until([](char c) { return c == ']'; }).drop_front(rest_.contains(']') ? 1 : 0);
    } else if (rest_.front() == ' ') {
      out_.clear(); // what came so far is the return type of an enclosing function template
      rest_ = rest_.drop_front();
    } else if (isIdentifier(rest_.front())) {
      llvm::StringRef word = rest_.take_while(isIdentifier);
      keep(word.size());
      if (word == "operator") stepOperator();
    } else {
      keep(1);
    }
  }

  void stepParenthesis() {
    // `void (*foo(int))(char)::x`: the enclosing function returns a function pointer, and its name is inside.
    if (rest_.size() > 1 && (rest_[1] == '*' || rest_[1] == '&')) {
      rest_ = rest_.drop_front(2);
      return;
    }
    skipBracketed();
    if (llvm::StringRef(out_).ends_with("decltype")) return; // a return type; the function's name follows
    size_t next = rest_.find("::");                          // over qualifiers: const, &, noexcept
    rest_ = next == llvm::StringRef::npos ? llvm::StringRef() : rest_.drop_front(next);
  }

  // 'lambda'(int), 'lambda0'(int), … and 'unnamed', 'unnamed0', … become {lambda(int)#1}, {lambda(int)#2}, …
  void stepUnnamed() {
    rest_ = rest_.drop_front();
    llvm::StringRef quoted = rest_.take_until([](char c) { return c == '\''; });
    rest_ = rest_.drop_front(std::min(quoted.size() + 1, rest_.size()));
    llvm::StringRef word = quoted.rtrim("0123456789");
    unsigned number = 1;
    if (unsigned counted = 0; !quoted.drop_front(word.size()).getAsInteger(10, counted)) number = counted + 2;
    out_ += ("{" + word).str();
    if (word == "lambda") {
      if (rest_.starts_with("<")) skipBracketed();
      if (rest_.starts_with("(")) out_ += skipBracketed();
    }
    out_ += ("#" + llvm::Twine(number) + "}").str();
  }

  void stepOperator() {
    if (rest_.starts_with(" ")) { // operator new, operator delete[], or a conversion
      while (!rest_.empty() && rest_.front() != '(') {
        if (rest_.front() == '<')
          skipBracketed();
        else
          keep(1);
      }
      return;
    }
    for (llvm::StringRef symbol :
         {"()", "[]", "\"\" ", "->*", "->", "<=>", "<<=", "<<", "<=", "<", ">>=", ">>", ">=", ">"})
      if (rest_.starts_with(symbol)) return keep(symbol.size());
    keep(rest_.take_while([](char c) { return llvm::StringRef("+-*/%^&|~!=,").contains(c); }).size());
  }

  void keep(size_t count) {
    out_ += rest_.take_front(count);
    rest_ = rest_.drop_front(count);
  }

  // Removes a balanced <…> or (…) from the front and returns it.
  llvm::StringRef skipBracketed() {
    std::string open;
    size_t i = 0;
    for (; i < rest_.size(); ++i) {
      char c = rest_[i];
      if (c == '<' || c == '(')
        open += c;
      else if (c == ')' && open.back() == '(')
        open.pop_back();
      else if (c == '>' && open.back() == '<' && rest_[i - 1] != '-')
        open.pop_back();
      if (open.empty()) break;
    }
    llvm::StringRef skipped = rest_.take_front(i + 1);
    rest_ = rest_.drop_front(skipped.size());
    return skipped;
  }

  llvm::StringRef rest_;
  std::string out_;
};

// std::__1 (libc++), std::__cxx11 and std::_V2 (libstdc++) are details of a library's binary interface.
std::string withoutInlineNamespaces(std::string name) {
  if (!llvm::StringRef(name).starts_with("std::")) return name;
  for (llvm::StringRef inlined : {"::__1::", "::__ndk1::", "::__cxx11::", "::_V2::"})
    for (size_t at; (at = name.find(inlined)) != std::string::npos;) name.erase(at, inlined.size() - 2);
  return name;
}

std::string take(char* text) {
  std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  return text ? text : "";
}

} // namespace

std::string qualifiedName(llvm::StringRef linkName) {
  linkName.consume_front("\1"); // LLVM's mark for a name that is used as it is
  if (!linkName.starts_with("_Z") || linkName.size() > maxSymbolLength) return linkName.str();

  // Compilers append ".cold", ".isra.0", ".llvm.123" to copies of a function.
  std::string symbol = linkName.split('.').first.str(); // the demangler's tree refers to it
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction()) return linkName.str();
  std::string scope = ScopeCleaner(take(demangler.getFunctionDeclContextName(nullptr, nullptr))).clean();
  std::string base = ScopeCleaner(take(demangler.getFunctionBaseName(nullptr, nullptr))).clean();
  if (base.empty()) return linkName.str();
  return withoutInlineNamespaces(scope.empty() ? std::move(base) : scope + "::" + base);
}

} // namespace steward
