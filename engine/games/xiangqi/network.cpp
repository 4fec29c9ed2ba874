#include "engine/games/xiangqi/network.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "engine/core/little_endian.h"

/// network.bin: see embedded_file.cmake.
extern "C" const unsigned char sanqi_xiangqi_network[], sanqi_xiangqi_network_end[];

namespace engine::xiangqi {
namespace {

constexpr std::string_view kMagic = "SQXQNET1";

/// Calls visit(number, limit) for each weight in the order of the file; no weight is beyond its limit.
template <class Net, class Visit>
void for_each_number(Net& network, Visit visit) {
  for (auto& row : network.inputs)
    for (auto& weight : row) visit(weight, Network::kMaxInput);
  for (auto& weight : network.bias) visit(weight, Network::kMaxBias);
  for (auto& bucket : network.outputs)
    for (auto& row : bucket)
      for (auto& weight : row) visit(weight, Network::kMaxOutput);
  for (auto& bias : network.output_bias) visit(bias, 1 << 20);
}

constexpr std::array<std::int32_t, 3> kShape = {Network::kInputs, Network::kHidden, Network::kBuckets};

constexpr std::array kSides = {Side::first, Side::second};
constexpr std::array kWings = {false, true};

}  // namespace

std::string write_network(const Network& network) {
  std::string bytes(kMagic);
  for (const std::int32_t number : kShape) append_little_endian(bytes, number);
  append_little_endian(bytes, network.scale);
  append_little_endian(bytes, std::int32_t{network.corrects});
  for_each_number(network, [&](auto number, int) { append_little_endian(bytes, number); });
  return bytes;
}

std::optional<Network> read_network(std::span<const unsigned char> bytes) {
  if (bytes.size() < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
    return std::nullopt;
  NumbersOfFile numbers(bytes.subspan(kMagic.size()));
  std::array<std::int32_t, 3> shape{};
  for (std::int32_t& number : shape) numbers.take(number);
  if (shape != kShape) return std::nullopt;
  auto network = std::make_unique<Network>();
  std::int32_t corrects = 0;
  numbers.take(network->scale);
  numbers.take(corrects);
  network->corrects = corrects != 0;
  bool small = network->scale > 0 && network->scale <= 2000;
  for_each_number(*network, [&](auto& number, int max) {
    numbers.take(number);
    small = small && std::abs(number) <= max;
  });
  if (!small || !numbers.all_read()) return std::nullopt;
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
      for (std::size_t i = 0; i < Network::kHidden; ++i)
        sum[i] = static_cast<std::int16_t>(old[i] + come[i] - gone[i] - taken[i]);
    }
}

Score output(const Accumulator& accumulator, const Network& network, Side turn, std::size_t bucket) {
  std::int32_t sum = 0;
  for (const Side view : kSides)
    for (const bool mirrored : kWings)
      sum += weigh_squares(accumulator.of[index(view)][mirrored],
                           network.outputs[bucket][view == turn ? 0 : 1], Network::kOne);
  const std::int32_t value = sum / Network::kOne + network.output_bias[bucket];
  constexpr Score kMaxCorrection = 5000;
  return std::clamp<Score>(
      static_cast<Score>(std::int64_t{value} * network.scale / (Network::kOne * Network::kOutputOne)),
      -kMaxCorrection, kMaxCorrection);
}

}  // namespace engine::xiangqi
