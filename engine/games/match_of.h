#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/games/game_rules.h"

namespace engine {

/// A Match of any game that states its rules as GameRules: all the text work that games share.
template <GameRules R>
class MatchOf final : public Match {
 public:
  using Position = typename R::Position;

  explicit MatchOf(Position position, bool past_rulings = false)
      : position_(std::move(position)), past_rulings_(past_rulings) {}

  /// Game::new_match of this game.
  static Expected<std::unique_ptr<Match>, Rejection> start(const Setup& setup) {
    auto position = R::read_position(setup);
    if (!position) return Unexpected(position.error());
    return std::unique_ptr<Match>(std::make_unique<MatchOf>(*std::move(position), setup.past_rulings));
  }

  /// For BotOf and PerftOf, which know the game.
  const Position& position() const { return position_; }

  std::unique_ptr<Match> clone() const override {
    return std::make_unique<MatchOf>(position_, past_rulings_);
  }
  Look look() const override { return R::look(position_); }
  std::optional<Outcome> outcome() const override { return R::outcome(position_); }
  // Two questions: whether the rules let a move follow, and whether there is one.
  bool can_go_on() const override { return !is_closed() && !moves().empty(); }

  std::vector<std::string> legal_moves() const override {
    std::vector<std::string> texts;
    if (outcome()) return texts;
    if constexpr (requires { R::sorted_moves(position_); }) {
      texts = R::sorted_moves(position_);
    } else {
      for (Move move : moves()) texts.push_back(R::write_move(position_, move));
      std::ranges::sort(texts);
    }
    assert(!texts.empty() && "a game without moves has an outcome");
    return texts;
  }

  Expected<std::string, Rejection> read_move(std::string_view text) const override {
    if (is_closed()) return Unexpected(game_over());
    if (find(text)) return std::string(text);
    if (const auto move = R::read_notation(position_, text)) return R::write_move(position_, *move);
    return Unexpected(R::why_not(position_, text));
  }

  std::vector<Notation> notations(std::string_view move) const override {
    const auto found = find(move);
    assert(found && "notations() wants a legal move");
    return found ? R::notations(position_, *found) : std::vector<Notation>{};
  }

  Expected<Side, Rejection> play(std::string_view text) override {
    if (is_closed()) return Unexpected(game_over());
    const auto move = find(text);
    if (!move) return Unexpected(R::why_not(position_, text));
    const Side mover = position_.side_to_move();
    position_.do_move(*move);
    return mover;
  }

  void undo() override { position_.undo_move(); }

 private:
  static Rejection game_over() { return {"game_over", "The game is over."}; }

  /// Whether no move may follow.
  bool is_closed() const {
    const auto end = outcome();
    return end && !(past_rulings_ && end->is_ruling());
  }

  MoveList moves() const {
    MoveList list;
    position_.generate(list);
    return list;
  }

  /// The legal move with this text. Writing every move and comparing costs microseconds where moves are few,
  /// and keeps one truth: there is no second parser that could disagree with write_move().
  std::optional<Move> find(std::string_view text) const {
    if constexpr (requires { R::find_move(position_, text); }) return R::find_move(position_, text);
    for (Move move : moves())
      if (R::write_move(position_, move) == text) return move;
    return std::nullopt;
  }

  Position position_;
  bool past_rulings_;
};

}  // namespace engine
