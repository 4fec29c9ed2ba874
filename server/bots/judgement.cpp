#include "server/bots/judgement.h"

#include <algorithm>
#include <array>
#include <cmath>

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

ScoreKind mirrored(ScoreKind kind) {
  if (kind == ScoreKind::win) return ScoreKind::loss;
  if (kind == ScoreKind::loss) return ScoreKind::win;
  return kind;
}

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

// A move that loses nothing is worth all, one at the edge of a blunder half.
double accuracy_of(double loss) {
  return 100 * std::exp2(-std::max(loss, 0.0) / kBlunder);
}

}  // namespace server
