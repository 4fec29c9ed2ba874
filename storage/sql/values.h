#pragma once

#include <set>
#include <string>
#include <tuple>

#include "storage/store.h"

/// The parameters of the long statements of queries.h, in their order, whatever the database. What they refer
/// to must outlive them.
namespace storage::sql {

inline auto values_of(const Game& game) {
  const auto& [first, second] = game.seats;
  const TimeControl& time = game.time;
  const Ending& ending = game.ending;
  return std::tie(game.id, game.code, game.game, game.rule, game.opening, game.size, game.start_pos,
                  time.initial, time.increment, time.byoyomi, time.periods, time.per_move, time.days,
                  first.name, first.user, first.level, first.token_hash, second.name, second.user,
                  second.level, second.token_hash, game.rated, game.is_private, game.created, ending.status,
                  ending.result, ending.reason, ending.ended, first.rating, first.provisional, second.rating,
                  second.provisional, game.source, game.event, game.opening_code, game.due, ending.pos);
}

inline auto values_of(const Event& event) {
  return std::tuple_cat(
      std::tie(event.game, event.v), std::tuple(word(event.kind)),
      std::tie(event.ply, event.by, event.move, event.detail, event.clock[0], event.clock[1],
               event.periods[0], event.periods[1], event.running, event.spent, event.lag, event.at));
}

inline auto values_of(const Ending& ending) {
  return std::tie(ending.status, ending.result, ending.reason, ending.ended, ending.pos);
}

inline auto values_of(const std::array<Seat, 2>& seats) {
  const auto& [first, second] = seats;
  return std::tie(first.name, first.user, first.level, first.token_hash, first.rating, first.provisional,
                  second.name, second.user, second.level, second.token_hash, second.rating,
                  second.provisional);
}

/// The keys of a name, each once.
inline std::set<std::string> distinct(const NameKeys& names) {
  std::set<std::string> keys(names.begin(), names.end());
  keys.erase("");
  return keys;
}

inline auto values_of(const PlyAnalysis& ply) {
  return std::tie(ply.ply, ply.kind, ply.value, ply.win, ply.best, ply.line, ply.mark);
}

inline auto values_of(const Standing& standing) {
  return std::tie(standing.rating, standing.deviation, standing.volatility, standing.games, standing.updated);
}

inline auto values_of(const Seek& seek) {
  return std::tie(seek.id, seek.user, seek.name, seek.guest, seek.wish, seek.rating, seek.provisional,
                  seek.token_hash, seek.since);
}

inline auto values_of(const Report& report) {
  return std::tie(report.game, report.room, report.text, report.said, report.accused, report.accused_name,
                  report.reporter, report.reporter_name, report.reported, report.around);
}

}  // namespace storage::sql
