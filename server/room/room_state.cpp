#include "server/room/room_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "server/protocol/words.h"

// Coming and going, and what is written down before it is told.
namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

/// After a restart the turn that was cut short costs nothing for so long: pages need a moment to come back.
constexpr Millis kFreeAfterRestart = seconds(10);
/// A client that is further behind is sent the whole game.
constexpr int kMaxEventsToResend = 32;
/// After a commit that failed a bot, who is as patient as can be, is not asked for so long.
constexpr Millis kRestAfterFailure = seconds(1);

bool begins_turn(const GameLog& log) {
  if (log.events().empty()) return false;
  const auto kind = protocol::from_word<EventKind>(log.events().back().kind);
  using enum EventKind;
  return kind == start || kind == move || kind == takeback || kind == resume || kind == swap ||
         kind == opening;
}

/// The events with which the players sit down, or change places.
bool seats_players(const storage::Event& event) {
  return event.kind == word(EventKind::start) || event.kind == word(EventKind::swap);
}

}  // namespace

protocol::Error error(ErrorCode code, std::string message, std::string reason) {
  protocol::Error error;
  error.code = code;
  error.message = std::move(message);
  error.reason = std::move(reason);
  return error;
}

protocol::Error not_allowed(std::string message) {
  return error(ErrorCode::not_allowed, std::move(message));
}

RoomState::RoomState(GameLog log, TimePoint now)
    : log_(std::move(log)), presence_(now), seats_on_disk_(log_.header().seats), turn_since_(now) {}

std::vector<Effect> RoomState::handle(const Input& input, TimePoint now) {
  assert(awaits_commit_ ==
         (std::holds_alternative<Committed>(input) || std::holds_alternative<CommitFailed>(input)));
  now_ = now;
  std::visit([this](const auto& one) { on(one); }, input);
  if (!awaits_commit_) {
    if (has_news()) {
      persist();
    } else {
      settle();
    }
  }
  return std::exchange(effects_, {});
}

// ---- coming and going ------------------------------------------------------------------------------------

void RoomState::on(const Opened&) {
  if (!log_.is_free(Seat::a) && !log_.is_free(Seat::b)) log_.start(now_);
}

void RoomState::on(const Restored&) {
  created_ = true;
  published_ = log_.version();
  log_.begin_turn(now_, kFreeAfterRestart);
  turn_since_ = now_;
}

void RoomState::on(const Joined& joined) {
  if (put_out_.contains(joined.user.id))
    return refuse(joined.asker, error(ErrorCode::forbidden, "You were put out of this room."));
  const std::optional<Seat> seat = joined.as_player ? seat_for(joined) : std::nullopt;
  if (joined.as_player && !seat) return refuse(joined.asker, error(ErrorCode::full, "Both seats are taken."));
  const bool sits_down = seat && log_.is_free(*seat);
  if (sits_down && log_.header().rated && joined.user.guest)
    return refuse(joined.asker, not_allowed("This game is rated: log in to play it."));

  const bool returned = presence_.enter(joined.asker.viewer, {joined.user, seat, joined.keeps_order});
  if (sits_down) sit_down(*seat, joined);
  if (seat) log_.clock().note_round_trip(log_.side_of(*seat), joined.round_trip);
  if (returned) {
    effects_.emplace_back(
        Broadcast{protocol::Gone{.game_id = log_.header().id, .side = log_.side_of(*seat), .gone = false}});
  }
  presence_changed();
  retired_ = false;
  answer_ = Answer{.kind = Answer::Kind::joined, .asker = joined.asker, .since = joined.since};
}

/// A token, or being known already, opens one's own seat; otherwise any that is free.
std::optional<Seat> RoomState::seat_for(const Joined& joined) const {
  for (const Seat seat : kSeats) {
    if (!joined.token_hash.empty() && log_.holder(seat).token_hash == joined.token_hash) return seat;
  }
  for (const Seat seat : kSeats) {
    if (log_.holder(seat).user == joined.user.id) return seat;
  }
  for (const Seat seat : kSeats) {
    if (log_.is_free(seat) && log_.status() == Status::waiting) return seat;
  }
  return std::nullopt;
}

void RoomState::sit_down(Seat seat, const Joined& joined) {
  storage::Seat holder;
  holder.name = joined.user.name;
  holder.user = joined.user.id;
  if (joined.rating) holder.rating = joined.rating->value;
  if (joined.rating) holder.provisional = joined.rating->provisional;
  log_.sit_down(log_.side_of(seat), std::move(holder));
  if (!log_.is_free(other(seat))) log_.start(now_);
}

