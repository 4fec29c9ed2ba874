#include "server/room/room.h"

#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/bots/levels.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
#include "server/protocol/event_texts.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using std::chrono::steady_clock;

/// Inputs that may wait for one commit: of all spectators together, of each seat by itself, so that they
/// never take the place of a player's move, and joins, which come all at once after a restart. Rate limits
/// keep usual rooms far below.
constexpr std::size_t kMaxOfSpectators = 256;
constexpr std::size_t kMaxOfSeat = 32;
// After a restart every viewer of the room comes at once.
constexpr std::size_t kMaxArriving = 16'384;
/// As long as people wait for advice gladly; less than most levels think themselves.
constexpr Millis kHintTime{500};

Subscriber::Text encoded(const protocol::ServerMessage& message, std::optional<std::int64_t> request = {}) {
  return std::make_shared<const std::string>(protocol::encode(message, request));
}

/// Players first: spectators are told when the network thread has nothing else to do.
void tell(Subscriber& reader, const Viewer& viewer, const Subscriber::Text& text) {
  if (viewer.seat) {
    reader.send(text);
  } else {
    reader.send_when_idle(text);
  }
}

/// Where the answer to this input goes; null: none is expected.
const ReplyTo* reply_to_of(const Input& input) {
  // A field of the input, found at compile time: the variants without one have no answer.
  return std::visit(
      [](const auto& one) -> const ReplyTo* {
        if constexpr (requires { one.reply_to; }) {
          return &one.reply_to;
        } else {
          return nullptr;
        }
      },
      input);
}

}  // namespace

Room::Room(const RoomContext& context, RoomState state)
    : context_(context),
      state_(std::move(state)),
      published_(state_.log().state(server_now())),
      timer_(context.network) {}

void Room::open(std::function<void(Persisted)> done, ComesOf of) {
  opened_ = std::move(done);
  handle(Opened{std::move(of)});
}

void Room::enter(std::shared_ptr<Subscriber> subscriber, Joined joined) {
  if (joined.since) context_.metrics.resyncs.Increment();
  if (subscriber->wants_deltas()) joined.since.reset();  // A snapshot is no longer than what was missed.
  subscribers_.insert_or_assign(joined.reply_to.viewer, std::move(subscriber));
  joined.rating = context_.owner.rating_of(joined.user, header());
  handle(std::move(joined));
}

// At once: nothing more is sent to it, even if the room takes the input later.
void Room::leave(ViewerId viewer, Leaving how) {
  subscribers_.erase(viewer);
  handle(Left{{viewer, {}}, how});
}

void Room::handle(Input input) {
  // The queue is bounded: an input that waits longer than its answer is worth is refused instead.
  if (stopped_ || is_full_for(input)) {
    const auto code = stopped_ ? protocol::ErrorCode::shutting_down : protocol::ErrorCode::busy;
    if (const ReplyTo* reply_to = reply_to_of(input)) refuse(*reply_to, code, "Try again in a moment.");
    return;
  }
  // Its place is taken when it is queued and given back when it is fed.
  const Share share = share_of(input);
  ++shares_[share];
  if (share == Share::arriving) ++joins_[reply_to_of(input)->viewer];
  waiting_.push_back({std::move(input), server_now(), share});
  run();
}

void Room::forget_join(ViewerId viewer) {
  const auto joins = joins_.find(viewer);
  if (--joins->second == 0) joins_.erase(joins);
}

/// Whose place in the queue it takes.
Room::Share Room::share_of(const Input& input) const {
  const ReplyTo* const reply_to = reply_to_of(input);
  // A Left must always be heard: it frees the place of its viewer.
  if (!reply_to || std::holds_alternative<Left>(input)) return Share::unbounded;
  if (std::holds_alternative<Joined>(input)) return Share::arriving;
  const Viewer* const viewer = state_.presence().find(reply_to->viewer);
  if (!viewer || !viewer->seat) return Share::spectators;
  return *viewer->seat == Seat::a ? Share::seat_a : Share::seat_b;
}

bool Room::is_full_for(const Input& input) const {
  static constexpr std::array kMost{kMaxOfSpectators, kMaxOfSeat, kMaxOfSeat, kMaxArriving};
  const Share share = share_of(input);
  return share != Share::unbounded && shares_[share] >= kMost[share];
}

