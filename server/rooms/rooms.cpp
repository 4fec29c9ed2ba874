#include "server/rooms/rooms.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <tuple>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/identity/tokens.h"
#include "server/match/replay_cost.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

/// A code of 9.8 million is taken now and then, an id never is.
// After so many codes in a row that are in use something else is wrong.
constexpr int kTries = 5;

/// Of one game that breaks: a defect that its record brings about each time must not keep the server busy.
/// After that it is loaded when a request names it.
constexpr Rate kReloads{.count = 3, .per = std::chrono::minutes(10)};

/// Games that are restored between two looks at the network, when the server starts.
// A slice is one read and one turn of the network loop.
constexpr std::size_t kRestoredAtATime = 32;

/// After a failure of the store, or while too much else is read.
constexpr std::chrono::seconds kRestoreAgain(1);

// Not an error of the client: the read failed or too many reads wait (RecordQueue::read()).
protocol::Error busy() {
  return protocol::retry_after(std::chrono::seconds(1), protocol::ErrorCode::busy,
                               "The game cannot be looked up now.");
}

/// If that one does not live any more it takes some seconds until others know.
// The client goes to `url`, or asks the same address with `node` (HAProxy sends it there).
protocol::Error elsewhere(const std::string& game, storage::Node node) {
  protocol::Error refusal = protocol::retry_after(std::chrono::seconds(1), protocol::ErrorCode::elsewhere,
                                                  "This game is kept by another server.");
  refusal.game_id = game;
  refusal.node = std::move(node.name);
  refusal.url = std::move(node.url);
  return refusal;
}

protocol::Error too_many(Millis wait) {
  return protocol::retry_after(wait, protocol::ErrorCode::rate_limited, "Not so many games at once.");
}

// Decides whose place in memory a room may take, see load().
bool plays(const std::string& user, const GameLog& log) {
  const auto is_of = [&](Seat seat) { return log.holder(seat).user == user; };
  return !log.over() && !user.empty() && std::ranges::any_of(kSeats, is_of);
}

// A server that has claimed it and has it not in memory keeps it from going on.
bool has_something_to_do(const GameLog& log) {
  return !log.over() && log.header().due == 0;
}

// Ratings are kept for a game and a speed.
std::string speed_word(const storage::Game& game) {
  return rated_speed(to_time_control(game.time));
}

}  // namespace

Rooms::Rooms(boost::asio::io_context::executor_type network, RecordQueue& records, Bots& bots,
             Ratings& ratings, Metrics& metrics, std::size_t most, TimePoint lived_until,
             std::vector<storage::Outage> outages, Changed changed, TurnedAway turned_away)
    : records_(records),
      ratings_(ratings),
      most_(most),
      last_signs_(server_now(), lived_until, std::move(outages)),
      changed_(std::move(changed)),
      turned_away_(std::move(turned_away)),
      reloads_(kReloads),
      restore_again_(network, [this] { restore_page(); }),
      context_{.network = network, .records = records, .bots = bots, .metrics = metrics, .owner = *this} {}

// A place is sought before anything is drawn; a game that is asked for may displace rooms that are only
// watched.
void Rooms::create(storage::Game header, std::function<void(RoomPtr)> done, ComesOf of) {
  if (!make_place(true)) return done(nullptr);
  create(std::move(header), kTries, std::move(of), std::move(done));
}

// `retry` has neither id nor code unless the caller chose one: the ready room's code is not drawn anew.
void Rooms::create(storage::Game header, int tries, ComesOf of, std::function<void(RoomPtr)> done) {
  storage::Game retry = header;
  header.id = new_game_id();
  if (header.code.empty()) header.code = new_room_code();
  header.created = server_now().time_since_epoch().count();
  // The last event of the game before names this one; both are written in one transaction.
  if (of.rematch) of.rematch->detail = header.id;
  for (storage::Seat& seat : header.seats) {
    // A player from another server brings a rating along.
    const auto rating = rating_of(seat.user, header);
    if (rating) std::tie(seat.rating, seat.provisional) = std::tie(rating->value, rating->provisional);
  }
  // @pre of create(): the header makes a game, so begin() gives a log.
  auto log = GameLog::begin(*engine::find_game(header.game), header);
  // In rooms_ before it is on disk, so that joins queue in it instead of looking into the store.
  const RoomPtr room = make(*std::move(log));
  auto opened = [this, id = header.id, retry = std::move(retry), tries, of,
                 done = std::move(done)](Persisted outcome) mutable {
    // The room is still there: it retires only after this answer, see Room::settle().
    if (outcome == Persisted::done) return done(rooms_.at(id));
    // Only a name that is taken is worth another try.
    // A refused room has retired by itself (RoomState::give_up()).
    if (outcome != Persisted::refused || tries <= 1) return done(nullptr);
    create(std::move(retry), tries - 1, std::move(of), std::move(done));
  };
  room->open(std::move(opened), of);
}

