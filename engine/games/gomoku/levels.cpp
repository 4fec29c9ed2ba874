#include "engine/games/gomoku/levels.h"

namespace engine::gomoku {

constinit const search::LevelTable kLevels = {{
    {.depth = 1, .nodes = 2'000, .hasty = 25, .lines = 8, .noise = 30, .solvers = false, .rating = 1'000},
    {.depth = 2, .nodes = 4'000, .hasty = 17, .lines = 8, .noise = 30, .solvers = false, .rating = 1'261},
    {.depth = 2, .nodes = 6'000, .hasty = 9, .lines = 5, .noise = 16, .rating = 1'431},
    {.depth = 4, .nodes = 40'000, .hasty = 1, .lines = 3, .noise = 8, .rating = 1'672},
    {.depth = 5, .nodes = 80'000, .rating = 1'823},
    {.depth = 6, .nodes = 150'000, .rating = 1'839},
    {.depth = 7, .nodes = 300'000, .rating = 1'965},
    {},
}};

}  // namespace engine::gomoku