void RoomState::on(const Left& left) {
  if (!presence_.find(left.asker.viewer)) return;
  presence_.leave(left.asker.viewer, left.on_purpose, now_);
  presence_changed();
}

/// The snapshot and all later events reach a newcomer in one line of messages: it became a viewer in the same
/// step, so nothing can fall between.
void RoomState::tell_newcomer(const Answer& answer) {
  const std::optional<Seat> seat = seat_of(answer.asker);
  const int version = log_.version();
  const bool can_catch_up =
      answer.since && *answer.since <= version && version - *answer.since <= kMaxEventsToResend;
  if (!can_catch_up) return send(answer.asker, full(seat, now_));

  protocol::Ack ack = this->ack();
  ack.version = version;
  send(answer.asker, std::move(ack));
  std::vector<protocol::GameEvent> missing = events_since(*answer.since);
  if (!missing.empty() && seat == log_.seat_to_move()) missing.back().state.legal = legal_moves();
  if (!missing.empty()) missing.back().state.expires = expires_in(now_);
  for (protocol::GameEvent& event : missing) send({answer.asker.viewer, {}}, std::move(event));
}

/// The events after `version` as they were told at the time: replayed, so that each has the state of its own
/// moment. Those of one step, a move and the end that it brought, show the state after the step.
std::vector<protocol::GameEvent> RoomState::events_since(int version) const {
  std::vector<protocol::GameEvent> told;
  if (version == log_.version()) return told;
  auto then = GameLog::replay(log_.game(), {log_.header(), log_.events()}, version);
  assert(then);
  if (log_.ratings()) then->note_ratings(*log_.ratings());
  const auto belongs = [](const storage::Event& next, const storage::Event& to) {
    return next.kind == word(EventKind::end) && next.at == to.at;
  };
  for (auto first = log_.events().begin() + version; first != log_.events().end();) {
    auto last = first;
    do {
      [[maybe_unused]] const bool fits = then->follow(*last);
      assert(fits);
    } while (++last != log_.events().end() && belongs(*last, *first));
    for (; first != last; ++first) {
      told.push_back(then->describe(*first, TimePoint(Millis(first->at))));
      if (seats_players(*first)) told.back().players = players(*then);
    }
  }
  return told;
}

void RoomState::on(const Chatted& chatted) {
  const Viewer* viewer = presence_.find(chatted.asker.viewer);
  if (!viewer) return refuse(chatted.asker, error(ErrorCode::forbidden, "Join the game first."));
  const bool players_only = chatted.room == ChatRoom::players;
  if (players_only && !viewer->seat)
    return refuse(chatted.asker, error(ErrorCode::forbidden, "This is for the players."));

  if (muted_.contains(viewer->user.id))
    return refuse(chatted.asker, not_allowed("You are muted in this room."));

  protocol::ChatLine line{.game_id = log_.header().id,
                          .room = chatted.room,
                          .from = viewer->user.name,
                          .side = std::nullopt,
                          .text = chatted.text,
                          .at = now_};
  if (viewer->seat) line.side = log_.side_of(*viewer->seat);
  if (auto refusal = chat_.say(viewer->user.id, line)) return refuse(chatted.asker, *std::move(refusal));
  effects_.emplace_back(Broadcast{chat_.lines(true).back(), players_only});
  answer_ = Answer{.asker = chatted.asker};
}

// ---- commits ---------------------------------------------------------------------------------------------

void RoomState::persist() {
  Persist persist;
  std::vector<storage::Write>& writes = persist.writes;
  if (!created_) writes.emplace_back(storage::CreateGame{log_.header()});
  for (int v = published_; v < log_.version(); ++v) {
    storage::Append append;
    append.event = log_.events()[static_cast<std::size_t>(v)];
    if (append.event.kind == word(EventKind::end)) {
      append.ending = log_.header().ending;
      persist.rates = log_.header().rated && log_.status() == Status::finished;
    }
    if (created_ && v == published_ && seats_on_disk_ != log_.header().seats)
      append.seats = log_.header().seats;
    writes.emplace_back(std::move(append));
  }
  awaits_commit_ = true;
  effects_.emplace_back(std::move(persist));
}

void RoomState::on(const Committed& committed) {
  awaits_commit_ = false;
  if (report_) return on_report_written();
  if (committed.ratings) log_.note_ratings(*committed.ratings);
  if (!std::exchange(created_, true)) effects_.emplace_back(Changed{});
  seats_on_disk_ = log_.header().seats;
  log_.begin_turn(now_);
  if (begins_turn(log_)) turn_since_ = now_;
  const auto answer = std::exchange(answer_, std::nullopt);
  if (answer) give_answer(*answer);
  const bool joined = answer && answer->kind == Answer::Kind::joined;
  publish_events(joined ? std::optional(answer->asker.viewer) : std::nullopt);
}

