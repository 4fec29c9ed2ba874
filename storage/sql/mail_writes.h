#pragma once

#include <string>
#include <tuple>
#include <utility>

#include "storage/mail.h"

/// The SQL of mail, its values and its rows; see queries.h, statements.h and rows.h.
namespace storage::sql {

// Each the moment of an ask after $1 that refuses another: the last but so many of an account, of all
// accounts, and that of the same account and address.
inline constexpr const char* kLimitOfUser = R"(
  SELECT at FROM mail_asks WHERE at > $1 AND user_id = $2 ORDER BY at DESC LIMIT 1 OFFSET $3)";
inline constexpr const char* kLimitInAll = R"(
  SELECT at FROM mail_asks WHERE at > $1 ORDER BY at DESC LIMIT 1 OFFSET $2)";
inline constexpr const char* kSameAsk =
    "SELECT at FROM mail_asks WHERE at > $1 AND user_id = $2 AND address = $3";
inline constexpr const char* kAskedByAnother =
    "SELECT 1 FROM mail_asks WHERE address = $1 AND at > $2 AND user_id <> $3 AND written = 1";

inline constexpr const char* kAskForMail = R"(
  INSERT INTO mail (user_id, address, language, confirmed_at, asked_at, code, stop_code, due_at, sent_at,
                    mailed_until, tries)
  SELECT $1, $2, $3, 0, $4, $5, $6, 0, 0, 0, 0
  WHERE EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password <> '')
  ON CONFLICT (user_id) DO UPDATE SET address = EXCLUDED.address, language = EXCLUDED.language,
    confirmed_at = 0, asked_at = EXCLUDED.asked_at, code = EXCLUDED.code, due_at = 0, tries = 0)";
inline constexpr const char* kNoteAsk = R"(
  INSERT INTO mail_asks (user_id, address, at, written) VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id, address) DO UPDATE SET at = EXCLUDED.at, written = EXCLUDED.written)";
// The row stays for kLimitOfUser and kLimitInAll, and has in place of the address what no other row has.
inline constexpr const char* kMailNotSent =
    "UPDATE mail_asks SET address = $3, written = 0 WHERE user_id = $1 AND address = $2 AND written = 1";
inline constexpr const char* kConfirmMail = R"(
  UPDATE mail SET confirmed_at = CASE WHEN confirmed_at > 0 THEN confirmed_at ELSE $2 END
  WHERE code = $1 AND code <> '' AND asked_at > $3)";
inline constexpr const char* kChangeMailLanguage =
    "UPDATE mail SET language = $3 WHERE user_id = $1 AND address = $2 AND address <> ''";

/// @param rows which ones end, in SQL
inline std::string end_mail(const char* rows) {
  constexpr const char* kEnd =
      "UPDATE mail SET address = '', language = '', confirmed_at = 0, code = '', due_at = 0, tries = 0 "
      "WHERE ";
  return std::string(kEnd) + rows;
}
inline const std::string kEndMail = end_mail("user_id = $1");
inline const std::string kStopMail = end_mail("stop_code = $1");
inline const std::string kEndMailTo = end_mail("address <> '' AND LOWER(address) = LOWER($1)");
// With a page of users.
inline const std::string kEndUnconfirmedMail =
    end_mail("user_id > $1 AND user_id <= $2 AND address <> '' AND confirmed_at = 0 AND asked_at <= $3");
inline constexpr const char* kSweepMailAsks =
    "DELETE FROM mail_asks WHERE user_id > $1 AND user_id <= $2 AND at <= $3";
inline constexpr const char* kSweepMailOfClosed = R"(
  DELETE FROM mail WHERE user_id > $1 AND user_id <= $2
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = mail.user_id AND password <> ''))";
// With the account, unless that was refused.
inline constexpr const char* kDropMailOfClosed = R"(
  DELETE FROM mail WHERE user_id = $1
    AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = $1 AND password = ''))";

// With a notice of $1; $2: when it came, and what lies between. A digest that is due moves by a millisecond,
// so that one made without the notice is not claimed: no other transaction sees the notice before this one
// ends.
inline constexpr const char* kMakeMailDue = R"(
  UPDATE mail SET tries = 0,
    due_at = CASE WHEN due_at > 0 THEN due_at + 1 WHEN sent_at + $4 > $2 + $3 THEN sent_at + $4 ELSE $2 + $3 END
  WHERE user_id = $1 AND confirmed_at > 0
    AND EXISTS (SELECT 1 FROM inbox WHERE inbox.user_id = $1 AND number > mailed_until AND read = 0))";

inline constexpr const char* kClaimMail = R"(
  UPDATE mail SET sent_at = $3, mailed_until = $4, tries = 0, due_at = 0
  WHERE user_id = $1 AND due_at = $2 AND confirmed_at > 0)";