std::optional<ShownRating> Rooms::rating_of(const std::string& user, const storage::Game& game) const {
  return ratings_.find(user, game.game, speed_word(game), server_now());
}

std::optional<ShownRating> Rooms::rating_of(const protocol::User& user, const storage::Game& game) {
  return rating_of(user.id, game);
}

std::optional<storage::Write> Rooms::rate(const storage::Game& game) {
  return ratings_.rate(game, speed_word(game));
}

std::optional<protocol::RatingChanges> Rooms::rating_changes(const std::string& game_id, bool is_written) {
  return ratings_.take_changes(game_id, is_written);
}

// RoomOwner's functions know no shared pointers: a room holds none of another.
void Rooms::create_rematch(storage::Game header, storage::Event event,
                           std::function<void(const Room*)> done) {
  create(std::move(header), [done = std::move(done)](const RoomPtr& room) { done(room.get()); },
         {.rematch = std::move(event)});
}

Rooms::RoomPtr Rooms::make(GameLog log) {
  auto room = std::make_shared<Room>(context_, RoomState(std::move(log), server_now()));
  rooms_[room->id()] = room;
  // A code drawn twice hides the older room here until the commit is refused; find_code() finds that one in
  // the records meanwhile.
  if (!room->state().log().over()) codes_[room->header().code] = room->id();
  context_.metrics.rooms_loaded.Set(static_cast<double>(rooms_.size()));
  return room;
}

/// A room in which nothing happens leaves the memory sooner, if need be: who comes back loads it again. Where
/// people look on it does so for a game that is played.
bool Rooms::make_place(bool even_of_watched) {
  // Each step takes one room off its list, so both loops end, whatever the room answers.
  while (rooms_.size() >= most_ && !idle_.empty()) spare_one_of(idle_);
  while (even_of_watched && rooms_.size() >= most_ && !watched_.empty()) spare_one_of(watched_);
  return rooms_.size() < most_;
}

/// Unless a viewer has come meanwhile.
void Rooms::spare_one_of(std::unordered_set<std::string>& rooms) {
  const RoomPtr room = rooms_.at(*rooms.begin());
  rooms.erase(rooms.begin());
  // The room answers with Retire, or not at all. Then it is on no list until note() puts it there again.
  room->handle(Spared{.even_watched = &rooms == &watched_});
}

// A room is on at most one of the lists.
void Rooms::note(const Room& room) {
  const RoomState::Use use = room.state().use();
  use == RoomState::Use::none ? void(idle_.insert(room.id())) : void(idle_.erase(room.id()));
  use == RoomState::Use::spectators ? void(watched_.insert(room.id())) : void(watched_.erase(room.id()));
}

// Called many times a move: everything behind changed_ returns early.
void Rooms::changed(Room& room) {
  note(room);
  changed_(room.id(), &room);
}

void Rooms::retired(Room& room) {
  // A code may belong to another room by now; see make().
  const std::string id = room.id();
  const auto code = codes_.find(room.header().code);
  if (code != codes_.end() && code->second == id) codes_.erase(code);
  // Time after the last decision of a room that is given up is no player's.
  last_signs_.left(room.state().log(), room.state().decided_at());
  idle_.erase(id);
  watched_.erase(id);
  rooms_.erase(id);
  context_.metrics.rooms_loaded.Set(static_cast<double>(rooms_.size()));
  // Null: the pointers that listeners keep are void from now on.
  changed_(id, nullptr);
}

// At once, for its clocks go on, but not before the call that works in it has returned.
void Rooms::broke(Room& room) {
  const std::string id = room.id();
  // The room is still running; shared_from_this() keeps it until its turn has ended.
  const RoomPtr kept = room.shared_from_this();
  attempt("retirement", [&] { retired(room); });
  if (reloads_.refuse(id, std::chrono::steady_clock::now()))
    // Over the limit the game stays out of memory until a request names it.
    return log_event(LogLevel::error, "room_given_up", {{"game", id}});
  boost::asio::post(context_.network, [this, id] { find(id, RequestBudget(), [](const Lookup&) {}); });
}

