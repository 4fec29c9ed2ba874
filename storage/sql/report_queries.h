#pragma once

#include <string>
#include <tuple>

#include "storage/sql/values.h"

/// The SQL of reports; see queries.h.
namespace storage::sql {

inline constexpr const char* kInsertReport = R"(
  INSERT INTO reports (game, room, text, said, accused, accused_name, reporter, reporter_name, reported, around)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
  WHERE CASE WHEN $2 = 'club' THEN EXISTS (SELECT 1 FROM clubs WHERE id = $1)
             ELSE EXISTS (SELECT 1 FROM games WHERE id = $1) END
  ON CONFLICT DO NOTHING)";

// To the open report of a club: what its owner has written since then, and who that is, unless it stands
// there, or that is long already.
inline constexpr int kLongReport = 4'000;
inline constexpr const char* kAddToReport = R"(
  UPDATE reports SET text = text || $3
  WHERE game = $1 AND room = 'club' AND decided = 0 AND replace(text, $2, '') = text AND LENGTH(text) < $4)";

inline constexpr const char* kSweepReports = R"(
  DELETE FROM reports WHERE (game, said) IN (
    SELECT game, said FROM reports WHERE reported < $1 ORDER BY reported, said LIMIT $2))";

inline constexpr const char* kReports = R"(
  SELECT game, room, text, said, accused, accused_name, reporter, reporter_name, reported, around, decided, decision
  FROM reports ORDER BY reported DESC, said DESC, game DESC LIMIT $1)";
inline constexpr const char* kOpenReports = R"(
  SELECT game, room, text, said, accused, accused_name, reporter, reporter_name, reported, around, decided, decision
  FROM reports WHERE decided = 0 AND (reported, said, game) > ($1, $2, $3)
  ORDER BY reported, said, game LIMIT $4)";

/// `Database` is what it is in library_writes.h.
template <class Database>
bool write_with(Database database, const ReportLine& line) {
  const Report& report = line.report;
  const auto insert = [&](const auto&... values) { return database.check(kInsertReport, values...); };
  if (std::apply(insert, values_of(report))) return true;
  if (report.room != "club") return false;
  const std::string added = "\n\n" + report.accused_name + ":\n" + report.text;
  return database.check(kAddToReport, report.game, report.text, added, kLongReport);
}

}  // namespace storage::sql
