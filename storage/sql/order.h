#pragma once

#include <sstream>
#include <string>

#include "storage/record.h"

/// A RoomOrder in columns: sets of ids, which hold no blanks, are text with blanks between them.
namespace storage::sql {

inline std::string join_ids(const std::set<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : " ") + id;
  return text;
}

inline std::set<std::string> split_ids(const std::string& text) {
  std::istringstream words(text);
  std::set<std::string> ids;
  for (std::string id; words >> id;) ids.insert(id);
  return ids;
}

template <class Row>
RoomOrder read_order(Row& row) {
  return {row.text(), split_ids(row.text()), split_ids(row.text())};
}

}  // namespace storage::sql
