#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "server/tournament/decisions.h"
#include "server/tournament/standings.h"

namespace server::tournament {

inline Rules swiss_rules(int rounds = 0) {
  return {.game = "xiangqi", .format = Format::swiss, .rounds = rounds};
}

/// A tournament under way, and all that has happened in it.
class Hall {
 public:
  explicit Hall(Rules rules) {
    events_.push_back({.v = 1, .at = now_, .change = Created{std::move(rules)}});
    state_ = TournamentState::begin(events_[0]);
    EXPECT_TRUE(state_) << "these rules are not valid";
  }
  /// With so many players, the strongest first; the lots are against that order.
  Hall(Rules rules, int players) : Hall(std::move(rules)) {
    for (int i = 1; i <= players; ++i) join("P" + std::to_string(i), 2000 - 10 * i);
  }

  /// From its record, as after a crash.
  void restart(std::vector<Event> record) {
    events_ = std::move(record);
    state_ = TournamentState::replay(events_);
  }

  const TournamentState& state() const { return *state_; }
  const std::vector<Event>& events() const { return events_; }
  Order order() const { return {.now = now_}; }
  void wait(Millis time) { now_ += time; }

  /// What is refused, or nothing once it has happened.
  std::optional<Refusal> perform(Decision decision) {
    EXPECT_NE(decision.event.has_value(), decision.refusal.has_value());
    if (!decision.event) return decision.refusal;
    EXPECT_TRUE(state_->follow(*decision.event));
    events_.push_back(*std::move(decision.event));
    return std::nullopt;
  }

  std::optional<Refusal> join(const std::string& user, int rating = 0) {
    const auto lot = static_cast<std::uint32_t>(1000 - state_->players().size());
    return perform(decide_join(*state_, {.user = user, .name = user, .rating = rating, .lot = lot}, order()));
  }
  std::optional<Refusal> start() { return perform(decide_start(*state_, order())); }
  std::optional<Refusal> pair() { return perform(decide_round(*state_, plan_round(*state_), order())); }
  std::optional<Refusal> pair_wave(const std::vector<Number>& waiting) {
    return perform(decide_round(*state_, plan_wave(*state_, waiting), order()));
  }
  std::optional<Refusal> finish() {
    const bool is_arena = state_->rules().format == Format::arena;
    return perform(decide_finish(*state_, is_arena ? Plan() : plan_round(*state_), order()));
  }

  std::optional<Refusal> end(GameId game, const Outcome& outcome) {
    return perform(decide_result(*state_, game, outcome, order()));
  }
  /// The running game of this player: they win, or the result is `otherwise`.
  void win(Number player, Ending ending = Ending::on_board) { end_for(player, true, ending); }
  void lose(Number player) { end_for(player, false, Ending::on_board); }
  void draw(Number player) { EXPECT_FALSE(end(game_of(player), {.result = Result::draw})); }
  /// All games that run: the player with the lower number wins.
  void win_all_by_number() {
    for (auto running = state_->running_games(); !running.empty(); running = state_->running_games()) {
      const Table& table = *state_->find_table(running[0]);
      win(std::min(table.first, table.second));
    }
  }
  GameId game_of(Number player) const {
    for (const GameId id : state_->running_games())
      if (state_->find_table(id)->has(player)) return id;
    ADD_FAILURE() << "player " << player << " has no game";
    return {};
  }
  bool begins(Number player) const {
    const GameId id = game_of(player);
    return state_->find_game(id)->exchanged != (state_->find_table(id)->first == player);
  }

  const Table& table_of(Number player) const { return *state_->find_table(game_of(player)); }
  Number opponent_of(Number player) const { return table_of(player).opponent_of(player); }

  Score score_of(Number player) const { return scores_of(*state_)[static_cast<std::size_t>(player)]; }
  int points_of(Number player) const { return score_of(player).points; }
  Standing standing_of(Number player) const {
    for (Standing& standing : standings_of(*state_))
      if (standing.player == player) return std::move(standing);
    ADD_FAILURE() << "player " << player << " is not in the standing";
    return {};
  }

 private:
  void end_for(Number player, bool wins, Ending ending) {
    const Result result = begins(player) == wins ? Result::first : Result::second;
    EXPECT_FALSE(end(game_of(player), {.result = result, .ending = ending}));
  }

  TimePoint now_{std::chrono::hours(1'000)};
  std::vector<Event> events_;
  std::optional<TournamentState> state_;
};

}  // namespace server::tournament
