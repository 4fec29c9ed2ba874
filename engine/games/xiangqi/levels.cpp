#include "engine/games/xiangqi/levels.h"

namespace engine::xiangqi {

constinit const search::LevelTable kLevels = {{
    {.hasty = 100, .lines = 64, .noise = 1'200, .solvers = false, .rating = 1'000},
    {.depth = 1, .nodes = 2'000, .hasty = 95, .lines = 24, .noise = 300, .solvers = false, .rating = 1'258},
    {.depth = 1, .nodes = 2'000, .hasty = 55, .lines = 16, .noise = 200, .solvers = false, .rating = 1'465},
    {.depth = 2, .nodes = 4'000, .hasty = 35, .lines = 12, .noise = 120, .solvers = false, .rating = 1'714},
    {.depth = 2, .nodes = 8'000, .hasty = 17, .lines = 8, .noise = 80, .solvers = false, .rating = 1'929},
    {.depth = 2, .nodes = 8'000, .hasty = 9, .lines = 6, .noise = 60, .solvers = false, .rating = 2'125},
    {.depth = 3, .nodes = 15'000, .hasty = 6, .lines = 5, .noise = 50, .solvers = false, .rating = 2'374},
    {},
}};

}  // namespace engine::xiangqi
