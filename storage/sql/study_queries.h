#pragma once

#include <array>

/// The SQL of studies; see queries.h.
namespace storage::sql {

inline constexpr const char* kInsertStudy = R"(
  INSERT INTO studies (id, user_id, user_name, name, visibility, created)
  SELECT $1, $2, $3, $4, $5, $6 WHERE $7 > (SELECT COUNT(*) FROM studies WHERE user_id = $2)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kChangeStudy =
    "UPDATE studies SET name = $2, visibility = $3 WHERE id = $1 AND visibility <> 'removed'";

// The first member has a row among the studies.
inline constexpr const char* kInsertStudyMember = R"(
  INSERT INTO study_members (study, number, user_id, name, role)
  SELECT $1, next, $2, $3, $4
  FROM (SELECT COALESCE(MAX(number), 1) + 1 AS next FROM study_members WHERE study = $1) AS last
  WHERE next <= $5 AND EXISTS (SELECT 1 FROM studies WHERE id = $1 AND user_id <> $2 AND visibility <> 'removed')
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kChangeStudyRole =
    "UPDATE study_members SET role = $3 WHERE study = $1 AND number = $2";

inline constexpr const char* kInsertChapter = R"(
  INSERT INTO chapters (study, number, name, game, snapshot_v, snapshot)
  SELECT $1, $2, $3, $4, 0, $5
  WHERE $2 = (SELECT COALESCE(MAX(number), 0) + 1 FROM chapters WHERE study = $1)
    AND EXISTS (SELECT 1 FROM studies WHERE id = $1 AND visibility <> 'removed')
  ON CONFLICT DO NOTHING)";

// A compare-and-set, as with events: the version must follow the last one.
inline constexpr const char* kAppendChapterEdit = R"(
  INSERT INTO chapter_edits (study, chapter, v, by_member, edit, at)
  SELECT $1, $2, $3, $4, $5, $6
  WHERE EXISTS (SELECT 1 FROM chapter_edits WHERE study = $1 AND chapter = $2 AND v = $3 - 1)
     OR $3 = 1 AND EXISTS (SELECT 1 FROM chapters WHERE study = $1 AND number = $2)
  ON CONFLICT DO NOTHING)";

inline constexpr const char* kKeepChapterSnapshot = R"(
  UPDATE chapters SET snapshot_v = $3, snapshot = $4
  WHERE study = $1 AND number = $2 AND snapshot_v < $3
    AND EXISTS (SELECT 1 FROM chapter_edits WHERE study = $1 AND chapter = $2 AND v = $3))";

inline constexpr const char* kNameChapter = R"(
  UPDATE chapters SET name = $3 WHERE study = $1 AND number = $2
    AND EXISTS (SELECT 1 FROM chapter_edits WHERE study = $1 AND chapter = $2 AND v = $4 AND edit = $5)
    AND NOT EXISTS (SELECT 1 FROM chapter_edits WHERE study = $1 AND chapter = $2 AND v = $4 + 1))";

// ---- the end ---------------------------------------------------------------------------------------------

// As collections: these have no owner any more.
inline constexpr const char* kRemoveStudiesOfGone = R"(
  UPDATE studies SET visibility = 'removed'
  WHERE user_id > $1 AND user_id <= $2 AND visibility <> 'removed'
    AND (NOT EXISTS (SELECT 1 FROM users WHERE id = studies.user_id) OR visibility = 'private'
         AND EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = studies.user_id AND password = '')))";
inline constexpr const char* kRemoveStudiesOf =
    "UPDATE studies SET visibility = 'removed' WHERE user_id = $1";
inline constexpr std::array kSweepStudies{
    R"(DELETE FROM chapter_edits WHERE (study, chapter, v) IN (
         SELECT study, chapter, v FROM chapter_edits
         WHERE study = (SELECT MIN(id) FROM studies WHERE visibility = 'removed')
         ORDER BY study, chapter, v LIMIT $1))",
    // Each may be a megabyte.
    R"(DELETE FROM chapters WHERE (study, number) IN (
         SELECT study, number FROM chapters
         WHERE study = (SELECT MIN(id) FROM studies WHERE visibility = 'removed')
         ORDER BY study, number LIMIT ($1 + 99) / 100)
         AND NOT EXISTS (SELECT 1 FROM chapter_edits WHERE study = chapters.study))",
    R"(DELETE FROM study_members WHERE study = (SELECT MIN(id) FROM studies WHERE visibility = 'removed')
         AND $1 > 0)",
    R"(DELETE FROM studies WHERE id = (SELECT MIN(id) FROM studies WHERE visibility = 'removed')
         AND $1 > 0 AND NOT EXISTS (SELECT 1 FROM chapters WHERE study = studies.id))"};

// ---- reads -----------------------------------------------------------------------------------------------

inline constexpr const char* kLoadStudy = R"(
  SELECT id, user_id, user_name, name, visibility, created FROM studies
  WHERE id = $1 AND visibility <> 'removed')";

inline constexpr const char* kStudiesOf = R"(
  SELECT id, user_id, user_name, name, visibility, created,
         CASE WHEN user_id = $1 THEN 'owner'
              ELSE (SELECT m.role FROM study_members m WHERE m.user_id = $1 AND m.study = studies.id) END
  FROM studies
  WHERE (user_id = $1 OR id IN (SELECT study FROM study_members WHERE user_id = $1 AND role <> 'gone'))
    AND visibility <> 'removed'
    AND NOT EXISTS (SELECT 1 FROM relations r
                    WHERE r.user_id = $1 AND r.other = studies.user_id AND r.kind = 'block')
  ORDER BY CASE WHEN user_id = $1 THEN 0 ELSE 1 END, created DESC, id DESC LIMIT $2)";

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
