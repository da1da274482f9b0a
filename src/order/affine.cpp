#include "order/affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace steward {

std::optional<int64_t> Polynomial::number() const {
  if (terms.empty()) return 0;
  if (terms.size() == 1 && terms.begin()->first.empty()) return terms.begin()->second;
  return std::nullopt;
}

void Polynomial::add(const std::vector<AtomId>& product, int64_t factor) {
  auto [it, isNew] = terms.try_emplace(product, 0);
  it->second = static_cast<int64_t>(static_cast<uint64_t>(it->second) + static_cast<uint64_t>(factor));
  if (!it->second) terms.erase(it);
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum = a;
  for (const auto& [product, factor] : b.terms) sum.add(product, factor);
  return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + b * Polynomial(-1); }

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [p, x] : a.terms)
    for (const auto& [q, y] : b.terms) {
      std::vector<AtomId> product = p;
      product.insert(product.end(), q.begin(), q.end());
      std::sort(product.begin(), product.end());
      result.add(product, static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y)));
    }
  return result;
}

AtomId AtomTable::intern(Atom atom) {
  auto [it, isNew] = ids_.try_emplace(std::move(atom), AtomId(static_cast<uint32_t>(atoms_.size())));
  if (isNew) atoms_.push_back(&it->first);
  return it->second;
}

Polynomial AtomTable::quotient(const Polynomial& a, const Polynomial& b) {
  auto x = a.number(), y = b.number();
  if (y && *y > 0) {
    if (x && *x >= 0) return *x / *y;
    if (llvm::all_of(a.terms, [&](const auto& term) { return term.second % *y == 0; })) {
      Polynomial exact;
      for (const auto& [product, factor] : a.terms) exact.add(product, factor / *y);
      return exact;
    }
  }
  Atom atom;
  atom.kind = Atom::Quotient;
  atom.a = a;
  atom.b = b;
  return Polynomial::atom(intern(std::move(atom)));
}

Polynomial AtomTable::remainder(const Polynomial& a, const Polynomial& b) {
  auto x = a.number(), y = b.number();
  if (x && y && *x >= 0 && *y > 0) return *x % *y;
  Atom atom;
  atom.kind = Atom::Remainder;
  atom.a = a;
  atom.b = b;
  return Polynomial::atom(intern(std::move(atom)));
}

Polynomial AtomTable::least(const Polynomial& a, const Polynomial& b) {
  if (auto difference = (a - b).number()) return *difference <= 0 ? a : b;
  Atom atom;
  atom.kind = Atom::Least;
  atom.a = std::min(a, b);
  atom.b = std::max(a, b);
  return Polynomial::atom(intern(std::move(atom)));
}

static std::optional<bool> decided(CompareKind compare, int64_t difference) {
  switch (compare) {
  case CompareKind::Equal:
    return difference == 0;
  case CompareKind::NotEqual:
    return difference != 0;
  case CompareKind::Less:
    return difference < 0;
  case CompareKind::LessEqual:
    return difference <= 0;
  case CompareKind::Greater:
    return difference > 0;
  case CompareKind::GreaterEqual:
    return difference >= 0;
  default:
    return std::nullopt;
  }
}

Polynomial AtomTable::choice(CompareKind compare, const Polynomial& a, const Polynomial& b, const Polynomial& whenTrue,
                             const Polynomial& whenFalse) {
  if (whenTrue == whenFalse) return whenTrue;
  if (auto difference = (a - b).number())
    if (auto truth = decided(compare, *difference)) return *truth ? whenTrue : whenFalse;
  bool isLess = compare == CompareKind::Less || compare == CompareKind::LessEqual;
  bool isGreater = compare == CompareKind::Greater || compare == CompareKind::GreaterEqual;
  if ((isLess && whenTrue == a && whenFalse == b) || (isGreater && whenTrue == b && whenFalse == a)) return least(a, b);
  Atom atom;
  atom.kind = Atom::Choice;
  atom.compare = compare;
  atom.a = a;
  atom.b = b;
  atom.c = whenTrue;
  atom.d = whenFalse;
  return Polynomial::atom(intern(std::move(atom)));
}

bool AtomTable::mentions(const Polynomial& p, AtomId wanted) const {
  bool found = false;
  visit(p, [&](AtomId id) { found |= id == wanted; });
  return found;
}

Polynomial AtomTable::replace(const Polynomial& p, AtomId wanted, const Polynomial& by) {
  if (!mentions(p, wanted)) return p;
  Polynomial result;
  for (const auto& [product, factor] : p.terms) {
    Polynomial term(factor);
    for (AtomId id : product) {
      const Atom& atom = (*this)[id];
      auto part = [&](const Polynomial& q) { return replace(q, wanted, by); };
      if (id == wanted)
        term = term * by;
      else if (atom.kind == Atom::Quotient)
        term = term * quotient(part(atom.a), part(atom.b));
      else if (atom.kind == Atom::Remainder)
        term = term * remainder(part(atom.a), part(atom.b));
      else if (atom.kind == Atom::Least)
        term = term * least(part(atom.a), part(atom.b));
      else if (atom.kind == Atom::Choice)
        term = term * choice(atom.compare, part(atom.a), part(atom.b), part(atom.c), part(atom.d));
      else
        term = term * Polynomial::atom(id);
    }
    result = result + term;
  }
  return result;
}

