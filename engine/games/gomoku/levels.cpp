#include "engine/games/gomoku/levels.h"

namespace engine::gomoku {

// Ratings by `sanqi-lab ladder` (docs/lab/levels.md), measured before the network. From level 3 on the
// solver of fours is asked.
constinit const search::LevelTable kLevels = {{
    {.depth = 1,
     .nodes = 2'000,
     .blunder_percent = 52,
     .lines = 8,
     .noise = 90,
     .solvers = false,
     .rating = 1'000},
    {.depth = 2,
     .nodes = 4'000,
     .blunder_percent = 38,
     .lines = 8,
     .noise = 80,
     .solvers = false,
     .rating = 1'261},
    {.depth = 2, .nodes = 6'000, .blunder_percent = 19, .lines = 5, .noise = 40, .rating = 1'483},
    {.depth = 4, .nodes = 40'000, .blunder_percent = 4, .lines = 3, .noise = 20, .rating = 1'766},
    {.depth = 5, .nodes = 80'000, .rating = 1'929},
    {.depth = 6, .nodes = 150'000, .rating = 2'084},
    {.depth = 7, .nodes = 300'000, .rating = 2'209},
    {},
}};

}  // namespace engine::gomoku