inline constexpr const char* kFailMail = R"(
  UPDATE mail SET mailed_until = $3, due_at = CASE WHEN $4 > 0 THEN $4 ELSE due_at END, tries = $5
  WHERE user_id = $1 AND sent_at = $2 AND confirmed_at > 0)";
inline constexpr const char* kSkipMail = "UPDATE mail SET due_at = 0 WHERE user_id = $1 AND due_at = $2";

inline constexpr const char* kMailbox =
    "SELECT address, language, CASE WHEN confirmed_at > 0 THEN 1 ELSE 0 END FROM mail "
    "WHERE user_id = $1 AND address <> ''";
inline constexpr const char* kMailToConfirm = R"(
  SELECT users.id, name, address, language FROM mail JOIN users ON users.id = user_id
  WHERE code = $1 AND code <> '' AND asked_at > $2)";
inline constexpr const char* kKnowsStopCode = "SELECT 1 FROM mail WHERE stop_code = $1";
inline constexpr const char* kDueMails = R"(
  SELECT user_id, name, address, language, stop_code, due_at, mailed_until, tries
  FROM mail JOIN users ON users.id = user_id
  WHERE due_at > 0 AND due_at <= $1
    AND NOT EXISTS (SELECT 1 FROM measures WHERE subject = user_id AND kind = 'ban' AND until > $1)
  ORDER BY due_at, user_id LIMIT $2)";
inline constexpr const char* kUnreadAfter = R"(
  SELECT number, kind, subject, game, name, at, read FROM inbox
  WHERE user_id = $1 AND number > $2 AND read = 0
    AND (kind <> 'challenge' OR EXISTS (SELECT 1 FROM challenges
                                        WHERE id = subject AND state = 'open' AND until > $3))
  ORDER BY number DESC LIMIT $4)";

template <class Row>
Mailbox read_mailbox(Row& row) {
  return {row.text(), row.text(), row.flag()};
}

template <class Row>
MailToConfirm read_mail_to_confirm(Row& row) {
  return {row.text(), row.text(), row.text(), row.text()};
}

template <class Row>
DueMail read_due_mail(Row& row) {
  return {row.text(), row.text(),   row.text(),   row.text(),
          row.text(), row.millis(), row.millis(), row.number()};
}

inline auto statement_of(const MailNotSent& ask) {
  return std::pair(kMailNotSent, std::tie(ask.user, ask.address_hash, ask.code_hash));
}

inline auto statement_of(const ConfirmMail& confirm) {
  return std::pair(kConfirmMail, std::tuple(confirm.code_hash, confirm.at, confirm.at - kMailDay));
}

inline auto statement_of(const ChangeMailLanguage& change) {
  return std::pair(kChangeMailLanguage, std::tie(change.user, change.address, change.language));
}

inline auto statement_of(const StopMail& stop) {
  return std::pair(kStopMail.c_str(), std::tie(stop.stop_code));
}

inline auto statement_of(const EndMailTo& end) {
  return std::pair(kEndMailTo.c_str(), std::tie(end.address));
}

inline auto statement_of(const ClaimMail& claim) {
  return std::pair(kClaimMail, std::tie(claim.user, claim.was, claim.at, claim.until));
}

inline auto statement_of(const FailMail& fail) {
  return std::pair(kFailMail, std::tie(fail.user, fail.at, fail.mailed_until, fail.due, fail.tries));
}

// Of several statements, or of one that is never refused; `Database` is what it is in library_writes.h.

template <class Database>
bool is_at_limit_of_mail(Database& database, const AskForMail& ask) {
  const Millis since = ask.at - kMailDay;
  return database.has(kLimitOfUser, since, ask.user, ask.limits.of_user - 1) ||
         database.has(kLimitInAll, since, ask.limits.in_all - 1) ||
         database.has(kSameAsk, since, ask.user, ask.address_hash);
}

template <class Database>
bool write_with(Database database, const AskForMail& ask) {
  database.lock_mail();
  if (is_at_limit_of_mail(database, ask)) return false;
  const bool is_written = !database.has(kAskedByAnother, ask.address_hash, ask.at - kMailDay, ask.user);
  const std::string code = is_written ? ask.code_hash : std::string();
  if (!database.check(kAskForMail, ask.user, ask.mailbox.address, ask.mailbox.language, ask.at, code,
                      ask.stop_code))
    return false;
  database.run(kNoteAsk, ask.user, ask.address_hash, ask.at, is_written);
  return true;
}

template <class Database>
bool write_with(Database database, const EndMail& end) {
  database.run(kEndMail.c_str(), end.user);
  return true;
}

template <class Database>
bool write_with(Database database, const SkipMail& skip) {
  database.run(kSkipMail, skip.user, skip.was);
  return true;
}

}  // namespace storage::sql
