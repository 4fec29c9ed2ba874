#include "server/bots/judgement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace server {
namespace {

using engine::ScoreKind;
using protocol::Evaluation;
using protocol::Mark;

/// An evaluation of so many hundredths makes the odds of winning e to 1.
struct Scale {
  std::string_view game;
  double hundredths;
};
constexpr std::array kScales{Scale{"xiangqi", 280}, Scale{"gomoku", 180}, Scale{"antireversi", 190}};
constexpr double kUsualScale = 300;

/// lichess marks losses of 0.1, 0.2 and 0.3 where chances go from -1 to 1; ours go from 0 to 1.
constexpr double kInaccuracy = 0.05, kMistake = 0.10, kBlunder = 0.15;

double scale_of(std::string_view game) {
  const auto* const found = std::ranges::find(kScales, game, &Scale::game);
  return found == kScales.end() ? kUsualScale : found->hundredths;
}

/// lichess' curve from per cent of the chance that a move loses to its accuracy.
constexpr double kDecay = 4.354, kRest = 3.1669;
/// Of the harmonic mean: one terrible move does not make a game worthless.
constexpr double kWorst = 10;
/// A window has a tenth of the game's positions, within these bounds.
constexpr std::size_t kNarrowest = 2, kWidest = 8;
/// Of the deviation of the chances in a window, by which its moves count.
constexpr double kLeastWeight = 0.005, kMostWeight = 0.12;

ScoreKind mirrored(ScoreKind kind) {
  if (kind == ScoreKind::win) return ScoreKind::loss;
  if (kind == ScoreKind::loss) return ScoreKind::win;
  return kind;
}

/// The `width` chances that end after the move from `from`; at the beginning the first ones.
// Positions at the beginning share the first window, for there are none before.
std::span<const double> window(std::span<const double> wins, std::size_t from, std::size_t width) {
  const std::size_t end = std::max(from + 2, width);
  return wins.subspan(end - width, std::min(width, wins.size() - (end - width)));
}

// Of the population, as the window is all there is.
double deviation(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::reduce(values.begin(), values.end()) / count;
  const auto square = [mean](double value) { return (value - mean) * (value - mean); };
  return std::sqrt(std::transform_reduce(values.begin(), values.end(), 0.0, std::plus<>(), square) / count);
}

/// Half the weighted mean, half the harmonic one.
class Mean {
 public:
  void add(double value, double weight) {
    sum_ += weight * value;
    weights_ += weight;
    reciprocals_ += 1 / std::max(value, kWorst);
    ++count_;
  }
  // As lichess.org does: the harmonic mean makes one bad move count.
  double value() const { return count_ == 0 ? 100 : (sum_ / weights_ + count_ / reciprocals_) / 2; }

 private:
  double sum_ = 0;
  double weights_ = 0;
  double reciprocals_ = 0;
  int count_ = 0;
};

/// Of a proven difference.
double certain(int difference) {
  return difference > 0 ? 1.0 : difference < 0 ? 0.0 : 0.5;
}

}  // namespace

Evaluation for_first_side(const engine::Line& line, engine::Side turn) {
  if (turn == engine::Side::first) return {line.kind, line.value};
  const bool counts_plies = line.kind == ScoreKind::win || line.kind == ScoreKind::loss;
  return {mirrored(line.kind), counts_plies ? line.value : -line.value};
}

Evaluation evaluation_of(const engine::Outcome& outcome) {
  if (!outcome.winner) return {ScoreKind::draw, 0};
  return {*outcome.winner == engine::Side::first ? ScoreKind::win : ScoreKind::loss, 0};
}

double win_chance(std::string_view game, const Evaluation& eval) {
  switch (eval.kind) {
    case ScoreKind::eval:
      return 1 / (1 + std::exp(-eval.value / scale_of(game)));
    case ScoreKind::win:
      return 1;
    case ScoreKind::loss:
      return 0;
    case ScoreKind::draw:
      return 0.5;
    case ScoreKind::exact:
      return certain(eval.value);
  }
  return 0.5;
}

std::optional<Mark> mark_of(double loss) {
  if (loss >= kBlunder) return Mark::blunder;
  if (loss >= kMistake) return Mark::mistake;
  if (loss >= kInaccuracy) return Mark::inaccuracy;
  return std::nullopt;
}

double accuracy_of(double loss) {
  return std::clamp((100 + kRest) * std::exp(-kDecay * std::max(loss, 0.0)) - kRest, 0.0, 100.0);
}

// Moves count by how much the chances around them vary: in a decided game little is to be lost.
std::array<double, 2> accuracy_of_game(std::span<const double> wins, std::span<const JudgedMove> moves) {
  const std::size_t width = std::clamp(wins.size() / 10, kNarrowest, kWidest);
  std::array<Mean, 2> means;
  for (const JudgedMove& move : moves) {
    const double weight = std::clamp(deviation(window(wins, move.from, width)), kLeastWeight, kMostWeight);
    means[engine::index(move.mover)].add(accuracy_of(move.loss), weight);
  }
  return {means[0].value(), means[1].value()};
}

}  // namespace server
