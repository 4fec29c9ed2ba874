#include "server/match/game_log.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/identity/ratings.h"
#include "server/match/detail.h"
#include "server/match/game_events.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using protocol::from_word;
using protocol::word;

/// A record names its players as they sit in the end; here they sit as in the beginning.
storage::Game as_it_began(const storage::Record& record) {
  storage::Game game = record.game;
  const auto swaps = std::ranges::count(record.events, EventKind::swap, &storage::Event::kind);
  if (swaps % 2 != 0) std::swap(game.seats[0], game.seats[1]);
  return game;
}

// Imported games may rest on rulings of their time that ours do not know (engine::Setup::past_rulings).
engine::Setup setup_of(const storage::Game& header) {
  return {.rule = header.rule,
          .pos = header.start_pos,
          .size = header.size,
          .past_rulings = !header.source.empty()};
}

}  // namespace

GameLog::GameLog(const engine::Game& game, storage::Game header, std::unique_ptr<engine::Match> match)
    : game_(&game),
      header_(std::move(header)),
      match_(std::move(match)),
      clock_(to_time_control(header_.time)) {
  start_pos_ = look().pos;
}

// The one place where a header is judged; everything after trusts it.
std::optional<GameLog> GameLog::begin(const engine::Game& game, storage::Game header) {
  auto match = game.new_match(setup_of(header));
  const OpeningRule* const opening = find_opening(game.id, header.opening);
  if (!match || (!opening && !header.opening.empty())) return std::nullopt;
  GameLog log(game, std::move(header), std::move(*match));
  if (opening) log.opening_ = Opening(*opening, log.board_size());
  return log;
}

// Notations are left out: only follow() makes them, for the move that is about to be told.
std::optional<GameLog> GameLog::replay(const engine::Game& game, const storage::Record& record, int version) {
  std::optional<GameLog> log = begin(game, as_it_began(record));
  if (!log) return std::nullopt;
  for (const storage::Event& event : record.events) {
    if (event.v > version) break;
    if (!log->append(event)) return std::nullopt;
  }
  // The ratings were written with a commit and are no event.
  if (record.ratings) log->note_ratings(shown(*record.ratings));
  return log;
}

std::optional<GameLog> GameLog::replay(const storage::Record& record) {
  const engine::Game* const game = engine::find_game(record.game.game);
  return game ? replay(*game, record, static_cast<int>(record.events.size())) : std::nullopt;
}

// The move's notations depend on the position before it, so they are made first.
bool GameLog::follow(storage::Event event) {
  const bool moves = !event.move.empty();
  auto notation = moves ? names(event.move) : std::vector<engine::Notation>();
  if (!append(std::move(event))) return false;
  if (moves) notation_ = std::move(notation);
  return true;
}

/// In the position before the move; none if it is not legal there.
std::vector<engine::Notation> GameLog::names(const std::string& move) const {
  const auto read = match_->read_move(move);
  return read && *read == move ? match_->notations(move) : std::vector<engine::Notation>();
}

// A gap in the numbers would be a lost row.
bool GameLog::append(storage::Event event) {
  if (event.v != version() + 1 || !apply(event)) return false;
  events_.push_back(std::move(event));
  return true;
}

// The commit took a while: the turn that it began is timed from when the players learn of it.
void GameLog::begin_turn(TimePoint now) {
  if (!clock_.running() || events_.empty()) return;
  const storage::Event& last = events_.back();
  const bool is_new = ends_turn(last.kind);
  clock_.start(*clock_.running(), now, is_new ? Millis(0) : Millis(last.spent));
}

// ---- the log ---------------------------------------------------------------------------------------------

// The order within matters: quotas before sides, the clock last.
bool GameLog::apply(const storage::Event& event) {
  const EventKind kind = event.kind;
  // Before a swap moves the quotas: they are those of the side whose turn ends.
  if (ends_turn(kind) && clock_.running()) clock_.note_lag(*clock_.running(), Millis(event.lag));
  if (ends_turn(kind)) turn_since_ = event.v;
  bool fits = true;
  switch (kind) {
    case EventKind::start:
      status_ = Status::playing;
      if (const auto host = from_word<Side>(event.detail)) host_of_simul_ = seat_of(*host);
      break;
    case EventKind::move:
      fits = apply_move(event);
      break;
    case EventKind::swap:
    case EventKind::opening:
      fits = apply_choice(event, kind);
      break;
    case EventKind::takeback:
      fits = apply_takeback(event);
      break;
    case EventKind::offer:
      fits = apply_offer(event);
      break;
    // Clocks stop by apply_clock(): their reading is in the event.
    case EventKind::pause:
      paused_ = true;
      break;
    case EventKind::resume:
      paused_ = false;
      break;
    case EventKind::end:
      fits = apply_end(event);
      break;
    case EventKind::rematch:
      next_game_ = event.detail;
      break;
    // Only its readings count: added time, or a restart.
    case EventKind::clock:
      break;
    // A record of a newer program: rather not loaded than misread.
    case EventKind::unknown:
      return false;
  }
  if (kind == EventKind::pause) offers_.close(OfferKind::pause, event.v);
  if (kind == EventKind::rematch) offers_.close(OfferKind::rematch, event.v);
  if (fits) apply_clock(event, kind);
  return fits;
}

