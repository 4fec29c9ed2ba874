#include "server/lobby/seeks.h"

#include <array>
#include <utility>

#include "server/identity/tokens.h"
#include "server/lobby/new_game.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

/// How often those who wait are looked at again.
constexpr seconds kLookAgain(1);

/// Seeks of one address: of all of them, which are a thousand, nobody may take up most.
constexpr int kMostOfPublic = 30;
constexpr int kMostOfPrivate = 300;

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

Seeks::Seeks(boost::asio::io_context::executor_type network, Rooms& rooms, Visitors& visitors,
             Ratings& ratings, LobbyFeed& feed)
    : rooms_(rooms), visitors_(visitors), ratings_(ratings), feed_(feed), timer_(network) {}

engine::Expected<std::string, protocol::Error> Seeks::begin(const Visitor& visitor,
                                                            const protocol::Seek& seek) {
  const protocol::User& user = visitor.user();
  const auto header = new_game(game_of(seek), user, {});
  if (!header) return engine::Unexpected(header.error());
  if (const auto full = pairing_.refuse(user.id)) return engine::Unexpected(no_more_seeks(*full));
  const Origin& origin = visitor.subscriber->origin();
  auto place = places_.admit(origin.address, origin.is_private ? kMostOfPrivate : kMostOfPublic);
  if (!place) return engine::Unexpected(no_more_seeks(ErrorCode::rate_limited));
  const auto rating = ratings_.find(user.id, seek.game, rated_speed(seek.time), server_now());
  Seeker seeker{.seek_id = 's' + std::to_string(++last_seek_),
                .viewer = visitor.id,
                .user = user,
                .wish = seek,
                .rating = rating ? std::optional(rating->value) : std::nullopt,
                .since = server_now(),
                .place = std::move(place)};
  seeker.wish.rule = header->rule;  // "The usual one" and its name are the same.
  std::string id = seeker.seek_id;
  feed_.seek_began(to_lobby(seeker));
  pairing_.add(std::move(seeker));
  return id;
}

bool Seeks::end(std::string_view user, const std::string& seek_id) {
  if (!pairing_.remove(user, seek_id)) return false;
  tell_ended({seek_id});
  return true;
}

void Seeks::end_all(ViewerId viewer) {
  tell_ended(pairing_.remove_viewer(viewer));
}

void Seeks::tell_ended(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) feed_.seek_ended(id);
}

void Seeks::pair_up() {
  while (!stopped_ && !rooms_.full()) {
    const auto pair = pairing_.next(server_now());
    if (!pair) break;
    Viewers viewers = {pairing_.viewers_of(pair->one.user.id), pairing_.viewers_of(pair->other.user.id)};
    for (const Seeker* seeker : {&pair->one, &pair->other}) tell_ended(pairing_.remove_user(seeker->user.id));
    seat(*pair, std::move(viewers));
  }
  if (stopped_ || pairing_.size() < 2) return;
  timer_.expires_after(kLookAgain);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) pair_up();
  });
}

void Seeks::seat(const Pairing::Pair& pair, Viewers viewers) {
  protocol::Create create = game_of(pair.one.wish);
  create.side = pair.side_of_one;
  const std::array tokens = {new_token(), new_token()};
  const std::array users = {pair.one.user.id, pair.other.user.id};
  auto header = new_game(create, pair.one.user, hash_token(tokens[0]));
  if (!header) return;  // It was checked when they came.
  storage::Seat& other = free_seat(*header);
  other.name = pair.other.user.name;
  other.user = pair.other.user.id;
  other.token_hash = hash_token(tokens[1]);
  auto tell = [this, viewers = std::move(viewers), users, tokens](const Rooms::RoomPtr& room) mutable {
    for (std::size_t i = 0; i < users.size(); ++i) {
      if (!room) {
        send(viewers[i], error(ErrorCode::busy, "The game could not be written down; seek again."));
      } else {
        viewers[i].merge(idle_connections_of(users[i]));
        send(viewers[i], protocol::Created{room->id(), room->header().code, "/" + room->id(), tokens[i]});
      }
    }
  };
  rooms_.create(*std::move(header), std::move(tell));
}

// The connection of the seek that fitted may be lost, and not be known to be, while its user is back on
// another: there he seeks anew, or does not even know that the seek was heard.
std::set<ViewerId> Seeks::idle_connections_of(const std::string& user) const {
  std::set<ViewerId> idle;
  for (const ViewerId connection : visitors_.connections_of(user))
    if (visitors_.find(connection)->rooms.empty()) idle.insert(connection);
  return idle;
}

void Seeks::send(const std::set<ViewerId>& viewers, const protocol::ServerMessage& message) {
  for (const ViewerId viewer : viewers)
    if (const Visitor* const visitor = visitors_.find(viewer)) visitor->send(message);
}

void Seeks::stop() {
  stopped_ = true;
  timer_.cancel();
}

}  // namespace server
