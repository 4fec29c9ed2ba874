#pragma once

#include <concepts>
#include <optional>

#include "engine/core/types.h"

namespace engine::search {

/// The rules of a game as the search sees them.
///
/// A Position knows its own past (what repetition rules and undo_move() need), so undo takes no
/// arguments. Copying is allowed once a search; do_move() and undo_move() do not allocate in the steady
/// state.
///
/// - generate(): every legal move, in an order that depends on the position alone.
/// - verdict(ply): the score when the rules have ended the game before moves are generated (five in
///   a row on the board, a judged repetition, a move limit), for the side to move, `ply` plies from the root.
/// - verdict_depends_from(ply), where verdicts look back along the line: the ply of the oldest position that
/// the
///   verdict just given depends on (a repetition: where the cycle began), negative for what was before the
///   root. Scores that hang on a position above their own node are not kept in the table.
/// - no_moves(ply): the score when generate() finds nothing (mate, a full board, no discs to flip).
template <class P>
concept Position =
    std::copyable<P> && requires(P position, const P past, Move move, MoveList& moves, int ply) {
      { past.side_to_move() } -> std::same_as<Side>;
      { past.key() } -> std::same_as<Key>;
      { past.generate(moves) };
      { position.do_move(move) };
      { position.undo_move() };
      { past.verdict(ply) } -> std::same_as<std::optional<Score>>;
      { past.no_moves(ply) } -> std::same_as<Score>;
    };

/// Positions that know the key behind a move before they play it: the table's memory can be fetched
/// meanwhile.
template <class P>
concept HasKeyAfter = requires(const P past, Move move) {
  { past.key_after(move) } -> std::same_as<Key>;
};

template <class P>
concept HasVerdictDependsFrom = requires(const P past, int ply) {
  { past.verdict_depends_from(ply) } -> std::same_as<int>;
};

}  // namespace engine::search
