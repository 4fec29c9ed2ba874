#include <algorithm>
#include <utility>

#include "server/match/game_events.h"
#include "server/protocol/errors.h"
#include "server/protocol/words.h"
#include "server/room/room_state.h"

// What is written down before it is told, and what is told then.
namespace server {
namespace {

using protocol::ErrorCode;

/// After a commit that failed; people may try again at once.
// Also the distance at which a doubtful report is tried again.
constexpr Millis kRestAfterFailure{1'000};

// Not offers and added time: the turn goes on through them, and its limit too.
bool begins_turn(const GameLog& log) {
  if (log.events().empty()) return false;
  const auto kind = log.events().back().kind;
  using enum EventKind;
  return kind == start || kind == move || kind == takeback || kind == resume || kind == swap ||
         kind == opening;
}

// Three cases for the player: the game is another server's, it is uncertain, or the disk failed and it may be
// tried again.
protocol::Error not_written(const CommitFailed& failed) {
  if (failed.unknown)
    return error(ErrorCode::internal, "Whether it was written down is not known; join again.");
  return error(failed.refused ? ErrorCode::internal : ErrorCode::busy,
               "It could not be written down; try again.");
}

}  // namespace

// From here until Committed or CommitFailed, handle() takes nothing else.
void RoomState::persist(Persist persist) {
  awaits_commit_ = true;
  effects_.emplace_back(std::move(persist));
}

// The order of effects: the answer to the player who asked, then the news to all, so that an acknowledgement
// comes before the event itself.
void RoomState::on(const Committed& committed) {
  awaits_commit_ = false;
  // A report is no part of the game, and its commit moves no clock.
  if (chat_.awaits_report()) return report_written();
  if (committed.ratings) log_.note_ratings(*committed.ratings);
  const int published = committed_.version();
  committed_.grow_to(log_);
  // A commit without an event: a seat was taken, the room's order changed, or a game was created.
  const bool has_gone_on = published != log_.version();
  if (!has_gone_on) effects_.emplace_back(Changed{});
  if (has_gone_on) owes_clock_ = false;  // Each event has the clock.
  // The players learn of the turn only now: the time of the commit costs neither of them.
  if (has_gone_on) log_.begin_turn(now_);
  if (has_gone_on && begins_turn(log_)) turn_since_ = now_;
  const auto answer = std::exchange(answer_, std::nullopt);
  // A new viewer has had the whole game with its welcome.
  if (answer) (this->*answer->give)(*answer);
  const bool joined = answer && answer->give == &RoomState::welcome;
  publish_events(published, joined ? std::optional(answer->reply_to.viewer) : std::nullopt);
}

void RoomState::on(const CommitFailed& failed) {
  awaits_commit_ = false;
  if (chat_.awaits_report()) return report_failed(failed);
  // The bot's thought belongs to a move that did not happen.
  bots_.commit_failed();
  const auto answer = std::exchange(answer_, std::nullopt);
  // Nothing of the refused step has been told, so only the one who asked must hear of it.
  if (answer) refuse(answer->reply_to, not_written(failed));
  // Another server writes here, or the log may have what this room does not know: memory is no longer the
  // truth.
  if (failed.refused || failed.unknown || !committed_.created()) return give_up();
  roll_back();
  // The others know no more than what is on disk; this page may have drawn the move already.
  if (answer) send({answer->reply_to.viewer, {}}, full(presence_.find(answer->reply_to.viewer), now_));
}

/// The game cannot be begun, or its record is another one than we know. The next join loads it.
// So that nothing of it is written again: what the record says is found by the next join.
void RoomState::give_up() {
  committed_.grow_to(log_);
  const auto gone = error(ErrorCode::internal, "This game is not here any more; join it again.");
  if (rematch_) refuse(std::exchange(rematch_, std::nullopt)->reply_to, gone);
  effects_.emplace_back(Broadcast{gone});
  retire();
}

/// The event was written down with the game to which it leads.
// Its event is on disk already, by the new game's commit; here it only becomes public.
void RoomState::on(const RematchCreated& created) {
  // The room gave up meanwhile, and has answered.
  if (!rematch_) return;
  auto [event, reply_to] = *std::exchange(rematch_, std::nullopt);
  if (created.game.empty()) return refuse(reply_to, not_written({}));
  event.detail = created.game;
  follow(std::move(event));
  const int published = committed_.version();
  committed_.grow_to(log_);
  acknowledge({.reply_to = reply_to});
  publish_events(published, {});
}

/// Back to what is on disk, which is all that has been told.
// Costs a replay of the game; only failures of the disk come here.
void RoomState::roll_back() {
  log_ = committed_.of(log_);
  // Before anything is timed: the clocks must be those of the turn as it was.
  resume_turn();
  rests_until_ = now_ + kRestAfterFailure;
  // A viewer who sat down by the step that failed is a spectator again; the seat is free on disk.
  for (const auto& [id, viewer] : presence_.viewers()) {
    if (viewer.seat && log_.is_free(*viewer.seat))
      presence_.enter(id, {viewer.user, std::nullopt, viewer.keeps_order, viewer.blocked}, now_);
  }
}

/// The turn goes on as it was when the step was decided that could not be written: the time since is no
/// player's thinking time, and a flag that had fallen stays fallen.
// begin_turn() would forget what was thought in this turn before the step.
void RoomState::resume_turn() {
  log_.clock() = clock_before_;
  if (const auto running = clock_before_.running())
    log_.clock().start(*running, now_, clock_before_.spent(decided_at_));
  turn_since_ += now_ - decided_at_;
}

/// What is refused is on record already, by an attempt of which that was not known. To find out, it is tried
/// again by itself: then the answer is not awaited.
void RoomState::report_failed(const CommitFailed& failed) {
  // The store refuses the second report of a line: an earlier attempt is on record, and this is as good.
  if (failed.refused) return report_written();
  const auto answer = std::exchange(answer_, std::nullopt);
  if (answer) refuse(answer->reply_to, not_written(failed));
  const bool is_doubtful = failed.unknown || !answer;
  chat_.report_failed(is_doubtful);
  if (is_doubtful) rests_until_ = now_ + kRestAfterFailure;
}

// Also called while nothing is in doubt: then it does nothing.
void RoomState::try_doubtful_report() {
  if (auto report = chat_.try_doubtful()) persist({{storage::ReportLine{*std::move(report)}}});
}

void RoomState::report_written() {
  auto [report, line] = chat_.report_written();
  // Hosts alone are told, and not of their own lines.
  for (const auto& [id, viewer] : presence_.viewers()) {
    if (line && Chat::may_hear_of(*line, viewer)) send({id, {}}, protocol::Reported{line->line});
  }
  effects_.emplace_back(ChatReported{std::move(report)});
}

/// The events after `published`, of which a newcomer knows already.
// One step may bring two events, a move and its end; each is told by itself, both with the final state.
void RoomState::publish_events(int published, std::optional<ViewerId> newcomer) {
  if (published == log_.version()) return;
  // What was replayed for others is void: the log is longer.
  retold_ = {};
  const bool to_move = log_.playing() && !log_.paused();
  for (; published < log_.version(); ++published) {
    const storage::Event& event = log_.events()[static_cast<std::size_t>(published)];
    Publish publish{log_.describe(event, now_), {}, {}, newcomer};
    // The names and ratings of those who have just sat down, or changed sides.
    if (seats_players(event)) publish.event.players = players_of(log_, presence_);
    tell_deadlines(publish.event.state, now_);
    if (to_move) publish.mover = log_.seat_to_move();
    if (publish.mover && presence_.online(*publish.mover)) publish.legal = log_.legal_moves();
    effects_.emplace_back(std::move(publish));
  }
  if (auto thought = bots_.take_thought()) effects_.emplace_back(Broadcast{*std::move(thought)});
  effects_.emplace_back(Changed{});
}

/// Everything that follows from the state as it now is, the news being out.
// Runs only when nothing is left to be written: what a bot or a timer does must follow from what is on disk.
void RoomState::settle() {
  // An input that changed nothing is answered here, at once.
  if (const auto answer = std::exchange(answer_, std::nullopt)) (this->*answer->give)(*answer);
  bots_.settle(log_, turn_since_, now_, effects_, rests_until_.has_value());
  const std::optional<TimePoint> deadline = deadlines().next();
  // Most inputs leave the deadline as it is, and cost no timer.
  if (deadline != timer_) effects_.emplace_back(SetTimer{timer_ = deadline});
}

void RoomState::welcome(const Answer& answer) {
  tell_newcomer(answer);
  tell_absences(answer.reply_to.viewer);
  tell_reports(answer.reply_to.viewer);
}

void RoomState::acknowledge_move(const Answer& answer) {
  send(answer.reply_to, move_ack(answer.ply));
}

void RoomState::acknowledge(const Answer& answer) {
  dismiss(answer.put_out);
  send(answer.reply_to, ack());
}

// Put out only now that the order is on disk: it must hold after a restart, too. Each is sent the game
// first: by the removal of a player it has ended, and the event of that goes only to those who stay.
void RoomState::dismiss(const std::set<std::string>& users) {
  if (users.empty()) return;
  for (const auto& [id, viewer] : presence_.viewers())
    if (users.contains(viewer.user.id)) send({id, {}}, full(&viewer, now_));
  for (const ViewerId id : presence_.put_out(users, now_)) effects_.emplace_back(Dismiss{id});
  presence_throttle_.changed(now_);
}

protocol::Ack RoomState::ack() const {
  protocol::Ack ack;
  ack.game_id = log_.header().id;
  return ack;
}

/// The clocks are those after the move, also when it is acknowledged once more.
// From the end: the last move of this ply, if one was taken back and played anew.
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

}  // namespace server
