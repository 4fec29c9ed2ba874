#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/game_tree.h"

/// Points of a Gomoku board, as other programs count them.
namespace server {

/// From the left and from below, both from 0.
struct BoardPoint {
  int file;
  int rank;
};

/// @pre move is protocol text: h8
inline BoardPoint board_point(std::string_view move) {
  int rank = 0;
  std::from_chars(move.data() + 1, move.data() + move.size(), rank);
  return {move[0] - 'a', rank - 1};
}

/// The reverse of board_point(): {7, 7} is h8.
inline std::string move_to(BoardPoint point) {
  return static_cast<char>('a' + point.file) + std::to_string(point.rank + 1);
}

/// What a game is played on if it does not say.
/// The lines of the board in each direction.
inline constexpr int kUsualBoard = 15;

/// Where a file tells none: those that it may have, the likeliest first. Under the others a five may not be
/// one, and the game goes on.
inline std::vector<std::string> gomoku_rules() {
  return {"freestyle", "standard", "caro", "renju"};
}

/// Our word for a rule, from what programs call it: ours, "Renju", "gomoku-freestyle", ... Empty: none is
/// told.
inline std::string rule_in_text(std::string_view text) {
  const std::string words = lower(text);
  // The ways to open a game of Renju; "Standard Renju" is Renju.
  for (const std::string_view name :
       {"renju", "rif", "taraguchi", "yamaguchi", "soosorv", "soosõrv", "sakata", "tarannikov"})
    if (words.find(name) != words.npos) return "renju";
  for (const std::string_view rule : engine::find_game("gomoku")->rules)
    if (words.find(rule) != words.npos) return std::string(rule);
  return {};
}

/// The name of another game of stones in a row, where that is what a file calls its game or rule: in these
/// stones are taken, or two are placed in a turn. Empty: it is none.
inline std::string_view other_game_of_rows(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kGames[] = {
      {"pente", "Pente"},       {"ninuki", "Ninuki-Renju"}, {"ninukirenju", "Ninuki-Renju"},
      {"connect6", "Connect6"}, {"connect 6", "Connect6"},  {"connect-6", "Connect6"},
      {"六子棋", "Connect6"}};
  const std::string words = lower(text);
  const auto is_letter = [&](std::size_t at) {
    return at < words.size() && 'a' <= words[at] && words[at] <= 'z';
  };
  // Of "carpenter" it is a part.
  for (const auto& [word, name] : kGames) {
    const std::size_t at = words.find(word);
    const bool is_word = at != words.npos && (at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size());
    if (is_word) return name;
  }
  return {};
}

/// A file that tells its rule, if it does: for the case that its players did not keep to it.
/// @pre `tree.game.rule` is what the file tells
inline void try_other_rules(TreeGame& tree) {
  (tree.game.rule.empty() ? tree.rules : tree.other_rules) = gomoku_rules();
}

/// Of a record of Gomoku, whose size is 0 where it is the usual one.
inline int board_size(const PlayedGame& game) {
  return game.size > 0 ? game.size : kUsualBoard;
}

}  // namespace server
