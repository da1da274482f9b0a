// Points-to sets against std::set, and the constraint graph against the plain fixpoint of its definition.
#include "lattice_laws.h"

#include "pointer/graph.h"

#include <algorithm>
#include <set>

using namespace steward;

namespace {

using Plain = std::set<uint32_t>;

SetId intern(SetPool& pool, const Plain& set) { return pool.intern(std::vector<uint32_t>(set.begin(), set.end())); }
Plain plain(const SetPool& pool, SetId id) { return Plain(pool[id].begin(), pool[id].end()); }

Plain randomSet(std::mt19937& engine, uint32_t limit) {
  Plain set;
  for (unsigned n = engine() % 6; n > 0; --n) set.insert(engine() % limit);
  return set;
}

struct PointsToSets {
  using Element = SetId;
  static constexpr unsigned transfers = 2;
  SetPool pool;

  SetId random(std::mt19937& engine) { return intern(pool, randomSet(engine, 6)); }
  SetId join(SetId a, SetId b) { return pool.unite(a, b); }
  bool below(SetId a, SetId b) const {
    return std::includes(pool[b].begin(), pool[b].end(), pool[a].begin(), pool[a].end());
  }
  SetId apply(unsigned n, SetId a) { return n == 0 ? pool.unite(a, pool.single(3)) : pool.subtract(a, pool.single(3)); }
};

} // namespace

namespace steward {
INSTANTIATE_TYPED_TEST_SUITE_P(PointsToSets, LatticeLaws, PointsToSets);
} // namespace steward

TEST(SetPool, AgreesWithPlainSets) {
  std::mt19937 engine(2);
  SetPool pool;
  for (int round = 0; round < 5000; ++round) {
    Plain x = randomSet(engine, 12), y = randomSet(engine, 12), both = x, rest;
    both.insert(y.begin(), y.end());
    std::set_difference(x.begin(), x.end(), y.begin(), y.end(), std::inserter(rest, rest.end()));
    SetId a = intern(pool, x), b = intern(pool, y);
    ASSERT_EQ(plain(pool, a), x);
    ASSERT_EQ(plain(pool, pool.unite(a, b)), both);
    ASSERT_EQ(plain(pool, pool.subtract(a, b)), rest);
    for (uint32_t e = 0; e < 12; ++e) ASSERT_EQ(pool.contains(a, e), x.count(e) == 1);
  }
}

TEST(SetPool, EqualSetsAreOneId) {
  SetPool pool;
  SetId ab = pool.unite(pool.single(1), pool.single(2));
  EXPECT_EQ(ab, pool.intern({1, 2}));
  EXPECT_EQ(pool.subtract(ab, pool.single(2)), pool.single(1));
  EXPECT_EQ(pool.subtract(ab, ab), emptySet);
  EXPECT_EQ(pool.intern({}), emptySet);
}

namespace {

// Element e is the address of variable e, whose content is node e.
struct Problem {
  enum Kind { Copy, AddressOf, Load, Store, LoadTwice };
  struct Rule {
    Kind kind;
    uint32_t from, to; // AddressOf: element, node
  };
  uint32_t nodes;
  std::vector<Rule> rules;

  Problem(std::mt19937& engine) : nodes(2 + engine() % 14) {
    for (unsigned n = engine() % 30; n > 0; --n)
      rules.push_back({static_cast<Kind>(engine() % 5), static_cast<uint32_t>(engine() % nodes),
                       static_cast<uint32_t>(engine() % nodes)});
  }

  std::vector<Plain> byDefinition() const {
    std::vector<Plain> sets(nodes);
    for (bool changed = true; changed;) {
      changed = false;
      auto include = [&](uint32_t from, uint32_t to) {
        size_t before = sets[to].size();
        Plain copy = sets[from];
        sets[to].insert(copy.begin(), copy.end());
        changed |= sets[to].size() != before;
      };
      for (const Rule& r : rules) {
        Plain pointer = sets[r.kind == Store ? r.to : r.from];
        switch (r.kind) {
        case Copy:
          include(r.from, r.to);
          break;
        case AddressOf:
          changed |= sets[r.to].insert(r.from).second;
          break;
        case Load:
          for (uint32_t e : pointer) include(e, r.to);
          break;
        case Store:
          for (uint32_t e : pointer) include(r.from, e);
          break;
        case LoadTwice:
          for (uint32_t e : pointer)
            for (uint32_t behind : Plain(sets[e])) include(behind, r.to);
          break;
        }
      }
    }
    return sets;
  }

