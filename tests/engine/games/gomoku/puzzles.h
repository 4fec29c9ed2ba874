#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/search/budget.h"
#include "tests/engine/games/gomoku/board.h"

/// The verified wins by fours and by threes, and how to check an answer to them.
namespace engine::gomoku {

inline search::Budget unlimited() {
  return search::Budget(Limits{}, {});
}

/// Plays the line and gives the position at its end.
inline Position expect_legal(Position position, std::span<const Move> line) {
  for (const Move move : line) {
    MoveList legal;
    position.generate(legal);
    EXPECT_EQ(std::ranges::count(legal, move), 1) << Rules::write_move(position, move);
    position.do_move(move);
  }
  return position;
}

/// The line must be legal and end with the five of the side that began.
inline void expect_winning_line(const Position& position, std::span<const Move> line) {
  EXPECT_EQ(expect_legal(position, line).winner(), position.side_to_move());
}

struct Puzzle {
  std::string name;
  Rule rule;
  std::string moves;
  bool by_vcf;
  std::vector<std::string> accepted;  // First moves known to win.
};

inline std::vector<Puzzle> puzzles() {
  std::vector<Puzzle> list;
  std::ifstream file(SANQI_SOURCE_DIR "/tests/data/verified/gomoku_vcf.jsonl");
  for (std::string line; std::getline(file, line);) {
    const auto row = nlohmann::json::parse(line);
    std::string moves;
    for (const auto& move : row["moves"]) moves += move.get<std::string>() + ' ';
    list.push_back({line.substr(0, 60), *rule_named(row["rule"].get<std::string>()), moves,
                    row["win"] == "vcf", row["accept"].get<std::vector<std::string>>()});
  }
  return list;
}

}  // namespace engine::gomoku
