#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace storage {

/// What an event of a game is. `unknown`: a newer server has written it; such a game is not replayed.
enum class EventKind {
  start,
  move,
  takeback,
  offer,
  clock,
  pause,
  resume,
  end,
  rematch,
  swap,
  opening,
  unknown
};

/// In the database, in JSON and in messages.
/// Stored and sent: a word never changes, and a new kind is added before `unknown`.
inline constexpr auto kEventWords = std::to_array<std::string_view>(
    {"start", "move", "takeback", "offer", "clock", "pause", "resume", "end", "rematch", "swap", "opening"});
static_assert(kEventWords.size() == static_cast<std::size_t>(EventKind::unknown));

/// The reverse of event_kind(), but that `unknown` has lost its word.
constexpr std::string_view word(EventKind kind) {
  return kind == EventKind::unknown ? "unknown" : kEventWords[static_cast<std::size_t>(kind)];
}

/// `unknown` for any other word: find() ends at the end of the list, which is its number.
constexpr EventKind event_kind(std::string_view word) {
  return static_cast<EventKind>(std::ranges::find(kEventWords, word) - kEventWords.begin());
}

}  // namespace storage
