#include "server/formats/fen_dialects.h"

#include <algorithm>
#include <string>

namespace server {

namespace {

std::string_view take_field(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view field = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(field.size());
  return field;
}

char fen_letter(char c) {
  return c == 'G' ? 'A' : c == 'g' ? 'a' : c;
}

/// As the rules write it; what it is not stays as it stands, for them to refuse.
std::string fen_side(std::string_view side) {
  if (side == "r" || side == "R" || side == "W" || side == "w") return "w";
  return side == "B" || side == "b" ? "b" : std::string(side);
}

}  // namespace

void take_fen(TreeGame& game, std::string_view text, int line) {
  game.start_line = line;
  std::string board(take_field(text));
  if (board.empty()) return;
  // H and E are known to the rules as N and B are.
  std::ranges::transform(board, board.begin(), fen_letter);
  const std::string side = fen_side(take_field(text));
  // A side that is neither red's nor black's word is no mistake about who moves but another kind of text: the
  // rules are to refuse it, and no other start is tried.
  const bool is_known = side == "w" || side == "b" || side.empty();
  game.game.start_pos = board + ' ' + (side.empty() ? "w" : side) + std::string(text);
  if (is_known) game.other_start = board + (side == "b" ? " w" : " b") + std::string(text);
}

}  // namespace server
