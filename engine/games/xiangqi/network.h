#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/games/network_layer.h"
#include "engine/games/xiangqi/board.h"
#include "engine/games/xiangqi/weights.h"

/// A small network that judges positions, trained by `sanqi-lab train-network` on games of the engine against
/// itself.
///
/// Its inputs are pieces on points, seen by each side from its own end of the board. A layer of kHidden units
/// sums the weights of what is there; it is made for both sides, and for the board as it is and with its
/// wings exchanged: four accumulators. The weights behind them are the same for both wings, so a position and
/// its mirror image get the same score whatever was learned, and every game teaches twice. Squares of the
/// units, clipped to [0, 1], are weighed by the material that is left (buckets), the mover's apart from the
/// other's.
namespace engine::xiangqi {

struct Network {
  static constexpr std::size_t kInputs = 2 * kPieceTypes * kSquares;
  static constexpr std::size_t kHidden = 64;
  static constexpr std::size_t kBuckets = 8;
  static constexpr int kOne = 255;  ///< What 1 is in the accumulators,
  static constexpr int kInputOne = kOne;
  static constexpr int kOutputOne = 64;  ///< and in the weights behind them.
  /// No sum of 32 inputs and a bias leaves 16 bits, and no sum of outputs 32, while weights stay within
  /// these.
  static constexpr int kMaxInput = 505, kMaxBias = 16000, kMaxOutput = 127;

  using Row = UnitRow<kHidden>;
  alignas(64) std::array<Row, kInputs> inputs;
  alignas(64) Row bias;
  alignas(64) std::array<std::array<Row, 2>, kBuckets> outputs;  ///< The mover's and the other's.
  std::array<std::int32_t, kBuckets> output_bias;                ///< In units of 1 / (kOne * kOutputOne).
  std::int32_t scale;                                            ///< Centipawns that an output of 1 is.
  bool corrects;  ///< What it says is added to what evaluate() of evaluation.h says.

  bool operator==(const Network&) const = default;
};

/// The input that a piece on a point is for one side, on the board as it is or with its wings exchanged.
constexpr std::size_t input_of(Side view, bool mirrored, Piece piece, Square s) {
  const std::size_t kind = (side_of(piece) == view ? 0 : kPieceTypes) + index(type_of(piece));
  const int file = mirrored ? kFiles - 1 - file_of(s) : file_of(s);
  return kind * kSquares + static_cast<std::size_t>(square(file, relative_rank(view, s)));
}

/// Which output weights judge what is left on the board.
constexpr std::size_t bucket_of(int phase) {
  return static_cast<std::size_t>(phase) * Network::kBuckets / (kFullPhase + 1);
}

/// The file: "SQXQNET1", then inputs, hidden units, buckets, scale and `corrects` as 32 bits, then the fields
/// in their order, all with the low byte first.
std::string write_network(const Network& network);
/// Nothing for what is no such file, or has weights that could overflow.
std::optional<Network> read_network(std::span<const unsigned char> bytes);

/// The network of this program, or null where it was built without one that fits.
const Network* own_network();

/// The first layer of one position: the sums for both sides (by Side) and both wings.
struct Accumulator {
  alignas(64) std::array<std::array<Network::Row, 2>, 2> of;
};

/// From nothing: 4 rows an occupied square.
void fill(Accumulator& accumulator, const Network& network, const Board& board);
/// From the sums before a move to those after it. `captured` may be none.
/// 8 rows for a quiet move, 12 for a capture.
void update(Accumulator& after, const Accumulator& before, const Network& network, Piece moved, Square from,
            Square to, Piece captured);
/// What the network says, in centipawns for `turn`.
Score output(const Accumulator& accumulator, const Network& network, Side turn, std::size_t bucket);

}  // namespace engine::xiangqi
