// The laws of a join semilattice, as one suite that every abstract domain instantiates.
//
// A domain gives: Element; random(engine), the same for the same engine; join(a, b); below(a, b), the order by its own
// definition, not by way of join; and apply(n, a) for n < transfers, the functions that must be monotone.
#pragma once

#include "gtest/gtest.h"

#include <random>

namespace steward {

template <typename Domain>
class LatticeLaws : public testing::Test {
protected:
  static constexpr int rounds = 2000;
  std::mt19937 engine{1};
  Domain domain;
  auto next() { return domain.random(engine); }
};

TYPED_TEST_SUITE_P(LatticeLaws);

TYPED_TEST_P(LatticeLaws, JoinIsCommutativeAssociativeAndIdempotent) {
  for (int round = 0; round < this->rounds; ++round) {
    auto a = this->next(), b = this->next(), c = this->next();
    auto join = [&](auto x, auto y) { return this->domain.join(x, y); };
    ASSERT_EQ(join(a, b), join(b, a));
    ASSERT_EQ(join(join(a, b), c), join(a, join(b, c)));
    ASSERT_EQ(join(a, a), a);
  }
}

TYPED_TEST_P(LatticeLaws, OrderAgreesWithJoin) {
  int ordered = 0;
  for (int round = 0; round < this->rounds; ++round) {
    auto a = this->next(), b = this->next();
    ASSERT_EQ(this->domain.below(a, b), this->domain.join(a, b) == b);
    ordered += this->domain.below(a, b);
  }
  EXPECT_GT(ordered, 0) << "the elements are too rarely in order for the law to say anything";
}

TYPED_TEST_P(LatticeLaws, JoinIsTheLeastUpperBound) {
  for (int round = 0; round < this->rounds; ++round) {
    auto a = this->next(), b = this->next(), c = this->next();
    auto join = this->domain.join(a, b);
    ASSERT_TRUE(this->domain.below(a, join) && this->domain.below(b, join));
    if (this->domain.below(a, c) && this->domain.below(b, c)) ASSERT_TRUE(this->domain.below(join, c));
  }
}

TYPED_TEST_P(LatticeLaws, TransferIsMonotone) {
  for (int round = 0; round < this->rounds; ++round) {
    auto a = this->next(), above = this->domain.join(a, this->next());
    for (unsigned n = 0; n < TypeParam::transfers; ++n)
      ASSERT_TRUE(this->domain.below(this->domain.apply(n, a), this->domain.apply(n, above))) << "transfer " << n;
  }
}

REGISTER_TYPED_TEST_SUITE_P(LatticeLaws, JoinIsCommutativeAssociativeAndIdempotent, OrderAgreesWithJoin,
                            JoinIsTheLeastUpperBound, TransferIsMonotone);

} // namespace steward
