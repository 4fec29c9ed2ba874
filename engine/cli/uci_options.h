#pragma once

#include <chrono>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "engine/core/game.h"
#include "engine/games/registry.h"
#include "engine/search/levels.h"
#include "engine/search/time_plan.h"

namespace engine::cli {

// Names, bounds and defaults of options are written twice, in set() and in list_options(): keep them equal.

/// What `setoption` sets.
struct UciOptions {
  const Game* game = &games().front();
  std::map<std::string_view, std::string> rules;  ///< By game, where one was chosen.
  int multipv = 1;
  int skill = search::kLevels;
  bool limits_strength = false;
  bool own_book = false;
  int elo = kFirstRating;
  int first_rank = 0;  ///< What the lowest rank of Xiangqi is called, in moves that are read and written.
  std::chrono::milliseconds overhead = search::kUsualOverhead;
  BotOptions bot;

  /// What an option makes out of date.
  // `bot`: it has to be made anew, and its table with it. `position`: the start position of the rule now
  // chosen replaces the one on the board.
  enum class Stale { nothing, position, bot, both };
  /// Sets an option, or says why not. A number out of bounds is taken for the nearest bound.
  Expected<Stale, std::string> set(const std::string& name, const std::string& value);

  /// The level to play at: that whose measured rating is nearest to UCI_Elo where that is asked for, else
  /// Skill Level.
  int level() const;

  /// Moves may follow rulings (Setup::past_rulings), since programs send games that were played under others.
  Setup setup(std::string pos = {}) const;

  /// How much higher ranks are in moves that are read and written than in ours.
  int rank_shift() const { return game->id == "xiangqi" ? first_rank : 0; }

 private:
  Expected<Stale, std::string> set_for_next_search(const std::string& name, const std::string& value);
};

/// The lines `option name ...` of all of them.
void list_options(std::ostream& out);

}  // namespace engine::cli
