#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "server/bridge/guest_game.h"
#include "server/bridge/policy.h"

namespace server::bridge {

/// What the bot says to a challenge.
struct ChallengeAnswer {
  std::string id{};
  bool accepts = false;
  std::string why{};     ///< For the log: the word of the policy, or "busy".
  std::string reason{};  ///< Of a decline, in words of the protocol; empty: none is told.

  /// The message `answer`, without its number.
  Json message() const;
};

/// The challenges that wait for the bot's answer. Pure: one thread, no clock but the one told.
///
/// A challenge: heard → answered → gone, when the server says how it ended. One is answered at a time, so
/// that the games that come of them can be counted. Who is welcome but finds no place waits `kHold` for one,
/// and is declined then. What the server says has the last word: what is answered twice, too late, or after a
/// withdrawal is refused there, and forgotten here.
class ChallengeBook {
 public:
  /// So long a challenge waits for a game of the bot to end: longer than it stays for a rematch.
  static constexpr std::chrono::seconds kHold{30};
  /// Then the answer has been lost, and is given again.
  static constexpr std::chrono::seconds kReplyTime{10};
  static constexpr int kMostTries = 3;  ///< Of an acceptance that the server is too busy for.
  static constexpr std::size_t kMost = 100;

  explicit ChallengeBook(const Policy& policy) : policy_(policy) {}

  /// A `challenges`, `challenge` or `challengeEnd`. Throws Json::exception where it is none of the protocol.
  /// The game that came of a challenge, for the bot to play; empty: none.
  std::string take(const Json& message, Clock::time_point now);
  /// What is to be said now, if anything; then sent() is called.
  /// @param may_play whether there is a place for a game with this opponent
  std::optional<ChallengeAnswer> next(const std::function<bool(const std::string& opponent)>& may_play,
                                      Clock::time_point now);
  void sent(const ChallengeAnswer& answer, std::int64_t request, Clock::time_point now);
  /// An `ack`, `created` or `error`. False: to another request.
  bool replied(const Json& message, Clock::time_point now);
  /// The connection is lost, and with it what the server has said.
  void lost();

  /// An acceptance is under way: as good as a game.
  bool is_accepting() const { return answering_ && answering_->answer.accepts; }
  /// Once: an acceptance was lost with its connection, and its challenge is open no more. Only a new
  /// `welcome` tells whether a game came of it.
  bool take_doubt();

 private:
  struct Heard {
    OpenGame game{};
    Clock::time_point since{};
    Clock::time_point not_before{};  ///< The server has asked to wait.
    int tries = 0;
    std::optional<std::string> declined_for{};  ///< It could not be accepted.
  };
  struct Answering {
    ChallengeAnswer answer{};
    std::int64_t request = 0;
    Clock::time_point since{};
  };

  void hear(const Json& challenge, Clock::time_point now);
  std::optional<ChallengeAnswer> answer_to(const Heard& heard, bool has_place, Clock::time_point now) const;
  void refused(Heard& heard, bool accepts, const Json& error, Clock::time_point now);

  const Policy& policy_;
  std::map<std::string, Heard> open_{};  ///< By id.
  std::optional<Answering> answering_{};
  std::string unsure_{};  ///< Accepted on a connection that was lost before the reply.
  bool is_in_doubt_ = false;
};

}  // namespace server::bridge
