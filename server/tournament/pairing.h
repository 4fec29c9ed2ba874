#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/// Who meets whom at the least cost: weighted matching in general graphs (Edmonds' blossom algorithm), and
/// the only door to LEMON. C++17, because LEMON's headers are. Boost.Graph's maximum_weighted_matching of
/// Debian's versions is not used: it crashes, hangs or errs on graphs with equal weights, where LEMON was
/// right in all 360 that were tried. 256 players take LEMON 85 ms, 512 more than a second.
namespace server::tournament {

/// Two vertices that may be paired, and what that costs.
struct Edge {
  int a = 0;  ///< From 0.
  int b = 0;
  std::int64_t cost = 0;  ///< 0 to kMaxCost.
};
/// LEMON multiplies costs by four and adds two of them.
inline constexpr std::int64_t kMaxCost = std::int64_t{1} << 59;

using Pairs = std::vector<std::pair<int, int>>;

/// Every vertex in exactly one pair, at the least sum of costs; none if the edges do not allow it. The same
/// input gives the same pairs. O(n m log n). @pre no two edges join the same vertices
std::optional<Pairs> pair_all(int vertices, const std::vector<Edge>& edges);

/// As many pairs as possible, and of those the cheapest. @pre vertices / 2 * (greatest cost + 1) <= kMaxCost
/// For arenas, where waiting is better than a pair that is not allowed.
Pairs pair_most(int vertices, const std::vector<Edge>& edges);

}  // namespace server::tournament
