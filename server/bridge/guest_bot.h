#pragma once

#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "server/bridge/connection.h"
#include "server/bridge/game_session.h"

namespace server::bridge {

/// A bot on a server: looks for games in the lobby as its policy says, and plays several at a time.
///
/// Thread of the executor. Its connection to the lobby lasts as long as it does; each game has one of its own
/// (GameSession). The way of a game: listed → taken, as the policy says → seek or join → `created` or
/// `gameFull` → GameSession → ended.
class GuestBot {
 public:
  struct Callbacks {
    std::function<void(const std::string& token)> token;  ///< To be kept, for the next start.
    std::function<void(const std::string& line)> log;
    std::function<void(const std::string& why)> give_up;  ///< The server will not have it.
    std::function<void()> idle;                           ///< The game of `room` is over.
  };

  /// @param room of a code: only this game is played; empty: those of the lobby
  /// Connects at once.
  GuestBot(const boost::asio::any_io_executor& executor, Guest guest, std::string room, Callbacks callbacks);

 private:
  /// A game of the lobby, and since when it waits for a second player.
  struct Listed {
    OpenGame game{};
    Clock::time_point since{};
  };

  /// A seek of the bot's own, until it has found an opponent or is withdrawn.
  struct OwnSeek {
    Clock::time_point since{};
    bool is_answer = false;  ///< To the seek of another, and of no use to others.
  };

  void opened();
  void received(const std::string& text);
  void closed(int code, const std::string& why);
  void take(const Json& message);
  void take_welcome(const Json& message);
  void take_lobby(const Json& message);
  // A code that does not open is the end of a bot for one room.
  void take_error(const Json& message);
  void list(const Json& game, bool is_seek);
  void tick();
  void look_for_games();
  void end_old_answers();
  bool may_take(const Listed& listed) const;
  void take_game(const OpenGame& game);
  void seek_wishes();
  void end_seeks();
  /// Asks for an opponent.
  void seek(const Wish& wish, bool is_answer);
  // Twice does no harm: a game is played by one session.
  void play(const std::string& id, const std::string& seat);
  void ended(const std::string& id, const std::string& next_id);
  bool has_place() const;
  std::int64_t say(Json message);

  const boost::asio::any_io_executor executor_;
  Guest guest_;
  const std::string room_;
  const Callbacks callbacks_;
  std::string user_name_{};
  std::map<std::string, Listed> listed_{};
  std::map<std::string, std::unique_ptr<GameSession>> games_{};
  std::int64_t ids_ = 0;
  std::map<std::int64_t, bool> asked_{};        ///< Seeks without an answer, by the id of the message.
  std::map<std::string, OwnSeek> own_seeks_{};  ///< By the id of the seek.
  boost::asio::steady_timer timer_;
  std::shared_ptr<int> alive_ = std::make_shared<int>();  ///< Gone: what was posted comes too late.
  Connection connection_;
};

}  // namespace server::bridge
