#include "engine/games/xiangqi/mate_search.h"

#include <algorithm>
#include <functional>

#include "engine/games/xiangqi/checks.h"

namespace engine::xiangqi {
namespace {

/// A defender with so few moves may be in zugzwang or stalemated; with more, a defender that could pass could
/// also move.
constexpr int kFewMoves = 8;

}  // namespace

bool MateSearch::find(Position& root, int longest, std::uint64_t limit, search::Budget& budget,
                      std::span<const Move> among) {
  longest = std::min(longest, kLongest);
  if (root_ != root.key() || !std::ranges::is_permutation(among, among_)) begin(root.key(), among);
  quota_ = search::NodeQuota(budget, limit);
  stopped_ = false;
  // Iterative deepening by moves of the attacker: the first mate found is the shortest of its kind.
  for (int moves = refuted_ + 1; moves <= longest; ++moves) {
    if (attack(root, {.moves = moves, .quiet = kMaxQuiet, .ply = 0})) return true;
    if (stopped_) return false;
    refuted_ = moves;
  }
  return false;
}

/// What is known of another root could be used, but then the answer would depend on what was asked before.
void MateSearch::begin(Key root, std::span<const Move> among) {
  root_ = root;
  among_.assign(among.begin(), among.end());
  refuted_ = 0;
  disproofs_.clear();
  refutations_.fill(kNoMove);
}

MoveList MateSearch::moves_at(const Position& position, int ply) const {
  MoveList moves;
  if (ply > 0 || among_.empty())
    position.generate(moves);
  else
    for (const Move move : among_) moves.push_back(move);
  return moves;
}

/// Whether the side to move mates.
bool MateSearch::attack(Position& position, Task task) {
  if (visit()) return false;
  if (task.ply > 0 && position.verdict(task.ply)) return false;  // A repetition or the move limit: no mate.
  const Key key = position.key();
  if (disproofs_.covers(key, Effort::of(task))) return false;
  const MoveList moves = moves_at(position, task.ply);
  MoveList quiet;
  if (try_checks(position, task, moves, quiet)) return true;
  if (task.quiet > 0 && try_quiet(position, task, quiet)) return true;
  // Of the root refuted_ knows, and it may not be all of its moves that failed.
  if (!stopped_ && task.ply > 0) disproofs_.remember(key, Effort::of(task));
  return false;
}

/// Leaves the moves that are no checks in `quiet`.
// Checks by Checks::by() may be none: those go to the quiet ones, where they cost a quiet move.
bool MateSearch::try_checks(Position& position, Task task, const MoveList& moves, MoveList& quiet) {
  const Checks checks(position.board(), position.side_to_move());
  MoveList likely;
  for (const Move move : moves) (checks.by(move) ? likely : quiet).push_back(move);
  for (const Move move : likely) {
    position.do_move(move);
    const bool is_check = position.in_check();
    const bool wins = is_check && wins_by(position, task, move);
    position.undo_move();
    if (wins) return true;
    if (stopped_) return false;
    if (!is_check) quiet.push_back(move);
  }
  return false;
}

bool MateSearch::try_quiet(Position& position, Task task, const MoveList& moves) {
  // The last move can only stalemate then.
  const Side them = other(position.side_to_move());
  if (task.moves == 1 && position.board().count_moves(them) > kFewMoves) return false;
  --task.quiet;
  for (const Move move : moves) {
    position.do_move(move);
    const bool wins = wins_by(position, task, move);
    position.undo_move();
    if (wins) return true;
    if (stopped_) return false;
  }
  return false;
}

/// The attacker's move is on the board.
bool MateSearch::wins_by(Position& position, Task task, Move move) {
  const int ply = task.ply++;
  --task.moves;
  if (!defend(position, task)) return false;
  lead_line(move, ply);
  return true;
}

/// Whether every reply of the side to move loses. The line is that of the longest resistance.
bool MateSearch::defend(Position& position, Task task) {
  auto& line = lines_[static_cast<std::size_t>(task.ply)];
  line.clear();
  // A repetition or a draw saves the defender.
  if (visit() || position.verdict(task.ply)) return false;
  MoveList replies;
  position.generate(replies);
  if (replies.empty()) return true;  // Mate and stalemate alike.
  if (task.moves == 0) return false;
  // Null move: if the attacker does not win though the defender passes, there is a defence most likely, and
  // the mate is given up. Unsound in zugzwang only, and then a mate is missed, never invented.
  if (!position.in_check() && replies.size() > kFewMoves && passing_helps(position, task)) return false;

  // The reply that saved the defender from another move at this ply comes first (a killer move).
  Move& refutation = refutations_[static_cast<std::size_t>(task.ply)];
  if (const auto known = std::ranges::find(replies, refutation); known != replies.end())
    std::rotate(replies.begin(), known, known + 1);
  // A defender chooses the longest line among those that lose; the mate's length is what was asked for at
  // most.
  auto longest = line;
  for (const Move reply : replies) {
    if (fails_against(position, task, reply)) {
      refutation = reply;
      return false;
    }
    if (line.size() > longest.size()) longest = line;
  }
  line = longest;
  return true;
}

/// After a quiet move that threatens nothing.
bool MateSearch::passing_helps(Position& position, Task task) {
  ++task.ply;
  position.do_null_move();
  const bool helps = !attack(position, task);
  position.undo_null_move();
  return helps;
}

bool MateSearch::fails_against(Position& position, Task task, Move reply) {
  const int ply = task.ply++;
  position.do_move(reply);
  const bool fails = !attack(position, task);
  position.undo_move();
  if (!fails) lead_line(reply, ply);
  return fails;
}

/// Counts a position. True when the search must end.
bool MateSearch::visit() {
  stopped_ = stopped_ || quota_.visit();
  return stopped_;
}

/// What fails with a quiet move allowed fails without.
MateSearch::Effort MateSearch::Effort::of(Task task) {
  Effort effort;
  std::fill_n(effort.moves.begin(), task.quiet + 1, static_cast<std::uint8_t>(task.moves));
  return effort;
}

bool MateSearch::Effort::covers(const Effort& now) const {
  return std::ranges::equal(moves, now.moves, std::greater_equal<>());
}

void MateSearch::Effort::add(const Effort& now) {
  for (std::size_t quiet = 0; quiet < moves.size(); ++quiet)
    moves[quiet] = std::max(moves[quiet], now.moves[quiet]);
}

/// The line from `ply` on: this move, then what follows it.
void MateSearch::lead_line(Move move, int ply) {
  auto& line = lines_[static_cast<std::size_t>(ply)];
  line.clear();
  line.push_back(move);
  for (const Move next : lines_[static_cast<std::size_t>(ply) + 1]) line.push_back(next);
}

}  // namespace engine::xiangqi
