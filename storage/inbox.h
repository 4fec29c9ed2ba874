#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "storage/time.h"

/// What accounts are told of that came about while they were away, also those without a browser that takes
/// push messages. SendPush puts a notice besides its message, whatever is muted, and WithdrawPush takes both;
/// a club that admits an account, or is asked to, and a moderator who answers an appeal tell of it with that.
namespace storage {

/// The oldest notices of an account beyond so many go.
inline constexpr int kMostNotices = 200;

struct Notice {
  std::int64_t number = 0;  ///< Of its account: newer ones have larger numbers.
  std::string kind;     ///< "turn", "round", "challenge"; "start", "over", "declined", "finish", "cancelled",
                        ///< "invited", "appeal", "club" or "request".
  std::string subject;  ///< The id of a game, a challenge, a tournament, a measure or a club.
  std::string game;     ///< "xiangqi", ...; empty: of none.
  std::string name;     ///< Of a player, the tournament or the club.
  Millis at = 0;
  bool read = false;
  bool operator==(const Notice&) const = default;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// A notice instead of the one of this account, kind and subject before. Does nothing unless `user` is an
/// account and what it tells of is so: the event is written, the challenge is open or declined, the
/// tournament is over. Never refused.
struct PutNotice {
  std::string user;
  std::string kind;
  std::string subject;
  int v = 0;  ///< As of SendPush.
  std::string game{};
  std::string name{};
  Millis at = 0;
};

/// The account has read its notices up to a number. Always done.
struct ReadNotices {
  std::string user;
  std::int64_t until = 0;
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads notices; the same promises. Of a challenge that is not open `now`
/// there are none.
class InboxReader {
 public:
  virtual ~InboxReader() = default;

  /// Those with numbers below `before`, newest first, at most so many.
  virtual std::vector<Notice> notices(std::string_view user, std::int64_t before, Millis now, int most) = 0;
  virtual int unread_notices(std::string_view user, Millis now) = 0;
};

}  // namespace storage
