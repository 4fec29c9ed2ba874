#include "tests/engine/search/tic_tac_toe.h"

#include "engine/games/game_of.h"

namespace tic_tac_toe {

constexpr std::string_view kRules[] = {"standard"};
constexpr std::string_view kSides[] = {"cross", "nought"};
constexpr engine::BenchRow kBench[] = {{.rule = "", .pos = "", .moves = "b2 a1", .depth = 7}};

constinit const engine::Game kGame = engine::make_game<Rules, Policy>({
    .id = "tic_tac_toe",
    .name = "Tic-tac-toe",
    .rules = kRules,
    .side_names = kSides,
    .bench = kBench,
});

}  // namespace tic_tac_toe
