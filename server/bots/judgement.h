#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "engine/core/game.h"
#include "server/protocol/analysis_messages.h"

/// What evaluations mean for people: chances, marks, accuracy. docs/analysis.md says where the figures come
/// from.
namespace server {

/// A line as the side to move sees it, seen from the first side.
/// Win and loss keep their number of plies; an evaluation changes its sign.
protocol::Evaluation for_first_side(const engine::Line& line, engine::Side turn);
/// Of a game that is over.
protocol::Evaluation evaluation_of(const engine::Outcome& outcome);

/// The first side's chance to win, 0 to 1; a draw counts half.
/// By the logistic curve of the game's own scale; certain results are 0, 0.5 or 1.
double win_chance(std::string_view game, const protocol::Evaluation& eval);

/// What is wrong with a move that takes this much of the mover's chance away.
/// @param loss of the mover's chance, -1 to 1
std::optional<protocol::Mark> mark_of(double loss);
/// How good a move is that takes so much of the mover's chance away, in per cent.
/// lichess.org's curve; 100 for a move that loses nothing.
double accuracy_of(double loss);

struct JudgedMove {
  std::size_t from;  ///< Of the positions of the game, the one that it was made in.
  engine::Side mover;
  double loss;
};
/// How well each side played, in per cent; 100 without moves. Moves count more where the game was open, and
/// bad ones more than good ones. @param wins the first side's chance in each position
/// @pre moves are in their order, and each `from` is an index of `wins`
std::array<double, 2> accuracy_of_game(std::span<const double> wins, std::span<const JudgedMove> moves);

}  // namespace server
