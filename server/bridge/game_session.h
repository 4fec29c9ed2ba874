#pragma once

#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/lab/players/player.h"
#include "server/bridge/connection.h"
#include "server/bridge/detours.h"
#include "server/bridge/guest_game.h"
#include "server/bridge/server_clock.h"
#include "server/bridge/thinker.h"

namespace server::bridge {

/// What all connections of a bot share.
struct Guest {
  ServerUrl url{};
  std::string name{};
  std::string token{};       ///< Of the user; empty before the first `welcome`.
  bool has_account = false;  ///< Plays with it, or not at all.
  std::string greeting{};    ///< Said in each game: that a program plays, and which.
  engine::lab::PlayerSpec program{};
  Policy policy{};

  /// The message `hello`, without its number.
  Json hello() const;
};

/// One game: a connection to its room, the program, and what they say to each other. Thread of the executor.
///
/// It ties together Connection (messages), GuestGame (what they mean), Thinker (the program, on its own
/// thread) and timers. Ends by `over`, once, also when the server puts the bot out.
class GameSession {
 public:
  struct Callbacks {
    /// Posted; `next_id` is a rematch, or empty.
    std::function<void(const std::string& id, const std::string& next_id)> over;
    std::function<void(const std::string& line)> log;
    /// The program does not play GuestGame::kind().
    std::function<void(const std::string& kind)> refused;
  };

  /// @param seat its token; empty: the seat is the user's already
  /// Connects at once. `guest` outlives it.
  GameSession(const boost::asio::any_io_executor& executor, const Guest& guest, std::string id,
              std::string seat, Callbacks callbacks);

  std::string opponent() const { return game_.opponent(); }
  bool has_failed() const { return game_.has_failed(); }

 private:
  void connect(const Detours::Way& way);
  void opened();
  void received(const std::string& text);
  void take(const Json& message);
  void guard(const std::function<void()>& work) const;
  void closed(int code, const std::string& why);
  void carry_out(Todo todo);
  void end(const std::string& next_id);
  void thought(std::uint64_t number, const std::optional<std::string>& move, const Thinker::Failure& why);
  void answered(int ply, const std::optional<std::string>& move, const std::string& why);
  void unready(int ply);
  void say(Json message);
  void greet(const Json& full);
  void take_time(const Json& message);
  bool follow(const Json& error);
  void wait(boost::asio::steady_timer& timer, std::function<void()> then);
  void ask(Question question);
  void wait_to_claim(milliseconds time);
  void wait_for_rematch();
  void send_again(milliseconds time);

  const Guest& guest_;
  const std::string seat_;
  const Callbacks callbacks_;
  GuestGame game_;
  Detours detours_;
  bool is_away_ = false;                      ///< The connection is to where a hint said.
  Clock::time_point started_ = Clock::now();  ///< The program, or was to be.
  ServerClock clock_{};
  Clock::time_point pinged_{};
  // Its last question; answers to others come too late. 0: none is open.
  std::uint64_t question_ = 0;
  int question_ply_ = 0;
  // Of the messages that it has said.
  std::int64_t ids_ = 0;
  bool has_greeted_ = false, is_over_ = false;
  boost::asio::steady_timer opponent_;  ///< Until an absent one has lost, or wants no other game.
  boost::asio::steady_timer deadline_;  ///< Of the question.
  boost::asio::steady_timer again_;
  std::shared_ptr<int> alive_ = std::make_shared<int>();  ///< Gone: what was posted comes too late.
  Thinker thinker_;
  std::unique_ptr<Connection> connection_{};
};

}  // namespace server::bridge
