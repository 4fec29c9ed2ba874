#include "engine/games/gomoku/network.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

/// network.bin and network_large.bin: see embedded_file.cmake.
extern "C" const unsigned char sanqi_gomoku_network[], sanqi_gomoku_network_end[];
extern "C" const unsigned char sanqi_gomoku_network_large[], sanqi_gomoku_network_large_end[];

namespace engine::gomoku {
namespace {

constexpr std::string_view kMagic = "SQGONET2";
constexpr std::array<std::int32_t, 3> kShape = {Network::kInputs, Network::kHidden, Network::kBuckets};

/// Calls visit(number, limit) for each number of the fields, in order.
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

}  // namespace

std::string write_network(const Network& network) {
  std::string bytes(kMagic);
  for (const std::int32_t number : kShape) append_little_endian(bytes, number);
  append_little_endian(bytes, network.scale);
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
  numbers.take(network->scale);
  bool small = network->scale > 0 && network->scale <= 2000;
  for_each_number(*network, [&](auto& number, int max) {
    numbers.take(number);
    small = small && std::abs(number) <= max;
  });
  for (const bool own : {false, true})
    small = small && network->inputs[input_of(0, own)] == Network::Row{};  // update() counts on it.
  if (!small || !numbers.all_read()) return std::nullopt;
  return *network;
}

const Networks* own_networks() {
  static const auto networks = []() -> std::unique_ptr<const Networks> {
    const auto usual = read_network({&sanqi_gomoku_network[0], &sanqi_gomoku_network_end[0]});
    const auto large = read_network({&sanqi_gomoku_network_large[0], &sanqi_gomoku_network_large_end[0]});
    return usual && large ? std::make_unique<const Networks>(Networks{*usual, *large}) : nullptr;
  }();
  return networks.get();
}

void update(Accumulator& accumulator, const Network& network, std::span<const CombinationChange> changes) {
  for (const Side view : {Side::first, Side::second}) {
    UnitLanes<Network::kHidden> units(accumulator.of[index(view)]);
    for (const CombinationChange& change : changes) {
      const bool own = change.side == view;
      units.add(network.inputs[input_of(change.now, own)]);
      units.subtract(network.inputs[input_of(change.before, own)]);
    }
    units.store(accumulator.of[index(view)]);
  }
}

Score output(const Accumulator& accumulator, const Network& network, Side turn, std::size_t bucket) {
  const auto& weights = network.outputs[bucket];
  constexpr int kShift = Network::kInputShift;
  const std::int32_t sum =
      weigh_squares<kShift>(accumulator.of[index(turn)], weights[0], Network::kOne) +
      weigh_squares<kShift>(accumulator.of[index(other(turn))], weights[1], Network::kOne);
  const std::int32_t value = sum / Network::kOne + network.output_bias[bucket];
  constexpr Score kMaxCorrection = 5000;
  return std::clamp<Score>(
      static_cast<Score>(std::int64_t{value} * network.scale / (Network::kOne * Network::kOutputOne)),
      -kMaxCorrection, kMaxCorrection);
}

}  // namespace engine::gomoku
