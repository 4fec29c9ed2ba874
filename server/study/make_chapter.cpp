#include "server/study/make_chapter.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "server/base/utf8.h"
#include "server/study/limits.h"
#include "server/study/pgn_shapes.h"
#include "server/study/pgn_times.h"
#include "server/study/texts.h"

namespace server::study {

namespace {

constexpr std::array<std::string_view, 4> kResultTags{"1-0", "0-1", "1/2-1/2", "*"};
constexpr std::array<std::string_view, 4> kResults{"first", "second", "draw", ""};

void add_tag(protocol::Chapter& chapter, std::string_view name, std::string_view text) {
  std::string value = clean_line(text);
  while (value.size() > kLongestTag) value = first_points(value, count_code_points(value) - 1);
  if (!value.empty()) chapter.tags.push_back({std::string(name), std::move(value)});
}

// Tags in the words of PGN, whatever the file was.
protocol::Chapter head_of(const PlayedGame& game) {
  protocol::Chapter chapter = empty_chapter(game.game, game.rule, game.size, game.start_pos);
  const auto [first, second] = player_tags(game.game);
  const std::string names = clean_line(game.names[0] + " - " + game.names[1]);
  if (names != "-") chapter.name = first_points(names, kLongestName);
  add_tag(chapter, first, game.names[0]);
  add_tag(chapter, second, game.names[1]);
  add_tag(chapter, "Event", game.event);
  add_tag(chapter, "Date", told_day(game, "{:%Y.%m.%d}"));
  if (!game.result.empty()) add_tag(chapter, "Result", result_word(game, kResultTags));
  add_tag(chapter, "Termination", game.reason);
  std::ranges::sort(chapter.tags, {}, &protocol::StudyTag::name);
  return chapter;
}

/// What else a file tells. Of a day that it does not tell as a whole it has a tag, which counts.
void take_tags(const TreeGame& game, MadeChapter& made) {
  std::vector<protocol::StudyTag>& tags = made.chapter.tags;
  for (const auto& [name, value] : game.tags) {
    const bool is_name = name.size() <= kLongestTag && name == clean_line(name);
    if (is_name) std::erase_if(tags, [&](const protocol::StudyTag& tag) { return tag.name == name; });
    if (is_name && tags.size() < kMostTags) {
      add_tag(made.chapter, name, value);
    } else {
      ++made.tags_left_out;
    }
  }
  std::ranges::sort(tags, {}, &protocol::StudyTag::name);
}

/// Which nodes of a tree fit: those of the main line first, then the others in their order.
/// A child never fits without its parent.
std::vector<bool> fitting(const GameTree& tree) {
  std::vector<bool> fits(tree.size());
  std::size_t room = kMostNodes;
  // The main line first: a tree too large loses variations, not the game.
  for (GameTree::Id id = GameTree::kRoot; id != GameTree::kNone && room > 0;
       id = tree[id].first_child, --room)
    fits[static_cast<std::size_t>(id)] = true;
  for (std::size_t id = 1; id < tree.size() && room > 0; ++id) {
    if (fits[id] || !fits[static_cast<std::size_t>(tree[static_cast<GameTree::Id>(id)].parent)]) continue;
    fits[id] = true;
    --room;
  }
  return fits;
}

/// Leaves so many of them; how many it takes away.
template <class Each>
std::size_t cut(std::vector<Each>& all, std::size_t most) {
  const std::size_t size = all.size();
  all.resize(std::min(size, most));
  return size - all.size();
}

/// What is written at a node, but for its move.
void take_words(const server::TreeNode& from, protocol::StudyNode& to, MadeChapter& made) {
  std::string comment = from.comment;
  to.shapes = take_shapes(comment);
  if (to.spent == Millis(0) && from.parent >= 0) to.spent = take_spent(comment).value_or(Millis(0));
  made.signs_left_out += cut(to.shapes, kMostShapes);
  comment = clean_text(comment);
  std::string fitting = first_points(comment, kLongestComment);
  made.comments_cut += fitting.size() < comment.size();
  if (!fitting.empty()) to.comments.push_back({.by = 0, .text = std::move(fitting)});
  to.glyphs = from.glyphs;
  // Glyphs judge moves, and the start is none.
  made.signs_left_out += cut(to.glyphs, from.parent < 0 ? 0 : kMostGlyphs);
}

std::string value_of(const protocol::Chapter& chapter, std::string_view name) {
  const auto tag = std::ranges::find(chapter.tags, name, &protocol::StudyTag::name);
  return tag == chapter.tags.end() ? std::string() : tag->value;
}

}  // namespace

std::pair<std::string_view, std::string_view> player_tags(std::string_view game) {
  if (game == "xiangqi") return {"Red", "Black"};
  return {"Black", "White"};
}

bool is_game_tag(std::string_view game, std::string_view name) {
  const auto [first, second] = player_tags(game);
  constexpr std::array<std::string_view, 4> kOthers{"Event", "Date", "Result", "Termination"};
  return name == first || name == second || std::ranges::find(kOthers, name) != kOthers.end();
}

protocol::Chapter empty_chapter(std::string game, std::string rule, int size, std::string start_pos) {
  protocol::Chapter chapter{
      .game = std::move(game), .rule = std::move(rule), .size = size, .start_pos = std::move(start_pos)};
  chapter.nodes.push_back({});
  return chapter;
}

protocol::Chapter chapter_of(const PlayedGame& game) {
  protocol::Chapter chapter = head_of(game);
  for (std::size_t i = 0; i < std::min(game.moves.size(), kMostPlies); ++i) {
    chapter.nodes.push_back({.id = chapter.next_id, .parent = chapter.next_id - 1, .move = game.moves[i]});
    if (i < game.spent.size()) chapter.nodes.back().spent = Millis(game.spent[i]);
    ++chapter.next_id;
  }
  return chapter;
}

MadeChapter chapter_of(const TreeGame& game) {
  MadeChapter made{.chapter = head_of(game.game)};
  take_tags(game, made);
  const std::vector<bool> fits = fitting(game.tree);
  take_words(game.tree[GameTree::kRoot], made.chapter.nodes.front(), made);
  for (std::size_t id = 1; id < game.tree.size(); ++id) {
    const server::TreeNode& from = game.tree[static_cast<GameTree::Id>(id)];
    // A node whose parent was left out does not fit either, so no parent is missing.
    if (!fits[id]) {
      ++made.moves_left_out;
      continue;
    }
    protocol::StudyNode node{.id = static_cast<int>(id), .parent = from.parent, .move = from.move.text};
    node.spent = Millis(from.move.spent);
    take_words(from, node, made);
    made.chapter.nodes.push_back(std::move(node));
  }
  made.chapter.next_id = static_cast<int>(game.tree.size());
  return made;
}

PlayedGame main_line(const protocol::Chapter& chapter) {
  const auto [first, second] = player_tags(chapter.game);
  const std::string date = value_of(chapter, "Date");
  PlayedGame game{.game = chapter.game,
                  .rule = chapter.rule,
                  .size = chapter.size,
                  .start_pos = chapter.start_pos,
                  .names = {value_of(chapter, first), value_of(chapter, second)},
                  .event = value_of(chapter, "Event"),
                  .at = read_day(date),
                  .date = is_whole_day(date) ? std::string() : date,
                  .reason = value_of(chapter, "Termination")};
  const auto result = std::ranges::find(kResultTags, value_of(chapter, "Result"));
  if (result != kResultTags.end())
    game.result = kResults[static_cast<std::size_t>(result - kResultTags.begin())];
  int last = 0;
  for (const protocol::StudyNode& node : chapter.nodes) {
    // Nodes come parents first and the first child before its siblings: the first that follows `last`
    // continues the line.
    if (node.parent != last) continue;
    game.moves.push_back(node.move);
    game.spent.push_back(node.spent.count());
    last = node.id;
  }
  return game;
}

}  // namespace server::study
