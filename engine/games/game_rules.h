#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/search/position.h"

namespace engine {

/// What a game writes once, as static functions over its Position; game_of.h makes Match, Bot and the row in
/// the table of games from it.
///
/// - read_position(): the position of a Setup, or why it is none.
/// - outcome(): the verdict of the rules with its reason; agrees with Position's verdict() and no_moves().
/// - write_move(): protocol text; different for different legal moves.
/// - read_notation(): the legal move that another notation names (WXF, Chinese, ...), if exactly one.
/// - why_not(): the reason why a text is not a legal move. Called only for texts that are none.
/// - kFinishedLeaves: how many leaves perft counts for a game that ended above the last ply.
///
/// Optional, found by name:
/// - perft_ended(position): where perft stops, for games whose verdict() also judges repetitions, which perft
///   ignores. Without it perft stops where verdict() has a value.
/// - sorted_moves(position), find_move(position, text): all legal moves as text, sorted, and the one with
///   this very text; for games with so many moves that writing and sorting them all shows in a server's
///   profile. They must agree with write_move().
/// - without_past(position): the same board at the beginning of a game, for games in which a move may be
///   played past a draw (Match::can_go_on()).
/// - policy_of(position): for a game with several policies, which one plays it (0 = the first of make_game).
template <class R>
concept GameRules =
    search::Position<typename R::Position> &&
    requires(const Setup& setup, const typename R::Position& position, Move move, std::string_view text) {
      { R::read_position(setup) } -> std::same_as<Expected<typename R::Position, Rejection>>;
      { R::look(position) } -> std::same_as<Look>;
      { R::outcome(position) } -> std::same_as<std::optional<Outcome>>;
      { R::write_move(position, move) } -> std::same_as<std::string>;
      { R::read_notation(position, text) } -> std::same_as<std::optional<Move>>;
      { R::notations(position, move) } -> std::same_as<std::vector<Notation>>;
      { R::why_not(position, text) } -> std::same_as<Rejection>;
      { R::kFinishedLeaves } -> std::convertible_to<std::uint64_t>;
    };

}  // namespace engine
