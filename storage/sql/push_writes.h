#pragma once

#include <string>
#include <tuple>
#include <utility>

#include "storage/push.h"
#include "storage/sql/inbox_writes.h"
#include "storage/sql/order.h"

/// The SQL of push messages, its values and its rows; see queries.h, statements.h and rows.h.
namespace storage::sql {

inline constexpr const char* kFreeEndpoint = R"(
  DELETE FROM push_subscriptions WHERE endpoint = $1 AND token <> $2
    AND EXISTS (SELECT 1 FROM tokens WHERE hash = $2))";
inline constexpr const char* kKeepSubscription = R"(
  INSERT INTO push_subscriptions (token, user_id, endpoint, p256dh, auth, language, since)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE EXISTS (SELECT 1 FROM tokens JOIN users ON users.id = user_id WHERE hash = $1 AND user_id = $2 AND guest = 0)
  ON CONFLICT (token) DO UPDATE SET user_id = EXCLUDED.user_id, endpoint = EXCLUDED.endpoint,
    p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, language = EXCLUDED.language, since = EXCLUDED.since)";
inline constexpr const char* kEndOldSubscriptions = R"(
  DELETE FROM push_subscriptions WHERE token IN (
    SELECT token FROM push_subscriptions WHERE user_id = $1 ORDER BY since DESC, token LIMIT 1000 OFFSET $2))";
inline constexpr const char* kMoveClock =
    "UPDATE push_settings SET zone = $2 WHERE user_id = $1 AND zone <> $2";
inline constexpr const char* kEndSubscription =
    "DELETE FROM push_subscriptions WHERE token = $1 AND ($2 = '' OR endpoint = $2)";
// After that: what is on its way to one that stays is sent.
inline constexpr const char* kDropPushesTo = R"(
  DELETE FROM push_messages WHERE token = $1
    AND NOT EXISTS (SELECT 1 FROM push_subscriptions WHERE push_subscriptions.token = $1))";

inline constexpr const char* kChangePushSettings = R"(
  INSERT INTO push_settings (user_id, muted, quiet_from, quiet_until, zone)
  SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password <> '')
  ON CONFLICT (user_id) DO UPDATE SET muted = EXCLUDED.muted, quiet_from = EXCLUDED.quiet_from,
    quiet_until = EXCLUDED.quiet_until, zone = EXCLUDED.zone)";

inline constexpr const char* kSendPush = R"(
  INSERT INTO push_messages (token, kind, subject, game, name, due, expires, begun, failures)
  SELECT token, $2, $3, $5, $6, $7, $8, 0, 0
  FROM push_subscriptions JOIN tokens ON hash = token
  WHERE push_subscriptions.user_id = $1
    AND ($4 = 0 OR EXISTS (SELECT 1 FROM events WHERE events.game = $3 AND v = $4))
    AND NOT EXISTS (SELECT 1 FROM push_settings
                    WHERE push_settings.user_id = $1 AND ' ' || muted || ' ' LIKE '% ' || $2 || ' %')
  ON CONFLICT (token, kind, subject) DO UPDATE SET game = EXCLUDED.game, name = EXCLUDED.name,
    due = EXCLUDED.due, expires = EXCLUDED.expires, begun = 0, failures = 0)";
inline constexpr const char* kWithdrawPush = R"(
  DELETE FROM push_messages WHERE kind = $1 AND subject = $2
    AND ($3 = '' OR token IN (SELECT token FROM push_subscriptions WHERE user_id = $3)))";

inline constexpr const char* kDelayPush = R"(
  UPDATE push_messages SET due = $5, begun = $6, failures = $7
  WHERE token = $1 AND kind = $2 AND subject = $3 AND due = $4)";
inline constexpr const char* kDropPush =
    "DELETE FROM push_messages WHERE token = $1 AND kind = $2 AND subject = $3 AND due = $4";

// With a page of users: which sessions are over no index knows.
inline constexpr const char* kSweepSubscriptions = R"(
  DELETE FROM push_subscriptions WHERE user_id > $1 AND user_id <= $2
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE hash = token))";
inline constexpr const char* kSweepPushSettings = R"(
  DELETE FROM push_settings WHERE user_id > $1 AND user_id <= $2
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = push_settings.user_id AND password <> ''))";
inline constexpr const char* kSweepPushes = R"(
  DELETE FROM push_messages WHERE (token, kind, subject) IN (
    SELECT token, kind, subject FROM push_messages WHERE expires <= $1 LIMIT $2))";

