#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/lab/players/player.h"
#include "server/bridge/guest_game.h"

namespace server::bridge {

/// Asks the program for moves of one game, on a thread of its own. The program is started by prepare() or the
/// first question, and again after each one that it did not answer, ready for the next.
///
/// Its thread blocks in the program's answer (engine::lab::Player); the members return at once. abandon()
/// ends a program that hangs.
class Thinker {
 public:
  /// Why there is no move.
  struct Failure {
    std::string text{};
    bool is_refusal = false;      ///< The program, or its protocol, does not know such a game.
    bool is_resignation = false;  ///< The program gives the game up.
    bool is_unready = false;      ///< It was still starting.
  };
  /// A move for the question of this number, or why there is none. Called on the thinker's thread.
  using Answer = std::function<void(std::uint64_t number, std::optional<std::string> move, Failure why)>;

  /// @param answer for each question that was begun; number 0 for a refusal before any
  Thinker(engine::lab::PlayerSpec spec, Answer answer);
  /// Stops the program; waits some tenths of a second at most.
  ~Thinker();
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  /// In place of what was not begun. The number is above those of earlier questions.
  std::uint64_t ask(Question question);
  /// Starts the program for the game of this question, before a clock runs: it may take long.
  void prepare(Question question);
  /// Ends the program that is thinking, which is started again: what was asked is answered with nothing. One
  /// that is starting, which may take long, goes on for the next question: false.
  bool abandon();

 private:
  struct Request {
    Question question{};
    std::uint64_t number = 0;  ///< 0: the program is started, and not asked.
  };

  void run(const std::stop_token& stop);
  void put(Request request);
  void work(const Request& request, const std::stop_token& stop);
  void set_thinking(bool is_thinking);
  /// Nothing where it is not asked, for no time is left: then the program goes on all the same.
  std::optional<std::string> think(const Request& request, const std::stop_token& stop);
  /// Has started it where it was not running.
  engine::lab::Player& player(const engine::lab::GameState& start, const engine::lab::TimeControl& control,
                              const std::stop_token& stop);

  const engine::lab::PlayerSpec spec_;
  const Answer answer_;
  std::unique_ptr<engine::lab::Player> player_{};  ///< Of the thread; null: to be started.
  std::mutex mutex_{};
  std::stop_source program_{};  ///< Ends the program.
  bool is_thinking_ = false;    ///< The program was asked, and has not answered.
  std::condition_variable_any asked_{};
  std::optional<Request> request_{};
  std::uint64_t numbers_ = 0;  ///< Given to questions.
  std::jthread thread_;
};

}  // namespace server::bridge
