#include "server/match/detail.h"
#include "server/match/game_log.h"
#include "server/protocol/words.h"

// What a GameLog shows: to clients, and to the tables of the record.
namespace server {

using protocol::from_word;

// Records keep plain numbers, so that storage knows nothing of clocks.
TimeControl to_time_control(const storage::TimeControl& time) {
  return {.initial = Millis(time.initial),
          .increment = Millis(time.increment),
          .byoyomi = Millis(time.byoyomi),
          .periods = time.periods,
          .per_move = Millis(time.per_move),
          .days = time.days};
}

storage::TimeControl to_record(const TimeControl& time) {
  return {.initial = time.initial.count(),
          .increment = time.increment.count(),
          .byoyomi = time.byoyomi.count(),
          .periods = time.periods,
          .per_move = time.per_move.count(),
          .days = time.days};
}

const engine::Look& GameLog::look() const {
  if (!look_) look_ = match_->look();
  return *look_;
}

// Remembered, for each event asks for it.
std::string_view GameLog::opening_code() const {
  if (!opening_code_) opening_code_ = game_->opening_code ? game_->opening_code(setup(), moves_) : "";
  return *opening_code_;
}

// The opening may permit fewer than the rules.
std::vector<std::string> GameLog::legal_moves() const {
  if (!playing() || paused_ || is_choosing()) return {};
  return opening_.permitted(match_->legal_moves());
}

int GameLog::board_size() const {
  if (header_.size > 0) return header_.size;
  return game_->sizes.empty() ? 0 : game_->sizes.front();
}

TimePoint GameLog::last_event_at() const {
  return TimePoint(Millis(events_.empty() ? header_.created : events_.back().at));
}

// Everything that a client needs of the game, but for what differs between viewers.
protocol::GameState GameLog::state(TimePoint now) const {
  const auto side_offering = [this](OfferKind kind) {
    const auto seat = offers_.by(kind);
    return seat ? std::optional(side_of(*seat)) : std::nullopt;
  };
  protocol::GameState state;
  state.moves = moves_text_;
  state.ply = plies();
  state.look = look();
  // `look` names the side whose stone is next; clients are told who acts.
  state.look.turn = turn();
  state.opening = playing() ? opening_.face() : std::nullopt;
  state.opening_code = opening_code();
  state.clock = clock_.face(now);
  state.paused = paused_;
  state.status = status_;
  state.result = result_;
  state.reason = reason_;
  state.offers = {.draw = side_offering(OfferKind::draw),
                  .takeback = side_offering(OfferKind::takeback),
                  .rematch = side_offering(OfferKind::rematch),
                  .pause = side_offering(OfferKind::pause)};
  return state;
}

protocol::GameEvent GameLog::describe(const storage::Event& event, TimePoint now) const {
  protocol::GameEvent told;
  told.game_id = header_.id;
  told.version = event.v;
  told.kind = event.kind;
  told.by = from_word<Side>(event.by);
  told.state = state(now);
  DetailReader words(event.detail);
  switch (told.kind) {
    case EventKind::move:
      told.move = event.move;
      told.spent = Millis(event.spent);
      told.lag = Millis(event.lag);
      // Only the last move's notations are kept.
      if (event.ply == plies()) told.notation = notation_;
      break;
    case EventKind::opening:
      if (auto choice = read_opening_choice(event.detail)) {
        told.choice = choice->kind;
        told.offered = std::move(choice->offered);
        told.count = choice->count;
      }
      break;
    case EventKind::offer:
      told.offer = from_word<OfferKind>(words.next());
      told.on = words.next() == "on";
      break;
    case EventKind::takeback:
      // Details were written by this server or checked at their import, so they are read without a check.
      told.plies = std::stoi(event.detail);
      break;
    case EventKind::clock:
      // Zero after a restart: kNothingAdded of game_events.cpp.
      told.added = Millis(std::stoll(event.detail));
      break;
    case EventKind::end:
      told.ratings = ratings_;
      break;
    case EventKind::rematch:
      told.next_id = event.detail;
      break;
    default:
      break;
  }
  return told;
}

}  // namespace server
