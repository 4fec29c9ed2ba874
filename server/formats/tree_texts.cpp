#include "server/formats/tree_texts.h"

#include <fmt/format.h>

#include <string>

#include "engine/games/registry.h"

namespace server {

namespace {

/// All bytes that are to be judged together.
std::string all_of(const TreeGame& game, const HeaderTexts& texts) {
  std::string all(texts.date);
  for (const std::string_view name : texts.names) all.append(name) += '\n';
  for (const std::string_view event : texts.events) all.append(event) += '\n';
  for (const auto& [name, value] : texts.others) all.append(value) += '\n';
  for (std::size_t id = 0; id < game.tree.size(); ++id)
    all.append(game.tree[static_cast<GameTree::Id>(id)].comment) += '\n';
  return all;
}

}  // namespace

void decode_texts(TreeGame& game, const HeaderTexts& texts, std::optional<Encoding> encoding) {
  const Encoding by = encoding ? *encoding : guess_encoding(all_of(game, texts));
  for (std::size_t id = 0; id < game.tree.size(); ++id) {
    std::string& comment = game.tree[static_cast<GameTree::Id>(id)].comment;
    if (!comment.empty()) comment = decode_text(comment, by);
  }
  for (const std::size_t side : {0, 1})
    game.game.names[side] = clean_name(decode_text(texts.names[side], by));
  for (const std::string_view told : texts.events) {
    std::string event = clean_name(decode_text(told, by));
    if (game.game.event.empty()) {
      game.game.event = std::move(event);
    } else if (event != game.game.event) {
      add_tag(game, "Title", event);
    }
  }
  take_date(game, decode_text(texts.date, by));
  for (const auto& [name, value] : texts.others) add_tag(game, name, clean_name(decode_text(value, by)));
}

BadText left_out_of_library(std::string_view said) {
  return bad_text(0, "tags", fmt::format("of the library itself is left out: {}", clean_name(said))).error;
}

void note_rest(TreeGame& game, std::string_view rest) {
  if (rest.find_first_not_of(std::string_view("\0\xFF", 2)) == rest.npos) return;
  add_note(game, 0, "rest", fmt::format("{} bytes after the last move are left out", rest.size()));
}

std::string told_result(std::uint8_t number) {
  constexpr std::array<std::string_view, 4> kResults{"", "first", "second", "draw"};
  return std::string(number < kResults.size() ? kResults[number] : "");
}

bool black_begins(const XiangqiBoard& board, const GameTree& tree, bool as_told) {
  const GameTree::Id first = tree[GameTree::kRoot].first_child;
  // Editors write red for handicap games that black begins, too; the piece that moves cannot err.
  if (first == GameTree::kNone || tree[first].move.text.size() < 2) return as_told;
  const std::string& move = tree[first].move.text;
  const char piece = board.at(move[0] - 'a', move[1] - '0');
  return piece == XiangqiBoard::kEmpty ? as_told : XiangqiBoard::is_black(piece);
}

namespace {

/// Whether the first moves are legal from there: by chance they hardly are.
bool fits_usual_start(const TreeGame& game) {
  constexpr int kTriedPlies = 6;
  const engine::Game& rules = *engine::find_game(game.game.game);
  const auto match = rules.new_match({.rule = game.game.rule, .size = game.game.size});
  const GameTree& tree = game.tree;
  GameTree::Id id = tree[GameTree::kRoot].first_child;
  if (!match || id == GameTree::kNone) return false;
  for (int plies = 0; id != GameTree::kNone && plies < kTriedPlies; ++plies, id = tree[id].first_child)
    if (!(*match)->play(tree[id].move.text)) return false;
  return true;
}

}  // namespace

void drop_bad_start(TreeGame& game) {
  const engine::Game* const rules = engine::find_game(game.game.game);
  const auto match =
      rules->new_match({.rule = game.game.rule, .pos = game.game.start_pos, .size = game.game.size});
  if (match) return;
  // Of pieces that stand somewhere the position is meant, and play_tree() refuses it.
  const bool is_empty = game.game.start_pos.starts_with("9/9/9/9/9/9/9/9/9/9");
  if (!is_empty && !fits_usual_start(game)) return;
  add_note(game, 0, match.error().code,
           fmt::format("the usual position is the start: {}", match.error().message));
  game.game.start_pos.clear();
  game.other_start.clear();
}

}  // namespace server
