#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/protocol/time.h"
#include "storage/store.h"

/// What moderators and the operator may do, and what an act must say.
namespace server {

inline constexpr int kLongestReason = 200;    ///< Code points,
inline constexpr int kLongestAppeal = 1'000;  ///< likewise.

/// What a moderator or the operator wants done.
struct Act {
  std::string what;      ///< storage::ModerationLine::act
  storage::User whom{};  ///< Id and name.
  std::string reason{};
  int hours = 0;            ///< Of a measure; of a ban 0: no end.
  std::string game{};       ///< Of the reports that are decided; empty: none are.
  std::string measure{};    ///< Measure::id, of "lift" and "uphold",
  std::string kind{};       ///< and its kind.
  std::string address{};    ///< Of "address".
  std::string powers{};     ///< Of "grant".
  std::string club{};       ///< Club::id, of "disband",
  std::string club_name{};  ///< and its name.
};
/// Who does it. Empty: the operator.
struct Actor {
  std::string user{};
  std::string name{};
};

/// The write, or the field that is wrong: "do", "hours", "reason", "gameId", "measureId", "clubId", "powers",
/// "address".
engine::Expected<storage::Moderate, std::string> make_act(const Act& act, const Actor& by, TimePoint now);

/// Of an act on this measure: whom it is about, and its kind. An address is no user, and does not get into
/// the log.
void take_measure(Act& act, const storage::Measure& measure);
/// Of an act on this club: it is about the owner.
void take_club(Act& act, const storage::Club& club);

/// "owner", or some of the powers, each once and in their order; empty: a word is none.
std::string powers_of(std::string_view words);
/// Whether Moderator::powers are enough.
/// @param power storage::Moderate::power
bool has_power(std::string_view powers, std::string_view power);

/// By the id of any user, or the name of an account. On the thread of the store.
std::optional<storage::User> find_person(storage::Reader& store, const std::string& whom);
/// By its id, or its name in any case and width. None where another club has exactly that id as its name,
/// too: the one that is meant may be either. On the thread of the store.
std::optional<storage::Club> find_club(storage::Reader& store, const std::string& which);
/// Whom this act is about. Reports outlive guests: what only decides them finds also one who is forgotten, by
/// the id, which is the name then, too. On the thread of the store.
std::optional<storage::User> find_subject(storage::Reader& store, std::string_view act,
                                          const std::string& whom);

/// What the subject of a measure says to it, in one line; none: it is empty, or too long.
std::optional<std::string> valid_appeal(std::string text);

}  // namespace server
