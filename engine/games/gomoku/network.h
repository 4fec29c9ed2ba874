#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/core/types.h"
#include "engine/games/gomoku/geometry.h"
#include "engine/games/gomoku/point_weights.h"
#include "engine/games/network_layer.h"

/// A small network that corrects the sum of point weights (point_weights.h), trained by `sanqi-lab
/// train-network` on games of the engine against itself.
///
/// Its inputs are combinations of shapes on empty points, own ones and the opponent's. A layer of kHidden
/// units sums their weights, once as each side sees the board. Squares of the units, clipped to [0, 1], are
/// weighed by how many stones there are (buckets), the mover's apart from the other's. What a sum over points
/// cannot say it can: that two threes are more than twice one, or that an attack is worth little where the
/// opponent comes first.
namespace engine::gomoku {

struct Network {
  static constexpr std::size_t kInputs = 2 * kCombinations;
  static constexpr std::size_t kHidden = 32;
  static constexpr std::size_t kBuckets = 8;
  static constexpr int kOne = 255;       ///< What 1 is in a unit of the layer once it is clipped,
  static constexpr int kOutputOne = 64;  ///< and in the weights behind the layer.
  /// Those into it are finer: points that no stone is near to are all the same input, 300 of them on an empty
  /// board of 20 x 20, and so often a rounded weight counts.
  static constexpr int kInputShift = 2;
  static constexpr int kInputOne = kOne << kInputShift;
  /// Limits do not keep sums of hundreds of inputs within 16 bits, but what is trained does: a test looks.
  static constexpr int kMaxInput = 2020, kMaxBias = 16000, kMaxOutput = 127;

  using Row = UnitRow<kHidden>;
  alignas(64) std::array<Row, kInputs> inputs;
  alignas(64) Row bias;
  alignas(64) std::array<std::array<Row, 2>, kBuckets> outputs;  ///< The mover's and the other's.
  std::array<std::int32_t, kBuckets> output_bias;                ///< In units of 1 / (kOne * kOutputOne).
  std::int32_t scale;                                            ///< Centi-stones that an output of 1 is.

  bool operator==(const Network&) const = default;
};

/// The input that a combination is for the side whose shapes they are, or for its opponent.
constexpr std::size_t input_of(Combination combination, bool own) {
  return 2 * std::size_t{combination} + (own ? 0 : 1);
}

/// Which output weights judge a board with so many stones.
constexpr std::size_t bucket_of(int stones) {
  return std::min(static_cast<std::size_t>(stones) / 8, Network::kBuckets - 1);
}

/// The file: "SQGONET2", then inputs, hidden units, buckets and scale as 32 bits, then the fields in their
/// order, all with the low byte first.
std::string write_network(const Network& network);
/// Nothing for what is no such file, or has weights beyond their limits.
std::optional<Network> read_network(std::span<const unsigned char> bytes);

/// One network for boards of 15 lines, one for larger ones, where more points are far from all stones: by the
/// first the side to move was judged more than a stone too low there.
struct Networks {
  Network usual, large;
  const Network& of(int size) const { return size > kSizes.front() ? large : usual; }
};

/// Those of this program, or null where it was built without any that fit. Thread-safe.
/// Read at the first call.
const Networks* own_networks();

/// The layer of one position, by the side that looks.
struct Accumulator {
  alignas(64) std::array<Network::Row, 2> of;
};

/// Adds what came and takes away what went; a change from or to nothing (combination 0) has a row of zeros.
void update(Accumulator& accumulator, const Network& network, std::span<const CombinationChange> changes);
/// What the network says, in centi-stones for `turn`.
Score output(const Accumulator& accumulator, const Network& network, Side turn, std::size_t bucket);

}  // namespace engine::gomoku
