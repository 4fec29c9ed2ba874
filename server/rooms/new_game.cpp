#include "server/rooms/new_game.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/identity/tokens.h"
#include "server/match/game_log.h"
#include "server/match/opening.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::Opponent;
using protocol::SideChoice;

// Of eight, where `create` names none.
constexpr int kUsualLevel = 3;

std::optional<protocol::Error> bad(std::string field, std::string message) {
  return error(ErrorCode::bad_message, std::move(message), std::move(field));
}

// An opening is for certain rules, and from the usual start alone.
std::optional<protocol::Error> why_no_opening(const protocol::Create& create, const engine::Game& game) {
  if (create.opening.empty()) return std::nullopt;
  const OpeningRule* const opening = find_opening(game.id, create.opening);
  if (!opening) return bad("opening", "The game has no such opening.");
  const std::string_view rule = create.rule.empty() ? game.rules.front() : create.rule;
  if (std::ranges::find(opening->rules, rule) == opening->rules.end())
    return bad("opening", "This opening is not for the rule " + std::string(rule) + ".");
  if (!create.pos.empty()) return bad("opening", "An opening begins on the empty board.");
  return std::nullopt;
}

bool has(const auto& list, const auto& wanted) {
  return std::ranges::find(list, wanted) != list.end();
}

// Rule and size first: the engine is asked only for what exists.
std::optional<protocol::Error> what_is_wrong(const protocol::Create& create, const engine::Game& game) {
  if (!create.rule.empty() && !has(game.rules, create.rule)) return bad("rule", "The game has no such rule.");
  if (create.size != 0 && !has(game.sizes, create.size)) return bad("size", "The game has no such board.");
  if (auto error = why_no_opening(create, game)) return error;
  const auto match = game.new_match({.rule = create.rule, .pos = create.pos, .size = create.size});
  if (!match) return bad("pos", match.error().message);
  // The engine's words are shown to the client: they name the place in the text.
  if ((*match)->outcome()) return bad("pos", "In this position the game is over.");
  // Without a move to make, a game would begin and end with one event.
  return std::nullopt;
}

/// A rating is at stake only between two who have one, in a game like all others.
/// Each refusal names what the client can change; `solved`: where perfect play is known, a program wins every
/// rated game.
std::optional<protocol::Error> why_not_rated(const protocol::Create& create, const engine::Game& game,
                                             const protocol::User& creator) {
  const auto refused = [](std::string why) { return error(ErrorCode::not_allowed, std::move(why)); };
  if (creator.guest)
    return because(protocol::Obstacle::account, refused("Rated games need an account: log in first."));
  if (create.opponent != Opponent::human) return refused("Games with bots are not rated.");
  if (create.time.unlimited()) return refused("A rated game needs a clock.");
  if (!create.pos.empty()) return refused("A rated game begins from the usual position.");
  if (has(game.solved, create.rule)) return refused("A rated game is not played on a board that is solved.");
  return std::nullopt;
}

/// The one asked for, that of the position, or the usual one. @pre nothing is wrong
int board_size(const protocol::Create& create, const engine::Game& game) {
  // Anti-Reversi has several boards; a position text fits one of them.
  if (create.size != 0 || game.sizes.empty()) return create.size;
  const auto fits = [&](int size) {
    return game.new_match({.rule = create.rule, .pos = create.pos, .size = size}).has_value();
  };
  return *std::ranges::find_if(game.sizes, fits);
}

storage::Seat bot(int level) {
  storage::Seat seat;
  seat.name = "Bot " + std::to_string(level);
  seat.level = level;
  return seat;
}

storage::Seat person(const protocol::User& user, const std::string& token_hash) {
  storage::Seat seat;
  seat.name = user.name;
  seat.user = user.id;
  seat.token_hash = token_hash;
  seat.program = user.program;
  return seat;
}

std::array<storage::Seat, 2> seats(const protocol::Create& create, storage::Seat creator) {
  const int level = create.level.value_or(kUsualLevel);
  if (create.opponent == Opponent::ai_vs_ai) return {bot(level), bot(level)};
  storage::Seat opponent = create.opponent == Opponent::ai ? bot(level) : storage::Seat{};
  // The first byte of a token is random.
  // No generator of its own: tokens come from the system's source of chance.
  const bool heads = static_cast<unsigned char>(new_token().front()) % 2 == 0;
  const bool first = create.side == SideChoice::random ? heads : create.side == SideChoice::first;
  if (first) return {std::move(creator), std::move(opponent)};
  return {std::move(opponent), std::move(creator)};
}

}  // namespace

engine::Expected<storage::Game, protocol::Error> new_game(const protocol::Create& create,
                                                          const protocol::User& creator,
                                                          const std::string& token_hash) {
  const engine::Game* const game = engine::find_game(create.game);
  if (!game) return engine::Unexpected(*bad("game", "There is no such game."));
  if (auto error = what_is_wrong(create, *game)) return engine::Unexpected(*std::move(error));
  if (create.rated) {
    if (auto error = why_not_rated(create, *game, creator)) return engine::Unexpected(*std::move(error));
  }
  storage::Game header;
  header.game = create.game;
  header.rule = create.rule.empty() ? std::string(game->rules.front()) : create.rule;
  header.size = board_size(create, *game);
  header.opening = create.opening;
  header.start_pos = create.pos;
  header.time = to_record(create.time);
  header.is_private = create.is_private;
  // Both seats belong to bots, so the room's powers belong to who opened it.
  header.rated = create.rated;
  header.seats = seats(create, person(creator, token_hash));
  if (create.opponent == Opponent::ai_vs_ai) header.order.host = creator.id;
  return header;
}

protocol::Create game_of(const protocol::Seek& wish) {
  return {.game = wish.game,
          .rule = wish.rule,
          .opening = wish.opening,
          .time = wish.time,
          .side = wish.side,
          .opponent = Opponent::human,
          .rated = wish.rated};
}

storage::Seat& free_seat(storage::Game& header) {
  return header.seats[header.seats[0].user.empty() ? 0 : 1];
}

}  // namespace server
