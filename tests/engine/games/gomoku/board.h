#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/games/gomoku/position.h"
#include "engine/games/gomoku/rules.h"

/// Positions for tests, written down the way people do.
namespace engine::gomoku {

/// "h8" -> point. Trusts the test.
inline Point at(std::string_view name) {
  return point(name[0] - 'a', std::stoi(std::string(name.substr(1))) - 1);
}

/// The words of a text.
inline std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> list;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) list.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return list;
}

/// A board with these stones, and the side to move.
inline Position position_with(Rule rule, std::string_view black, std::string_view white,
                              Side turn = Side::first, int size = 15) {
  std::vector<Cell> cells(static_cast<std::size_t>(size) * size, Cell::empty);
  const auto put = [&](std::string_view names, Cell cell) {
    for (const std::string_view name : words(names)) {
      cells[static_cast<std::size_t>(rank_of(at(name)) * size + file_of(at(name)))] = cell;
    }
  };
  put(black, Cell::first);
  put(white, Cell::second);
  return Position(rule, size, cells, turn);
}

/// The position after these moves from the empty board.
inline Position position_after(Rule rule, std::string_view moves, int size = 15) {
  Position position(rule, size);
  for (const std::string_view move : words(moves)) position.do_move(move_to(at(move)));
  return position;
}

}  // namespace engine::gomoku
