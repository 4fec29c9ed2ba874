#include "server/matchmaking/seeks.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>

#include "server/base/attempt.h"
#include "server/identity/tokens.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
#include "server/rooms/new_game.h"

namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

/// How often those who wait are looked at again.
constexpr seconds kLookAgain(1);

/// Comparisons of two seeks in one look at all, 0.5 ms at most: enough for 300 that do not fit. A thousand
/// take ten looks.
constexpr std::size_t kComparisons = 50'000;

/// Between two looks at what other servers seek; after a failure of the store it is kLookAgain.
constexpr Millis kBetweenLooks(250);

/// Seeks of one address: of all of them, which are a thousand, no address may have most.
constexpr AddressShare kSeeksOfAddress{30, 300};

auto refused(protocol::Error why) {
  return engine::Unexpected(GameQuota::Refusal{std::move(why), "seeks"});
}

auto no_more_seeks(ErrorCode code) {
  return refused(
      error(code, code == ErrorCode::busy ? "Too many people seek a game." : "You seek enough games."));
}

storage::Seek to_record(const Seeker& seeker) {
  return {.id = seeker.seek_id,
          .user = seeker.user.id,
          .name = seeker.user.name,
          .guest = seeker.user.guest,
          .wish = protocol::encode_seek(seeker.wish),
          .rating = seeker.rating.value_or(0),
          .provisional = seeker.provisional,
          .token_hash = seeker.token_hash,
          .since = seeker.since.time_since_epoch().count()};
}

/// None: a server of another version has a wish that we do not understand.
std::optional<Seeker> from_record(const storage::Seek& stored) {
  auto request = protocol::decode(stored.wish);
  auto* const wish = request ? std::get_if<protocol::Seek>(&request->message) : nullptr;
  if (!wish) return std::nullopt;
  return Seeker{.seek_id = stored.id,
                .user = {stored.user, stored.name, stored.guest, stored.program},
                .wish = std::move(*wish),
                .rating = stored.rating > 0 ? std::optional(stored.rating) : std::nullopt,
                .since = TimePoint(Millis(stored.since)),
                .blocked = std::make_shared<const Blocked>(stored.blocked),
                .provisional = stored.provisional,
                .token_hash = stored.token_hash,
                .is_here = false};
}

}  // namespace

Seeks::Seeks(Timer::Executor network, RecordQueue& records, Rooms& rooms, Ratings& ratings, LobbyFeed& feed,
             GameQuota& quota, Paired paired)
    : records_(records),
      rooms_(rooms),
      ratings_(ratings),
      feed_(feed),
      quota_(quota),
      paired_(std::move(paired)),
      timer_(network,
             [this] {
               pairs_up_later_ = false;
               pair_all_up();
             }),
      look_timer_(network, [this] { rested(); }) {}

// ---- seeks begin and end ---------------------------------------------------------------------------------

void Seeks::begin(ViewerId viewer, const Subscriber& client, const protocol::Seek& seek, Begun done) {
  const protocol::User& user = *client.user();
  const auto header = new_game(game_of(seek), user, {});
  if (!header) return done(refused(header.error()));
  if (const auto full = pairing_.refuse(user.id)) return done(no_more_seeks(*full));
  const Origin& origin = client.origin();
  auto ticket = tickets_.admit(origin.address, kSeeksOfAddress.of(origin.is_private));
  if (!ticket) return done(no_more_seeks(ErrorCode::rate_limited));
  auto quota_ticket = quota_.admit_seek(origin);
  if (!quota_ticket) return done(engine::Unexpected(quota_ticket.error()));
  Seeker seeker = seeker_of(viewer, client, seek);
  seeker.wish.rule = header->rule;  // "The usual one" and its name are the same.
  if (auto why = pairing_.refuse_to_join(seeker)) return done(refused(*std::move(why)));
  seeker.ticket = std::move(ticket);
  seeker.quota_ticket = std::make_shared<const QuotaTicket>(*std::move(quota_ticket));
  const std::string id = seeker.seek_id;
  records_.commit({storage::BeginSeek{to_record(seeker)}},
                  [this, id, done](Persisted outcome) { begun(id, outcome, done); });
  pairing_.add(std::move(seeker));
}

