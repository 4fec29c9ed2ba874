#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "server/formats/played_game.h"

/// Notes on what of a file was left out, in answers. Their messages repeat parts of files: an answer with
/// them is written with in_utf8().
namespace server {

inline nlohmann::ordered_json note_json(const BadText& note) {
  return {{"message", note.message}, {"line", note.line}, {"reason", note.reason}};
}

inline nlohmann::ordered_json notes_json(const std::vector<BadText>& notes) {
  auto list = nlohmann::ordered_json::array();
  for (const BadText& note : notes) list.push_back(note_json(note));
  return list;
}

/// Bytes that are no UTF-8 become signs for it.
inline std::string in_utf8(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace server
