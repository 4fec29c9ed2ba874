#include "server/library/board_replay.h"

#include "engine/games/registry.h"

namespace server {

namespace {

/// The game in which a stone that was put on the board stays there as it is.
constexpr std::string_view kStonesStay = "gomoku";

}  // namespace

// Draws by the rules do not stop what was played elsewhere.
std::unique_ptr<BoardReplay> BoardReplay::of(const std::string& game, const std::string& rule, int size) {
  const engine::Game* const rules = engine::find_game(game);
  if (!rules) return nullptr;
  engine::Setup setup{.rule = rule, .size = size, .past_rulings = true};
  const auto start = rules->new_match(setup);
  if (!start) return nullptr;
  return std::unique_ptr<BoardReplay>(new BoardReplay(*rules, std::move(setup), **start));
}

BoardReplay::BoardReplay(const engine::Game& rules, engine::Setup setup, const engine::Match& start)
    : rules_(rules),
      setup_(std::move(setup)),
      shape_(start.look().pos),
      by_rules_(!shape_.has_pieces() && rules.id != kStonesStay),
      width_(shape_.bytes_of_move()),
      last_move_(shape_.pass()),
      start_(shape_.contents(start.look().pos)),
      first_turn_(start.look().turn) {
  if (!shape_.has_pieces()) return;
  for (MoveNumber move = 0; move < last_move_; ++move) {
    const auto [from, to] = shape_.points_of(move);
    ends_.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
  }
}

bool BoardReplay::begin(const std::string& start_pos) {
  board_ = start_;
  turn_ = first_turn_;
  if (start_pos.empty() && !by_rules_) return true;
  engine::Setup setup = setup_;
  setup.pos = start_pos;
  auto match = rules_.new_match(setup);
  if (!match) return false;
  const engine::Look look = (*match)->look();
  board_ = shape_.contents(look.pos);
  turn_ = look.turn;
  if (by_rules_) match_ = *std::move(match);
  return board_.size() == shape_.points();
}

std::string BoardReplay::pos() const {
  const bool is_first = turn_ == engine::Side::first;
  if (!shape_.has_pieces()) return board_ + ' ' + kStones[is_first ? 0 : 1];
  std::string text;
  // FEN begins with the last rank, and has a number for so many empty points.
  for (std::size_t rank = board_.size() / shape_.files(); rank-- > 0;) {
    int gap = 0;
    for (std::size_t file = 0; file < shape_.files(); ++file) {
      const char piece = board_[rank * shape_.files() + file];
      if (piece == kNothing) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      text += piece;
    }
    if (gap > 0) text += std::to_string(gap);
    if (rank > 0) text += '/';
  }
  return text + (is_first ? " w" : " b");
}

bool BoardReplay::play_by_rules(MoveNumber move) {
  if (!match_->play(shape_.name(move))) return false;
  const engine::Look look = match_->look();
  after_ = shape_.contents(look.pos);
  turn_ = look.turn;
  return true;
}

}  // namespace server