inline constexpr const char* kSubscription = R"(
  SELECT token, user_id, endpoint, p256dh, auth, language, since FROM push_subscriptions WHERE token = $1)";
inline constexpr const char* kPushSettings =
    "SELECT muted, quiet_from, quiet_until, zone FROM push_settings WHERE user_id = $1";
// Of a session that is over nothing is sent, nor of a challenge that has ended, nor to who is banned.
inline constexpr const char* kDuePushes = R"(
  SELECT push_messages.token, kind, subject, game, name, due, expires, begun, failures,
         push_subscriptions.token, push_subscriptions.user_id, endpoint, p256dh, auth, language, since,
         COALESCE(muted, ''), COALESCE(quiet_from, 0), COALESCE(quiet_until, 0), COALESCE(zone, 0)
  FROM push_messages JOIN push_subscriptions ON push_subscriptions.token = push_messages.token
                     JOIN tokens ON hash = push_messages.token
                     LEFT JOIN push_settings ON push_settings.user_id = push_subscriptions.user_id
  WHERE due <= $1 AND expires > $1
    AND (kind <> 'challenge' OR EXISTS (SELECT 1 FROM challenges WHERE id = subject AND state = 'open'))
    AND NOT EXISTS (SELECT 1 FROM measures WHERE measures.subject = push_subscriptions.user_id
                      AND measures.kind = 'ban' AND until > $1))";
/// @param host of `endpoint`, in SQL of the database
inline std::string due_pushes(const std::string& host) {
  return kDuePushes + (" ORDER BY row_number() OVER (PARTITION BY " + host + " ORDER BY due), due LIMIT $2");
}

template <class Row>
PushSubscription read_subscription(Row& row) {
  return {row.text(), row.text(), row.text(), row.text(), row.text(), row.text(), row.millis()};
}

template <class Row>
PushSettings read_push_settings(Row& row) {
  return {split_ids(row.text()), row.number(), row.number(), row.number()};
}

template <class Row>
PushMessage read_push(Row& row) {
  return {{row.text(), row.text(), row.text()},
          row.text(),
          row.text(),
          row.millis(),
          row.millis(),
          row.number(),
          row.number(),
          read_subscription(row),
          read_push_settings(row)};
}

inline auto statement_of(const ChangePushSettings& change) {
  const auto& [muted, quiet_from, quiet_until, zone] = change.settings;
  return std::pair(kChangePushSettings,
                   std::tuple(change.user, join_ids(muted), quiet_from, quiet_until, zone));
}

inline auto statement_of(const DelayPush& delay) {
  const auto& [token, kind, subject] = delay.key;
  return std::pair(kDelayPush,
                   std::tie(token, kind, subject, delay.was, delay.due, delay.begun, delay.failures));
}

// Of several statements, or of one that is never refused; `Database` is what it is in library_writes.h.

template <class Database>
bool write_with(Database database, const KeepPushSubscription& keep) {
  const auto& [token, user, endpoint, p256dh, auth, language, since] = keep.subscription;
  database.run(kFreeEndpoint, endpoint, token);
  if (!database.check(kKeepSubscription, token, user, endpoint, p256dh, auth, language, since)) return false;
  database.run(kEndOldSubscriptions, user, keep.most);
  if (keep.zone) database.run(kMoveClock, user, *keep.zone);
  return true;
}

template <class Database>
bool write_with(Database database, const EndPushSubscription& end) {
  database.run(kEndSubscription, end.token_hash, end.endpoint);
  database.run(kDropPushesTo, end.token_hash);
  return true;
}

template <class Database>
bool write_with(Database database, const SendPush& send) {
  database.run(kSendPush, send.user, send.kind, send.subject, send.v, send.game, send.name, send.due,
               send.expires);
  // What reminds of a notice is none of its own.
  if (send.kind == "reminder") return true;
  return write_with(database,
                    PutNotice{send.user, send.kind, send.subject, send.v, send.game, send.name, send.at});
}

template <class Database>
bool write_with(Database database, const WithdrawPush& withdraw) {
  database.run(kWithdrawPush, withdraw.kind, withdraw.subject, withdraw.user);
  database.run(kWithdrawNotice, withdraw.kind, withdraw.subject, withdraw.user);
  return true;
}

template <class Database>
bool write_with(Database database, const DropPush& drop) {
  database.run(kDropPush, drop.key.token_hash, drop.key.kind, drop.key.subject, drop.was);
  return true;
}

template <class Database>
bool write_with(Database database, const SweepPush& sweep) {
  database.run(kSweepPushes, sweep.now, sweep.most);
  return true;
}

}  // namespace storage::sql
