#pragma once

#include "engine/core/zobrist.h"
#include "engine/lab/players/player.h"

namespace engine::lab {

/// Our engine inside this process: no pipes, and the same bot that the server asks.
class OwnPlayer final : public Player {
 public:
  explicit OwnPlayer(const PlayerSpec& spec);
  void begin(const GameState& start, const TimeControl& control) override;
  std::string move(const GameState& now, const MoveLimits& limits,
                   std::chrono::steady_clock::time_point deadline) override;

 private:
  BotOptions options_;
  int level_;
  bool book_;
  std::uint64_t seed_;
  const Game* game_ = nullptr;
  std::unique_ptr<Bot> bot_;
};

/// Plays as a beginner does, to measure the lowest levels by. Gomoku: fills its own five, the
/// opponent's, blocks an open three, extends its longest row; Xiangqi: takes the biggest piece that it can;
/// otherwise, and in anti-Reversi always, a random move.
class Beginner final : public Player {
 public:
  explicit Beginner(const PlayerSpec& spec) : random_(static_cast<std::uint64_t>(spec.number("seed", 1))) {}
  void begin(const GameState&, const TimeControl&) override {}
  std::string move(const GameState& now, const MoveLimits& limits,
                   std::chrono::steady_clock::time_point deadline) override;

 private:
  SplitMix64 random_;
};

}  // namespace engine::lab
