#include "server/library/position_trail.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"

namespace server {

namespace {

AskedPosition start_of(const storage::LibraryGame& game) {
  return {.game = game.game, .rule = game.rule, .size = game.size, .pos = game.start_pos};
}

/// A board on which a game is replayed that was legal when it was kept. Pieces go from point to point, which
/// needs no rules, and takes a tenth of the time; what stones do to others only the rules know.
class Replay {
 public:
  Replay(ReplayedBoard& board, std::string_view pos)
      : board_(board), contents_(board.shape().contents(pos)), turn_(board.match().look().turn) {}

  bool play(MoveNumber move) {
    if (!board_.shape().has_pieces()) return board_.play(board_.shape().name(move));
    const auto [from, to] = board_.shape().points_of(move);
    if (from >= contents_.size() || contents_[from] == '-') return false;
    contents_[to] = std::exchange(contents_[from], '-');
    turn_ = engine::other(turn_);
    board_.show(contents_, turn_);
    return true;
  }

 private:
  ReplayedBoard& board_;
  std::string contents_;
  engine::Side turn_;
};

/// Calls `visit(key, move)` for the positions of a game, the last with no move, until it says false.
template <class Visit>
void replay(const storage::LibraryGame& game, std::uint64_t salt, Visit visit) {
  const auto board = ReplayedBoard::start(start_of(game), salt);
  const auto moves = board ? board->shape().numbers(game.moves.data) : std::nullopt;
  if (!moves) return;
  Replay replay(*board, board->match().look().pos);
  const std::size_t most = std::min<std::size_t>(moves->size(), indexed_plies(board->shape()));
  for (std::size_t ply = 0; ply < most; ++ply) {
    const MoveNumber move = (*moves)[ply];
    if (!visit(board->key(), int{board->keys().canonical(move)}) || !replay.play(move)) return;
  }
  // A game that is longer than what is indexed went on from its last position.
  const bool is_end = most == moves->size();
  visit(board->key(), is_end ? storage::kNoMoveSeen : int{board->keys().canonical((*moves)[most])});
}

}  // namespace

// Draws by the rules do not stop what was played elsewhere.
std::unique_ptr<ReplayedBoard> ReplayedBoard::start(const AskedPosition& from, std::uint64_t salt) {
  const engine::Game* const rules = engine::find_game(from.game);
  if (!rules) return nullptr;
  const std::string rule = from.rule.empty() ? std::string(rules->rules.front()) : from.rule;
  auto match = rules->new_match({.rule = rule, .pos = from.pos, .size = from.size, .past_rulings = true});
  if (!match) return nullptr;
  return std::unique_ptr<ReplayedBoard>(new ReplayedBoard(*std::move(match), from.game + ' ' + rule, salt));
}

ReplayedBoard::ReplayedBoard(std::unique_ptr<engine::Match> match, const std::string& kind,
                             std::uint64_t salt)
    : match_(std::move(match)), shape_(match_->look().pos), keys_(shape_, salt, kind) {
  show();
}

void ReplayedBoard::show() {
  const engine::Look look = match_->look();
  show(shape_.contents(look.pos), look.turn);
}

void ReplayedBoard::show(std::string_view contents, engine::Side turn) {
  keys_.show(contents, turn);
}

bool ReplayedBoard::play(const std::string& move) {
  if (!match_->play(move)) return false;
  show();
  return true;
}

std::size_t indexed_plies(const BoardShape& shape) {
  return shape.has_pieces() ? 40 : 60;
}

std::vector<storage::SeenPosition> positions_of(const storage::LibraryGame& game, std::uint64_t salt) {
  std::vector<storage::SeenPosition> seen;
  replay(game, salt, [&](std::uint64_t key, int move) {
    seen.push_back({static_cast<std::int64_t>(key), game.number, move});
    return true;
  });
  // Stable: of equal keys the earliest ply stays first, and is the one that unique() keeps.
  std::ranges::stable_sort(seen, {}, &storage::SeenPosition::pos);
  const auto repeated = std::ranges::unique(seen, {}, &storage::SeenPosition::pos);
  seen.erase(repeated.begin(), repeated.end());
  return seen;
}

std::optional<int> ply_of(const storage::LibraryGame& game, std::uint64_t key, std::uint64_t salt) {
  std::optional<int> found;
  int ply = 0;
  replay(game, salt, [&](std::uint64_t here, int) {
    if (here == key) found = ply;
    ++ply;
    return !found;
  });
  return found;
}

}  // namespace server
