#include "engine/games/gomoku/point_weights.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "engine/core/little_endian.h"

extern "C" const unsigned char sanqi_gomoku_weights[], sanqi_gomoku_weights_end[];

namespace engine::gomoku {
namespace {

/// A number for every shape, added up over the four lines, and one for what they make together. In
/// centi-stones. Set by hand after a logistic regression on the results of games against itself, whose games
/// were not kept: what is left to evaluate where neither a four nor an open three is waiting for its answer.
constexpr std::array<int, kShapes> kShapeWorth{0, 2, 0, 3, 1, 7, 7, 16, 32, 16, 40, 0, 0, 0};
constexpr std::array<int, kThreats> kThreatWorth{0, 0, 0, 11, 0, 48, 50, 0, 57, 50, 50, 0, 0};
constexpr std::int16_t kTempo = 20;

}  // namespace

PointWeights handmade_weights() {
  PointWeights point_weights{.tempo = kTempo};
  for (std::size_t i = 0; i < kCombinations; ++i) {
    const ShapeCode code = representative(static_cast<Combination>(i));
    int sum = kThreatWorth[index(threat_of(code, false))];
    for (const Direction direction : kDirections) sum += kShapeWorth[index(shape_in(code, direction))];
    const auto weight = static_cast<std::int16_t>(sum);
    point_weights.of[i] = {weight, weight};
  }
  return point_weights;
}

std::unique_ptr<PointWeights> read_point_weights(std::span<const unsigned char> file) {
  const auto text_end = std::ranges::find(file, '\n');
  const auto text = static_cast<std::size_t>(text_end - file.begin()) + 1;
  if (file.size() != text + 2 * (2 * kCombinations + 1))
    throw std::runtime_error("weights of Gomoku of " + std::to_string(file.size()) + " bytes");
  // Numbers are not checked: any 16 bits are a weight, and sums of 400 points fit into an int.
  const unsigned char* next = file.data() + text;
  const auto number = [&next] {
    const auto value = read_little_endian<std::int16_t>(next);
    next += 2;
    return value;
  };
  auto point_weights = std::make_unique<PointWeights>();
  for (PointWeight& weight : point_weights->of) {
    weight.moving = number();
    weight.waiting = number();
  }
  point_weights->tempo = number();
  return point_weights;
}

const PointWeights& point_weights() {
  static const std::unique_ptr<PointWeights> built_in = [] {
    const std::span<const unsigned char> file(&sanqi_gomoku_weights[0], &sanqi_gomoku_weights_end[0]);
    // -DSANQI_GOMOKU_WEIGHTS=OFF embeds an empty file.
    return file.empty() ? std::make_unique<PointWeights>(handmade_weights()) : read_point_weights(file);
  }();
  return *built_in;
}

}  // namespace engine::gomoku
