#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "server/protocol/messages.h"

/// The words of the protocol for its enumerations: in JSON, in the records, in the metrics.
namespace server::protocol {

/// `list` in the order of the enumerators.
template <class Enum>
struct Words;

template <>
struct Words<Side> {
  static constexpr auto list = std::to_array<std::string_view>({"first", "second"});
};
template <>
struct Words<SideChoice> {
  static constexpr auto list = std::to_array<std::string_view>({"first", "second", "random"});
};
template <>
struct Words<Opponent> {
  static constexpr auto list = std::to_array<std::string_view>({"human", "ai", "aivsai"});
};
template <>
struct Words<ActionKind> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"resign", "abort", "draw", "takeback", "rematch", "pause", "resume", "addTime", "claimWin",
       "claimDraw", "hint", "keep", "swap", "more", "offer", "declare"});
};
template <>
struct Words<HostKind> {
  static constexpr auto list =
      std::to_array<std::string_view>({"kick", "mute", "unmute", "close", "pause", "resume"});
};
template <>
struct Words<Choice> {
  static constexpr auto list = std::to_array<std::string_view>({"keep", "swap", "more", "offer", "declare"});
};
template <>
struct Words<DeclineReason> {
  static constexpr auto list =
      std::to_array<std::string_view>({"later", "faster", "slower", "rated", "casual", "game"});
};
template <>
struct Words<Reply> {
  static constexpr auto list = std::to_array<std::string_view>({"accept", "decline", "withdraw"});
};
template <>
struct Words<ChallengeEnd::How> {
  static constexpr auto list =
      std::to_array<std::string_view>({"accepted", "declined", "withdrawn", "expired"});
};
template <>
struct Words<ChatRoom> {
  static constexpr auto list = std::to_array<std::string_view>({"players", "all"});
};
template <>
struct Words<Status> {
  static constexpr auto list = std::to_array<std::string_view>({"waiting", "playing", "finished", "aborted"});
};
template <>
struct Words<EventKind> {
  static constexpr auto list = storage::kEventWords;
};
template <>
struct Words<OfferKind> {
  static constexpr auto list = std::to_array<std::string_view>({"draw", "takeback", "rematch", "pause"});
};
template <>
struct Words<NoticeLevel> {
  static constexpr auto list = std::to_array<std::string_view>({"info", "warning"});
};
template <>
struct Words<ErrorCode> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"bad_json",    "bad_message",   "unknown_type", "too_large",   "hello_first",   "unauthorized",
       "forbidden",   "not_found",     "elsewhere",    "bad_code",    "full",          "name_taken",
       "bad_name",    "not_your_turn", "illegal_move", "stale_ply",   "game_over",     "no_offer",
       "not_allowed", "rate_limited",  "busy",         "unsupported", "shutting_down", "internal"});
};

template <>
struct Words<AnalysisStatus> {
  static constexpr auto list = std::to_array<std::string_view>({"queued", "running", "done"});
};
template <>
struct Words<Mark> {
  static constexpr auto list = std::to_array<std::string_view>({"inaccuracy", "mistake", "blunder"});
};
template <>
struct Words<engine::ScoreKind> {
  static constexpr auto list = std::to_array<std::string_view>({"eval", "win", "loss", "draw", "exact"});
};

template <class Enum>
constexpr std::string_view word(Enum value) {
  return Words<Enum>::list[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> from_word(std::string_view text) {
  constexpr auto& list = Words<Enum>::list;
  const auto found = std::ranges::find(list, text);
  if (found == list.end()) return std::nullopt;
  return static_cast<Enum>(found - list.begin());
}

// An enumerator without its word would shift all that follow.
static_assert(word(ActionKind::declare) == "declare");
static_assert(word(Choice::declare) == "declare");
static_assert(word(engine::ScoreKind::exact) == "exact");
static_assert(word(ErrorCode::internal) == "internal");
static_assert(word(DeclineReason::game) == "game");
static_assert(word(ChallengeEnd::How::expired) == "expired");
static_assert(word(EventKind::opening) == "opening");

}  // namespace server::protocol
