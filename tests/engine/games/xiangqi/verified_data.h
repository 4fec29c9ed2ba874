#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/games/xiangqi/fen.h"
#include "engine/games/xiangqi/notation.h"

namespace engine::xiangqi {

/// The lines of a file of tests/data/verified, without comments. Throws when there are none.
inline std::vector<std::string> verified_lines(const std::string& name) {
  std::ifstream file(SANQI_SOURCE_DIR "/tests/data/verified/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  if (lines.empty()) throw std::runtime_error("no test data in " + name);
  return lines;
}

/// Throws when the text is no position.
inline Position position_of(std::string_view fen) {
  auto position = read_fen(fen);
  if (!position) throw std::runtime_error(std::string(fen) + ": " + position.error().message);
  return *std::move(position);
}

/// Throws when the text is no legal move.
inline Move move_of(const Position& position, std::string_view text) {
  const auto move = read_move(position, text);
  if (!move) throw std::runtime_error(std::string(text) + " is not legal in " + write_fen(position));
  return *move;
}

}  // namespace engine::xiangqi