AtomId AtomTable::findChoice(const Polynomial& p) const {
  AtomId found;
  visit(p, [&](AtomId id) {
    const Atom& atom = (*this)[id];
    if (atom.kind != Atom::Least && atom.kind != Atom::Choice) return;
    if (!findChoice(atom.a) && !findChoice(atom.b)) found = id;
  });
  return found;
}

bool AtomTable::isAtLeastZero(const Polynomial& p, const std::vector<Polynomial>& facts, unsigned depth) {
  constexpr unsigned maxDepth = 6;
  AtomId id = findChoice(p);
  if (!id) return isSimplyAtLeastZero(p, facts, depth);
  if (depth > maxDepth) return false;
  const Atom atom = (*this)[id];
  // Both ways where nobody knows which; what decides is a fact on each.
  auto with = [&](const Polynomial& value, const std::vector<Polynomial>& more) {
    std::vector<Polynomial> all;
    for (const Polynomial& fact : facts) all.push_back(replace(fact, id, value));
    all.insert(all.end(), more.begin(), more.end());
    return isAtLeastZero(replace(p, id, value), all, depth + 1);
  };
  auto known = [&](const Polynomial& q) { return isSimplyAtLeastZero(q, facts, depth); };
  Polynomial more = atom.b - atom.a, less = atom.a - atom.b;
  CompareKind compare = atom.kind == Atom::Least ? CompareKind::LessEqual : atom.compare;
  const Polynomial& whenTrue = atom.kind == Atom::Least ? atom.a : atom.c;
  const Polynomial& whenFalse = atom.kind == Atom::Least ? atom.b : atom.d;
  // a < b is b - a - 1 >= 0, and so on.
  Polynomial truth, falsehood;
  switch (compare) {
  case CompareKind::Less:
    truth = more - 1, falsehood = less;
    break;
  case CompareKind::LessEqual:
    truth = more, falsehood = less - 1;
    break;
  case CompareKind::Greater:
    truth = less - 1, falsehood = more;
    break;
  case CompareKind::GreaterEqual:
    truth = less, falsehood = more - 1;
    break;
  case CompareKind::Equal:
  case CompareKind::NotEqual: {
    bool isEqual = compare == CompareKind::Equal;
    const Polynomial& same = isEqual ? whenTrue : whenFalse;
    const Polynomial& other = isEqual ? whenFalse : whenTrue;
    if (known(more - 1) || known(less - 1)) return with(other, {});
    return with(same, {more, less}) && with(other, {more - 1}) && with(other, {less - 1});
  }
  default:
    return with(whenTrue, {}) && with(whenFalse, {});
  }
  if (known(truth)) return with(whenTrue, {});
  if (known(falsehood)) return with(whenFalse, {});
  return with(whenTrue, {truth}) && with(whenFalse, {falsehood});
}

bool AtomTable::isSimplyAtLeastZero(Polynomial p, const std::vector<Polynomial>& facts, unsigned depth) {
  if (depth > 8) return false;
  // x/z is at least y/z when x is at least y.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (auto [product, factor] : p.terms) {
      if (factor >= 0) continue;
      for (size_t k = 0; k < product.size() && !hasChanged; ++k) {
        const Atom& small = (*this)[product[k]];
        if (small.kind != Atom::Quotient) continue;
        for (auto [other, times] : p.terms) {
          if (times <= 0 || other.size() != product.size()) continue;
          std::vector<AtomId> rest = product, otherRest = other;
          rest.erase(rest.begin() + static_cast<long>(k));
          AtomId matched;
          for (AtomId id : other) {
            std::vector<AtomId> without = other;
            without.erase(std::find(without.begin(), without.end(), id));
            if (without == rest && (*this)[id].kind == Atom::Quotient && (*this)[id].b == small.b) matched = id;
          }
          if (!matched || !isSimplyAtLeastZero((*this)[matched].a - small.a, facts, depth + 1)) continue;
          int64_t both = std::min(times, -factor);
          p.add(product, both);
          p.add(other, -both);
          hasChanged = true;
          break;
        }
      }
      if (hasChanged) break;
    }
  }
  auto isPlain = [](const Polynomial& q) {
    return llvm::all_of(q.terms, [](const auto& term) { return term.second >= 0; });
  };
  if (isPlain(p)) return true;
  // A multiple of a fact, and something that is not negative.
  for (const Polynomial& fact : facts)
    for (const auto& [product, factor] : p.terms) {
      if (factor >= 0) continue;
      auto it = fact.terms.find(product);
      if (it == fact.terms.end() || it->second >= 0) continue;
      int64_t times = (factor + it->second + 1) / it->second; // rounded up
      if (isPlain(p - fact * Polynomial(times))) return true;
    }
  return false;
}

bool AtomTable::isRising(const Polynomial& p, AtomId atom, const std::vector<Polynomial>& facts) {
  if (!mentions(p, atom)) return true;
  return isAtLeastZero(replace(p, atom, Polynomial::atom(atom) + 1) - p, facts);
}

} // namespace steward
