#pragma once

#include <string_view>

#include "server/protocol/words.h"
#include "server/tournament/decisions.h"
#include "server/tournament/scores.h"

/// The words for what a tournament enumerates: in its record, and for those who show it.
namespace server::protocol {

/// In the order of the enumerators, as all lists here.
template <>
struct Words<tournament::EventKind> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"created", "joined", "withdrew", "cameBack", "askedBye", "started", "paused", "resumed", "roundPaired",
       "gameEnded", "notPlayed", "corrected", "replayed", "seatsExchanged", "roundAnnulled", "pairForbidden",
       "substituted", "finished", "cancelled"});
};
template <>
struct Words<tournament::Format> {
  static constexpr auto list =
      std::to_array<std::string_view>({"roundRobin", "swiss", "arena", "knockout", "simul"});
};
template <>
struct Words<tournament::HostSide> {
  static constexpr auto list = std::to_array<std::string_view>({"first", "second", "alternating"});
};
template <>
struct Words<tournament::Phase> {
  static constexpr auto list = std::to_array<std::string_view>({"open", "running", "finished", "cancelled"});
};
template <>
struct Words<tournament::Attendance> {
  static constexpr auto list = std::to_array<std::string_view>({"here", "away", "withdrawn", "invited"});
};
template <>
struct Words<tournament::Stage> {
  static constexpr auto list = std::to_array<std::string_view>({"main", "halfTime", "decider"});
};
template <>
struct Words<tournament::TieBreak> {
  static constexpr auto list =
      std::to_array<std::string_view>({"opponents", "buchholzCut", "sonnebornBerger", "direct", "wins",
                                       "winsAsSecond", "bq", "discs", "lot"});
};
template <>
struct Words<tournament::Result> {
  static constexpr auto list = std::to_array<std::string_view>({"first", "second", "draw", "nobody"});
};
template <>
struct Words<tournament::Ending> {
  static constexpr auto list = std::to_array<std::string_view>({"onBoard", "offBoard", "forfeit"});
};
template <>
struct Words<tournament::Basis> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"samePoints", "otherPoints", "berger", "bracket", "thirdPlace", "arena", "simul"});
};
template <>
struct Words<tournament::ColourBasis> {
  static constexpr auto list =
      std::to_array<std::string_view>({"firstDue", "secondDue", "bothDue", "rank", "fixed"});
};
template <>
struct Words<tournament::RestKind> {
  static constexpr auto list = std::to_array<std::string_view>({"bye", "halfBye", "walkover", "freeRound"});
};
template <>
struct Words<tournament::LineKind> {
  static constexpr auto list =
      std::to_array<std::string_view>({"played", "forfeitWin", "forfeitLoss", "bye", "halfBye", "walkover",
                                       "freeRound", "late", "absent", "cancelled"});
};
template <>
struct Words<tournament::Refusal> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"alreadyDone", "over", "notOpen", "notRunning", "paused", "full", "tooLate", "tooEarly", "tooFew",
       "tooMany", "notInFormat", "stale", "unknownPlayer", "unknownGame", "begun", "builtOn", "gamesLeft",
       "roundsLeft", "removed"});
};

static_assert(word(tournament::EventKind::cancelled) == "cancelled");
static_assert(word(tournament::Phase::cancelled) == "cancelled");
static_assert(word(tournament::TieBreak::lot) == "lot");
static_assert(word(tournament::LineKind::cancelled) == "cancelled");
static_assert(word(tournament::Refusal::removed) == "removed");

}  // namespace server::protocol
