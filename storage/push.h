#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "storage/time.h"

/// Push messages: who takes them, and those that are on their way (an outbox).
namespace storage {

/// A browser that takes them, as it describes itself: see server/push/message.h.
struct PushSubscription {
  std::string token_hash;  ///< Of the session that it belongs to.
  std::string user;
  std::string endpoint;
  std::string p256dh, auth;
  std::string language;  ///< In which it is written to.
  Millis since = 0;
  bool operator==(const PushSubscription&) const = default;
};

/// What an account wants to be told, and when.
struct PushSettings {
  std::set<std::string> muted{};  ///< Kinds of messages that it does not want.
  int quiet_from = 0;             ///< Minutes of its day;
  int quiet_until = 0;            ///< the same as quiet_from: no time is quiet.
  int zone = 0;                   ///< Minutes that its clock is ahead of UTC.
  bool operator==(const PushSettings&) const = default;
};

/// One message to one browser. There is one of a kind and subject at a time.
struct PushKey {
  std::string token_hash;  ///< PushSubscription::token_hash
  std::string kind;        ///< "turn", "reminder", "challenge" or "round".
  std::string subject;     ///< Game::id, or of a challenge the id of that.
  auto operator<=>(const PushKey&) const = default;
};

struct PushMessage {
  PushKey key;
  std::string game;  ///< "xiangqi", ...
  std::string name;  ///< Of the opponent.
  Millis due = 0;
  Millis expires = 0;
  int begun = 0;     ///< How often it was sent without it being known what became of it.
  int failures = 0;  ///< How often it was not taken.
  PushSubscription to;
  PushSettings settings;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// A browser takes messages from now on, instead of that of this session before. The one with its endpoint
/// before, and the oldest of the account beyond so many, end. Refused when there is no such session, or it is
/// a guest's.
struct KeepPushSubscription {
  PushSubscription subscription;
  int most = 0;
  std::optional<int> zone{};  ///< PushSettings::zone of its account from now on; none: as before.
};

/// It takes none any more, and those on their way go. Always done.
struct EndPushSubscription {
  std::string token_hash;
  /// Only while it takes them there: the browser may have another meanwhile. Empty: wherever.
  std::string endpoint{};
};

/// Refused when there is no such account.
struct ChangePushSettings {
  std::string user;
  PushSettings settings;
};

/// A message to all browsers of an account that wants such, and a notice of the account (see inbox.h; of a
/// "reminder" none), instead of those of this kind and subject before. Does nothing unless the event that it
/// tells of is written; never refused.
struct SendPush {
  std::string user;
  std::string kind;
  std::string subject;
  int v = 0;  ///< Event::v of the game that is the subject; 0: it tells of something else.
  std::string game;
  std::string name;
  Millis due = 0;
  Millis expires = 0;  ///< Then it is worth nothing.
  Millis at = 0;       ///< Of its notice.
};

/// Of this kind and subject a user is told nothing any more. Always done.
struct WithdrawPush {
  std::string kind;
  std::string subject;
  std::string user{};  ///< Empty: no user is.
};

/// A message comes up again later, with what was learned. Refused when it is not due at `was`: another server
/// has it, or another message has taken its place.
struct DelayPush {
  PushKey key;
  Millis was = 0;  ///< PushMessage::due
  Millis due = 0;
  int begun = 0;
  int failures = 0;
};

/// A message is done with; another one that has taken its place stays. Always done.
struct DropPush {
  PushKey key;
  Millis was = 0;  ///< PushMessage::due
};

/// Removes messages that have expired, so many at most. Always done.
struct SweepPush {
  Millis now = 0;
  int most = 10'000;
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads what is pushed; the same promises.
class PushReader {
 public:
  virtual ~PushReader() = default;

  /// None: the session has none.
  virtual std::optional<PushSubscription> push_subscription(std::string_view token_hash) = 0;
  virtual PushSettings push_settings(std::string_view user) = 0;
  /// What is due by now, at most so many: hosts of endpoints take turns, of each the longest due comes first;
  /// nothing to accounts that are banned.
  /// Of servers that share the store the oldest that lives gets all; DelayPush decides between two that
  /// believe to be that one.
  virtual std::vector<PushMessage> due_pushes(Millis now, int most) = 0;
};

}  // namespace storage
