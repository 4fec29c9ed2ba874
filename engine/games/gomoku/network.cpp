#include "engine/games/gomoku/network.h"

#include <memory>
#include <string_view>

#include "engine/games/network_file.h"

/// network.bin and network_large.bin: see embedded_file.cmake.
extern "C" const unsigned char sanqi_gomoku_network[], sanqi_gomoku_network_end[];
extern "C" const unsigned char sanqi_gomoku_network_large[], sanqi_gomoku_network_large_end[];

namespace engine::gomoku {
namespace {

constexpr std::string_view kMagic = "SQGONET2";
}  // namespace

std::string write_network(const Network& network) {
  return write_network_file(kMagic, network);
}

std::optional<Network> read_network(std::span<const unsigned char> bytes) {
  const auto network = read_network_file<Network>(kMagic, bytes);
  if (!network) return std::nullopt;
  for (const bool own : {false, true})
    if (network->inputs[input_of(0, own)] != Network::Row{}) return std::nullopt;  // update() counts on it.
  return *network;
}

const Networks* own_networks() {
  static const auto networks = []() -> std::unique_ptr<const Networks> {
    const auto usual = read_network({&sanqi_gomoku_network[0], &sanqi_gomoku_network_end[0]});
    const auto large = read_network({&sanqi_gomoku_network_large[0], &sanqi_gomoku_network_large_end[0]});
    // Both or none: a bot must not judge sizes of boards by different methods.
    return usual && large ? std::make_unique<const Networks>(Networks{*usual, *large}) : nullptr;
  }();
  return networks.get();
}

void update(Accumulator& accumulator, const Network& network, std::span<const CombinationChange> changes) {
  for (const Side view : {Side::first, Side::second}) {
    // Both views change with each stone's surroundings: an own shape of one is the opponent's of the other.
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
  return score_of_sum(network, sum, bucket);
}

}  // namespace engine::gomoku
