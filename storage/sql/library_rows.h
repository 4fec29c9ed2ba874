#pragma once

#include "storage/library.h"

/// Rows of the library as values; see rows.h.
namespace storage::sql {

template <class Row>
Collection read_collection(Row& row) {
  return {row.number(), row.text(),   row.text(),   row.text(),  row.text(),
          row.millis(), row.number(), row.millis(), row.number()};
}

template <class Row>
LibraryUse read_use(Row& row) {
  return {row.number(), row.millis()};
}

template <class Row>
LibraryGame read_library_game(Row& row) {
  row.number();  // The collection, which is asked for.
  return {row.number(),
          row.text(),
          row.text(),
          row.number(),
          row.text(),
          {row.text(), row.text()},
          {row.number(), row.number()},
          row.text(),
          row.text(),
          row.text(),
          row.text(),
          row.text(),
          row.text(),
          row.text(),
          row.number(),
          {row.text()},
          {row.text()},
          row.millis(),
          row.millis()};
}

template <class Row>
PackedGame read_packed_game(Row& row) {
  return {row.number(), row.text(), {row.text()}};
}

template <class Row>
Cursor read_place(Row& row) {
  return {row.millis(), row.text()};
}

template <class Row>
EndedGame read_ended_game(Row& row) {
  return {row.millis(), row.text()};
}

/// A row of kOlderGames.
struct OlderGame {
  Cursor place{};
  bool has_ended_here = false;
  Millis ended = 0;
};

template <class Row>
OlderGame read_older_game(Row& row) {
  return {{row.millis(), row.text()}, row.number() != 0, row.millis()};
}

template <class Row>
MoveStats read_move_stats(Row& row) {
  return {row.number(), row.number(), row.number(), row.number(), row.number(),
          row.number(), row.millis(), row.number(), row.number()};
}

template <class Row>
SeenGame read_seen(Row& row) {
  return {row.number(), row.number(), row.text(), row.text(), {row.number(), row.number()}};
}

template <class Row>
LibraryImport read_import(Row& row) {
  return {row.text(),   row.number(), row.text(),   row.text(), row.text(), row.millis(), row.millis(),
          row.number(), row.number(), row.number(), row.text(), row.text(), row.text(),   row.number()};
}

template <class Row>
Bytes read_bytes(Row& row) {
  return {row.text()};
}

}  // namespace storage::sql
