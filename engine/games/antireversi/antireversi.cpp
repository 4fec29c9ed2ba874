#include "engine/games/antireversi/policy.h"
#include "engine/games/antireversi/rules.h"
#include "engine/games/game_of.h"

namespace engine::antireversi {

namespace {

constexpr std::string_view kSideNames[] = {"black", "white"};

// The game's row in the table of games. With AVX2 this folder is compiled a second time under another name of
// the namespace (faster_copy.cmake).

// From the start through the middle game to two endings that are solved.
constexpr BenchRow kBench[] = {
    {"", "", "", 13},
    {"", "-----------------O-X-OO--XXXXOX---OOOX-----OOOX-------X-------X- X", "", 12},
    {"", "---X-----XXX-----OOOO-----OXXO----XOXX----XOOO------------------ X", "", 12},
    {"", "---X-----XXXX----OOOXX---OOXXX----OOOOO---OOOX---O----X--------- X", "", 12},
    {"", "-----------XOOO----XOOOO---XOXXX---XOOX----OXOX----OOOXX----OOO- X", "", 12},
    {"", "OO-X----OOXXX---OXXXXX--OOOOOOX---OOOOXX--OOOX-X-O----X--------- X", "", 12},
    {"", "-XXXXXO-XXXXXXO--XXXXX--OOOOOX--OOOOXX--OXOOOO--O-------O------- X", "", 12},
    {"", "-XXXXXO-XXXXXXO-XXXXXXO-OXXXXXX-OOXOOX--OOOOXO--OO-OX---O------- X", "", 20},
    {"", "---O------XOO--O---OOXXXOOOOOXXXOOOOOXXXOOOXOOXXOOOXOOXX-OOOOO-X X", "", 16},
};

}  // namespace

extern const Game kGame;
constinit const Game kGame =
    make_game<Rules, PolicyOn<8>, PolicyOn<6>, PolicyOn<4>>({.id = "antireversi",
                                                             .name = "Anti-Reversi",
                                                             .rules = kRuleNames,
                                                             .solved = std::span(kRuleNames).subspan(1),
                                                             .side_names = kSideNames,
                                                             .bench = kBench});

}  // namespace engine::antireversi
