#pragma once

#include <tuple>

#include "engine/games/bot_of.h"
#include "engine/games/game_rules.h"
#include "engine/games/match_of.h"
#include "engine/games/perft_of.h"

/// The bridge from the templates of one game to the plain row that the rest of the program sees. Only
/// games/<id>/<id>.cpp includes it: everything is instantiated there, once.
namespace engine {

/// Completes the row of a game: give what describes it, get it back with its functions filled in.
///
///     constinit const Game kGame = make_game<Rules, Policy>({.id = "xiangqi", .name = "Xiangqi", ...});
///
/// `extern const Game kGame` must be declared before it, or the constant stays inside its file. It is
/// constant-initialised, so nothing depends on the order in which files start up.
template <GameRules R, search::Policy... Policies>
consteval Game make_game(Game row) {
  row.new_match = &MatchOf<R>::start;
  row.new_bot = [](const BotOptions& options) { return make_bot<R, Policies...>(options); };
  row.rating = [](int level) {
    return search::level_of(search::levels_of<std::tuple_element_t<0, std::tuple<Policies...>>>(), level)
        .rating;
  };
  row.perft = &PerftOf<R>::by_root_move;
  return row;
}

}  // namespace engine
