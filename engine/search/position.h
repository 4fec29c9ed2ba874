#pragma once

#include <concepts>
#include <optional>

#include "engine/core/types.h"

namespace engine::search {

/// The rules of a game as the search sees them.
///
/// A Position holds its own past, which repetition rules and undo_move() need. A search copies it once;
/// do_move() and undo_move() do not allocate in the steady state. One thread's own.
///
/// - generate(): every legal move, in an order that depends on the position alone.
/// - verdict(ply): the score for the side to move where the rules have ended the game before moves are
///   generated (five in a row, a judged repetition, a move limit); `ply` plies from the root.
/// - verdict_depends_from(ply), where verdicts look back along the line: the ply of the oldest position that
///   the verdict just given depends on (a repetition: where the cycle began), negative before the root. See
///   "graph-history interaction" in searcher_tree.h.
/// - no_moves(ply): the score when generate() finds nothing (mate, a full board, no discs to flip).
///
/// What every part of the search relies on besides:
/// - key() names the position for the TT: equal keys are taken for equal positions. What a key leaves out
///   (the past of a repetition, counters of moves) is what verdict_depends_from() has to report.
/// - Wins and losses carry their distance from the root: win_in() and loss_in() of core/types.h.
/// - undo_move() takes back the last do_move() exactly, key and tables included; calls nest as a stack.
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
/// @pre of key_after(): the move is legal here. It equals key() after do_move(move).
template <class P>
concept HasKeyAfter = requires(const P past, Move move) {
  { past.key_after(move) } -> std::same_as<Key>;
};

/// Asked right after verdict(ply) gave a value, of the same position and ply. Without it verdicts do not look
/// back, and every score is a property of the position alone.
template <class P>
concept HasVerdictDependsFrom = requires(const P past, int ply) {
  { past.verdict_depends_from(ply) } -> std::same_as<int>;
};

}  // namespace engine::search
