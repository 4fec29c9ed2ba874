#include "engine/games/antireversi/policy.h"
#include "engine/games/antireversi/rules.h"
#include "engine/games/game_of.h"

namespace engine::antireversi {

namespace {

constexpr std::string_view kRules[] = {"standard"};
constexpr std::string_view kSideNames[] = {"black", "white"};

// The opening, both halves of the middle game, and an ending to be solved.
constexpr BenchRow kBench[] = {
    {"", "", "", 10},
};

}  // namespace

extern const Game kGame;
constinit const Game kGame = make_game<Rules, Policy>({.id = "antireversi",
                                                       .name = "Anti-Reversi",
                                                       .rules = kRules,
                                                       .side_names = kSideNames,
                                                       .bench = kBench});

}  // namespace engine::antireversi
