#include "engine/lab/matches/referee.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "engine/games/registry.h"

namespace engine::lab {
namespace {

using namespace std::chrono_literals;

/// Plays what a function says.
struct Scripted : Player {
  using Script = std::function<std::string(const GameState&)>;
  explicit Scripted(Script play) : play(std::move(play)) {}
  void begin(const GameState&, const TimeControl&) override {}
  std::string move(const GameState& now, const MoveLimits& limits,
                   std::chrono::steady_clock::time_point) override {
    left = limits.clocks[index(now.match->look().turn)];
    return play(now);
  }
  Script play;
  milliseconds left{0};
};

std::string first_move(const GameState& now) {
  return now.match->legal_moves().front();
}

GameRecord play(Scripted::Script first, Scripted::Script second, const TimeControl& control = {.depth = 1},
                const RefereeRules& rules = {}) {
  Scripted a(std::move(first)), b(std::move(second));
  return play_game(*find_game("gomoku"), {}, a, b, control, control, rules);
}

TEST(Referee, EndsAGameByTheRules) {
  const auto row = [](char file, std::size_t from) {
    return [=](const GameState& now) {
      return std::string(1, static_cast<char>(file)) + std::to_string(1 + (now.moves.size() - from) / 2);
    };
  };
  const GameRecord game = play(row('a', 0), row('c', 1));
  EXPECT_EQ(game.winner, Side::first);
  EXPECT_EQ(game.reason, "five");
  EXPECT_EQ(game.moves.size(), 9u);
  EXPECT_EQ(game.times_ms.size(), 9u);
}

TEST(Referee, LosesForIllegalMovesAndFailures) {
  const GameRecord illegal = play(first_move, [](const GameState&) { return "a1"; });
  EXPECT_EQ(illegal.winner, Side::first);
  EXPECT_EQ(illegal.reason, "illegal_move");
  const GameRecord stalled =
      play([](const GameState&) -> std::string { throw PlayerFailed("stalled", "no"); }, first_move);
  EXPECT_EQ(stalled.winner, Side::second);
  EXPECT_EQ(stalled.reason, "stalled");
  const GameRecord thrown =
      play([](const GameState&) -> std::string { throw std::runtime_error("?"); }, first_move);
  EXPECT_EQ(thrown.reason, "crashed");
}

TEST(Referee, EndsLongGamesAsDraws) {
  const GameRecord game = play(first_move, first_move, {.depth = 1}, {.max_plies = 4});
  EXPECT_EQ(game.reason, "max_plies");
  EXPECT_FALSE(game.winner);
  EXPECT_EQ(game.moves.size(), 4u);
}

TEST(Referee, LosesForTimeBeyondTheMargin) {
  const auto slow = [](const GameState& now) {
    const auto until = std::chrono::steady_clock::now() + 60ms;
    while (std::chrono::steady_clock::now() < until) continue;
    return first_move(now);
  };
  const GameRecord late = play(slow, first_move, {.move = 10ms}, {.margin = 20ms});
  EXPECT_EQ(late.reason, "time");
  EXPECT_EQ(late.winner, Side::second);
  EXPECT_GE(late.overrun_ms[0], 50);
  EXPECT_EQ(play(slow, slow, {.move = 10ms}, {.max_plies = 2, .margin = 10s}).reason, "max_plies");
}

TEST(Referee, KeepsTheClocks) {
  Scripted a(first_move), b(first_move);
  const TimeControl control{.base = 1h, .increment = 1min};
  play_game(*find_game("gomoku"), {}, a, b, control, control, {.max_plies = 6});
  EXPECT_GT(a.left, 1h + 1min) << "two increments, and hardly any time";
  EXPECT_LE(a.left, 1h + 2min);
}

TEST(Referee, BeginsFromTheOpening) {
  Scripted a(first_move), b(first_move);
  const GameRecord game =
      play_game(*find_game("gomoku"), {.setup = {.rule = "renju"}, .moves = {"h8", "h9", "i9"}}, a, b,
                {.depth = 1}, {.depth = 1}, {.max_plies = 5});
  EXPECT_EQ(game.moves.size(), 5u);
  EXPECT_EQ(game.moves[2], "i9");
  EXPECT_EQ(game.times_ms.size(), 2u);
}

}  // namespace
}  // namespace engine::lab
