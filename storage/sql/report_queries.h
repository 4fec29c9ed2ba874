#pragma once

/// The SQL of reports; see queries.h.
namespace storage::sql {

inline constexpr const char* kInsertReport = R"(
  INSERT INTO reports (game, room, text, said, accused, accused_name, reporter, reporter_name, reported, around)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
  WHERE CASE WHEN $2 = 'club' THEN EXISTS (SELECT 1 FROM clubs WHERE id = $1)
             ELSE EXISTS (SELECT 1 FROM games WHERE id = $1) END
  ON CONFLICT DO NOTHING)";

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

}  // namespace storage::sql
