#pragma once

#include <tuple>
#include <utility>

#include "storage/challenge.h"
#include "storage/moderation.h"
#include "storage/sql/club_writes.h"
#include "storage/sql/inbox_writes.h"

/// The SQL of moderation, its values and its rows; see queries.h, statements.h and rows.h.
namespace storage::sql {

// $3: a power with blanks around it.
inline constexpr const char* kHasPower = R"(
  SELECT 1 FROM moderators JOIN accounts ON accounts.user_id = moderators.user_id
  WHERE moderators.user_id = $1 AND password <> '' AND moderators.user_id <> $2
    AND (powers = 'owner' OR ' ' || powers || ' ' LIKE '%' || $3 || '%')
    AND (powers = 'owner' OR NOT EXISTS (SELECT 1 FROM moderators AS others WHERE others.user_id = $2))
    AND NOT EXISTS (SELECT 1 FROM moderators AS others WHERE others.user_id = $2 AND others.powers = 'owner'))";
inline constexpr const char* kHasActsLeft =
    "SELECT 1 WHERE $3 > (SELECT COUNT(*) FROM moderation_log WHERE by_user = $1 AND at > $2)";
inline constexpr const char* kHasMeasuresLeft =
    "SELECT 1 WHERE $2 > (SELECT COUNT(*) FROM measures WHERE until > $1)";
inline constexpr const char* kUserExists = "SELECT 1 FROM users WHERE id = $1";
inline constexpr const char* kMayModerate = R"(
  SELECT 1 FROM accounts WHERE user_id = $1 AND password <> ''
    AND $2 > (SELECT COUNT(*) FROM moderators WHERE user_id <> $1))";
inline constexpr const char* kMeasureHolds =
    "SELECT 1 FROM measures WHERE id = $1 AND (subject = $2 OR kind = 'address') AND until > $3";
// Of an appeal: another one, if there is one with that power.
inline constexpr const char* kMayAnswer = R"(
  SELECT 1 FROM measures WHERE id = $1 AND (appealed = 0 OR answered > 0 OR by_user <> $2 OR NOT EXISTS (
    SELECT 1 FROM moderators WHERE user_id <> $2 AND user_id <> measures.subject
      AND (powers = 'owner' OR ' ' || powers || ' ' LIKE '%' || $3 || '%'))))";
// Of an appeal against a measure that stands ($1, $2, $3: whose, of which kind, when): a new one of the same
// kind answers it.
inline constexpr const char* kMayBeginAnew = R"(
  SELECT 1 WHERE NOT EXISTS (
    SELECT 1 FROM measures
    WHERE subject = $1 AND kind = $2 AND until > $3 AND appealed > 0 AND answered = 0 AND by_user = $4
      AND EXISTS (
        SELECT 1 FROM moderators WHERE user_id <> $4 AND user_id <> measures.subject
          AND (powers = 'owner' OR ' ' || powers || ' ' LIKE '%' || $5 || '%'))))";

inline constexpr const char* kInsertAct = R"(
  INSERT INTO moderation_log (number, at, by_user, by_name, act, subject, name, game, until, reason, club)
  VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM moderation_log),
          $1, $2, $3, $4, $5, $6, $7, $8, $9, $10))";
inline constexpr const char* kDecideReports = R"(
  UPDATE reports SET decided = $3, decision = $4 WHERE game = $1 AND accused = $2 AND decided = 0)";
inline constexpr const char* kOpenAppealsOf = R"(
  SELECT id FROM measures
  WHERE subject = $1 AND kind = $2 AND until > $3 AND appealed > 0 AND answered = 0)";
inline constexpr const char* kAnswerAppealsOf = R"(
  UPDATE measures SET answer = $4, answered = $3
  WHERE subject = $1 AND kind = $2 AND until > $3 AND appealed > 0 AND answered = 0)";
inline constexpr const char* kEndMeasuresOf =
    "UPDATE measures SET until = $3 WHERE subject = $1 AND kind = $2 AND until > $3";
inline constexpr const char* kInsertMeasure = R"(
  INSERT INTO measures (id, kind, subject, name, reason, by_user, since, until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8))";
inline constexpr const char* kAnswerAppeal =
    "UPDATE measures SET answer = $2, answered = $3 WHERE id = $1 AND appealed > 0 AND answered = 0";
