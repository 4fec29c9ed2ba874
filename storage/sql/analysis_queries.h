#pragma once

/// The SQL of analyses; see queries.h.
namespace storage::sql {

inline constexpr const char* kInsertAnalysis = R"(
  INSERT INTO analyses (game, total, asked)
  SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1 AND status <> 'playing')
  ON CONFLICT DO NOTHING)";

// A compare-and-set, as with events: the ply must follow the last one.
inline constexpr const char* kAppendAnalysis = R"(
  INSERT INTO analysis_plies (game, ply, kind, value, win, best, line, mark)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8
  WHERE $2 = (SELECT COUNT(*) FROM analysis_plies WHERE game = $1)
    AND $2 < (SELECT total FROM analyses WHERE game = $1)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kFinishAnalysis = R"(
  UPDATE analyses SET first_accuracy = $2, second_accuracy = $3
  WHERE game = $1 AND total = (SELECT COUNT(*) FROM analysis_plies WHERE game = $1))";

inline constexpr const char* kLoadAnalysis =
    "SELECT game, total, asked, first_accuracy IS NOT NULL, first_accuracy, second_accuracy FROM analyses "
    "WHERE game = $1";

inline constexpr const char* kLoadAnalysisPlies =
    "SELECT ply, kind, value, win, best, line, mark FROM analysis_plies WHERE game = $1 ORDER BY ply";

inline constexpr const char* kUnfinishedAnalyses =
    "SELECT game FROM analyses WHERE first_accuracy IS NULL ORDER BY asked, game";

}  // namespace storage::sql
