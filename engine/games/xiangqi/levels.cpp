#include "engine/games/xiangqi/levels.h"

namespace engine::xiangqi {

constinit const search::LevelTable kLevels = {{
    {.hasty = 100, .lines = 64, .noise = 1'200, .solvers = false, .rating = 1'000},
    {.depth = 1, .nodes = 2'000, .hasty = 95, .lines = 24, .noise = 300, .solvers = false, .rating = 1'238},
    {.depth = 1, .nodes = 2'000, .hasty = 55, .lines = 16, .noise = 200, .solvers = false, .rating = 1'450},
    {.depth = 2, .nodes = 4'000, .hasty = 35, .lines = 12, .noise = 120, .solvers = false, .rating = 1'665},
    {.depth = 2, .nodes = 8'000, .hasty = 17, .lines = 8, .noise = 80, .solvers = false, .rating = 1'890},
    {.depth = 3, .nodes = 15'000, .hasty = 2, .lines = 3, .noise = 30, .solvers = false, .rating = 2'402},
    {.depth = 5, .nodes = 80'000, .rating = 2'784},
    {},
}};

}  // namespace engine::xiangqi