void RoomState::on(const CommitFailed& failed) {
  awaits_commit_ = false;
  if (report_) return on_report_failed(failed);
  untold_thought_.reset();
  if (answer_) {
    auto code = failed.busy ? ErrorCode::busy : ErrorCode::internal;
    refuse(std::exchange(answer_, std::nullopt)->asker,
           error(code, "It could not be written down; try again."));
  }
  if (failed.refused || !created_) return give_up();
  roll_back();
}

/// The game cannot be begun, or another server has gone on with it.
void RoomState::give_up() {
  created_ = true;
  published_ = log_.version();
  retired_ = true;
  effects_.emplace_back(
      Broadcast{error(ErrorCode::internal, "This game is not here any more; join it again.")});
  effects_.emplace_back(Retire{});
}

/// Back to what is on disk, which is all that anybody has been told. The clients may have drawn more than
/// that: they get the truth.
void RoomState::roll_back() {
  storage::Record record{log_.header(), {log_.events().begin(), log_.events().begin() + published_}};
  record.game.seats = seats_on_disk_;
  record.game.ending = {};
  auto then = GameLog::replay(log_.game(), record, published_);
  assert(then);
  log_ = std::move(*then);
  log_.begin_turn(now_);
  turn_since_ = now_;
  bot_rests_until_ = now_ + kRestAfterFailure;
  for (const auto& [id, viewer] : presence_.viewers()) {
    const auto seat = viewer.seat && !log_.is_free(*viewer.seat) ? viewer.seat : std::nullopt;
    if (seat != viewer.seat) presence_.enter(id, {viewer.user, seat, viewer.keeps_order});
    effects_.emplace_back(Send{id, full(seat, now_), {}});
  }
}

/// Everything that follows from the state as it now is, the news being out.
void RoomState::settle() {
  if (answer_) give_answer(*std::exchange(answer_, std::nullopt));
  settle_bot();
  const std::optional<TimePoint> deadline = next_deadline();
  if (deadline != timer_) effects_.emplace_back(SetTimer{timer_ = deadline});
}

void RoomState::give_answer(const Answer& answer) {
  switch (answer.kind) {
    case Answer::Kind::joined:
      tell_newcomer(answer);
      return tell_reports(answer.asker.viewer);
    case Answer::Kind::moved:
      return send(answer.asker, move_ack(answer.ply));
    case Answer::Kind::done:
      return send(answer.asker, ack());
  }
}

protocol::Ack RoomState::ack() const {
  protocol::Ack ack;
  ack.game_id = log_.header().id;
  return ack;
}

/// The clocks are those after the move, also when it is acknowledged once more.
protocol::Ack RoomState::move_ack(int ply) const {
  protocol::Ack ack = this->ack();
  ack.ply = ply;
  const auto is_it = [ply](const storage::Event& event) { return event.ply == ply && !event.move.empty(); };
  const auto made = std::find_if(log_.events().rbegin(), log_.events().rend(), is_it);
  if (made != log_.events().rend() && !log_.clock().unlimited()) {
    ack.clock = {Millis(made->clock[0]), Millis(made->clock[1])};
  }
  return ack;
}

void RoomState::publish_events(std::optional<ViewerId> newcomer) {
  if (published_ == log_.version()) return;
  const bool to_move = log_.playing() && !log_.paused();
  for (; published_ < log_.version(); ++published_) {
    const storage::Event& event = log_.events()[static_cast<std::size_t>(published_)];
    Publish publish{log_.describe(event, now_), {}, {}, newcomer};
    if (seats_players(event)) publish.event.players = players(log_);
    publish.event.state.expires = expires_in(now_);
    if (to_move) publish.mover = log_.seat_to_move();
    if (to_move) publish.legal = legal_moves();
    effects_.emplace_back(std::move(publish));
  }
  if (untold_thought_) effects_.emplace_back(Broadcast{*std::exchange(untold_thought_, std::nullopt)});
  effects_.emplace_back(Changed{});
}

// ---- small things ----------------------------------------------------------------------------------------

void RoomState::send(const Asker& asker, protocol::ServerMessage message) {
  effects_.emplace_back(Send{asker.viewer, std::move(message), asker.request});
}

void RoomState::refuse(const Asker& asker, protocol::Error error) {
  error.game_id = log_.header().id;
  send(asker, std::move(error));
}

std::optional<Seat> RoomState::seat_of(const Asker& asker) const {
  const Viewer* viewer = presence_.find(asker.viewer);
  return viewer ? viewer->seat : std::nullopt;
}

}  // namespace server
