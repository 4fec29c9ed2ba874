#pragma once

#include "storage/sql/rows.h"
#include "storage/tournament.h"

/// The rows of tournaments; see rows.h.
namespace storage::sql {

template <class Row>
Tournament read_tournament(Row& row) {
  return {row.text(), row.text(),   row.text(),   row.text(), row.text(), row.text(),
          row.text(), row.number(), row.millis(), row.text(), row.text()};
}

template <class Row>
TournamentEvent read_tournament_event(Row& row) {
  return {row.number(), row.text(), row.text(), row.text(), row.text(), row.millis()};
}

template <class Row>
TournamentGame read_tournament_game(Row& row) {
  return {row.number(), row.number(), row.number(), row.text()};
}

template <class Row>
TournamentResult read_tournament_result(Row& row) {
  return {read_tournament_game(row),
          {row.text(), row.text()},
          {row.text(), row.text(), row.text(), row.millis(), row.text()},
          row.number()};
}

template <class Row>
PlayedTournament read_played_tournament(Row& row) {
  return {row.text(), row.text(), row.text(), row.text(), row.millis(), row.number(), row.number()};
}

}  // namespace storage::sql
