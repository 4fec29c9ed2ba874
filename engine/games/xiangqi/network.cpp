#include "engine/games/xiangqi/network.h"

#include <array>
#include <string_view>

#include "engine/games/network_file.h"

/// network.bin: see embedded_file.cmake.
extern "C" const unsigned char sanqi_xiangqi_network[], sanqi_xiangqi_network_end[];

namespace engine::xiangqi {
namespace {

constexpr std::string_view kMagic = "SQXQNET1";

constexpr std::array kSides = {Side::first, Side::second};
constexpr std::array kWings = {false, true};

}  // namespace

std::string write_network(const Network& network) {
  return write_network_file(kMagic, network, std::array{std::int32_t{network.corrects}});
}

std::optional<Network> read_network(std::span<const unsigned char> bytes) {
  std::array<std::int32_t, 1> corrects{};
  const auto network = read_network_file<Network>(kMagic, bytes, corrects);
  if (!network) return std::nullopt;
  network->corrects = corrects[0] != 0;
  return *network;
}

const Network* own_network() {
  static const std::optional<Network> network =
      read_network({&sanqi_xiangqi_network[0], &sanqi_xiangqi_network_end[0]});
  return network ? &*network : nullptr;
}

void fill(Accumulator& accumulator, const Network& network, const Board& board) {
  for (const Side view : kSides)
    for (const bool mirrored : kWings) {
      Network::Row& row = accumulator.of[index(view)][mirrored];
      row = network.bias;
      for_each(board.occupied(), [&](Square s) {
        const Network::Row& weights = network.inputs[input_of(view, mirrored, board.at(s), s)];
        add_row(row, weights);
      });
    }
}

void update(Accumulator& after, const Accumulator& before, const Network& network, Piece moved, Square from,
            Square to, Piece captured) {
  static constexpr Network::Row kNothing{};
  for (const Side view : kSides)
    for (const bool mirrored : kWings) {
      const auto weights = [&](Piece piece, Square s) -> const Network::Row& {
        return network.inputs[input_of(view, mirrored, piece, s)];
      };
      const Network::Row& gone = weights(moved, from);
      const Network::Row& come = weights(moved, to);
      const Network::Row& taken = captured == Piece::none ? kNothing : weights(captured, to);
      const Network::Row& old = before.of[index(view)][mirrored];
      Network::Row& sum = after.of[index(view)][mirrored];
      // One pass over the row for all changes; compilers make vectors of it.
      for (std::size_t i = 0; i < Network::kHidden; ++i)
        sum[i] = static_cast<std::int16_t>(old[i] + come[i] - gone[i] - taken[i]);
    }
}

Score output(const Accumulator& accumulator, const Network& network, Side turn, std::size_t bucket) {
  std::int32_t sum = 0;
  for (const Side view : kSides)
    for (const bool mirrored : kWings)
      // Both wings with the same output weights: mirror images get the same score.
      sum += weigh_squares(accumulator.of[index(view)][mirrored],
                           network.outputs[bucket][view == turn ? 0 : 1], Network::kOne);
  return score_of_sum(network, sum, bucket);
}

}  // namespace engine::xiangqi
