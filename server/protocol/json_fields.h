#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "server/protocol/json_writer.h"
#include "server/protocol/words.h"

/// Fields of messages, written the way in which docs/protocol.md leaves them out or nulls them.
namespace server::protocol {

/// Milliseconds since 1970, as all moments are told.
inline std::int64_t epoch(TimePoint at) {
  return at.time_since_epoch().count();
}

// Absent, null and empty differ in the protocol: the names of the functions say which is written.
inline void text_or_null(JsonWriter& json, const char* name, const std::string& text) {
  if (text.empty()) return json.null_field(name);
  json.field(name, text);
}

inline void side_or_null(JsonWriter& json, const char* name, std::optional<Side> side) {
  if (!side) return json.null_field(name);
  json.field(name, word(*side));
}

inline void text_unless_empty(JsonWriter& json, const char* name, const std::string& text) {
  if (!text.empty()) json.field(name, text);
}

inline void millis_if_any(JsonWriter& json, const char* name, const std::optional<Millis>& time) {
  if (time) json.field(name, time->count());
}

inline void millis_above_zero(JsonWriter& json, const char* name, Millis time) {
  if (time > Millis(0)) json.field(name, time.count());
}

inline void number_above_zero(JsonWriter& json, const char* name, int number) {
  if (number > 0) json.field(name, number);
}

template <class List>
inline void list(JsonWriter& json, const char* name, const List& items) {
  json.key(name);
  json.open_array();
  for (const auto& item : items) json.value(item);
  json.close_array();
}

template <class List>
inline void list_unless_empty(JsonWriter& json, const char* name, const List& items) {
  if (!items.empty()) list(json, name, items);
}

inline void pair(JsonWriter& json, const char* name, const std::array<Millis, 2>& times) {
  list(json, name, std::array{times[0].count(), times[1].count()});
}

}  // namespace server::protocol
