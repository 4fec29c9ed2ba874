#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/lab/players/player.h"
#include "server/bridge/guest_game.h"

namespace server::bridge {

/// Asks the program for moves of one game, on a thread of its own. The program is started with the first
/// question, and again after one that it did not answer.
///
/// Its thread blocks in the program's answer (engine::lab::Player); ask() and abandon() return at once.
/// abandon() ends a program that hangs.
class Thinker {
 public:
  /// A move for the position at `ply`, or why there is none. Called on the thinker's thread.
  using Answer = std::function<void(int ply, std::optional<std::string> move, std::string why)>;

  /// @param answer for each question that was begun
  Thinker(engine::lab::PlayerSpec spec, Answer answer);
  /// Stops the program; waits some tenths of a second at most.
  ~Thinker();
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  /// In place of a question that was not begun.
  void ask(Question question);
  /// Ends the program, which is started again for the next question. What is asked is answered with nothing.
  void abandon();

 private:
  void run(const std::stop_token& stop);
  std::string think(const Question& question, const std::stop_token& stop);
  /// Has started it where it was not running.
  engine::lab::Player& player(const engine::lab::GameState& start, const engine::lab::TimeControl& control,
                              const std::stop_token& stop);

  const engine::lab::PlayerSpec spec_;
  const Answer answer_;
  std::unique_ptr<engine::lab::Player> player_{};  ///< Of the thread; null: to be started.
  std::mutex mutex_{};
  std::stop_source program_{};  ///< Ends the program.
  std::condition_variable_any asked_{};
  std::optional<Question> question_{};
  std::jthread thread_;
};

}  // namespace server::bridge
