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
          row.millis()};
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
