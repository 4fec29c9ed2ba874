#include "server/tournament/pairing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "tests/seed.h"
#include "tests/thorough.h"

namespace server::tournament {
namespace {

struct Sum {
  int pairs = 0;
  std::int64_t cost = 0;
};

/// Tries everything: what is best among the vertices that are not in `used`.
class BruteForce {
 public:
  BruteForce(int vertices, const std::vector<Edge>& edges) : vertices_(vertices), edges_(edges) {}

  /// As many pairs as possible, of those the cheapest.
  Sum best(unsigned used = 0) {
    const int first = std::countr_one(used);
    if (first >= vertices_) return {};
    if (const auto known = known_.find(used); known != known_.end()) return known->second;
    Sum best = this->best(used | 1U << first);  // It stays alone.
    for (const Edge& edge : edges_) {
      if (std::min(edge.a, edge.b) != first) continue;
      const int other = std::max(edge.a, edge.b);
      if (used >> other & 1U) continue;
      const Sum rest = this->best(used | 1U << first | 1U << other);
      const Sum sum{rest.pairs + 1, rest.cost + edge.cost};
      if (sum.pairs > best.pairs || (sum.pairs == best.pairs && sum.cost < best.cost)) best = sum;
    }
    return known_[used] = best;
  }

 private:
  int vertices_;
  const std::vector<Edge>& edges_;
  std::map<unsigned, Sum> known_;
};

Sum sum_of(const Pairs& pairs, const std::vector<Edge>& edges) {
  Sum sum;
  std::set<int> seen;
  for (const auto& [a, b] : pairs) {
    EXPECT_TRUE(seen.insert(a).second && seen.insert(b).second) << "in two pairs";
    const auto edge = std::ranges::find_if(
        edges, [&](const Edge& e) { return std::minmax(e.a, e.b) == std::minmax(a, b); });
    EXPECT_NE(edge, edges.end()) << "no edge";
    if (edge == edges.end()) continue;
    ++sum.pairs;
    sum.cost += edge->cost;
  }
  return sum;
}

std::vector<Edge> random_edges(std::mt19937_64& random, int vertices, std::int64_t most) {
  const unsigned density = random() % 100 + 1;
  std::vector<Edge> edges;
  for (int a = 0; a < vertices; ++a)
    for (int b = a + 1; b < vertices; ++b)
      if (random() % 100 < density)
        edges.push_back({a, b, static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1))});
  return edges;
}

TEST(Pairing, IsTheBestOfAllOnSmallGraphs) {
  std::mt19937_64 random(random_seed());
  int perfect = 0;
  for (int i = 0; i < some_of(3000); ++i) {
    const int vertices = static_cast<int>(random() % 10) + 1;
    const std::int64_t most = i % 3 == 0 ? 2 : i % 3 == 1 ? 1000 : kMaxCost / 8;  // Many alike, few, huge.
    const auto edges = random_edges(random, vertices, most);
    const Sum best = BruteForce(vertices, edges).best();
    const auto all = pair_all(vertices, edges);
    ASSERT_EQ(all.has_value(), 2 * best.pairs == vertices);
    perfect += all.has_value();
    ASSERT_EQ(all ? sum_of(*all, edges).cost : best.cost, best.cost);
    const Sum found = sum_of(pair_most(vertices, edges), edges);
    ASSERT_EQ(found.pairs, best.pairs);
    ASSERT_EQ(found.cost, best.cost);
  }
  EXPECT_GT(perfect, some_of(300)) << "graphs too thin to test anything";
}

TEST(Pairing, PairsEverybodyWhereAllCostTheSame) {
  std::vector<Edge> edges;
  for (int a = 0; a < 40; ++a)
    for (int b = a + 1; b < 40; ++b) edges.push_back({a, b, 7});
  EXPECT_EQ(pair_all(40, edges).value().size(), 20U);
  EXPECT_EQ(pair_most(40, edges).size(), 20U);
}

TEST(Pairing, OfAnOddNumberLeavesOne) {
  const std::vector<Edge> triangle = {{0, 1, 5}, {1, 2, 3}, {0, 2, 4}};
  EXPECT_FALSE(pair_all(3, triangle));
  EXPECT_EQ(pair_most(3, triangle), (Pairs{{1, 2}}));
}

TEST(Pairing, OfNothingIsNothing) {
  EXPECT_EQ(pair_all(0, {}), Pairs{});
  EXPECT_FALSE(pair_all(2, {}));
  EXPECT_EQ(pair_most(2, {}), Pairs{});
}

}  // namespace
}  // namespace server::tournament