void Seeks::begun(const std::string& seek_id, Persisted outcome, const Begun& done) {
  if (outcome != Persisted::done) {
    pairing_.remove(seek_id);
    return done(refused(error(ErrorCode::busy, "Seeks cannot be written down now.")));
  }
  // Another user may have joined the same one meanwhile, or it has been withdrawn.
  const Seeker* const seeker = pairing_.find(seek_id);
  if (auto why = seeker ? pairing_.refuse_to_join(*seeker) : std::nullopt) {
    end(pairing_.remove(seek_id));
    return done(refused(*std::move(why)));
  }
  open(seek_id);
  done(seek_id);
}

Seeker Seeks::seeker_of(ViewerId viewer, const Subscriber& client, const protocol::Seek& seek) {
  const protocol::User& user = *client.user();
  const auto now = server_now();
  last_ = std::max(now, last_ + Millis(1));
  const auto rating = ratings_.find(user.id, seek.game, rated_speed(seek.time), now);
  Seeker seeker{.seek_id = 's' + new_game_id(),
                .viewer = viewer,
                .user = user,
                .wish = seek,
                .rating = rating ? std::optional(rating->value) : std::nullopt,
                .since = last_,
                .blocked = client.blocked(),
                .provisional = rating && rating->provisional,
                .token = new_token(),
                .network = network_key(client.origin().address),
                .state = Seeker::State::beginning};
  seeker.token_hash = hash_token(seeker.token);
  return seeker;
}

/// Unless the connection that seeks has gone meanwhile. Told also of one that is open again: who has come in
/// between was not shown it.
void Seeks::open(const std::string& seek_id) {
  pairing_.open(seek_id);
  if (const Seeker* const seeker = pairing_.find(seek_id)) feed_.seek_began(to_lobby(*seeker));
}

/// Another server may pair it until its end is written down.
void Seeks::end(std::string_view user, const std::string& seek_id, const Ended& done) {
  const Seeker* const seeker = pairing_.find(seek_id);
  if (!seeker || seeker->user.id != user || seeker->state != Seeker::State::open)
    return done(error(ErrorCode::not_found, "There is no such seek."));
  pairing_.close(seek_id);
  records_.commit({storage::WithdrawSeek{seek_id}},
                  [this, seek_id, done](Persisted outcome) { withdrawn(seek_id, outcome, done); });
}

/// Of one that has found a game at another server its user hears after the next look at the store.
void Seeks::withdrawn(const std::string& seek_id, Persisted outcome, const Ended& done) {
  if (outcome == Persisted::done) {
    if (!pairing_.remove(seek_id).empty()) feed_.seek_ended(seek_id);
    return done(std::nullopt);
  }
  open(seek_id);
  if (outcome == Persisted::refused || outcome == Persisted::unknown) look_at_store();
  done(outcome == Persisted::refused
           ? error(ErrorCode::not_found, "This seek has found a game, or has ended.")
           : error(ErrorCode::busy, "Its end cannot be written down now."));
}

void Seeks::end_all(ViewerId viewer) {
  end(pairing_.remove_viewer(viewer));
}

/// What cannot be written down now is found with the next look at the store.
void Seeks::end(const std::vector<Seeker>& seekers) {
  storage::EndSeeks own;
  for (const Seeker& seeker : seekers) {
    feed_.seek_ended(seeker.seek_id);
    if (seeker.is_here) own.ids.push_back(seeker.seek_id);
  }
  if (!own.ids.empty()) records_.commit({std::move(own)}, [](Persisted) {});
}

// ---- games -----------------------------------------------------------------------------------------------

void Seeks::pair_up(const std::string& seek_id) {
  if (stopped_) return;
  if (const auto pair = rooms_.full() ? std::nullopt : pairing_.next_of(seek_id, server_now())) seat(*pair);
  pair_up_later();
}

void Seeks::pair_all_up() {
  std::size_t comparisons = kComparisons;
  while (!stopped_ && !rooms_.full()) {
    const auto pair = pairing_.next(server_now(), comparisons);
    if (!pair) break;
    seat(*pair);
  }
  pair_up_later();
}

void Seeks::pair_up_later() {
  if (stopped_ || pairing_.size() < 2 || std::exchange(pairs_up_later_, true)) return;
  timer_.wait(kLookAgain);
}

