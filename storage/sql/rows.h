#pragma once

#include <array>
#include <string>

#include "storage/sql/order.h"
#include "storage/store.h"

/// How rows become values: the same columns in the same order whatever the database. A `Row` gives its
/// columns from left to right: text(), millis(), number(), real(), flag().
namespace storage::sql {

// Braced lists are evaluated from left to right: the fields below stand in the order of the columns.

template <class Row>
std::string read_text(Row& row) {
  return row.text();
}

// ---- seeks -----------------------------------------------------------------------------------------------

template <class Row>
Seek read_seek(Row& row) {
  return {row.text(), row.text(),   row.text(), row.flag(), row.text(), row.number(),          row.flag(),
          row.text(), row.millis(), row.flag(), row.text(), row.text(), split_ids(row.text()), row.flag()};
}

// ---- games -----------------------------------------------------------------------------------------------

template <class Row>
TimeControl read_time(Row& row) {
  return {row.millis(), row.millis(), row.millis(), row.number(), row.millis(), row.number()};
}

template <class Row>
Seat read_seat(Row& row) {
  Seat seat;
  seat.name = row.text();
  seat.user = row.text();
  seat.level = row.number();
  seat.token_hash = row.text();
  return seat;
}

template <class Row>
Ending read_ending(Row& row) {
  return {row.text(), row.text(), row.text(), row.millis()};
}

// What came later than the rest stands at the end.
template <class Row>
Game read_game(Row& row) {
  Game game{row.text(),      row.text(),     row.text(),
            row.text(),      row.text(),     row.number(),
            row.text(),      read_time(row), {read_seat(row), read_seat(row)},
            row.flag(),      row.flag(),     row.millis(),
            read_ending(row)};
  for (Seat& seat : game.seats) {
    seat.rating = row.number();
    seat.provisional = row.flag();
  }
  game.source = row.text();
  game.event = row.text();
  row.millis();  // Its owner: the reader knows it, or need not.
  game.opening_code = row.text();
  game.due = row.millis();
  if (std::string pos = row.text(); pos != storage::kUnclassified) game.ending.pos = std::move(pos);
  for (Seat& seat : game.seats) seat.program = row.flag();
  return game;
}

template <class Row>
Cursor read_cursor(Row& row) {
  return {row.millis(), row.text()};
}

template <class Row>
RecordSize read_record_size(Row& row) {
  return {row.number(), row.number()};
}

template <class Row>
Event read_event(Row& row) {
  return {row.text(),
          row.number(),
          event_kind(row.text()),
          row.number(),
          row.text(),
          row.text(),
          row.text(),
          {row.millis(), row.millis()},
          {row.number(), row.number()},
          row.text(),
          row.millis(),
          row.millis(),
          row.millis()};
}

// ---- people ----------------------------------------------------------------------------------------------

template <class Row>
User read_user(Row& row) {
  return {row.text(), row.text(), row.flag(), row.millis(), row.flag()};
}

template <class Row>
Account read_account(Row& row) {
  return {read_user(row), {}, row.text()};
}

template <class Row>
Session read_session(Row& row) {
  return {row.text(), read_user(row), row.text(), row.millis(), row.millis()};
}

template <class Row>
Standing read_standing(Row& row) {
  return {row.real(), row.real(), row.real(), row.number(), row.millis()};
}

template <class Row>
Rating read_rating(Row& row) {
  return {row.text(), row.text(), row.text(), read_standing(row)};
}

template <class Row>
RatingChange read_change(Row& row) {
  return {row.real(), row.real()};
}

template <class Row>
RatingPoint read_point(Row& row) {
  return {row.text(), row.real(), row.millis()};
}

template <class Row>
Ranked read_ranked(Row& row) {
  return {row.text(), read_standing(row)};
}

template <class Row>
Tally read_tally(Row& row) {
  Tally tally{.won = row.number(), .lost = row.number(), .drawn = row.number()};
  tally.played = tally.won + tally.lost + tally.drawn;
  return tally;
}

/// What RateGame needs to know of a game.
struct Played {
  std::string game;
  std::array<std::string, 2> users;
  std::string result;
  Millis ended = 0;
};

template <class Row>
Played read_played(Row& row) {
  return {row.text(), {row.text(), row.text()}, row.text(), row.millis()};
}

// ---- analyses and reports --------------------------------------------------------------------------------

template <class Row>
PlyAnalysis read_ply(Row& row) {
  return {row.number(), row.text(), row.number(), row.real(), row.text(), row.text(), row.text()};
}

template <class Row>
Analysis read_analysis(Row& row) {
  Analysis analysis{row.text(), row.number(), row.millis()};
  if (row.flag()) analysis.accuracy = {row.real(), row.real()};
  return analysis;
}

template <class Row>
Report read_report(Row& row) {
  return {row.text(), row.text(), row.text(),   row.millis(), row.text(),   row.text(),
          row.text(), row.text(), row.millis(), row.text(),   row.millis(), row.text()};
}

}  // namespace storage::sql
