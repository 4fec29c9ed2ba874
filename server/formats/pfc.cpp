#include "server/formats/pfc.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "server/formats/fen_dialects.h"
#include "server/formats/pgn_words.h"
#include "server/formats/result_words.h"
#include "server/formats/xml.h"

namespace server {

namespace {

/// What the first element says of the game, by the names of vschess.
void take_pfc_head(TreeGame& game, std::string_view tag, int line) {
  std::string_view rest = tag;
  for (std::size_t is = 0; (is = rest.find('=')) != rest.npos;) {
    std::string_view name = rest.substr(0, is);
    name.remove_prefix(std::min(name.find_last_of(" \t\n\"'") + 1, name.size()));
    rest.remove_prefix(is + 1);
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) continue;
    const std::size_t end = std::min(rest.find(rest.front(), 1), rest.size());
    const std::string value = clean_name(plain_xml(rest.substr(1, end - 1)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (name == "m" || name == "c" || name == "version" || name == "default") continue;
    if (name == "red" || name == "redname") {
      game.game.names[0] = value;
    } else if (name == "black" || name == "blackname") {
      game.game.names[1] = value;
    } else if (name == "event") {
      game.game.event = value;
    } else if (name == "date") {
      take_date(game, value, line);
    } else if (std::string result = told_by_words(value);
               (name == "win" || name == "result") && (!result.empty() || is_result_word(value))) {
      game.game.result = std::move(result);
    } else {
      add_tag(game, name, value, line);
    }
  }
}

/// The same tree with the preferred child of some nodes before its siblings. O(nodes).
GameTree with_first(GameTree& tree, const std::map<GameTree::Id, GameTree::Id>& preferred) {
  GameTree made;
  made[GameTree::kRoot].comment = std::move(tree[GameTree::kRoot].comment);
  std::vector<std::pair<GameTree::Id, GameTree::Id>> open{{GameTree::kRoot, GameTree::kRoot}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    const auto add = [&, parent = to](GameTree::Id child) {
      const GameTree::Id id = made.add(parent, std::move(tree[child].move));
      made[id].comment = std::move(tree[child].comment);
      open.emplace_back(child, id);
    };
    const auto first = preferred.find(from);
    if (first != preferred.end()) add(first->second);
    for (GameTree::Id child = tree[from].first_child; child != GameTree::kNone;
         child = tree[child].next_sibling)
      if (first == preferred.end() || child != first->second) add(child);
  }
  return made;
}

}  // namespace

bool is_pfc(std::string_view text) {
  return text.substr(0, 1024).find("<n version") != text.npos;
}

ReadTree read_pfc(std::string_view text, int first_line) {
  TreeGame game{.game = {.game = "xiangqi"}};
  std::map<GameTree::Id, GameTree::Id> preferred;  // Children by their parents.
  std::vector<GameTree::Id> open;                  // The elements that stand around the present place.
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
      take_pfc_head(game, tag, line);
    } else {
      id = game.tree.add(open.back(), {.text = move, .line = line});
      if (attribute(tag, "default") == "true") preferred[open.back()] = id;
    }
    game.tree[id].comment = plain_xml(attribute(tag, "c"));
    if (!tag.ends_with('/')) open.push_back(id);
  }
  if (!preferred.empty()) game.tree = with_first(game.tree, preferred);
  const bool is_handicap =
      tells_handicap(game.game.event) ||
      std::ranges::any_of(game.tags, [](const auto& tag) { return tells_handicap(tag.second); });
  if (is_handicap) note_handicap(game, first_line);
  return game;
}

}  // namespace server
