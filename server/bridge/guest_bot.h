#pragma once

#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "server/bridge/challenge_book.h"
#include "server/bridge/connection.h"
#include "server/bridge/game_session.h"

namespace server::bridge {

/// A bot on a server: looks for games in the lobby and answers challenges, as its policy says, and plays
/// several games at a time.
///
/// Thread of the executor. Its connection to the lobby lasts as long as it does; each game has one of its own
/// (GameSession). The way of a game: listed or challenged → taken, as the policy says → seek, join or answer
/// → `created` or `gameFull` → GameSession → ended.
class GuestBot {
 public:
  struct Callbacks {
    std::function<void(const std::string& token)> token;  ///< To be kept, for the next start.
    std::function<void(const std::string& line)> log;
    std::function<void(const std::string& why)> give_up;  ///< It cannot play on this server.
    std::function<void()> session_over;                   ///< Of the account, which has to log in again.
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

  /// A game that is played.
  struct Playing {
    std::string opponent{};  ///< As far as it was known before the game was joined.
    std::unique_ptr<GameSession> session{};

    std::string against() const { return session->opponent().empty() ? opponent : session->opponent(); }
  };

  void opened();
  void received(const std::string& text);
  void guard(const std::function<void()>& work) const;
  void closed(int code, const std::string& why);
  void take(const Json& message);
  void take_welcome(const Json& message);
  void take_lobby(const Json& message);
  void take_created(const Json& message);
  void take_challenges(const Json& message);
  // A code that does not open is the end of a bot for one room.
  void take_error(const Json& message);
  void join_room();
  void watch_lobby();
  void watch_challenges();
  void answer_challenges();
  void list(const Json& game, bool is_seek);
  void tick();
  void look_around();
  void look_for_games();
  void end_old_answers();
  bool may_take(const Listed& listed) const;
  /// Whether it plays fewer games with this opponent than it may.
  bool may_play_with(const std::string& opponent) const;
  void take_game(const OpenGame& game);
  void seek_wishes();
  bool is_playable(const Wish& wish) const;
  void end_seeks();
  /// Asks for an opponent; an answer joins the seek `with`.
  void seek(const Wish& wish, const std::string& with = {});
  // Twice does no harm: a game is played by one session.
  void play(const std::string& id, const std::string& seat, const std::string& opponent);
  void ended(const std::string& id, const std::string& next_id);
  bool has_place() const;
  void wait(milliseconds time, void (GuestBot::*then)());
  std::int64_t say(Json message);

  const boost::asio::any_io_executor executor_;
  Guest guest_;
  const std::string room_;
  std::string room_game_{};  ///< The game of `room_`, once it was joined; earlier ones may go on beside it.
  const Callbacks callbacks_;
  std::string user_name_{};
  std::map<std::string, Listed> listed_{};
  std::map<std::string, Playing> games_{};
  int failed_ = 0;  ///< Games in a row that were given up for the program.
  std::int64_t ids_ = 0;
  std::map<std::int64_t, bool> asked_{};        ///< Seeks without an answer, by the id of the message.
  std::set<std::int64_t> ended_{};              ///< Those of them that a pairing has ended meanwhile.
  std::map<std::string, OwnSeek> own_seeks_{};  ///< By the id of the seek.
  ChallengeBook challenges_;
  std::int64_t lobby_request_ = 0;     ///< The last message `lobby`.
  std::int64_t watch_request_ = 0;     ///< Of the message `challenges` that has no answer; 0: none.
  Clock::time_point quiet_until_{};    ///< The server has asked to wait with seeks and the like.
  Clock::time_point lobby_again_{};    ///< When `lobby` is asked for, again if it was refused;
  Clock::time_point watches_again_{};  ///< `challenges` likewise.
  boost::asio::steady_timer timer_;
  std::shared_ptr<int> alive_ = std::make_shared<int>();  ///< Gone: what was posted comes too late.
  Connection connection_;
};

}  // namespace server::bridge