  std::vector<Plain> solved() const {
    SetPool pool;
    ConstraintGraph graph(pool);
    NodeId first = graph.addNodes(nodes);
    auto node = [&](uint32_t n) { return NodeId(first.index + n); };
    std::vector<Rule> constraints; // more of them come up while solving
    auto attach = [&](uint32_t pointer, Rule rule) {
      constraints.push_back(rule);
      graph.attach(node(pointer), static_cast<uint32_t>(constraints.size() - 1));
    };
    for (const Rule& r : rules) {
      if (r.kind == Copy)
        graph.addEdge(node(r.from), node(r.to));
      else if (r.kind == AddressOf)
        graph.addElement(node(r.to), r.from);
      else
        attach(r.kind == Store ? r.to : r.from, r);
    }
    graph.solve([&](uint32_t constraint, SetId fresh) {
      Rule r = constraints[constraint];
      for (uint32_t e : plain(pool, fresh)) {
        if (r.kind == Load) graph.addEdge(node(e), node(r.to));
        if (r.kind == Store) graph.addEdge(node(r.from), node(e));
        if (r.kind == LoadTwice) attach(e, {Load, e, r.to});
      }
    });
    std::vector<Plain> sets(nodes);
    for (uint32_t n = 0; n < nodes; ++n) sets[n] = plain(pool, graph.pointsTo(node(n)));
    return sets;
  }
};

} // namespace

TEST(ConstraintGraph, AgreesWithTheFixpoint) {
  std::mt19937 engine(3);
  size_t elements = 0;
  for (int round = 0; round < 3000; ++round) {
    Problem problem(engine);
    std::vector<Plain> expected = problem.byDefinition();
    ASSERT_EQ(problem.solved(), expected) << "round " << round;
    for (const Plain& set : expected) elements += set.size();
  }
  EXPECT_GT(elements, 10000u) << "the problems are too small to say anything";
}

TEST(ConstraintGraph, NodesOfACycleShareTheirSet) {
  SetPool pool;
  ConstraintGraph graph(pool);
  NodeId first = graph.addNodes(4);
  auto node = [&](uint32_t n) { return NodeId(first.index + n); };
  for (uint32_t n = 0; n < 3; ++n) graph.addEdge(node(n), node((n + 1) % 3));
  graph.addEdge(node(3), node(0));
  graph.addElement(node(1), 7);
  graph.addElement(node(3), 8);
  graph.solve([](uint32_t, SetId) {});
  for (uint32_t n = 0; n < 3; ++n) EXPECT_EQ(plain(pool, graph.pointsTo(node(n))), (Plain{7, 8}));
  EXPECT_EQ(plain(pool, graph.pointsTo(node(3))), Plain{8});
}

TEST(ConstraintGraph, NothingFlowsThroughNothing) {
  SetPool pool;
  ConstraintGraph graph(pool);
  NodeId first = graph.addNodes(2);
  graph.addElement(ConstraintGraph::nothing, 7);
  graph.addElement(first, 8);
  graph.addEdge(first, ConstraintGraph::nothing);
  graph.addEdge(ConstraintGraph::nothing, NodeId(first.index + 1));
  graph.attach(ConstraintGraph::nothing, 0);
  graph.solve([](uint32_t, SetId) { ADD_FAILURE() << "a constraint of what can point nowhere"; });
  EXPECT_EQ(graph.pointsTo(ConstraintGraph::nothing), emptySet);
  EXPECT_EQ(graph.pointsTo(NodeId(first.index + 1)), emptySet);
}