void Room::refuse(const ReplyTo& reply_to, protocol::ErrorCode code, std::string message) {
  protocol::Error refusal = protocol::retry_after(std::chrono::seconds(1), code, std::move(message));
  refusal.game_id = id();
  deliver(reply_to.viewer, encoded(refusal, reply_to.request));
}

void Room::stop() {
  stopped_ = true;
  timer_.cancel();
  thinking_.request_stop();
}

// One input at a time, and none while a commit is under way. Effects may bring new inputs: those wait too.
void Room::run() {
  if (running_) return;
  const auto self = shared_from_this();  // The room may be dropped by what it causes.
  running_ = true;
  attempt_or_break_down([this] {
    while (!stopped_ && !waiting_.empty() && !state_.awaits_commit()) {
      // Moved out first: feeding may push more into the queue, which would move it in memory.
      const Waiting next = std::move(waiting_.front());
      waiting_.pop_front();
      --shares_[next.share];
      if (next.share == Share::arriving) forget_join(reply_to_of(next.input)->viewer);
      feed(next.input, next.arrived);
    }
  });
  running_ = false;
}

// A defect in one room stays in it. What is on disk is all that viewers have been told for certain.
template <class Task>
void Room::attempt_or_break_down(Task task) {
  if (!attempt("room", task) && !stopped_) break_down();
}

// The viewers join again, and are told how the game stands.
void Room::break_down() {
  log_event(LogLevel::error, "room_broke",
            {{"game", id()}, {"kind", header().game}, {"plies", state_.log().plies()}});
  context_.metrics.rooms_broken.Increment();
  stop();
  const auto left = std::exchange(subscribers_, {});
  for (const auto& [viewer, subscriber] : left)
    attempt("farewell", [&] { subscriber->close(protocol::CloseCode::internal, "internal"); });
  // The creator is told that there is no game.
  if (auto opened = std::exchange(opened_, nullptr)) attempt("farewell", [&] { opened(Persisted::failed); });
  context_.owner.broke(*this);
}

void Room::feed(const Input& input, TimePoint now) {
  for (Effect& effect : state_.handle(input, now)) {
    std::visit([this](auto& one) { perform(one); }, effect);
  }
}

// Called by the record queue, on the network thread, once for each Persist.
void Room::settle(Persisted outcome, bool rated) {
  const auto self = shared_from_this();
  attempt_or_break_down([&] {
    // Asked even when it failed: Ratings keeps nothing of it then.
    auto ratings = rated ? context_.owner.rating_changes(id(), outcome == Persisted::done) : std::nullopt;
    if (outcome == Persisted::done) {
      feed(Committed{std::move(ratings)}, server_now());
    } else {
      feed(CommitFailed{.refused = outcome == Persisted::refused, .unknown = outcome == Persisted::unknown},
           server_now());
    }
  });
  // Before the queue goes on: the caller may want the room's first answer.
  if (auto opened = std::exchange(opened_, nullptr)) attempt("opened", [&] { opened(outcome); });
  run();
}

// ---- effects ---------------------------------------------------------------------------------------------

void Room::perform(Persist& persist) {
  const auto began = steady_clock::now();
  // Rated in the same transaction as the end, or not at all.
  auto rating = persist.rates ? context_.owner.rate(header()) : std::nullopt;
  const bool rated = rating.has_value();
  if (rated) persist.writes.push_back(*std::move(rating));
  auto done = [weak = weak_from_this(), began, rated](Persisted outcome) {
    const auto self = weak.lock();
    // A room that has gone hears nothing: its record is what counts.
    if (!self) return;
    const std::chrono::duration<double> took = steady_clock::now() - began;
    self->context_.metrics.move_commit_seconds.Observe(took.count());
    self->settle(outcome, rated);
  };
  context_.records.commit(std::move(persist.writes), std::move(done));
}

void Room::perform(Send& send) {
  // Refusals of rooms (chat, hints) are counted by one name, for their limits are the room's.
  const auto* const refusal = std::get_if<protocol::Error>(&send.message);
  if (refusal && refusal->code == protocol::ErrorCode::rate_limited) context_.metrics.count_refusal("rooms");
  deliver(send.to, encoded(send.message, send.request));
}

