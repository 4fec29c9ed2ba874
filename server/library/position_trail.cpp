#include "server/library/position_trail.h"

#include <algorithm>

#include "engine/games/registry.h"

namespace server {

namespace {

AskedPosition start_of(const storage::LibraryGame& game) {
  return {.game = game.game, .rule = game.rule, .size = game.size, .pos = game.start_pos};
}

/// Calls `visit(key, move)` for the positions of a game, the last with no move, until it says false.
template <class Visit>
void replay(const storage::LibraryGame& game, std::uint64_t salt, Visit visit) {
  const auto board = ReplayedBoard::start(start_of(game), salt);
  const auto moves = board ? board->shape().unpack(game.moves.data) : std::nullopt;
  if (!moves) return;
  const auto most = static_cast<std::size_t>(indexed_plies(board->shape()));
  for (std::size_t ply = 0; ply <= most; ++ply) {
    const auto move = ply < moves->size() ? board->shape().number((*moves)[ply]) : std::nullopt;
    if (!visit(board->key(), move ? int{board->keys().canonical(*move)} : storage::kNoMoveSeen)) return;
    if (!move || !board->play((*moves)[ply])) return;
  }
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
  keys_.show(shape_.contents(look.pos), look.turn);
}

bool ReplayedBoard::play(const std::string& move) {
  if (!match_->play(move)) return false;
  show();
  return true;
}

int indexed_plies(const BoardShape& shape) {
  return shape.has_pieces() ? 40 : 60;
}

std::vector<storage::SeenPosition> positions_of(const storage::LibraryGame& game, std::uint64_t salt) {
  std::vector<storage::SeenPosition> seen;
  replay(game, salt, [&](std::uint64_t key, int move) {
    seen.push_back({static_cast<std::int64_t>(key), game.number, move});
    return true;
  });
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
