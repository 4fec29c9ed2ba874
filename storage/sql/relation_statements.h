#pragma once

#include <tuple>
#include <utility>

#include "storage/relation.h"

/// The SQL of relations, its values and its rows; see queries.h, statements.h and rows.h.
namespace storage::sql {

inline constexpr const char* kFollow = R"(
  INSERT INTO relations (user_id, other, kind, since)
  SELECT $1, $2, 'follow', $3
  WHERE 2 = (SELECT COUNT(*) FROM accounts WHERE user_id IN ($1, $2) AND password <> '')
    AND $4 > (SELECT COUNT(*) FROM relations WHERE user_id = $1 AND kind = 'follow' AND other <> $2)
    AND NOT EXISTS (SELECT 1 FROM relations WHERE user_id = $1 AND other = $2 AND kind = 'block')
    AND NOT EXISTS (SELECT 1 FROM relations WHERE user_id = $2 AND other = $1 AND kind = 'block')
  ON CONFLICT (user_id, other) DO UPDATE SET since = relations.since)";

inline constexpr const char* kBlock = R"(
  INSERT INTO relations (user_id, other, kind, since)
  SELECT $1, $2, 'block', $3
  WHERE 2 = (SELECT COUNT(*) FROM accounts WHERE user_id IN ($1, $2) AND password <> '')
    AND $4 > (SELECT COUNT(*) FROM relations WHERE user_id = $1 AND kind = 'block' AND other <> $2)
  ON CONFLICT (user_id, other) DO UPDATE SET kind = 'block', since = EXCLUDED.since)";

// After kBlock, unless that was refused.
inline constexpr const char* kEndFollowOfBlocked = R"(
  DELETE FROM relations WHERE user_id = $2 AND other = $1 AND kind = 'follow'
    AND EXISTS (SELECT 1 FROM relations WHERE user_id = $1 AND other = $2 AND kind = 'block'))";

inline constexpr const char* kEndRelation =
    "DELETE FROM relations WHERE user_id = $1 AND other = $2 AND kind = $3";

// With the account.
inline constexpr const char* kEndRelationsOfClosed = R"(
  DELETE FROM relations WHERE (user_id = $1 OR other = $1)
    AND EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND password = ''))";
inline constexpr const char* kSweepRelationsOfGuests = R"(
  DELETE FROM relations WHERE user_id > $1 AND user_id <= $2
    AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND guest = 1))";
inline constexpr const char* kSweepRelationsToGuests = R"(
  DELETE FROM relations WHERE other > $1 AND other <= $2
    AND EXISTS (SELECT 1 FROM users WHERE id = other AND guest = 1))";

inline constexpr const char* kRelations = R"(
  SELECT other, users.name, kind, since,
         CASE WHEN EXISTS (SELECT 1 FROM relations AS back WHERE back.user_id = relations.other AND back.other = $1
                           AND back.kind = 'follow') THEN 1 ELSE 0 END,
         COALESCE((SELECT hidden FROM accounts WHERE accounts.user_id = other), 0), users.program
  FROM relations JOIN users ON users.id = other WHERE user_id = $1 ORDER BY since DESC, other)";
inline constexpr const char* kRelation = "SELECT kind FROM relations WHERE user_id = $1 AND other = $2";
inline constexpr const char* kBlockedBy = "SELECT other FROM relations WHERE user_id = $1 AND kind = 'block'";

inline constexpr const char* kHidePresence =
    "UPDATE accounts SET hidden = $2 WHERE user_id = $1 AND password <> ''";
inline constexpr const char* kHidesPresence = "SELECT hidden FROM accounts WHERE user_id = $1";

inline auto statement_of(const HidePresence& hide) {
  return std::pair(kHidePresence, std::tie(hide.user, hide.is_hidden));
}

inline auto values_of(const Follow& follow) {
  return std::tie(follow.user, follow.other, follow.at, follow.most);
}

inline auto values_of(const Block& block) {
  return std::tie(block.user, block.other, block.at, block.most);
}

template <class Row>
Relation read_relation(Row& row) {
  return {row.text(), row.text(), row.text(), row.millis(), row.flag(), row.flag(), row.flag()};
}

}  // namespace storage::sql
