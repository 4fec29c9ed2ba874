#include "tests/load/client.h"

#include <algorithm>

#include "tests/load/fields.h"
#include "tests/load/sanqi_room.h"

namespace load {

namespace {

/// The server's limit for a socket.
constexpr double kMessages = 100, kMessagesPerSecond = 5;

}  // namespace

Client::Client(Loop& loop, Tally& tally, Route route, std::string name, Wishes wishes)
    : loop_(loop), tally_(tally), route_(std::move(route)), name_(std::move(name)), wishes_(wishes) {}

void Client::connect() {
  if (connection_) return;
  tokens_ = kMessages;
  refilled_ = Clock::now();
  Connection::Owner& owner = *this;
  connection_ = std::make_unique<Connection>(loop_, route_, owner);
}

void Client::disconnect() {
  connection_.reset();
  leave_rooms();
}

void Client::opened() {
  std::string hello = R"({"t":"hello","v":1,)";
  hello += token_.empty() ? R"("name":")" + name_ : R"("token":")" + token_;
  hello += wishes_.deltas ? R"(","deltas":true})" : "\"}";
  spend();
  connection_->send(hello);
}

void Client::closed(const std::string& why) {
  ended_ = why;
  if (!end_is_expected_) tally_.problem("connection lost: " + why);
  leave_rooms();
}

void Client::leave_rooms() {
  welcomed_ = false;
  for (Place& place : places_) place.room->left(place.member);
}

int Client::sit(SanqiRoom& room, std::size_t member) {
  places_.push_back({&room, member, {}});
  return static_cast<int>(places_.size()) - 1;
}

void Client::enter(int number, std::string_view game) {
  places_[static_cast<std::size_t>(number)].game = game;
}

void Client::say(std::string_view text) {
  spend();
  connection_->send(text);
}

double Client::allowance(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - refilled_).count();
  return std::min(kMessages, tokens_ + kMessagesPerSecond * seconds);
}

void Client::spend() {
  const auto now = Clock::now();
  tokens_ = allowance(now) - 1;
  refilled_ = now;
}

void Client::received(std::string_view message) {
  const std::string_view type = type_of(message);
  if (wishes_.deaf && type != "welcome" && type != "error") return;
  if (type == "event") return take_event(message);
  if (type == "welcome") return take_welcome(message);
  if (type == "error") return take_error(message);
  if (type == "pong") return on_pong(*this);
  const bool is_answer = type == "ack" || type == "gameFull" || type == "created";
  Place* const place = is_answer ? place_of(message) : nullptr;
  if (!place) {
    if (tally_.measuring) ++tally_.other_messages;
  } else if (type == "ack") {
    place->room->take_ack(place->member, message);
  } else if (type == "gameFull") {
    place->room->take_snapshot(place->member, message);
  } else {
    place->room->take_created(message);
  }
}

void Client::take_welcome(std::string_view message) {
  token_ = field(message, "token");
  welcomed_ = true;
  if (wishes_.lobby) say(R"({"t":"lobby","on":true})");
  for (Place& place : places_) place.room->welcomed(place.member);
  on_welcome(*this);
}

void Client::take_event(std::string_view message) {
  const std::string_view game = field(message, "gameId");
  const auto place = std::ranges::find(places_, game, &Place::game);
  if (place == places_.end()) return tally_.problem("an event of a game that was not joined");
  place->room->take_event(place->member, message);
}

void Client::take_error(std::string_view message) {
  tally_.problem("error " + std::string(field(message, "code")) + ": " +
                 std::string(field(message, "message")));
}

// Answers repeat the number under which this user asked; what nobody asked for says which game it is of.
Client::Place* Client::place_of(std::string_view message) {
  const int id = number(message, "id");
  if (id >= 0 && static_cast<std::size_t>(id) < places_.size()) return &places_[static_cast<std::size_t>(id)];
  const auto place = std::ranges::find(places_, field(message, "gameId"), &Place::game);
  return place == places_.end() ? nullptr : &*place;
}

}  // namespace load
