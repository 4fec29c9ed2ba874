
#include "storage/record.h"

namespace storage {

namespace {

bool is_held_by(const Seat& seat, std::string_view who, bool is_id) {
  return seat.level == 0 && (seat.user == who || (!is_id && seat.name == who));
}

bool is_held_by_player(const Seat& seat, const GameQuery& query) {
  return is_held_by(seat, query.player, query.player_is_id);
}

bool is_held_by_opponent(const Seat& seat, const GameQuery& query) {
  return is_held_by(seat, query.opponent, query.opponent_is_id) || (seat.level > 0 && query.opponent == "ai");
}

bool matches_people(const GameQuery& query, const Game& game) {
  if (query.player.empty()) return true;
  for (const std::size_t side : {0u, 1u}) {
    if (!is_held_by_player(game.seats[side], query)) continue;
    if (query.opponent.empty() || is_held_by_opponent(game.seats[1 - side], query)) return true;
  }
  return false;
}

bool matches_result(const GameQuery& query, const Game& game) {
  const std::string& result = game.ending.result;
  if (query.result.empty() || query.result == result) return true;
  if (query.player.empty() || (result != "first" && result != "second")) return false;
  const std::size_t winner = result == "first" ? 0 : 1;
  return (query.result == "won" && is_held_by_player(game.seats[winner], query)) ||
         (query.result == "lost" && is_held_by_player(game.seats[1 - winner], query));
}

}  // namespace

std::optional<std::size_t> GameQuery::side_of_player(const Game& game) const {
  for (const std::size_t side : {0u, 1u})
    if (!player.empty() && is_held_by_player(game.seats[side], *this)) return side;
  return std::nullopt;
}

bool GameQuery::matches(const Game& game) const {
  const auto fits = [](const std::string& wanted, const std::string& is) {
    return wanted.empty() || wanted == is;
  };
  return fits(this->game, game.game) && fits(rule, game.rule) && fits(opening_code, game.opening_code) &&
         // Each empty text begins with an empty group.
         game.opening_code.starts_with(opening_group) && fits(status, game.ending.status) &&
         game.created >= from.value_or(game.created) && (!until || game.created < *until) &&
         (with_private || !game.is_private) &&
         imported.value_or(!game.source.empty()) == !game.source.empty() && matches_people(*this, game) &&
         matches_result(*this, game);
}

}  // namespace storage
