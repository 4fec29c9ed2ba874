#include "engine/games/game_of.h"
#include "engine/games/gomoku/openings.h"
#include "engine/games/gomoku/policy.h"
#include "engine/games/gomoku/rules.h"

namespace engine::gomoku {

// The game's row in the table of games, and the one place where its search is compiled for each rule.

extern const Game kGame;

namespace {

constexpr std::array<std::string_view, 2> kSideNames{"black", "white"};

/// Openings, middle games and won positions, all rules; taken from engine games.
constexpr std::array kBench{
    BenchRow{"freestyle", "", "h8 i9 h10", 10},
    BenchRow{"freestyle", "", "h8 g9 i9 g7 i10 h7 g10 i7 j7 f8 h10 f10", 10},
    BenchRow{"freestyle", "", "h8 h7 g10 i7 j6 i8 g7 i9 i10 j9 g6 k9", 10},
    BenchRow{"standard", "", "h8 g7 h7 h9 g8 i8 g10", 9},
    BenchRow{"renju", "", "h8 i9 h10 g9 h9 h7", 9},
    BenchRow{"renju", "", "h8 h7 i9 g9 j8", 9},
    BenchRow{"caro", "", "h8 i9 g9 h10 i7 j6", 9},
};

}  // namespace

constinit const Game kGame = make_game<Rules, Policy<Rule::freestyle>, Policy<Rule::standard>,
                                       Policy<Rule::renju>, Policy<Rule::caro>>({
    .id = "gomoku",
    .name = "Gomoku",
    .rules = kRuleNames,
    .side_names = kSideNames,
    .sizes = kSizes,
    .bench = kBench,
    .opening_codes = &opening_codes,
    .opening_code = &opening_code,
});

}  // namespace engine::gomoku
