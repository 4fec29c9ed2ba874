#include "server/room/room_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "server/match/game_events.h"
#include "server/match/lapse.h"
#include "server/protocol/errors.h"
#include "server/protocol/words.h"
#include "server/room/host_powers.h"
#include "server/room/repeated_moves.h"
#include "server/room/turn_notice.h"

// What happens in a room, one function for each input.
namespace server {
namespace {

using protocol::ErrorCode;

}  // namespace

RoomState::RoomState(GameLog log, TimePoint now)
    : log_(std::move(log)), committed_(log_), presence_(now), clock_before_(log_.clock()), turn_since_(now) {}

std::vector<Effect> RoomState::handle(const Input& input, TimePoint now) {
  // Room keeps every other input in its queue meanwhile.
  assert(awaits_commit_ ==
         (std::holds_alternative<Committed>(input) || std::holds_alternative<CommitFailed>(input)));
  now_ = now;
  // The state before this input is what roll_back() returns to; while a commit is under way it stays that of
  // the step.
  if (!awaits_commit_) {
    clock_before_ = log_.clock();
    decided_at_ = now;
    if (rests_until_ && now >= *rests_until_) rests_until_.reset();
  }
  std::visit([this](const auto& one) { on(one); }, input);
  if (!awaits_commit_ && committed_.is_all_of(log_)) settle();
  if (!awaits_commit_ && !committed_.is_all_of(log_)) {
    Persist rest = committed_.rest_of(log_);
    add_turn_notice(rest, log_, presence_, now_);
    persist(std::move(rest));
  }
  // A report that is in doubt waits for a quiet moment.
  if (!awaits_commit_ && !rests_until_) try_doubtful_report();
  return std::exchange(effects_, {});
}

// ---- the game --------------------------------------------------------------------------------------------

// A new game: its seats may both be taken already (a seek, a rematch, bots).
void RoomState::on(const Opened& opened) {
  committed_.comes_of(opened.of);
  if (!log_.is_free(Seat::a) && !log_.is_free(Seat::b)) follow(start_event(log_, now_));
}

/// What was thought before is written down with the clock as it goes on: all who come back read the same.
void RoomState::on(const Restored& restored) {
  committed_.read_from_record(log_);
  turn_since_ = now_;
  if (!log_.clock().running()) return;
  // Unlimited: there is no clock to charge, only a turn to begin.
  if (log_.clock().unlimited()) return log_.begin_turn(now_);
  // A clock of days has gone on while the game was not in memory: nothing has to be given back.
  if (flag_of_days(log_) && restored.lived_until >= now_) return;
  owes_clock_ = true;
  follow(restart_event(log_, now_, restored.lived_until));
  clock_before_ = log_.clock();  // Also if it cannot be written.
}

void RoomState::on(const MoveSent& sent) {
  const std::optional<Seat> seat = seat_of(sent.reply_to);
  if (!seat) return refuse(sent.reply_to, error(ErrorCode::forbidden, "Only players move."));
  log_.clock().note_round_trip(log_.side_of(*seat), sent.round_trip);
  // The move may be the same in another notation, sent again because its acknowledgement was lost.
  const std::string move = as_played(log_, *seat, sent.ply, sent.move);
  Decision decision = decide_move(log_, *seat, {sent.ply, move, sent.spent, sent.round_trip}, now_);
  const bool is_behind = decision.refusal && decision.refusal->code == ErrorCode::stale_ply;
  // decide_move() grants a repeated move without an event; then it is acknowledged at once.
  carry_out({.give = &RoomState::acknowledge_move, .reply_to = sent.reply_to, .ply = sent.ply + 1},
            std::move(decision));
  // A page that sends moves of another ply is behind; it is sent what it misses.
  if (is_behind) send({sent.reply_to.viewer, {}}, full(presence_.find(sent.reply_to.viewer), now_));
}

void RoomState::on(const Acted& acted) {
  const std::optional<Seat> seat = seat_of(acted.reply_to);
  if (!seat) return refuse(acted.reply_to, error(ErrorCode::forbidden, "Only players may do that."));
  if (acted.kind == ActionKind::hint) {
    // A hint changes nothing, so it waits for no commit.
    auto ask = hints_.ask(log_, *seat, acted.reply_to, now_);
    if (!ask) return refuse(acted.reply_to, ask.error());
    effects_.emplace_back(*std::move(ask));
    return;
  }
  const Viewer& player = *presence_.find(acted.reply_to.viewer);
  const bool wants_rematch = acted.kind == ActionKind::rematch && acted.on;
  if (auto why = wants_rematch ? refuse_to_play(player.user.id, player.blocked, other(*seat)) : std::nullopt)
    return refuse(acted.reply_to, *std::move(why));
  log_.clock().note_round_trip(log_.side_of(*seat), acted.round_trip);
  // What a decision needs beyond the game is known here only.
  const DecisionContext around{.bot_agrees_to_draw = bots_.agree_to_draw(log_),
                               .claimable_at = deadlines().claim_from(other(*seat)),
                               .rematch_is_coming = rematch_.has_value()};
  const ActionRequest request{acted.kind, acted.on, acted.moves, acted.round_trip, acted.seen, acted.count};
  Decision decision = decide_action(log_, *seat, request, around, now_);
  carry_out({.reply_to = acted.reply_to, .next_opened = acted.next_opened}, std::move(decision));
}

void RoomState::on(const BotMoved& moved) {
  auto decision = bots_.answer(log_, moved, now_);
  if (decision && decision->event) follow(*std::move(decision->event));
}

/// The client gets this answer when all is on disk, or the refusal at once.
void RoomState::carry_out(const Answer& answer, Decision decision) {
  if (decision.event) follow(*std::move(decision.event));
  // In this order: a timeout brings an event and a refusal.
  if (decision.rematch) return ask_for_rematch(answer.reply_to, answer.next_opened);
  if (decision.refusal) return refuse(answer.reply_to, *std::move(decision.refusal));
  answer_ = answer;
}

/// The game goes on by this event, and by the end that the rules may bring with it.
// The rules are asked after each event, and their end is written with the same commit.
void RoomState::follow(storage::Event event) {
  [[maybe_unused]] bool fits = log_.follow(std::move(event));
  assert(fits);
  if (auto end = end_by_rules(log_, now_)) {
    fits = log_.follow(*std::move(end));
    assert(fits);
  }
}

/// Who was second in the beginning is first now: the players change sides and, in an opening, parts; but not
/// after an abort, which would be a way to choose. They keep their tokens. What is agreed stands: a player
/// who leaves meanwhile finds the game in the list of unfinished ones.
// The seats and their tokens stay with their holders; the room code is drawn anew.
void RoomState::ask_for_rematch(const ReplyTo& by, NextOpened opened) {
  storage::Game next = log_.header();
  next.seats = {log_.holder(Seat::b), log_.holder(Seat::a)};
  if (log_.status() == Status::aborted) std::swap(next.seats[0], next.seats[1]);
  next.ending = {};
  next.id.clear();
  next.code.clear();
  next.opening_code.clear();
  next.due = 0;
  rematch_ = Rematch{.event = rematch_event(log_, now_, *seat_of(by), {}), .reply_to = by};
  effects_.emplace_back(CreateRematch{std::move(next), rematch_->event, std::move(opened)});
}

void RoomState::on(const HintFound& found) {
  auto hint = Hints::answer(log_, found);
  if (!hint) return refuse(found.reply_to, hint.error());
  send(found.reply_to, *std::move(hint));
}

// ---- the host and the chat --------------------------------------------------------------------------------

void RoomState::on(const Hosted& hosted) {
  if (!presence_.find(hosted.reply_to.viewer))
    return refuse(hosted.reply_to, error(ErrorCode::forbidden, "Join the game first."));
  // Judged first, carried out after: a refused order leaves the room as it was.
  HostOrder order = decide_order(log_, presence_, hosted, now_);
  if (order.room) log_.keep_order(*std::move(order.room));
  for (const Seat seat : kSeats)
    if (order.put_out.contains(log_.holder(seat).user)) forgo_rematch(seat);
  carry_out({.reply_to = hosted.reply_to, .put_out = std::move(order.put_out)}, std::move(order.game));
}

void RoomState::on(const Chatted& chatted) {
  const Viewer* const viewer = presence_.find(chatted.reply_to.viewer);
  protocol::ChatLine line{.game_id = log_.header().id,
                          .room = chatted.room,
                          .from = {},
                          .side = std::nullopt,
                          .text = {},
                          .at = now_};
  if (viewer && viewer->seat) line.side = log_.side_of(*viewer->seat);
  auto said = chat_.say(viewer, log_.header().order.muted, chatted, std::move(line));
  if (!said) return refuse(chatted.reply_to, said.error());
  // Nothing is written: chat is memory, and the answer goes out at once.
  effects_.emplace_back(Broadcast{.message = *std::move(said),
                                  .players_only = chatted.room == ChatRoom::players,
                                  .speaker = viewer->user.id,
                                  .is_shadow = chatted.is_shadow});
  answer_ = Answer{.reply_to = chatted.reply_to};
}

/// A report is no part of the game: writing it down neither begins a turn, nor takes anything back when it
/// fails.
void RoomState::on(const LineReported& reported) {
  const auto report =
      chat_.report(presence_.find(reported.reply_to.viewer), reported, log_.header().id, now_);
  if (!report) return refuse(reported.reply_to, report.error());
  answer_ = Answer{.reply_to = reported.reply_to};
  if (*report) persist({{storage::ReportLine{**report}}});
}

void RoomState::on(const LinesRemoved& removed) {
  for (const protocol::ChatLine& line : chat_.remove_reported(removed.speaker, removed.in_secret)) {
    effects_.emplace_back(Broadcast{.message = protocol::ChatRemoved{log_.header().id, line.at},
                                    .players_only = line.room == ChatRoom::players,
                                    .hidden_from = removed.in_secret ? removed.speaker : std::string()});
  }
}

void RoomState::on(const ReportsDismissed& dismissed) {
  chat_.dismiss_reported(dismissed.speaker, dismissed.until);
}

// ---- time ------------------------------------------------------------------------------------------------

Deadlines RoomState::deadlines() const {
  return Deadlines(log_, presence_,
                   {.turn_since = turn_since_,
                    .crowd = presence_throttle_.due(),
                    .rests_until = rests_until_,
                    .bots_pause_until = bots_.pause_until(),
                    .retires = !retired_ && !rematch_,
                    .is_due_on_record = committed_.due() != 0,
                    .stays_for_chat = stays_for_chat_});
}

/// One timer serves all deadlines: whenever it fires, everything that has become due is done, unless the game
/// ends by it. What is due then follows from the state that this leaves.
// The order of Deadlines::all(): what ends the game comes first, and then nothing else is due any more.
void RoomState::on(const TimerFired&) {
  timer_.reset();
  // The next server would charge the time that this one was away, too. An event that is due anyway has the
  // clock.
  // owes_clock_: a restart's charge is not on disk yet, and must not be charged again by the next server.
  const auto flag = log_.clock().flag_at();
  if (owes_clock_ && !rests_until_ && flag && now_ < *flag) return follow(kept_clock_event(log_, now_));
  for (const auto& [what, at] : deadlines().all()) {
    if (!at || now_ < *at) continue;
    serve(what);
    if (what == Due::flag || what == Due::first_move) return;
  }
}

/// Unless a player has just come back to it.
// The store's due date decides when; whether it is still due the game itself knows.
void RoomState::on(const Lapsed&) {
  const auto at = lapses_at(log_);
  // A player who is here may act at any moment; the sweep comes back later.
  const bool is_awaited = std::ranges::any_of(kSeats, [&](Seat seat) { return presence_.online(seat); });
  if (at && now_ >= *at && !is_awaited) follow(lapse_event(log_, now_));
}

void RoomState::on(const Annulled& annulled) {
  if (!log_.over() && (annulled.even_begun || !log_.clock_started())) follow(end_annulled(log_, now_));
}

/// Before its time.
void RoomState::on(const Spared& spared) {
  // A room at work, or one that people look on, is left as it is unless the place is for players.
  const Use use = this->use();
  if (use == Use::play || (use == Use::spectators && !spared.even_watched)) return;
  protocol::Error gone = error(ErrorCode::internal, "Others need the place of this room.");
  gone.game_id = log_.header().id;
  effects_.emplace_back(Broadcast{std::move(gone)});
  retire();
}

// Whose place others may have: note() of Rooms asks this after each change.
RoomState::Use RoomState::use() const {
  const bool plays = std::ranges::any_of(kSeats, [&](Seat seat) { return !presence_.absence(seat); });
  if (plays || !deadlines().gives_way()) return Use::play;
  return presence_.empty_since() ? Use::none : Use::spectators;
}

/// How long until the game ends by itself.
void RoomState::tell_deadlines(protocol::GameState& state, TimePoint now) const {
  state.expires = deadlines().first_move_in(now);
  if (const auto at = lapses_at(log_))
    state.lapse = protocol::Lapse{std::max(*at - now, Millis(0)), winner_by_lapse(log_)};
}

void RoomState::serve(Due due) {
  switch (due) {
    case Due::flag:
      return follow(timeout_event(log_, now_));
    case Due::first_move:
      return follow(end_without_start(log_, now_, who_waits()));
    case Due::tell_a_is_gone:
      return announce_gone(Seat::a);
    case Due::tell_b_is_gone:
      return announce_gone(Seat::b);
    case Due::tell_crowd:
      return announce_crowd();
    case Due::retire:
      assert(log_.over() || due_of(log_) != 0);  // Else it would never be loaded again.
      return retire_or_stay();
    case Due::rested:
    case Due::bots_paused:  // The bots see to it when the room settles.
      return;
  }
}

/// In a tournament the one who has come wins, even if the connection is down at this very moment. The host of
/// a simul comes when there is something to do.
std::optional<Seat> RoomState::who_waits() const {
  const Seat waiting = other(log_.seat_to_move());
  const bool has_come = presence_.has_come(waiting) || log_.is_host_of_simul(waiting);
  const bool counts = !log_.header().tournament.empty() && has_come;
  return counts ? std::optional(waiting) : std::nullopt;
}

void RoomState::announce_gone(Seat seat) {
  presence_.announce(seat);
  effects_.emplace_back(Broadcast{absence_of(seat)});
}

/// @pre `seat` may be claimed from some moment on.
protocol::Gone RoomState::absence_of(Seat seat) const {
  return {.game_id = log_.header().id,
          .side = log_.side_of(seat),
          .gone = true,
          .claim_in = std::max(*deadlines().claim_from(seat) - now_, Millis(0))};
}

// Changed as well: the lobby shows how many look on.
void RoomState::announce_crowd() {
  presence_throttle_.told(now_);
  const protocol::LobbyGame summary = this->summary();
  protocol::Crowd crowd{.game_id = summary.game_id,
                        .online = {summary.players[0].online, summary.players[1].online},
                        .spectators = summary.spectators,
                        .names = {}};
  const Spectators spectators(presence_);
  std::set<ViewerId> apart;  // They are not told of those whom they block.
  for (const auto& [id, viewer] : presence_.viewers()) {
    if (!spectators.has_one_of(viewer.blocked)) continue;
    crowd.names = spectators.names(viewer.blocked);
    send({id, {}}, crowd);
    apart.insert(id);
  }
  crowd.names = spectators.names();
  effects_.emplace_back(Broadcast{.message = std::move(crowd), .except = std::move(apart)});
  effects_.emplace_back(Changed{});
}

// ---- small things ----------------------------------------------------------------------------------------

/// In games of days players read a day later what the other has said, and it is nowhere else.
void RoomState::retire_or_stay() {
  stays_for_chat_ = !log_.over() && log_.header().time.days > 0 && chat_.has_lines_of_players();
  if (!stays_for_chat_) return retire();
  effects_.emplace_back(Changed{});
}

// Only once, so that a room is not asked to leave twice.
void RoomState::retire() {
  retired_ = true;
  effects_.emplace_back(Retire{});
}

// An answer bears the number of its request; what is told without a request has none.
void RoomState::send(const ReplyTo& reply_to, protocol::ServerMessage message) {
  effects_.emplace_back(Send{reply_to.viewer, std::move(message), reply_to.request});
}

void RoomState::refuse(const ReplyTo& reply_to, protocol::Error error) {
  error.game_id = log_.header().id;
  send(reply_to, std::move(error));
}

std::optional<Seat> RoomState::seat_of(const ReplyTo& reply_to) const {
  const Viewer* viewer = presence_.find(reply_to.viewer);
  return viewer ? viewer->seat : std::nullopt;
}

}  // namespace server