// The rules judge the move, the opening where its stone may stand; both have to agree.
bool GameLog::apply_move(const storage::Event& event) {
  const auto stone = match_->play(event.move);
  if (!stone || !opening_.permits(event.move)) return false;
  // In an opening one player places stones of both colours.
  const Seat mover = seat_of(opening_.done() ? *stone : opening_.by());
  notation_.clear();
  look_.reset();
  // Names of openings depend on the first moves alone.
  if (plies() < engine::kOpeningPlies) opening_code_.reset();
  moves_.push_back(event.move);
  if (!moves_text_.empty()) moves_text_ += ' ';
  moves_text_ += event.move;
  movers_.push_back(mover);
  // Where the clock ran the move gained an increment, which a takeback has to take away again.
  timed_.push_back(clock_.running().has_value());
  acted_[index(mover)] = true;
  opening_.place(event.move);
  // A draw that was offered to the mover is declined by moving.
  offers_.moved(mover, event.v);
  return true;
}

bool GameLog::apply_choice(const storage::Event& event, EventKind kind) {
  const auto choice = read_opening_choice(event.detail);
  if (!choice || opening_.done() || !opening_.admits(*choice)) return false;
  // A swap has a kind of its own, for it changes the seats of the record.
  if ((choice->kind == Choice::swap) != (kind == EventKind::swap)) return false;
  const Seat chooser = seat_to_move();
  acted_[index(chooser)] = true;
  offers_.moved(chooser, event.v);
  opening_.choose(*choice);
  if (choice->kind == Choice::swap) exchange_sides();
  return true;
}

/// Seats keep their holders; what changes is the side that each plays.
void GameLog::exchange_sides() {
  exchanged_ = !exchanged_;
  std::swap(header_.seats[0], header_.seats[1]);
  clock_.exchange();
}

// What stood before the last choice was chosen from, and stays.
bool GameLog::apply_takeback(const storage::Event& event) {
  if (event.ply < 0 || event.ply > plies() || !opening_.may_take_back_to(event.ply)) return false;
  // moves_text_ is shortened in place; each move but the first has a blank before it.
  for (; plies() > event.ply; moves_.pop_back()) {
    match_->undo();
    moves_text_.resize(moves_text_.size() - moves_.back().size());
    if (plies() > 1) moves_text_.pop_back();
  }
  taken_back_at_ = event.v;
  movers_.resize(moves_.size());
  timed_.resize(moves_.size());
  if (plies() < engine::kOpeningPlies) opening_code_.reset();
  opening_.take_back_to(event.ply);
  look_.reset();
  offers_.close(OfferKind::takeback, event.v);
  offers_.close(OfferKind::draw, event.v);
  return true;
}

engine::Setup GameLog::setup() const {
  return setup_of(header_);
}

std::unique_ptr<engine::Match> GameLog::match_at(int ply) const {
  // The match knows its own past, so an earlier position needs no replay of the record.
  auto match = match_->clone();
  for (int i = plies(); i > ply; --i) match->undo();
  return match;
}

// "off" withdraws the offer of the side that says it, or declines the other's.
bool GameLog::apply_offer(const storage::Event& event) {
  DetailReader words(event.detail);
  const auto kind = from_word<OfferKind>(words.next());
  const std::optional<Seat> by = doer(event);
  if (!kind || !by) return false;
  if (words.next() == "on") {
    offers_.make(*kind, *by, event.v);
  } else if (offers_.open(*kind, other(*by))) {
    offers_.decline(*kind, event.v);
  } else {
    offers_.close(*kind, event.v);
  }
  return true;
}

bool GameLog::apply_end(const storage::Event& event) {
  DetailReader words(event.detail);
  const auto status = from_word<Status>(words.next());
  if (!status) return false;
  status_ = *status;
  const std::string result = words.next();
  if (!result.empty()) result_ = result;
  reason_ = words.next();
  paused_ = false;
  offers_.game_ended(event.v);
  // The row of the game is written with the end, in the same commit.
  header_.ending = {.status = std::string(word(status_)),
                    .result = result,
                    .reason = reason_,
                    .ended = event.at,
                    .pos = look().pos};
  return true;
}

// The only place where readings change: what play and replay do must come out the same.
void GameLog::apply_clock(const storage::Event& event, EventKind kind) {
  for (const Side side : {Side::first, Side::second}) {
    const std::size_t i = engine::index(side);
    clock_.restore(side, {.main = Millis(event.clock[i]), .periods = event.periods[i]});
  }
  const Millis used = ends_turn(kind) ? Millis(0) : Millis(event.spent);
  // An imported record may say what it likes.
  if (const auto running = over() ? std::nullopt : from_word<Side>(event.running)) {
    clock_.start(*running, TimePoint(Millis(event.at)), used);
    if (!clock_started()) clock_started_by_ = event.v;
  } else {
    clock_.stop(used);
  }
}

std::optional<Seat> GameLog::doer(const storage::Event& event) const {
  const auto side = from_word<Side>(event.by);
  return side ? std::optional(seat_of(*side)) : std::nullopt;
}

}  // namespace server
