// Polynomials over numbers that are not known, and what can be proved of them.
#include "order/affine.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

class Affine : public testing::Test {
protected:
  Polynomial symbol(uint32_t name) {
    Atom atom;
    atom.name = {name};
    return Polynomial::atom(atoms.intern(std::move(atom)));
  }
  AtomId iteration() {
    Atom atom;
    atom.kind = Atom::Iteration;
    return atoms.intern(std::move(atom));
  }
  bool holds(const Polynomial& p, std::vector<Polynomial> facts = {}) { return atoms.isAtLeastZero(p, facts); }

  AtomTable atoms;
  Polynomial n = symbol(1), count = symbol(2), chunk = symbol(3);
  AtomId i = iteration();
  Polynomial id = Polynomial::atom(i);
};

TEST_F(Affine, TermsThatCancelAreGone) {
  EXPECT_TRUE((n * 3 - n * 2 - n).isZero());
  EXPECT_EQ((n + 1) * (n - 1), n * n - 1);
  EXPECT_EQ(((id + 1) * chunk - id * chunk - chunk).number(), 0);
}

TEST_F(Affine, ReplacingReachesTheParts) {
  Polynomial from = atoms.quotient(id * n, count);
  EXPECT_EQ(atoms.replace(from, i, id + 1), atoms.quotient(id * n + n, count));
  EXPECT_EQ(atoms.replace(atoms.least(id, n), i, n), n);
  EXPECT_EQ(atoms.replace(atoms.choice(CompareKind::Equal, id, 3, n, count), i, 3), n);
}

TEST_F(Affine, QuotientsAreExactWhereTheyCanBe) {
  EXPECT_EQ(atoms.quotient(n * 8, 4), n * 2);
  EXPECT_EQ(atoms.quotient(9, 4), Polynomial(2));
  EXPECT_FALSE(atoms.quotient(n * 8 + 1, 4).number());
}

TEST_F(Affine, AtomsAreNotNegative) {
  EXPECT_TRUE(holds(n + 1));
  EXPECT_FALSE(holds(n - 1));
  EXPECT_FALSE(holds(n - count));
  EXPECT_TRUE(holds(n - count, {n - count}));
  EXPECT_TRUE(holds((n - count) * 4 + 3, {n - count}));
}

TEST_F(Affine, QuotientsRiseWithWhatIsDivided) {
  EXPECT_TRUE(atoms.isRising(atoms.quotient(id * n, count), i, {}));
  EXPECT_FALSE(atoms.isRising(atoms.quotient(n, id), i, {}));
  EXPECT_FALSE(atoms.isRising(atoms.remainder(id, 4), i, {}));
}

// The first threads take one element more each: from = id·chunk + min(id, rest), to = from + chunk + (id < rest).
TEST_F(Affine, CasesAreGoneThrough) {
  Polynomial rest = symbol(4);
  Polynomial from = id * chunk + atoms.least(id, rest);
  Polynomial to = from + chunk + atoms.choice(CompareKind::Less, id, rest, 1, 0);
  Polynomial next = atoms.replace(from, i, id + 1);
  EXPECT_TRUE(holds(next - to));
  EXPECT_TRUE(holds(to - next));
  EXPECT_FALSE(holds(next - to - 1));
  EXPECT_TRUE(atoms.isRising(from, i, {}));
}

TEST_F(Affine, TheLastOneIsKnownByHowManyThereAre) {
  Polynomial to = atoms.choice(CompareKind::Equal, id, count - 1, n, (id + 1) * chunk);
  EXPECT_FALSE(holds((id + 1) * chunk - to));
  EXPECT_TRUE(holds((id + 1) * chunk - to, {count - 2 - id}));
}

} // namespace
} // namespace steward
