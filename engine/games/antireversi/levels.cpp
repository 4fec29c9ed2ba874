#include "engine/games/antireversi/levels.h"

namespace engine::antireversi {

// Ratings by `sanqi-lab ladder` (docs/lab/levels.md). The solver is for level 8 alone.
constinit const search::LevelTable kLevels = {{
    {.depth = 1,
     .nodes = 2'000,
     .blunder_percent = 85,
     .lines = 64,
     .noise = 800,
     .solvers = false,
     .rating = 1'000},
    {.depth = 1,
     .nodes = 2'000,
     .blunder_percent = 38,
     .lines = 64,
     .noise = 800,
     .solvers = false,
     .rating = 1'221},
    {.depth = 1,
     .nodes = 4'000,
     .blunder_percent = 14,
     .lines = 64,
     .noise = 800,
     .solvers = false,
     .rating = 1'438},
    {.depth = 1,
     .nodes = 4'000,
     .blunder_percent = 2,
     .lines = 24,
     .noise = 600,
     .solvers = false,
     .rating = 1'676},
    {.depth = 2,
     .nodes = 8'000,
     .blunder_percent = 2,
     .lines = 12,
     .noise = 600,
     .solvers = false,
     .rating = 1'892},
    {.depth = 3, .nodes = 15'000, .lines = 8, .noise = 550, .solvers = false, .rating = 2'120},
    {.depth = 4, .nodes = 40'000, .lines = 6, .noise = 450, .solvers = false, .rating = 2'329},
    {},
}};

}  // namespace engine::antireversi
