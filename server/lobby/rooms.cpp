#include "server/lobby/rooms.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "engine/games/registry.h"
#include "server/identity/tokens.h"
#include "server/logs/attempt.h"
#include "server/logs/log.h"
#include "server/metrics/metrics.h"
#include "server/text/ascii_case.h"

namespace server {
namespace {

/// A code of 9.8 million is taken now and then, an id never is.
constexpr int kTries = 5;

/// Of one game that breaks: a defect that its record brings about each time must not keep the server busy.
/// After that it is loaded when somebody asks for it.
constexpr Rate kReloads{.count = 3, .per = std::chrono::minutes(10)};

std::string speed_word(const storage::Game& game) {
  return rated_speed(to_time_control(game.time));
}

}  // namespace

Rooms::Rooms(boost::asio::io_context::executor_type network, RecordQueue& records, BotPool& bots,
             Ratings& ratings, Metrics& metrics, std::size_t most, Changed changed)
    : records_(records),
      ratings_(ratings),
      most_(most),
      changed_(std::move(changed)),
      reloads_(kReloads),
      context_{.network = network, .records = records, .bots = bots, .metrics = metrics, .owner = *this} {}

void Rooms::create(storage::Game header, std::function<void(RoomPtr)> done) {
  create(std::move(header), kTries, std::move(done));
}

void Rooms::create(storage::Game header, int tries, std::function<void(RoomPtr)> done) {
  storage::Game retry = header;
  header.id = new_game_id();
  if (header.code.empty()) header.code = new_room_code();
  header.created = server_now().time_since_epoch().count();
  for (storage::Seat& seat : header.seats) {
    const auto rating = rating_of(seat.user, header).value_or(ShownRating());
    seat.rating = rating.value;
    seat.provisional = rating.provisional;
  }
  auto log = GameLog::begin(*engine::find_game(header.game), header);
  const RoomPtr room = make(*std::move(log));
  room->open([this, id = header.id, retry = std::move(retry), tries,
              done = std::move(done)](Persisted outcome) mutable {
    if (outcome == Persisted::done) return done(rooms_.at(id));
    // Only a name that is taken is worth another try.
    if (outcome != Persisted::refused || tries <= 1) return done(nullptr);
    create(std::move(retry), tries - 1, std::move(done));
  });
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

std::optional<protocol::RatingChanges> Rooms::rating_changes(const std::string& game_id) {
  return ratings_.take_changes(game_id);
}

void Rooms::create_rematch(storage::Game header, std::function<void(std::string id)> done) {
  create(std::move(header),
         [done = std::move(done)](const RoomPtr& room) { done(room ? room->id() : std::string()); });
}

Rooms::RoomPtr Rooms::make(GameLog log) {
  auto room = std::make_shared<Room>(context_, RoomState(std::move(log), server_now()));
  rooms_[room->id()] = room;
  if (!room->state().log().over()) codes_[room->header().code] = room->id();
  context_.metrics.rooms_loaded.Set(static_cast<double>(rooms_.size()));
  return room;
}

void Rooms::retired(Room& room) {
  const std::string id = room.id();
  const auto code = codes_.find(room.header().code);
  if (code != codes_.end() && code->second == id) codes_.erase(code);
  rooms_.erase(id);
  context_.metrics.rooms_loaded.Set(static_cast<double>(rooms_.size()));
  changed_(id, nullptr);
}

// At once, for its clocks go on, but not before whoever is at work in it has left it.
void Rooms::broke(Room& room) {
  const std::string id = room.id();
  const RoomPtr kept = room.shared_from_this();
  attempt("retirement", [&] { retired(room); });
  if (reloads_.refuse(id, std::chrono::steady_clock::now()))
    return log_event(LogLevel::error, "room_given_up", {{"game", id}});
  boost::asio::post(context_.network, [this, id] { find(id, [](const RoomPtr&) {}); });
}

Room* Rooms::loaded(const std::string& id) const {
  const auto found = rooms_.find(id);
  return found == rooms_.end() ? nullptr : found->second.get();
}

Rooms::RoomPtr Rooms::loaded_by_code(const std::string& code) const {
  const auto found = codes_.find(code);
  Room* const room = found == codes_.end() ? nullptr : loaded(found->second);
  return room && !room->state().log().over() ? room->shared_from_this() : nullptr;
}

void Rooms::find(const std::string& id, std::function<void(RoomPtr)> done) {
  if (const auto found = rooms_.find(id); found != rooms_.end()) return done(found->second);
  records_.read([id](storage::Store& store) { return store.load(id); },
                [this, id, done = std::move(done)](std::optional<std::optional<storage::Record>> read) {
                  // Somebody else may have been faster.
                  if (const auto found = rooms_.find(id); found != rooms_.end()) return done(found->second);
                  RoomPtr room;
                  if (read && *read && !full()) attempt("restore", [&] { room = restore(**read); });
                  done(room);
                });
}

void Rooms::find_code(std::string_view code, std::function<void(RoomPtr)> done) {
  const std::string wanted = upper(code);
  if (codes_.contains(wanted)) return done(loaded_by_code(wanted));
  records_.read([wanted](storage::Store& store) { return store.find_code(wanted); },
                [this, done = std::move(done)](std::optional<std::optional<std::string>> id) mutable {
                  if (!id || !*id) return done(nullptr);
                  find(**id, std::move(done));
                });
}

Rooms::RoomPtr Rooms::restore(const storage::Record& record) {
  const engine::Game* const game = engine::find_game(record.game.game);
  if (!game) return nullptr;
  auto log = GameLog::replay(*game, record, static_cast<int>(record.events.size()));
  if (!log) return nullptr;
  RoomPtr room = make(*std::move(log));
  room->restore();
  if (!room->state().log().over()) changed_(room->id(), room.get());
  return room;
}

void Rooms::restore_all(std::function<void()> done) {
  const auto load_all = [](storage::Store& store) {
    std::vector<storage::Record> records;
    for (const std::string& id : store.unfinished()) {
      if (auto record = store.load(id)) records.push_back(*std::move(record));
    }
    return records;
  };
  records_.read(load_all,
                [this, done = std::move(done)](std::optional<std::vector<storage::Record>> records) {
                  if (records) {
                    for (const storage::Record& record : *records)
                      attempt("restore", [&] { restore(record); });
                  }
                  done();
                });
}

void Rooms::stop() {
  for (const auto& [id, room] : rooms_) room->stop();
}

}  // namespace server
