#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/time.h"

/// Accounts ask each other for games.
namespace storage {

/// So long it is told how a challenge has ended, in milliseconds.
inline constexpr Millis kEndedChallengeStays = 300'000;

struct Challenge {
  std::string id;
  std::string from;  ///< User::id of the challenger,
  std::string to;    ///< and of whom.
  std::string wish;  ///< For what game, in words of the server.
  int rating = 0;    ///< Of the challenger, at that; 0: none.
  bool provisional = false;
  Millis since = 0;
  Millis until = 0;           ///< It ends by itself; of one that has ended: it is forgotten.
  std::string state{"open"};  ///< Or "accepted", "declined", "withdrawn".
  std::string reason{};       ///< Why it was declined, in words of the server; empty: that is not said.
  std::string game{};         ///< That came of it; empty: none.
  // What the store says besides.
  std::string from_name{}, to_name{};
  bool from_program = false, to_program = false;  ///< User::program

  bool is_open(Millis now) const { return state == "open" && until > now; }
  bool operator==(const Challenge&) const = default;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// Refused unless both are accounts and neither blocks the other. Refused, too, when as many are open from
/// the one to the other, from the one, or to the other, as the fields below allow.
struct BeginChallenge {
  Challenge challenge;
  int most_of_pair = 0;
  int most_made = 0;
  int most_received = 0;
};

/// A challenge is declined or withdrawn. Refused when it is not open any more.
struct EndChallenge {
  std::string id;
  std::string state;
  std::string reason{};
  Millis at = 0;
};

/// By whom an account lets itself be challenged: "everyone", "friends" or "none". Refused when there is no
/// such account.
struct LimitChallenges {
  std::string user;
  std::string by;
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads challenges; the same promises.
class ChallengeReader {
 public:
  virtual ~ChallengeReader() = default;

  /// Those that a user has made and received and that are not forgotten by now: open ones first, newest
  /// first, at most so many.
  virtual std::vector<Challenge> challenges(std::string_view user, Millis now, int most) = 0;
  /// As LimitChallenges was last.
  virtual std::string challenged_by(std::string_view user) = 0;
};

}  // namespace storage
