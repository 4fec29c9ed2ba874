#include "server/room/committed_state.h"

#include <cassert>
#include <utility>

#include "server/match/lapse.h"
#include "server/protocol/words.h"

namespace server {

// Each kind of change that has no event of its own is written alone, or with the event that follows it.
Persist CommittedState::rest_of(const GameLog& log) const {
  Persist persist;
  std::vector<storage::Write>& writes = persist.writes;
  if (!created_)
    writes.emplace_back(storage::CreateGame{log.header(), of_.seeks, of_.rematch, of_.challenge});
  if (created_ && order_ != log.header().order)
    writes.emplace_back(storage::KeepOrder{log.header().id, log.header().order});
  // Without an event in between: a player has come.
  if (created_ && version_ == log.version() && seats_ != log.header().seats)
    writes.emplace_back(storage::TakeSeats{log.header().id, log.header().seats});
  // Ordered by version: rows of one batch are written in the order of the list.
  for (int v = version_; v < log.version(); ++v) {
    storage::Append append;
    append.event = log.events()[static_cast<std::size_t>(v)];
    // The end carries the result; a game whose result counts is rated in the same transaction.
    if (append.event.kind == EventKind::end) {
      append.ending = log.header().ending;
      persist.rates = log.header().rated && log.status() == Status::finished;
    }
    // Seats that have changed are written with the first of the missing events.
    if (created_ && v == version_ && seats_ != log.header().seats) append.seats = log.header().seats;
    // The opening's code and the due date are written once, with the last of the missing events.
    if (v + 1 == log.version() && opening_code_ != log.opening_code())
      append.opening_code = log.opening_code();
    if (v + 1 == log.version() && !log.over() && due_ != due_of(log)) append.due = due_of(log);
    writes.emplace_back(std::move(append));
  }
  return persist;
}

void CommittedState::grow_to(const GameLog& log) {
  created_ = true;
  if (version_ != log.version()) due_ = due_of(log);  // Written with an event alone.
  version_ = log.version();
  seats_ = log.header().seats;
  order_ = log.header().order;
  opening_code_ = log.opening_code();
}

// The record's, which may differ from what due_of() says by now: then the next event writes it.
void CommittedState::read_from_record(const GameLog& log) {
  grow_to(log);
  due_ = log.header().due;
}

// Replayed from the beginning: of all events only moves can be undone.
GameLog CommittedState::of(const GameLog& log) const {
  storage::Record record{log.header(), {log.events().begin(), log.events().begin() + version_}};
  record.game.seats = seats_;
  record.game.order = order_;
  record.game.ending = {};
  // A prefix of the log is always a game: events are only ever appended.
  auto saved = GameLog::replay(log.game(), record, version_);
  assert(saved);
  if (log.ratings()) saved->note_ratings(*log.ratings());  // They came with a commit.
  return *std::move(saved);
}

}  // namespace server