void Seeks::seat(const Pairing::Pair& pair) {
  const auto& [one, other, side_of_one] = pair;
  std::vector<KeyedCounts::Ticket> tickets;  // Of the users, who may have begun other games since.
  for (const Seeker* seeker : {&one, &other}) {
    auto ticket = quota_.hold(seeker->user.id);
    if (!ticket) return end(pairing_.remove_user(seeker->user.id));
    tickets.push_back(*std::move(ticket));
  }
  protocol::Create create = game_of(one.wish);
  create.side = side_of_one;
  auto header = new_game(create, one.user, one.token_hash);
  if (!header) return end(pairing_.remove(one.seek_id));  // It was checked by begin().
  storage::Seat& seat = free_seat(*header);
  seat.name = other.user.name;
  seat.user = other.user.id;
  seat.token_hash = other.token_hash;
  seat.rating = other.rating.value_or(0);
  seat.provisional = other.provisional;
  seat.program = other.user.program;
  for (const Seeker* seeker : {&one, &other}) pairing_.seat(seeker->user.id, true);
  rooms_.create(*std::move(header),
                [this, pair, tickets](const Rooms::RoomPtr& room) { seated(pair, room.get()); },
                {.seeks = {one.seek_id, other.seek_id}});
}

/// @param room null: it could not be written down, or another server was faster. Both are looked
/// at again, if they still seek.
void Seeks::seated(const Pairing::Pair& pair, const Room* room) {
  std::vector<QuotaTicket> tickets;
  for (const Seeker* seeker : {&pair.one, &pair.other})
    if (seeker->quota_ticket) tickets.push_back(*seeker->quota_ticket);
  if (room) quota_.occupy(*room, std::move(tickets));
  for (const Seeker* seeker : {&pair.one, &pair.other}) {
    if (!room) {
      for (const std::string& id : pairing_.seat(seeker->user.id, false)) open(id);
    } else if (seeker->is_here) {
      found(*seeker, room->id(), room->header().code);
    } else {
      end(pairing_.remove_user(seeker->user.id));  // The other server tells the user.
    }
  }
}

void Seeks::found(const Seeker& seeker, const std::string& game, const std::string& code) {
  const std::string user = seeker.user.id;
  paired_(user, pairing_.viewers_of(user), {game, code, "/" + game, seeker.token});
  end(pairing_.remove_user(user));
}

// ---- other servers ---------------------------------------------------------------------------------------

void Seeks::look_at_store() {
  look_again_ = true;
  if (!looking_ && !stopped_) look();
}

// What changes while it looks is told, and looked at when this has been done: so a seek that was known before
// it began and is not there has ended.
void Seeks::look() {
  look_again_ = false;
  looking_ = true;
  records_.read([](storage::Reader& store) { return store.seeks(); },
                [this, known = pairing_.written()](const auto& stored) {
                  if (stored)
                    attempt("seeks", [&] {
                      compare(*stored, known);
                      pair_all_up();
                    });
                  look_again_ = look_again_ || !stored;
                  look_timer_.wait(stored ? kBetweenLooks : Millis(kLookAgain));
                });
}

void Seeks::rested() {
  looking_ = false;
  if (look_again_ && !stopped_) look();
}

void Seeks::compare(const std::vector<storage::Seek>& stored, const std::vector<std::string>& known) {
  std::unordered_set<std::string_view> there;
  for (const storage::Seek& each : stored) {
    there.insert(each.id);
    each.is_here ? compare_own(each) : compare_other(each);
  }
  for (const std::string& id : known)
    if (!there.contains(id)) end(pairing_.remove(id));
}

void Seeks::compare_own(const storage::Seek& stored) {
  const Seeker* const seeker = pairing_.find(stored.id);
  if (!seeker) return records_.commit({storage::EndSeeks{{stored.id}}}, [](Persisted) {});
  if (stored.game.empty()) return;
  // Its acknowledgement is still to come; or this server has just seated it, or tried to.
  if (seeker->state != Seeker::State::open) return void(look_again_ = true);
  found(Seeker(*seeker), stored.game, stored.code);
}

void Seeks::compare_other(const storage::Seek& stored) {
  if (!stored.game.empty()) return end(pairing_.remove(stored.id));
  if (pairing_.find(stored.id)) return pairing_.block(stored.id, stored.blocked);
  auto seeker = from_record(stored);
  if (!seeker) return;
  feed_.seek_began(to_lobby(*seeker));
  pairing_.add(*std::move(seeker));
}

void Seeks::stop() {
  stopped_ = true;
  timer_.cancel();
  look_timer_.cancel();
}

}  // namespace server
