#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/bridge/json.h"

/// sanqi-bot: a program for other people's servers of boards, as a guest on a server of Sanqi.
namespace server::bridge {

using std::chrono::milliseconds;

/// A seek, a room with a free seat, or a challenge to the bot.
struct OpenGame {
  std::string id{};
  bool is_seek = false, is_challenge = false;
  std::string game{}, rule{}, opening{}, opponent{};
  Json time{};  ///< As in the protocol; null: unlimited.
  bool rated = false;
  bool is_of_program = false;  ///< An account of a program waits in it.
};

/// A game that the bot seeks itself, or takes from others.
struct Wish {
  std::string game{}, rule{};
  Json time{};
  bool rated = false;  ///< With programs alone, and by an account of one.
};

/// Which games a bot takes, and how it behaves in them.
struct Policy {
  std::vector<Wish> games{};  ///< Rule and time empty: any. Some are sought as well: seeks_itself().
  int most_games = 1;         ///< At once.
  int most_with_one = 1;      ///< Of them with the same opponent.
  milliseconds min_initial{0}, max_initial{std::chrono::hours(24)};
  bool unlimited = false;         ///< Games without a clock, which opponents may leave for two weeks.
  bool days = false;              ///< Games of days a move.
  std::chrono::seconds wait{20};  ///< People come first: how long a seek or seat has been open before.
  bool seeks = true, seats = true, challenges = true, rematches = true, takebacks = true;
  bool people = true, programs = true;       ///< As opponents; a program is one by its account.
  std::vector<std::string> only{}, never{};  ///< Names of opponents; `only` empty: everyone.
  std::set<std::string> unplayable{};        ///< "gomoku renju": the program has refused such games.
  milliseconds think{3'000};                 ///< The longest for a move, and all of it where no clock runs.
  milliseconds margin{300};                  ///< Of the clock that is never used: what the network may take.

  /// Of what `--policy FILE` holds. The message names the field that is wrong or unknown.
  static engine::Expected<Policy, std::string> read(const std::string& text);

  /// Why the bot does not take it, as a word for its log; nothing: it does.
  std::optional<std::string> refuses(const OpenGame& game) const;
  /// Whether the bot seeks such games itself: not where it plays with some opponents alone, for the server
  /// pairs a seek with anyone's. (A rated one of a program finds programs alone.)
  bool seeks_itself(const Wish& wish) const;
  /// Whether it is a seek that the bot has as well: the server pairs the two as soon as ratings permit.
  bool seeks_alike(const OpenGame& game) const;
};

/// What refuses() says, as the `reason` with which a challenge is declined; empty: none is told.
std::string decline_reason(const std::string& refusal);

}  // namespace server::bridge
