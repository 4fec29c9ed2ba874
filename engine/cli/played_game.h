#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace engine::cli {

/// A game as programs play it that answer each command before they read the next: how it began, what was
/// played, and the bot that thinks about it.
///
/// One thread's own. A position that is begun anew keeps the bot, and so its table.
class PlayedGame {
 public:
  explicit PlayedGame(const Game& game) : game_(game) { (void)begin({}); }

  /// A position, and moves in any notation of the game. False: it is not legal, and nothing has changed.
  bool begin(const Setup& setup, const std::vector<std::string>& moves = {});
  /// False: the move is not legal, and nothing has changed.
  bool play(const std::string& move);
  /// False: there is none to take back.
  bool take_back();

  const Match& match() const { return *match_; }
  Side turn() const { return match_->look().turn; }
  bool is_over() const { return match_->outcome().has_value(); }
  /// Since the beginning.
  int plies() const { return static_cast<int>(moves_.size()); }
  /// @pre !is_over()
  Thought think(const Limits& limits, std::stop_token stop = {});
  /// Bytes of the bot's transposition table. Another number makes another bot, which knows nothing.
  /// Takes effect when the bot is used next.
  void set_hash(std::size_t bytes);
  /// Makes the bot and its tables now, so that the first thought loses no time to it.
  void prepare();

 private:
  const Game& game_;
  Setup setup_;
  std::vector<std::string> moves_;
  std::unique_ptr<Match> match_;
  BotOptions options_;
  std::unique_ptr<Bot> bot_;
};

}  // namespace engine::cli
