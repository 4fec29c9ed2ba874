#pragma once

#include <memory>
#include <string>
#include <vector>

namespace load {

/// A whole game, decided before anything is measured.
struct Script {
  std::string game;  ///< "xiangqi", ...
  std::string rule;
  std::vector<std::string> moves;
  bool ends = false;  ///< The last move ends the game by its rules.
};

/// Several games of a kind, the same in every run. Gomoku fills the board in a pattern that never has five in
/// a row, so that it lasts 224 moves; the others are random games that are long for their kind. Throws
/// std::runtime_error when there is no such kind.
std::vector<std::shared_ptr<const Script>> scripts(const std::string& game);

}  // namespace load
