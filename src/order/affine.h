// Numbers that are not known, as polynomials over what they are made of, and proofs that one is at least another.
//
//   for (i = id * chunk; i < (id + 1) * chunk; i++) a[i] = 0;
//
// touches the bytes from 4·id·chunk to 4·id·chunk + 4·chunk, and the next thread starts at 4·(id+1)·chunk: the
// difference of the two is 0, whatever the chunk is. Products of atoms occur (id times chunk), so that these are
// polynomials rather than affine expressions; quotients, smaller ones of two, and numbers that a condition chooses are
// atoms with parts.
//
// Atoms are taken to be at least zero, and not to wrap: they are counts, sizes and indices.
#pragma once

#include "program/ids.h"
#include "program/instruction.h"

#include <compare>
#include <map>
#include <optional>
#include <vector>

namespace steward {

using AtomId = Id<struct AtomTag>;

// A sum of products of atoms, each with a factor other than zero.
struct Polynomial {
  std::map<std::vector<AtomId>, int64_t> terms;

  Polynomial() = default;
  Polynomial(int64_t number) {
    if (number) terms[{}] = number;
  }
  static Polynomial atom(AtomId id) {
    Polynomial p;
    p.terms[{id}] = 1;
    return p;
  }
  std::optional<int64_t> number() const;
  bool isZero() const { return terms.empty(); }
  void add(const std::vector<AtomId>& product, int64_t factor);
  friend auto operator<=>(const Polynomial&, const Polynomial&) = default;
  friend bool operator==(const Polynomial&, const Polynomial&) = default;
};

Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);

struct Atom {
  enum Kind : uint8_t {
    Symbol,    // the same number for all that is compared; named by `name`
    Iteration, // how often a loop has gone round; named by `name`, told apart by `copy`
    Quotient,  // a / b
    Remainder, // a % b
    Least,     // the smaller one of a and b
    Choice,    // c if a `compare` b, else d
  } kind = Symbol;
  CompareKind compare = CompareKind::Other;
  uint32_t copy = 0;
  std::vector<uint32_t> name;
  Polynomial a, b, c, d;
  friend auto operator<=>(const Atom&, const Atom&) = default;
};

class AtomTable {
public:
  AtomId intern(Atom atom);
  const Atom& operator[](AtomId id) const { return *atoms_[id.index]; }

  Polynomial quotient(const Polynomial& a, const Polynomial& b);
  Polynomial remainder(const Polynomial& a, const Polynomial& b);
  Polynomial least(const Polynomial& a, const Polynomial& b);
  Polynomial choice(CompareKind compare, const Polynomial& a, const Polynomial& b, const Polynomial& whenTrue,
                    const Polynomial& whenFalse);

  // With something else in place of an atom, also in the parts of others.
  Polynomial replace(const Polynomial& p, AtomId atom, const Polynomial& by);
  bool mentions(const Polynomial& p, AtomId atom) const;
  // Calls back with every atom in it, parts of others included.
  template <typename Visit>
  void visit(const Polynomial& p, Visit visitor) const {
    for (const auto& [product, factor] : p.terms)
      for (AtomId id : product) {
        visitor(id);
        const Atom& atom = (*this)[id];
        for (const Polynomial* part : {&atom.a, &atom.b, &atom.c, &atom.d}) visit(*part, visitor);
      }
  }

  // Whether it is surely at least zero when all the facts are.
  bool isAtLeastZero(const Polynomial& p, const std::vector<Polynomial>& facts, unsigned depth = 0);
  // Whether it surely never gets smaller when the atom gets larger.
  bool isRising(const Polynomial& p, AtomId atom, const std::vector<Polynomial>& facts);

private:
  AtomId findChoice(const Polynomial& p) const; // one that a condition decides, with no such in its condition
  bool isSimplyAtLeastZero(Polynomial p, const std::vector<Polynomial>& facts, unsigned depth);

  std::map<Atom, AtomId> ids_;
  std::vector<const Atom*> atoms_;
};

} // namespace steward
