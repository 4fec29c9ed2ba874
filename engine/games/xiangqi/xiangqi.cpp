// The game's row in the table of games.

#include "engine/games/game_of.h"
#include "engine/games/xiangqi/openings.h"
#include "engine/games/xiangqi/policy.h"
#include "engine/games/xiangqi/rules.h"

namespace engine::xiangqi {

extern const Game kGame;

namespace {

constexpr std::array<std::string_view, 1> kRuleNames{"standard"};
constexpr std::array<std::string_view, 2> kSideNames{"red", "black"};

/// Opening, middlegames quiet and sharp, and endgames.
// A change of a row changes the fingerprint of the engine (docs/lab/search.md).
constexpr std::array kBench{
    BenchRow{"", "", "", 15},
    BenchRow{"", "", "h2e2 h9g7 h0g2 i9h9 b0c2 g6g5 i0h0 b9c7", 15},
    BenchRow{"", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", "", 15},
    BenchRow{"", "r3kab2/4a4/1cn1b1nc1/p8/2p1P1p1p/P2r2PC1/1CP5P/4B4/3NA4/R3KABNR b - - 0 1", "", 17},
    BenchRow{"", "r1baka1n1/2c4r1/2P1b4/p1n1p1p2/8P/6PC1/Pc2P4/1C2B1N2/4A4/RNBAK3R b - - 0 1", "", 15},
    BenchRow{"", "2bak4/4a4/2n1b4/p3nR2P/9/P2p5/2r3p2/1N7/1N2A4/2BAK1B2 b - - 0 1", "", 17},
    BenchRow{"", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", "", 18},
};

}  // namespace

constinit const Game kGame = make_game<Rules, Policy>({
    .id = "xiangqi",
    .name = "Xiangqi",
    .rules = kRuleNames,
    .side_names = kSideNames,
    .bench = kBench,
    .opening_codes = &opening_codes,
    .opening_code = &opening_code,
});

}  // namespace engine::xiangqi