Room* Rooms::loaded(const std::string& id) const {
  const auto found = rooms_.find(id);
  return found == rooms_.end() ? nullptr : found->second.get();
}

Rooms::RoomPtr Rooms::loaded_by_code(const std::string& code) const {
  const auto found = codes_.find(code);
  Room* const room = found == codes_.end() ? nullptr : loaded(found->second);
  // Of a finished game the code opens nothing, even while its room is in memory.
  return room && !room->state().log().over() ? room->shared_from_this() : nullptr;
}

void Rooms::find(const std::string& id, const RequestBudget& budget, std::function<void(Lookup)> done) {
  if (const auto found = rooms_.find(id); found != rooms_.end()) return done({found->second});
  // Two steps: the first read is cheap and decides whether the second, a replay, is allowed and worth its
  // price.
  struct Seen {
    std::optional<storage::RecordSize> size;
    std::optional<storage::Node> elsewhere;
  };
  const auto look = [id](storage::Reader& records) -> Seen {
    return {.size = records.record_size(id), .elsewhere = records.other_keeper(id)};
  };
  records_.read({.address = budget.address}, look,
                [this, id, budget, done = std::move(done)](std::optional<Seen> seen) mutable {
                  // No answer: the store is away or the queue of reads is full.
                  if (!seen) return done({{}, busy()});
                  if (!seen->size) return done({});
                  // Nothing is replayed, and requests until it is here pay for no more than asking.
                  if (seen->elsewhere) return done({{}, elsewhere(id, *std::move(seen->elsewhere))});
                  // The price follows from the size of the record, which is read before it.
                  if (const auto wait = budget.refuse(cost_of_replay(*seen->size)))
                    return done({{}, too_many(*wait)});
                  load(id, budget, std::move(done));
                });
}

void Rooms::load(const std::string& id, const RequestBudget& budget, std::function<void(Lookup)> done) {
  /// Our game, or another server's; neither: there is no such game.
  // Claim and replay on one thread: what the network thread gets is a game that stands.
  struct Loaded {
    std::optional<Replayed> ours;
    std::optional<storage::Node> elsewhere;
  };
  // From here on this server keeps the game, if no other does (decision 0007).
  const auto claim = [id](storage::Reader& records) -> Loaded {
    storage::Claim claim = records.claim(id);
    if (claim.record) return {.ours = replay(*claim.record), .elsewhere = {}};
    return {.ours = {}, .elsewhere = std::move(claim.elsewhere)};
  };
  records_.read({WorkPool::Lane::slow, budget.address}, claim,
                [this, id, user = budget.user, done = std::move(done)](std::optional<Loaded> loaded) {
                  // Another server may have been faster.
                  // Also the usual way when two look-ups of one game cross each other.
                  if (const auto found = rooms_.find(id); found != rooms_.end()) return done({found->second});
                  if (!loaded) return done({{}, busy()});
                  const GameLog* const log =
                      loaded->ours && loaded->ours->log ? &*loaded->ours->log : nullptr;
                  // Claimed, but without a place: the record stays with this server, and the next look-up
                  // finds it, or LapseSweep.
                  if (!make_place(log && plays(user, *log)) && !(log && has_something_to_do(*log)))
                    return done({{}, busy()});
                  if (loaded->elsewhere) return done({{}, elsewhere(id, *std::move(loaded->elsewhere))});
                  RoomPtr room;
                  // A record that makes the room throw is this request's failure only.
                  if (loaded->ours) attempt("restore", [&] { room = restore(*std::move(loaded->ours)); });
                  done({std::move(room)});
                });
}

// Codes are compared in capitals, as they are drawn.
void Rooms::find_code(std::string_view code, const RequestBudget& budget, std::function<void(Lookup)> done) {
  const std::string wanted = upper(code);
  if (codes_.contains(wanted)) return done({loaded_by_code(wanted)});
  // The game may be one of another server, or not in memory: the store knows all.
  records_.read(
      {.address = budget.address}, [wanted](storage::Reader& records) { return records.find_code(wanted); },
      [this, budget, done = std::move(done)](std::optional<std::optional<std::string>> id) mutable {
        if (!id) return done({{}, busy()});
        if (!*id) return done({});
        find(**id, budget, std::move(done));
      });
}

