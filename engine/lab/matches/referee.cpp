#include "engine/lab/matches/referee.h"

#include <algorithm>
#include <array>

namespace engine::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// One game in progress.
class GameInProgress {
 public:
  GameInProgress(const Game& game, const Opening& opening, std::array<Player*, 2> players,
                 std::array<TimeControl, 2> controls, const RefereeRules& rules)
      : rules_(rules), players_(players), controls_(controls) {
    // Openings were played through when they were read, so neither the setup nor a move can be wrong.
    match_ = *game.new_match(opening.setup);
    for (const std::string& move : opening.moves) (void)match_->play(move);
    state_ = {&game, opening.setup, opening.moves, match_.get()};
    for (std::size_t side : {0u, 1u}) clocks_[side] = controls_[side].base.value_or(milliseconds(0));
  }

  GameRecord play() {
    if (begin())
      while (!is_over()) take_turn();
    game_.moves = state_.moves;
    return std::move(game_);
  }

 private:
  // Before any clock runs. A player that fails here has lost the game, though none of it was played.
  bool begin() {
    for (Side side : {Side::first, Side::second}) {
      try {
        players_[index(side)]->begin(state_, controls_[index(side)]);
      } catch (const std::exception& error) {
        lose(side, reason_of(error), error.what());
        game_.has_begun = false;
        return false;
      }
    }
    return true;
  }

  bool is_over() {
    if (!game_.reason.empty()) return true;
    // The rules come first: a mate on the last ply allowed is a mate.
    if (const auto outcome = match_->outcome()) {
      game_.winner = outcome->winner;
      game_.reason = outcome->reason;
    } else if (static_cast<int>(state_.moves.size()) >= rules_.max_plies) {
      game_.reason = "max_plies";
    }
    return !game_.reason.empty();
  }

  void take_turn() {
    const Side side = match_->look().turn;
    const TimeControl& control = controls_[index(side)];
    const MoveLimits limits{control, {clocks_[0], clocks_[1]}};
    const milliseconds time_limit = limits.time_limit(side);
    // Time is taken around the call: pipes and the other program's scheduling count for the player, as they
    // do at tournaments. What that costs is forgiven by `margin`.
    const auto start = Clock::now();
    std::string text;
    try {
      text = players_[index(side)]->move(state_, limits, start + time_limit + rules_.patience);
    } catch (const std::exception& error) {
      return lose(side, reason_of(error), error.what());
    }
    const auto spent = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
    game_.times_ms.push_back(static_cast<int>(spent.count()));
    if (control.move || control.base)
      game_.overrun_ms[index(side)] =
          std::max(game_.overrun_ms[index(side)], static_cast<int>((spent - time_limit).count()));
    if ((control.move || control.base) && spent > time_limit + rules_.margin)
      return lose(side, "time", std::to_string((spent - time_limit).count()) + " ms too late");
    // The increment comes after the move; a clock that is overdrawn within the margin goes on at 0.
    if (control.base) clocks_[index(side)] += control.increment - std::min(spent, clocks_[index(side)]);
    play_move(side, text);
  }

  void play_move(Side side, const std::string& text) {
    // Any notation of the game will do, since programs differ; the record has protocol text.
    const auto move = match_->read_move(text);
    if (!move) return lose(side, "illegal_move", text.substr(0, 40) + ": " + move.error().message);
    (void)match_->play(*move);
    state_.moves.push_back(*move);
  }

  void lose(Side side, std::string_view reason, const std::string& note) {
    game_.winner = other(side);
    game_.reason = reason;
    game_.note = note;
  }

  /// A player that throws anything else is taken for a program that died.
  static std::string_view reason_of(const std::exception& error) {
    const auto* failed = dynamic_cast<const PlayerFailed*>(&error);
    return failed ? failed->reason : "crashed";
  }

  RefereeRules rules_;
  std::array<Player*, 2> players_;
  std::array<TimeControl, 2> controls_;
  std::array<milliseconds, 2> clocks_;
  std::unique_ptr<Match> match_;
  GameState state_;
  GameRecord game_;
};

}  // namespace

GameRecord play_game(const Game& game, const Opening& opening, Player& first, Player& second,
                     const TimeControl& first_control, const TimeControl& second_control,
                     const RefereeRules& rules) {
  return GameInProgress(game, opening, {&first, &second}, {first_control, second_control}, rules).play();
}

}  // namespace engine::lab
