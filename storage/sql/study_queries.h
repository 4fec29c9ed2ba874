#pragma once

/// The SQL of studies; see queries.h.
namespace storage::sql {

inline constexpr const char* kInsertStudy = R"(
  INSERT INTO studies (id, user_id, user_name, name, visibility, created)
  SELECT $1, $2, $3, $4, $5, $6 WHERE $7 > (SELECT COUNT(*) FROM studies WHERE user_id = $2)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kChangeStudy = "UPDATE studies SET name = $2, visibility = $3 WHERE id = $1";

// The first member has a row among the studies.
inline constexpr const char* kInsertStudyMember = R"(
  INSERT INTO study_members (study, number, user_id, name, role)
  SELECT $1, next, $2, $3, $4
  FROM (SELECT COALESCE(MAX(number), 1) + 1 AS next FROM study_members WHERE study = $1) AS last
  WHERE next <= $5 AND EXISTS (SELECT 1 FROM studies WHERE id = $1 AND user_id <> $2)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kChangeStudyRole =
    "UPDATE study_members SET role = $3 WHERE study = $1 AND number = $2";

inline constexpr const char* kInsertChapter = R"(
  INSERT INTO chapters (study, number, name, game, snapshot_v, snapshot)
  SELECT $1, $2, $3, $4, 0, $5
  WHERE $2 = (SELECT COALESCE(MAX(number), 0) + 1 FROM chapters WHERE study = $1)
    AND EXISTS (SELECT 1 FROM studies WHERE id = $1)
  ON CONFLICT DO NOTHING)";

// A compare-and-set, as with events: the version must follow the last one.
inline constexpr const char* kAppendChapterEdit = R"(
  INSERT INTO chapter_edits (study, chapter, v, by_member, edit, at)
  SELECT $1, $2, $3, $4, $5, $6
  WHERE EXISTS (SELECT 1 FROM chapter_edits WHERE study = $1 AND chapter = $2 AND v = $3 - 1)
     OR $3 = 1 AND EXISTS (SELECT 1 FROM chapters WHERE study = $1 AND number = $2)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kKeepChapterSnapshot = R"(
  UPDATE chapters SET name = $3, snapshot_v = $4, snapshot = $5
  WHERE study = $1 AND number = $2 AND snapshot_v < $4
    AND EXISTS (SELECT 1 FROM chapter_edits WHERE study = $1 AND chapter = $2 AND v = $4))";

inline constexpr const char* kLoadStudy =
    "SELECT id, user_id, user_name, name, visibility, created FROM studies WHERE id = $1";

inline constexpr const char* kStudiesOf = R"(
  SELECT id, user_id, user_name, name, visibility, created FROM studies
  WHERE user_id = $1 OR id IN (SELECT study FROM study_members WHERE user_id = $1 AND role <> 'gone')
  ORDER BY created DESC, id DESC LIMIT $2)";

inline constexpr const char* kStudyMembers = R"(
  SELECT 1 AS number, user_id, user_name, 'owner' FROM studies WHERE id = $1
  UNION ALL SELECT number, user_id, name, role FROM study_members WHERE study = $1
  ORDER BY number)";

inline constexpr const char* kStudyChapters =
    "SELECT number, name, game FROM chapters WHERE study = $1 ORDER BY number";

inline constexpr const char* kLoadChapter =
    "SELECT snapshot_v, snapshot FROM chapters WHERE study = $1 AND number = $2";

inline constexpr const char* kChapterEdits = R"(
  SELECT study, chapter, v, by_member, edit, at FROM chapter_edits
  WHERE study = $1 AND chapter = $2 AND v > $3 ORDER BY v LIMIT $4)";

}  // namespace storage::sql
