#pragma once

#include <limits>

#include "storage/record.h"
#include "storage/sql/queries.h"

/// Which statement lists the games that are asked for.
namespace storage::sql {

constexpr Millis kAlways = std::numeric_limits<Millis>::min();  // Games of old books were played before 1970.
constexpr Millis kNever = std::numeric_limits<Millis>::max();

/// Where a list begins.
inline Cursor first_of(const GameQuery& query) {
  return query.after.value_or(Cursor{kNever, ""});
}

/// What `ask(sql, values...)` gives, with the values after the first four of each statement.
/// @param of_user @param of_name lists of one player, in the words of the database
template <class Ask>
auto ask_for_list(const GameQuery& query, const char* of_user, const char* of_name, Ask ask) {
  if (!query.player.empty()) return ask(query.player_is_id ? of_user : of_name, query.player);
  if (!query.opening_code.empty()) return ask(kListGamesOfOpening, query.opening_code);
  if (query.status == "playing") return ask(kListPlaying);
  if (query.game.empty()) return ask(kListGames);
  if (query.rule.empty()) return ask(kListGamesOfKind, query.game);
  return ask(kListGamesOfRule, query.game, query.rule);
}

}  // namespace storage::sql
