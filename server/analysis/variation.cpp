#include "server/analysis/variation.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::Error;
using protocol::ErrorCode;

engine::Unexpected<Error> bad(std::string field, std::string message) {
  return engine::Unexpected(error(ErrorCode::bad_message, std::move(message), std::move(field)));
}

engine::Unexpected<Error> illegal(const engine::Rejection& why, std::size_t number) {
  return engine::Unexpected(
      error(ErrorCode::illegal_move, "Move " + std::to_string(number) + ": " + why.message, why.code));
}

}  // namespace

engine::Expected<Variation, Error> play_variation(const protocol::Explore& explore) {
  const auto has = [](const auto& list, const auto& wanted) {
    return std::ranges::find(list, wanted) != list.end();
  };
  Variation variation;
  variation.game = engine::find_game(explore.game);
  if (!variation.game) return bad("game", "There is no such game.");
  if (!explore.rule.empty() && !has(variation.game->rules, explore.rule))
    return bad("rule", "The game has no such rule.");
  if (explore.size != 0 && !has(variation.game->sizes, explore.size))
    return bad("size", "The game has no such board.");
  auto match = variation.game->new_match(
      {.rule = explore.rule, .pos = explore.pos, .size = explore.size, .past_rulings = true});
  if (!match) return bad("pos", match.error().message);

  protocol::Explored& explored = variation.explored;
  for (const std::string& text : explore.moves) {
    const bool last = explored.moves.size() + 1 == explore.moves.size();
    const auto move = (*match)->read_move(text);
    if (!move) return illegal(move.error(), explored.moves.size() + 1);
    if (last) explored.notation = (*match)->notations(*move);
    explored.moves.push_back(*move);
    (void)(*match)->play(*move);
  }
  explored.look = (*match)->look();
  explored.legal = (*match)->legal_moves();
  explored.outcome = (*match)->outcome();
  variation.match = *std::move(match);
  return variation;
}

}  // namespace server
