#include <utility>

#include "engine/games/registry.h"
#include "server/identity/tokens.h"
#include "server/lobby/lobby.h"
#include "server/lobby/new_game.h"
#include "server/protocol/errors.h"

// Seeks: who looks for an opponent, and the games that come of it.
namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

/// How often those who wait are looked at again.
constexpr seconds kLookAgain(1);

protocol::Create game_of(const protocol::Seek& seek) {
  return {.game = seek.game,
          .rule = seek.rule,
          .opening = seek.opening,
          .time = seek.time,
          .side = seek.side,
          .opponent = protocol::Opponent::human,
          .rated = seek.rated};
}

protocol::Error no_more_seeks(ErrorCode code) {
  return error(code, code == ErrorCode::busy ? "Too many people seek a game." : "You seek enough games.");
}

/// Whose seat has no holder yet.
storage::Seat& free_seat(storage::Game& header) {
  return header.seats[header.seats[0].user.empty() ? 0 : 1];
}

}  // namespace

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Seek& seek) {
  const protocol::User& user = *visitor.subscriber->user();
  if (auto refusal = may_play(user)) return refuse(visitor, id, *std::move(refusal));
  const auto header = new_game(game_of(seek), user, {});
  if (!header) return refuse(visitor, id, header.error());
  if (const auto full = pairing_.refuse(user.id)) return refuse(visitor, id, no_more_seeks(*full));
  protocol::Seek named = seek;
  named.rule = header->rule;  // "The usual one" and its name are the same.
  enlist(visitor, id, named);
}

std::optional<int> Lobby::rating_of(const protocol::User& user, const protocol::Seek& seek) const {
  const auto rating = users_.ratings().find(user.id, seek.game, rated_speed(seek.time), server_now());
  return rating ? std::optional(rating->value) : std::nullopt;
}

void Lobby::enlist(Visitor& visitor, RequestId request, const protocol::Seek& seek) {
  const protocol::User& user = *visitor.subscriber->user();
  Seeker seeker{.seek_id = 's' + std::to_string(++last_seek_),
                .viewer = visitor.id,
                .user = user,
                .wish = seek,
                .rating = rating_of(user, seek),
                .since = server_now()};
  protocol::Ack ack;
  ack.seek_id = seeker.seek_id;
  send(visitor, ack, request);
  bulletin_.seek_began(to_lobby(seeker));
  pairing_.add(std::move(seeker));
  pair_up();
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Unseek& unseek) {
  if (!pairing_.remove(visitor.id, unseek.seek_id))
    return refuse(visitor, id, error(ErrorCode::not_found, "There is no such seek."));
  end_seeks({unseek.seek_id});
  protocol::Ack ack;
  ack.seek_id = unseek.seek_id;
  send(visitor, ack, id);
}

void Lobby::end_seeks(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) bulletin_.seek_ended(id);
}

/// Whoever has found a game seeks no other. While there is no room for a game, all wait.
void Lobby::pair_up() {
  while (!draining_ && !rooms_.full()) {
    const auto pair = pairing_.next(server_now());
    if (!pair) break;
    for (const Seeker* seeker : {&pair->one, &pair->other}) end_seeks(pairing_.remove_user(seeker->user.id));
    seat(*pair);
  }
  if (draining_ || pairing_.size() < 2) return;
  pairing_timer_.expires_after(kLookAgain);
  pairing_timer_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) pair_up();
  });
}

void Lobby::seat(const Pairing::Pair& pair) {
  protocol::Create create = game_of(pair.one.wish);
  create.side = pair.side_of_one;
  const std::array tokens = {new_token(), new_token()};
  auto header = new_game(create, pair.one.user, hash_token(tokens[0]));
  if (!header) return;  // It was checked when they came.
  storage::Seat& other = free_seat(*header);
  other.name = pair.other.user.name;
  other.user = pair.other.user.id;
  other.token_hash = hash_token(tokens[1]);
  auto tell = [this, viewers = std::array{pair.one.viewer, pair.other.viewer},
               tokens](const Rooms::RoomPtr& room) {
    for (std::size_t i = 0; i < viewers.size(); ++i) {
      Visitor* const visitor = find(viewers[i]);
      if (!visitor) continue;
      if (!room) {
        refuse(*visitor, {}, error(ErrorCode::busy, "The game could not be written down; seek again."));
      } else {
        send(*visitor, protocol::Created{room->id(), room->header().code, "/" + room->id(), tokens[i]});
      }
    }
  };
  rooms_.create(*std::move(header), std::move(tell));
}

}  // namespace server
