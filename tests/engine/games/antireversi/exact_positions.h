#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/antireversi/position.h"

namespace engine::antireversi {

/// A position with its known final margin and every move that reaches it.
struct ExactPosition {
  std::string pos;
  int empties;
  int margin;
  std::string best;  ///< As in the file: "f8", "a2".

  bool is_best(Move move) const { return best.find('"' + write_move(move) + '"') != std::string::npos; }
};

/// The value of `key` in a line of flat JSON: the text between its quotes or brackets, or up to the comma.
inline std::string json_field(std::string_view line, std::string_view key) {
  const std::string name = '"' + std::string(key) + "\": ";
  std::string_view value = line.substr(line.find(name) + name.size());
  if (value.front() == '"') return std::string(value.substr(1, value.find('"', 1) - 1));
  if (value.front() == '[') return std::string(value.substr(1, value.find(']') - 1));
  return std::string(value.substr(0, value.find(',')));
}

/// The verified positions with at most `most_empties` empty squares; see tests/data/verified/README.md.
inline std::vector<ExactPosition> exact_positions(int most_empties) {
  std::vector<ExactPosition> positions;
  std::ifstream file(SANQI_SOURCE_DIR "/tests/data/verified/antireversi_exact.jsonl");
  for (std::string line; std::getline(file, line);) {
    ExactPosition row{json_field(line, "board") + ' ' + json_field(line, "to_move"),
                      std::atoi(json_field(line, "empties").c_str()),
                      std::atoi(json_field(line, "score").c_str()), json_field(line, "best")};
    if (row.empties <= most_empties) positions.push_back(std::move(row));
  }
  return positions;
}

}  // namespace engine::antireversi