void Room::perform(Broadcast& broadcast) {
  // Encoded once: all viewers share the text.
  const Subscriber::Text text = encoded(broadcast.message);
  for (const auto& [id, viewer] : state_.presence().viewers()) {
    const auto found = subscribers_.find(id);
    if (found != subscribers_.end() && broadcast.is_for(id, viewer)) tell(*found->second, viewer, text);
  }
}

void Room::perform(Publish& publish) {
  // Counted where they are told, so that what was not written is not counted.
  count(publish.event);
  protocol::EventTexts texts(publish.event, published_, publish.legal);
  for (const auto& [id, viewer] : state_.presence().viewers()) {
    const auto found = subscribers_.find(id);
    if (id == publish.newcomer || found == subscribers_.end()) continue;
    const bool to_move = publish.mover && viewer.seat == publish.mover;
    // A player speaking for the seat to move also gets what it may play.
    tell(*found->second, viewer, texts.text(found->second->wants_deltas(), to_move));
  }
  // The next delta is made against this state.
  published_ = std::move(publish.event.state);
  published_.moves = {};  // Never compared, and long.
}

// Most deadlines are moved to later before they come. A timer that is set for an earlier moment is left as it
// is, and looks again when it fires.
void Room::perform(SetTimer& set) {
  deadline_ = set.at;
  // A deadline in the past is armed too: it fires in the next turn of the loop.
  if (deadline_ && !stopped_ && (!armed_for_ || *deadline_ < *armed_for_)) arm(*deadline_);
}

void Room::arm(TimePoint at) {
  armed_for_ = at;
  // server_now() is rounded down, so this is never early.
  timer_.expires_after(std::max(at - server_now(), Millis(0)));
  timer_.async_wait([weak = weak_from_this()](boost::system::error_code cancelled) {
    const auto self = weak.lock();
    if (!self || cancelled || self->stopped_) return;
    self->armed_for_.reset();
    if (!self->deadline_) return;
    // The deadline has moved: the timer is set anew.
    if (server_now() < *self->deadline_) return self->arm(*self->deadline_);
    self->timer_fired();
  });
}

/// Every flag falls by this timer, and how late it is is our own fault.
void Room::timer_fired() {
  const auto flag = state_.log().playing() ? state_.log().clock().flag_at() : std::nullopt;
  const Millis late = flag ? server_now() - *flag : Millis(-1);
  if (late >= Millis(0))
    context_.metrics.clock_flag_lateness_seconds.Observe(std::chrono::duration<double>(late).count());
  handle(TimerFired{});
}

void Room::perform(AskBot& ask) {
  if (stopped_) return;
  BotRequest request;
  request.room = id();
  request.epoch = ask.epoch;
  request.ply = ask.ply;
  request.game = &state_.log().game();
  request.match = std::move(ask.match);
  // Exhibitions wait until no game of people needs the threads.
  // Of this a worker elsewhere makes the same match.
  request.past = Past{state_.log().setup(), state_.log().moves()};
  if (state_.log().is_exhibition()) request.urgency = Urgency::exhibition;
  // Rooms have random names, so no two of them see the same mistakes of a weak bot.
  const std::uint64_t seed = std::hash<std::string>{}(id()) + ask.epoch;
  request.limits = bot_limits(ask.level, ask.clock, seed);
  // Then it is replaced by its best move so far.
  if (ask.clock) request.answer_within = longest_wait(*request.limits.time, *ask.clock);
  request.limits.multipv = ask.lines;
  // In an opening not all legal moves are permitted.
  request.limits.among = std::move(ask.among);
  // Bots among themselves have made their pause before they were asked.
  if (request.urgency == Urgency::game) request.not_before = reply_time(ask.moment, ask.clock, seed);
  thinking_ = context_.bots.think(std::move(request), [weak = weak_from_this()](BotAnswer answer) {
    const auto self = weak.lock();
    if (!self) return;
    const auto thought = std::chrono::duration_cast<Millis>(answer.thought.time) + answer.held;
    self->handle(BotMoved{answer.epoch, answer.ply, std::move(answer.thought.best), thought,
                          std::move(answer.thought.lines), answer.thought.depth});
  });
}