inline constexpr const char* kEndMeasure = "UPDATE measures SET until = $2 WHERE id = $1";
inline constexpr const char* kGrantPowers = R"(
  INSERT INTO moderators (user_id, powers, since) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET powers = EXCLUDED.powers)";
inline constexpr const char* kRevokePowers = "DELETE FROM moderators WHERE user_id = $1";
inline constexpr const char* kEndChallengesOfBanned = R"(
  UPDATE challenges SET state = CASE WHEN to_user = $1 THEN 'declined' ELSE 'withdrawn' END, until = $3
  WHERE (from_user = $1 OR to_user = $1) AND state = 'open' AND until > $2)";

inline constexpr const char* kAppeal = R"(
  UPDATE measures SET appeal = $3, appealed = $4
  WHERE id = $1 AND subject = $2 AND kind IN ('mute', 'ban') AND appealed = 0 AND until > $4)";

inline constexpr const char* kSweepMeasures = R"(
  DELETE FROM measures WHERE id IN (SELECT id FROM measures WHERE until < $1 ORDER BY until LIMIT $2))";
inline constexpr const char* kSweepModerationLog = R"(
  DELETE FROM moderation_log WHERE number IN (
    SELECT number FROM moderation_log
    WHERE at < $1 AND number < (SELECT MAX(number) FROM moderation_log) ORDER BY number LIMIT $2))";

inline constexpr const char* kSweepModerators = R"(
  DELETE FROM moderators WHERE NOT EXISTS (
    SELECT 1 FROM accounts WHERE accounts.user_id = moderators.user_id AND password <> ''))";

inline constexpr const char* kFindUser = "SELECT id, name, guest, created, program FROM users WHERE id = $1";
inline constexpr const char* kModerator = R"(
  SELECT moderators.user_id, name, powers, since FROM moderators JOIN users ON users.id = moderators.user_id
  WHERE moderators.user_id = $1
    AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = moderators.user_id AND password <> ''))";
inline constexpr const char* kModerators = R"(
  SELECT moderators.user_id, name, powers, since FROM moderators JOIN users ON users.id = moderators.user_id
  ORDER BY since, moderators.user_id)";
inline constexpr const char* kMeasure = "SELECT * FROM measures WHERE id = $1";
inline constexpr const char* kMeasuresAt =
    "SELECT * FROM measures WHERE until > $1 ORDER BY until DESC, id LIMIT $2";
inline constexpr const char* kMeasuresOf =
    "SELECT * FROM measures WHERE subject = $1 ORDER BY since DESC, id LIMIT $2";
inline constexpr const char* kMeasureOf =
    "SELECT * FROM measures WHERE subject = $2 AND kind = $1 AND until > $3 ORDER BY until DESC LIMIT 1";
inline constexpr const char* kOpenAppeals = R"(
  SELECT * FROM measures
  WHERE appealed > 0 AND answered = 0 AND until > $1 AND (appealed, id) > ($2, $3)
  ORDER BY appealed, id LIMIT $4)";
inline constexpr const char* kLastAct = "SELECT COALESCE(MAX(number), 0) FROM moderation_log";
inline constexpr const char* kActBefore =
    "SELECT at FROM moderation_log WHERE by_user = $1 ORDER BY at DESC LIMIT 1 OFFSET $2";
inline constexpr const char* kActsAfter =
    "SELECT * FROM moderation_log WHERE number > $1 ORDER BY number LIMIT $2";
inline constexpr const char* kModerationLog =
    "SELECT * FROM moderation_log WHERE number < $1 ORDER BY number DESC LIMIT $2";

template <class Row>
Moderator read_moderator(Row& row) {
  return {row.text(), row.text(), row.text(), row.millis()};
}

template <class Row>
Measure read_measure(Row& row) {
  return {row.text(),   row.text(),   row.text(), row.text(),   row.text(), row.text(),
          row.millis(), row.millis(), row.text(), row.millis(), row.text(), row.millis()};
}

template <class Row>
ModerationLine read_act(Row& row) {
  return {row.millis(), row.millis(), row.text(),   row.text(), row.text(), row.text(),
          row.text(),   row.text(),   row.millis(), row.text(), row.text()};
}

inline auto statement_of(const Appeal& appeal) {
  return std::pair(kAppeal, std::tie(appeal.measure, appeal.user, appeal.text, appeal.at));
}

// Of several statements; `Database` is what it is in library_writes.h.