// On a thread of the pool: touches nothing of this object. A record that throws is no reason to forget others
// that were claimed with it.
Rooms::Replayed Rooms::replay(const storage::Record& record) {
  Replayed replayed{record.game.id, std::nullopt};
  attempt("replay", [&] { replayed.log = GameLog::replay(record); });
  return replayed;
}

Rooms::RoomPtr Rooms::restore(Replayed replayed) {
  // It may have been loaded meanwhile.
  if (const auto found = rooms_.find(replayed.id); found != rooms_.end()) return found->second;
  // Nothing is deleted: an operator can restore a backup (docs/operations.md).
  if (!replayed.log) {
    log_event(LogLevel::error, "game_not_restored", {{"game", replayed.id}});
    context_.metrics.games_unreadable.Increment();
    return nullptr;
  }
  // The signs are used up here, and once: a second restore would charge more.
  const TimePoint lived = last_signs_.of(*replayed.log, server_now());
  RoomPtr room = make(*std::move(replayed.log));
  room->restore(lived);
  note(*room);
  if (!room->state().log().over()) changed_(room->id(), room.get());
  // A game that is over is in none of the lists that this feeds.
  return room;
}

void Rooms::restore_all(std::function<void()> done) {
  // One walk at a time: a second would claim what the first is about to.
  if (restoring_) return done();
  restoring_ = Restoring{.beyond_places = true, .done = std::move(done)};
  restore_page();
}

void Rooms::take_up_orphans() {
  if (restoring_) return;
  // Before the first is replayed: of() must know how long their server has been silent.
  last_signs_.others_are_silent(server_now());
  restoring_ = Restoring{.done = [] {}};
  restore_page();
}

void Rooms::restore_page() {
  // At a start the games that must go on come in even beyond the places; later only as many as fit, for which
  // idle rooms give theirs.
  const std::size_t used = rooms_.size() - idle_.size();
  const std::size_t free = restoring_->beyond_places ? kRestoredAtATime : most_ - std::min(most_, used);
  const int most = static_cast<int>(std::min(free, kRestoredAtATime));
  struct Slice {
    std::vector<Replayed> games;
    storage::Cursor last;
  };
  const auto claim = [last = restoring_->last, most](storage::Reader& records) {
    Slice slice{.games = {}, .last = last};
    try {
      // Replayed in the reader's thread; the network thread only makes rooms of them.
      for (const storage::Record& record : records.claim_orphans(last, most)) {
        slice.games.push_back(replay(record));
        // Advances even over records that cannot be read, which would stop the walk for good.
        slice.last = {record.game.created, record.game.id};
      }
    } catch (const storage::TakenOver&) {
      // This server is gone for the others: because it leaves, or its lease tells the network thread so.
    }
    return slice;
  };
  records_.read({.lane = WorkPool::Lane::slow}, claim, [this](std::optional<Slice> slice) {
    // A game that stays out of memory has no clock: the walk goes on from the same place.
    if (!slice && !stopped_) {
      log_event(LogLevel::error, "games_not_restored");
      return restore_again_.wait(kRestoreAgain);
    }
    // No more orphans, none may be claimed, or there is no place: `most` was zero then.
    if (!slice || slice->games.empty() || stopped_) {
      const Restoring ended = *std::exchange(restoring_, std::nullopt);
      return ended.done();
    }
    for (Replayed& replayed : slice->games)
      attempt("restore", [&] {
        if (!loaded(replayed.id)) make_place(false);
        restore(std::move(replayed));
      });
    restoring_->last = slice->last;
    // The next slice is read while these rooms are at work: the loop serves clients in between.
    restore_page();
  });
}

void Rooms::lapse(const std::string& id, bool may_end) {
  find(id, RequestBudget(), [may_end](const Lookup& found) {
    if (found.room && may_end) found.room->handle(Lapsed());
  });
}

void Rooms::annul(const std::string& id, bool even_begun) {
  find(id, RequestBudget(), [even_begun](const Lookup& found) {
    if (found.room) found.room->handle(Annulled{even_begun});
  });
}

// Rooms stay in memory with their viewers until the process ends.
void Rooms::stop() {
  stopped_ = true;
  restore_again_.cancel();
  for (const auto& [id, room] : rooms_) room->stop();
}

}  // namespace server
