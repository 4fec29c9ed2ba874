#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace server {

/// Games of one file, or of all files in an archive: what has more is no collection.
inline constexpr std::size_t kMostGames = 1'000'000;

/// One more game of a file, unless there are more than kMostGames already: a file of brackets alone would
/// take many times its bytes.
/// The one game too many that is still added lets GameReader see that there are too many, and refuse the
/// file.
inline void add_game(std::vector<std::string_view>& games, std::string_view game) {
  if (games.size() <= kMostGames) games.push_back(game);
}

}  // namespace server