template <class Database>
bool may_act(Database database, const Moderate& act) {
  static constexpr Millis kDay = 86'400'000;
  const ModerationLine& line = act.line;
  if (line.by.empty()) return true;
  return database.has(kHasPower, line.by, line.subject, ' ' + act.power + ' ') &&
         database.has(kHasActsLeft, line.by, line.at - kDay, kMostActs);
}

/// Whether what the act is about is still so.
template <class Database>
bool is_timely(Database database, const Moderate& act) {
  const ModerationLine& line = act.line;
  if (!act.begins.empty() && !database.has(kHasMeasuresLeft, line.at, kMostMeasures)) return false;
  if (!act.begins.empty() && act.address.empty() && !database.has(kUserExists, line.subject)) return false;
  if (!act.measure.empty() && !database.has(kMeasureHolds, act.measure, line.subject, line.at)) return false;
  if (!act.measure.empty() && !line.by.empty() &&
      !database.has(kMayAnswer, act.measure, line.by, ' ' + act.power + ' '))
    return false;
  if (!act.begins.empty() && !line.by.empty() &&
      !database.has(kMayBeginAnew, line.subject, line.act, line.at, line.by, ' ' + act.power + ' '))
    return false;
  if (act.powers && !act.powers->empty() && !database.has(kMayModerate, line.subject, kMostModerators))
    return false;
  if (!act.disbands.empty() && !database.has(kOwnsClub, act.disbands, line.subject)) return false;
  return true;
}

/// Of those that the new measure replaces, by its reason; with notices, as answer_appeal() has them.
template <class Database>
void answer_appeals_of(Database database, const std::string& subject, const ModerationLine& line) {
  const auto measures = database.texts(kOpenAppealsOf, subject, line.act, line.at);
  database.run(kAnswerAppealsOf, subject, line.act, line.at, line.reason);
  for (const std::string& measure : measures)
    write_with(database, PutNotice{.user = subject, .kind = "appeal", .subject = measure, .at = line.at});
}

template <class Database>
void begin_measure(Database database, const Moderate& act) {
  const ModerationLine& line = act.line;
  const std::string& subject = line.act == "address" ? act.address : line.subject;
  answer_appeals_of(database, subject, line);
  database.run(kEndMeasuresOf, subject, line.act, line.at);
  database.run(kInsertMeasure, act.begins, line.act, subject, line.name, line.reason, line.by, line.at,
               line.until);
}

/// With a notice to who has appealed. False: there is none, or it is answered.
template <class Database>
bool answer_appeal(Database database, const Moderate& act) {
  const ModerationLine& line = act.line;
  if (!database.check(kAnswerAppeal, act.measure, line.reason, line.at)) return false;
  return write_with(database,
                    PutNotice{.user = line.subject, .kind = "appeal", .subject = act.measure, .at = line.at});
}

template <class Database>
bool write_with(Database database, const Moderate& act) {
  database.lock_moderation();
  if (!act.disbands.empty()) database.lock_clubs("");
  const ModerationLine& line = act.line;
  if (!may_act(database, act) || !is_timely(database, act)) return false;
  if (line.act == "uphold" && !answer_appeal(database, act)) return false;
  if (act.decides && !database.check(kDecideReports, line.game, line.subject, line.at, line.act))
    return false;
  database.run(kInsertAct, line.at, line.by, line.by_name, line.act, line.subject, line.name, line.game,
               line.until, line.reason, line.club);
  if (!act.begins.empty()) begin_measure(database, act);
  if (!act.disbands.empty()) remove_club(database, act.disbands);
  if (line.act == "lift") answer_appeal(database, act);
  if (line.act == "lift") database.run(kEndMeasure, act.measure, line.at);
  if (line.act == "ban")
    database.run(kEndChallengesOfBanned, line.subject, line.at, line.at + kEndedChallengeStays);
  if (act.powers && act.powers->empty()) database.run(kRevokePowers, line.subject);
  if (act.powers && !act.powers->empty()) database.run(kGrantPowers, line.subject, *act.powers, line.at);
  return true;
}

template <class Database>
bool write_with(Database database, const SweepModeration& sweep) {
  database.lock_moderation();
  database.run(kSweepMeasures, sweep.measures_before, sweep.most);
  database.run(kSweepModerationLog, sweep.log_before, sweep.most);
  database.run(kSweepModerators);
  return true;
}

}  // namespace storage::sql
