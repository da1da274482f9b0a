// Strongly connected components against their definition, on random graphs.
#include "program/components.h"

#include "gtest/gtest.h"

#include <random>

using namespace steward;

namespace {

using Graph = std::vector<std::vector<uint32_t>>;

std::vector<std::vector<uint32_t>> componentsOf(const Graph& graph) {
  auto degree = [&](uint32_t n) { return graph[n].size(); };
  auto successor = [&](uint32_t n, uint32_t k) { return graph[n][k]; };
  return components(static_cast<uint32_t>(graph.size()), degree, successor);
}

// reaches[a][b]: a way leads from a to b, the empty one included.
std::vector<std::vector<bool>> reachability(const Graph& graph) {
  size_t size = graph.size();
  std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size));
  for (uint32_t a = 0; a < size; ++a) {
    reaches[a][a] = true;
    for (uint32_t b : graph[a]) reaches[a][b] = true;
  }
  for (uint32_t via = 0; via < size; ++via)
    for (uint32_t a = 0; a < size; ++a)
      for (uint32_t b = 0; b < size; ++b)
        if (reaches[a][via] && reaches[via][b]) reaches[a][b] = true;
  return reaches;
}

} // namespace

TEST(Components, AgreeWithTheDefinition) {
  std::mt19937 random(1);
  for (int round = 0; round < 1000; ++round) {
    Graph graph(1 + random() % 20);
    for (auto& successors : graph)
      for (unsigned n = random() % 4; n > 0; --n) successors.push_back(random() % graph.size());
    auto reaches = reachability(graph);
    std::vector<size_t> at(graph.size(), ~size_t{0});
    auto found = componentsOf(graph);
    for (size_t c = 0; c < found.size(); ++c)
      for (uint32_t node : found[c]) {
        ASSERT_EQ(at[node], ~size_t{0}) << "every node is in one component";
        at[node] = c;
      }
    for (uint32_t a = 0; a < graph.size(); ++a)
      for (uint32_t b = 0; b < graph.size(); ++b) {
        ASSERT_EQ(at[a] == at[b], reaches[a][b] && reaches[b][a]);
        if (reaches[a][b]) ASSERT_GE(at[a], at[b]) << "what is reached comes first";
      }
  }
}

TEST(Components, LongChainsNeedNoStack) {
  Graph graph(200000);
  for (uint32_t n = 0; n + 1 < graph.size(); ++n) graph[n].push_back(n + 1);
  EXPECT_EQ(componentsOf(graph).size(), graph.size());
  graph.back().push_back(0);
  EXPECT_EQ(componentsOf(graph).size(), 1u);
}

TEST(Components, EmptyGraph) { EXPECT_TRUE(componentsOf({}).empty()); }