// The thread stops as soon as it looks; its answer, if one comes, has an older epoch.
void Room::perform(CancelBot&) {
  thinking_.request_stop();
}

// With a table of its own: a weak bot must not learn from the strong one. Behind all games: bots on the clock
// lose nothing to it.
void Room::perform(AskHint& ask) {
  if (stopped_) return;
  BotRequest request;
  request.room = "hint " + id();
  request.ply = ask.ply;
  request.game = &state_.log().game();
  request.match = std::move(ask.match);
  request.limits.time = kHintTime;
  request.limits.among = std::move(ask.among);
  request.urgency = Urgency::exhibition;
  auto found = [weak = weak_from_this(), reply_to = ask.reply_to,
                pos = std::move(ask.pos)](BotAnswer answer) {
    if (const auto self = weak.lock())
      self->handle(HintFound{reply_to, answer.ply, pos, std::move(answer.thought)});
  };
  context_.bots.think(std::move(request), std::move(found));
}

void Room::perform(CreateRematch& create) {
  auto done = [weak = weak_from_this(), opened = std::move(create.opened)](const Room* next) {
    // First: the new game takes over its places in the quotas, whether or not this room is still there.
    if (next && opened) opened(*next);
    if (const auto self = weak.lock()) self->handle(RematchCreated{next ? next->id() : std::string()});
  };
  context_.owner.create_rematch(std::move(create.header), std::move(create.event), std::move(done));
}

// One that asked again meanwhile gets its answer from that join, and keeps its place until then: without the
// place its end would not be told, and it would be in the room for ever.
void Room::perform(TurnedAway& turned) {
  if (joins_.contains(turned.viewer)) return;
  subscribers_.erase(turned.viewer);
  context_.owner.turned_away(*this, turned.viewer);
}

void Room::perform(Dismiss& dismiss) {
  const auto found = subscribers_.extract(dismiss.viewer);
  if (!found) return;
  // Told before it is closed, so that the page can say why.
  found.mapped()->send(encoded(protocol::Bye{protocol::CloseCode::kicked, "kicked", {}}));
  found.mapped()->close(protocol::CloseCode::kicked, "kicked");
}

// By ids: what people said and what they are called is not for the log.
void Room::perform(ChatReported& reported) {
  const storage::Report& report = reported.report;
  context_.metrics.chat_reports.Increment();
  log_event(LogLevel::warn, "chat_reported",
            {{"game", report.game},
             {"room", report.room},
             {"said", report.said},
             {"accused", report.accused},
             {"reporter", report.reporter}});
}

/// What waits here, and what comes from now on, is said to a game that has left the memory: the next join
/// loads it.
// What waits is answered: a client would wait for ever otherwise.
void Room::perform(Retire&) {
  stop();
  shares_ = {};
  joins_.clear();
  for (const Waiting& late : std::exchange(waiting_, {})) {
    if (const ReplyTo* const reply_to = reply_to_of(late.input))
      refuse(*reply_to, protocol::ErrorCode::internal, "This game is not here any more; join it again.");
  }
  // Before it is dropped: their places in other tables go too.
  for (const auto& [viewer, subscriber] : subscribers_) context_.owner.turned_away(*this, viewer);
  context_.owner.retired(*this);
}

void Room::deliver(ViewerId viewer, Subscriber::Text text) {
  const auto found = subscribers_.find(viewer);
  if (found != subscribers_.end()) found->second->send(std::move(text));
}

void Room::count(const protocol::GameEvent& event) {
  if (event.kind == EventKind::move) {
    context_.metrics.moves.Increment();
    context_.metrics.lag_compensated_seconds.Observe(std::chrono::duration<double>(event.lag).count());
  }
  if (event.kind == EventKind::end) {
    const std::string result = event.state.result.value_or(std::string(word(event.state.status)));
    context_.metrics.count_game(header().game, result);
    log_event(LogLevel::info, "game_ended",
              {{"game", id()},
               {"kind", header().game},
               {"result", result},
               {"reason", event.state.reason},
               {"plies", event.state.ply}});
  }
}

}  // namespace server
