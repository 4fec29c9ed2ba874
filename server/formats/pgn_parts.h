#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/formats/game_tree.h"

namespace server {

struct PgnTag {
  std::string value;
  int line = 0;
};

/// What stands in a PGN file, its moves not played yet.
struct PgnParts {
  std::map<std::string, PgnTag, std::less<>> tags;
  TreeGame game;
  std::string result;
  bool black_begins = false;  ///< The number of the first move says so: 1...
  /// The first move behind a number that goes back, were it read; kNone: no number does.
  GameTree::Id behind_back = GameTree::kNone;
  bool is_cut_off = false;  ///< The rest is left out, and told of.
  int handicap_line = 0;    ///< Where the head tells of pieces that are given; 0: nowhere.
};

/// Reads the text of one game: tags, moves, comments, variations. What they mean is judged by read_pgn().
/// @param by_numbers where the numbers of moves go back variations begin
engine::Expected<PgnParts, BadText> read_pgn_parts(std::string_view text, int first_line,
                                                   bool by_numbers = true);

}  // namespace server
