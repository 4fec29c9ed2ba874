#include "server/tournament/pairing.h"

#define LEMON_ONLY_TEMPLATES  // Nothing of its library is linked.
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <algorithm>
#include <cassert>

namespace server::tournament {
namespace {

using Graph = lemon::SmartGraph;
using Weights = Graph::EdgeMap<std::int64_t>;

/// The edges as LEMON wants them: it looks for the greatest sum.
class WeightedGraph {
 public:
  /// The weight of an edge is `base` - cost.
  WeightedGraph(int vertices, const std::vector<Edge>& edges, std::int64_t base) : weights_(graph_) {
    graph_.reserveNode(vertices);
    graph_.reserveEdge(static_cast<int>(edges.size()));
    for (int i = 0; i < vertices; ++i) graph_.addNode();
    for (const Edge& edge : edges) {
      assert(0 <= edge.cost && edge.cost <= kMaxCost);
      weights_[graph_.addEdge(Graph::nodeFromId(edge.a), Graph::nodeFromId(edge.b))] = base - edge.cost;
    }
  }

  const Graph& graph() const { return graph_; }
  const Weights& weights() const { return weights_; }

  template <class Matching>
  Pairs pairs(const Matching& matching) const {
    Pairs pairs;
    for (int i = 0; i < graph_.nodeNum(); ++i) {
      const Graph::Node mate = matching.mate(Graph::nodeFromId(i));
      if (mate != lemon::INVALID && i < Graph::id(mate)) pairs.emplace_back(i, Graph::id(mate));
    }
    return pairs;
  }

 private:
  Graph graph_;
  Weights weights_;
};

std::int64_t greatest_cost(const std::vector<Edge>& edges) {
  std::int64_t greatest = 0;
  for (const Edge& edge : edges) greatest = std::max(greatest, edge.cost);
  return greatest;
}

}  // namespace

std::optional<Pairs> pair_all(int vertices, const std::vector<Edge>& edges) {
  if (vertices % 2 != 0) return std::nullopt;
  // All perfect matchings have the same number of edges, so any base gives the same order of sums.
  const WeightedGraph graph(vertices, edges, greatest_cost(edges));
  lemon::MaxWeightedPerfectMatching<Graph, Weights> matching(graph.graph(), graph.weights());
  if (!matching.run()) return std::nullopt;
  return graph.pairs(matching);
}

Pairs pair_most(int vertices, const std::vector<Edge>& edges) {
  // One pair more outweighs whatever all the others cost.
  const std::int64_t base = (vertices / 2) * (greatest_cost(edges) + 1) + 1;
  const WeightedGraph graph(vertices, edges, base);
  lemon::MaxWeightedMatching<Graph, Weights> matching(graph.graph(), graph.weights());
  matching.run();
  return graph.pairs(matching);
}

}  // namespace server::tournament
