#include "server/library/position_trail.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/library/board_replay.h"

namespace server {

namespace {

/// Calls `visit(ply, key, move)` for the positions of a game, the last with no move, until it says false.
template <class Visit>
struct KeyWatch {
  PositionKeys& keys;
  const int most;
  Visit& visit;

  void begin(const std::string& board, engine::Side turn) { keys.show(board, turn); }
  void set(std::size_t point, char, char piece) { keys.put(point, piece); }
  bool at(int ply, engine::Side turn, std::optional<MoveNumber> next) {
    keys.give_turn(turn);
    // A game that is longer than what is indexed went on from its last position.
    return visit(ply, keys.key(), next ? int{keys.canonical(*next)} : storage::kNoMoveSeen) && ply < most;
  }
};

/// What must agree beside the board; see PositionKeys.
std::string kind_name(const engine::Game& rules, const std::string& rule) {
  return std::string(rules.id) + ' ' + (rule.empty() ? std::string(rules.rules.front()) : rule);
}

}  // namespace

// Draws by the rules do not stop what was played elsewhere.
std::unique_ptr<ReplayedBoard> ReplayedBoard::start(const AskedPosition& from, std::uint64_t salt) {
  const engine::Game* const rules = engine::find_game(from.game);
  if (!rules) return nullptr;
  auto match =
      rules->new_match({.rule = from.rule, .pos = from.pos, .size = from.size, .past_rulings = true});
  if (!match) return nullptr;
  return std::unique_ptr<ReplayedBoard>(
      new ReplayedBoard(*std::move(match), kind_name(*rules, from.rule), salt));
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

std::size_t indexed_plies(const BoardShape& shape) {
  return shape.has_pieces() ? 40 : 60;
}

/// A kind of games, with the key of the position that its replay has come to.
struct PositionTrails::Kind {
  Kind(std::unique_ptr<BoardReplay> of, const std::string& name, std::uint64_t salt)
      : replay(std::move(of)), keys(replay->shape(), salt, name) {}

  std::unique_ptr<BoardReplay> replay;
  PositionKeys keys;
};

PositionTrails::Kind* PositionTrails::kind_of(const storage::LibraryGame& game) {
  const engine::Game* const rules = engine::find_game(game.game);
  if (!rules) return nullptr;
  const std::string name = kind_name(*rules, game.rule);
  const std::string key = name + ' ' + std::to_string(game.size);
  const auto known = kinds_.find(key);
  if (known != kinds_.end()) return known->second.get();
  auto replay = BoardReplay::of(game.game, game.rule, game.size);
  if (!replay) return nullptr;  // Of what there is not none is kept: so there are as many as there are kinds.
  return kinds_.emplace(key, std::make_shared<Kind>(std::move(replay), name, salt_)).first->second.get();
}

template <class Visit>
void PositionTrails::replay(const storage::LibraryGame& game, Visit visit) {
  Kind* const kind = kind_of(game);
  if (!kind) return;
  KeyWatch<Visit> watch{kind->keys, static_cast<int>(indexed_plies(kind->replay->shape())), visit};
  kind->replay->play(game.start_pos, game.moves.data, watch);
}

std::vector<storage::SeenPosition> PositionTrails::positions_of(const storage::LibraryGame& game) {
  std::vector<storage::SeenPosition> seen;
  replay(game, [&](int, std::uint64_t key, int move) {
    seen.push_back({static_cast<std::int64_t>(key), game.number, move});
    return true;
  });
  // Stable: of equal keys the earliest ply stays first, and is the one that unique() keeps.
  std::ranges::stable_sort(seen, {}, &storage::SeenPosition::pos);
  const auto repeated = std::ranges::unique(seen, {}, &storage::SeenPosition::pos);
  seen.erase(repeated.begin(), repeated.end());
  return seen;
}

std::optional<PositionTrails::Occurrence> PositionTrails::find(const storage::LibraryGame& game,
                                                               std::uint64_t key) {
  std::optional<Occurrence> found;
  replay(game, [&](int ply, std::uint64_t here, int move) {
    if (here == key) found = {ply, move};
    return !found;
  });
  return found;
}

}  // namespace server
