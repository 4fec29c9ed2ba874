#include "server/formats/pfc.h"

#include <algorithm>

#include "server/formats/fen_dialects.h"
#include "server/formats/xml.h"

namespace server {

bool is_pfc(std::string_view text) {
  return text.substr(0, 1024).find("<n version") != text.npos;
}

ReadTree read_pfc(std::string_view text, int first_line) {
  TreeGame game{.game = {.game = "xiangqi"}};
  std::vector<GameTree::Id> open;  // The elements that stand around the present place.
  int line = first_line;
  std::size_t counted = 0;
  for (std::size_t at = text.find('<'), end = 0; at != text.npos; at = text.find('<', end)) {
    line += static_cast<int>(std::ranges::count(text.substr(counted, at - counted), '\n'));
    counted = at;
    end = text.find('>', at);
    if (end == text.npos) {
      add_note(game, line, "truncated", "the file ends in the middle of a move");
      break;
    }
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    if (tag.starts_with("/n") && !open.empty()) open.pop_back();
    if (!tag.starts_with("n ") && !tag.starts_with("n>")) continue;
    if (game.tree.full()) {
      add_note(game, line, "too_many_moves", "the rest is left out");
      break;
    }
    const std::string move = plain_xml(attribute(tag, "m"));
    GameTree::Id id = GameTree::kRoot;
    if (open.empty()) {
      take_fen(game, move, line);
    } else {
      id = game.tree.add(open.back(), {.text = move, .line = line});
    }
    game.tree[id].comment = plain_xml(attribute(tag, "c"));
    if (!tag.ends_with('/')) open.push_back(id);
  }
  return game;
}

}  // namespace server
