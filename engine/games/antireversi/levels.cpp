#include "engine/games/antireversi/levels.h"

namespace engine::antireversi {

constinit const search::LevelTable kLevels = {{
    {.hasty = 100, .lines = 64, .noise = 800, .solvers = false, .rating = 1'000},
    {.depth = 1, .nodes = 2'000, .hasty = 35, .lines = 64, .noise = 800, .solvers = false, .rating = 1'210},
    {.depth = 1, .nodes = 4'000, .lines = 24, .noise = 800, .solvers = false, .rating = 1'516},
    {.depth = 2, .nodes = 8'000, .lines = 12, .noise = 600, .solvers = false, .rating = 1'708},
    {.depth = 3, .nodes = 15'000, .lines = 6, .noise = 280, .solvers = false, .rating = 1'888},
    {.depth = 4, .nodes = 40'000, .lines = 4, .noise = 110, .solvers = false, .rating = 2'129},
    {.depth = 5, .nodes = 60'000, .lines = 2, .noise = 60, .rating = 2'447},
    {},
}};

}  // namespace engine::antireversi
