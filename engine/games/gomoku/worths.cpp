#include "engine/games/gomoku/worths.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

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

std::array<Shape, 4> sorted_shapes(ShapeCode code) {
  std::array<Shape, 4> shapes{};
  for (const Direction direction : kDirections) shapes[index(direction)] = shape_in(code, direction);
  std::ranges::sort(shapes, std::greater());
  return shapes;
}

/// Numbers of all codes, by counting those whose shapes stand in falling order.
std::vector<std::uint16_t> number_combinations() {
  std::vector<std::uint16_t> numbers(1 << 16);
  std::uint16_t next = 0;
  const auto code_of = [](const std::array<Shape, 4>& shapes) {
    ShapeCode code = 0;
    for (const Direction direction : kDirections)
      code = with_shape(code, direction, shapes[index(direction)]);
    return code;
  };
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto code = static_cast<ShapeCode>(i);
    const auto shapes = sorted_shapes(code);
    if (index(shapes.front()) >= kShapes) continue;
    const ShapeCode first = code_of(shapes);  // The least code of this combination.
    numbers[i] = first == code ? next++ : numbers[first];
  }
  return numbers;
}

}  // namespace

std::uint16_t combination_of(ShapeCode code) {
  static const std::vector<std::uint16_t> numbers = number_combinations();
  return numbers[code];
}

Worths worths_set_by_hand() {
  Worths worths{.tempo = kTempo};
  for (std::size_t i = 0; i < 1 << 16; ++i) {
    const auto code = static_cast<ShapeCode>(i);
    if (index(sorted_shapes(code).front()) >= kShapes) continue;
    int sum = kThreatWorth[index(threat_of(code, false))];
    for (const Direction direction : kDirections) sum += kShapeWorth[index(shape_in(code, direction))];
    const auto worth = static_cast<std::int16_t>(sum);
    worths.of[combination_of(code)] = {worth, worth};
  }
  return worths;
}

std::unique_ptr<Worths> read_worths(std::span<const unsigned char> file) {
  const auto text_end = std::ranges::find(file, '\n');
  const auto text = static_cast<std::size_t>(text_end - file.begin()) + 1;
  if (file.size() != text + 2 * (2 * kCombinations + 1))
    throw std::runtime_error("weights of Gomoku of " + std::to_string(file.size()) + " bytes");
  const unsigned char* next = file.data() + text;
  const auto number = [&next] {
    const auto value = read_little_endian<std::int16_t>(next);
    next += 2;
    return value;
  };
  auto worths = std::make_unique<Worths>();
  for (Worth& worth : worths->of) {
    worth.moving = number();
    worth.waiting = number();
  }
  worths->tempo = number();
  return worths;
}

const Worths& worths() {
  static const std::unique_ptr<Worths> built_in = [] {
    const std::span<const unsigned char> file(&sanqi_gomoku_weights[0], &sanqi_gomoku_weights_end[0]);
    return file.empty() ? std::make_unique<Worths>(worths_set_by_hand()) : read_worths(file);
  }();
  return *built_in;
}

}  // namespace engine::gomoku
