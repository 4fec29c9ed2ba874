#include "server/lobby/game_quota.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/protocol/errors.h"

namespace server {

namespace {

using protocol::ErrorCode;
using protocol::Opponent;

constexpr int kAny = std::numeric_limits<int>::max();

int share_of(const Origin& origin, const GameQuota::Share& share) {
  return origin.is_private ? share.of_private : share.of_public;
}

auto refused(ErrorCode code, const char* message, const char* limit) {
  return engine::Unexpected(GameQuota::Refusal{protocol::error(code, message), limit});
}

}  // namespace

std::optional<GameQuota::Refusal> GameQuota::refuse(const std::string& user) const {
  if (games_.count(user) + being_created_.of(user) < limits_.of_user) return std::nullopt;
  return Refusal{error(ErrorCode::rate_limited, "Finish some of your games first."), "games"};
}

engine::Expected<GameQuota::Place, GameQuota::Refusal> GameQuota::admit(const std::string& user,
                                                                        const Origin& origin,
                                                                        Opponent opponent) {
  Place place{.address = origin.address,
              .has_bot = opponent != Opponent::human,
              .user = {},
              .game = {},
              .waiting = {},
              .bot = {}};
  if (opponent == Opponent::ai_vs_ai && std::ssize(exhibitions_) >= limits_.exhibitions)
    return refused(ErrorCode::busy, "The bots play enough games among themselves; watch one of them.",
                   "bot_games");
  if (opponent != Opponent::ai_vs_ai) place.user = being_created_.admit(user, limits_.of_user);
  if (place.has_bot) {
    place.bot = with_bots_.admit(origin.address, share_of(origin, limits_.with_bots));
    if (!place.bot)
      return refused(ErrorCode::rate_limited, "Finish some of your games against the computer first.",
                     "bot_games");
  } else {
    const auto of_user = waiting_of_users_.admit(user, limits_.waiting_of_user);
    const auto of_address =
        of_user ? waiting_.admit(origin.address, share_of(origin, limits_.waiting)) : nullptr;
    if (!of_address)
      return refused(ErrorCode::rate_limited, "Enough of your games wait for somebody.", "waiting_games");
    place.waiting =
        std::make_shared<std::pair<KeyedCounts::Ticket, KeyedCounts::Ticket>>(of_user, of_address);
  }
  place.game = all_.admit(origin.address, share_of(origin, limits_.games));
  if (!place.game)
    return refused(ErrorCode::rate_limited, "Enough games are played from your address.", "games");
  return place;
}

engine::Expected<KeyedCounts::Ticket, GameQuota::Refusal> GameQuota::hold(const std::string& user) {
  if (auto refusal = refuse(user)) return engine::Unexpected(*std::move(refusal));
  return being_created_.admit(user, limits_.of_user);
}

void GameQuota::occupy(const Room& room, Place place) {
  if (room.state().log().over()) return;
  place.user.reset();  // The game is among the unfinished now.
  places_[room.id()] = std::move(place);
}

void GameQuota::follow(const std::string& id, const Room* room, const Rooms& rooms) {
  if (room && !room->state().log().over() && room->state().log().is_exhibition()) {
    exhibitions_.insert(id);
  } else {
    exhibitions_.erase(id);
  }
  const auto place = places_.find(id);
  if (place == places_.end()) return;
  if (!room) return void(places_.erase(place));
  const GameLog& log = room->state().log();
  if (log.status() != protocol::Status::waiting) place->second.waiting.reset();
  if (!log.over()) return;
  place->second.game.reset();
  place->second.bot.reset();
  const auto& next = log.next_game();
  if (!next || places_.contains(*next)) return;
  const Room* const rematch = rooms.loaded(*next);
  if (!rematch) return;
  occupy(*rematch, take(place->second.address, place->second.has_bot));
}

void GameQuota::adopt(const Room& room, const std::string& address) {
  if (address.empty() || places_.contains(room.id())) return;
  const GameLog& log = room.state().log();
  Place place = take(address, std::ranges::any_of(kSeats, [&](Seat seat) { return log.is_bot(seat); }));
  if (log.status() == protocol::Status::waiting) place.waiting = waiting_.admit(address, kAny);
  occupy(room, std::move(place));
}

GameQuota::Place GameQuota::take(const std::string& address, bool has_bot) {
  return {.address = address,
          .has_bot = has_bot,
          .user = {},
          .game = all_.admit(address, kAny),
          .waiting = {},
          .bot = has_bot ? with_bots_.admit(address, kAny) : nullptr};
}

}  // namespace server
