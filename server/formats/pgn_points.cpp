#include "server/formats/pgn_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/gomoku_points.h"

namespace server {

namespace {

constexpr int kMostLines = 20;

bool has_word(std::string_view text, auto... words) {
  return ((text.find(words) != text.npos) || ...);
}

/// The larger number of a point, from 1; 0 if it is none.
int lines_of_point(std::string_view text) {
  const int file = text.empty() ? 0 : lower(text[0]) - 'a' + 1;
  int rank = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + std::min<std::size_t>(1, text.size()), end, rank);
  const bool is_point = read.ec == std::errc() && read.ptr == end && 1 <= std::min(file, rank);
  return is_point && std::max(file, rank) <= kMostLines ? std::max(file, rank) : 0;
}

/// "Anti-Reversi", "anti othello", "(anti)". In Santiago and in the Atlantic normal Reversi is played.
bool is_named_anti(std::string_view text) {
  constexpr std::string_view kAnti = "anti";
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && 'a' <= text[at] && text[at] <= 'z';
  };
  for (std::size_t at = text.find(kAnti); at != text.npos; at = text.find(kAnti, at + 1)) {
    const std::string_view rest = text.substr(at + kAnti.size());
    const bool is_word = !is_letter(at + kAnti.size());
    const bool begins_word = at == 0 || !is_letter(at - 1);
    if (begins_word && (is_word || rest.starts_with("reversi") || rest.starts_with("othello"))) return true;
  }
  return false;
}

bool is_pass_of_points(std::string_view text) {
  const std::string word = lower(text);
  return word == "pass" || word == "pa" || word == "ps" || word == "--";
}

/// Of chess or Xiangqi, whose ranks count from 1 or from 0 to 9.
bool is_square_of_pieces(char file, std::string_view rank) {
  return 'a' <= lower(file) && lower(file) <= 'i' && (rank.size() == 1 || rank == "10");
}

/// Calls `take` with each move.
template <class Take>
void for_each_move(GameTree& tree, Take take) {
  for (std::size_t id = 1; id < tree.size(); ++id) take(tree[static_cast<GameTree::Id>(id)].move);
}

/// What an ended game of anti-Reversi says against the result that its file tells.
bool is_won_by_more(const TreeGame& played, const std::string& claimed) {
  const bool is_over = !played.broken && played.game.reason == "fewest_discs";
  return is_over && !claimed.empty() && claimed != "draw" && played.game.result != claimed;
}

engine::Unexpected<BadText> normal_reversi(int line) {
  return bad_text(line, "unknown_game", "this is a game of normal Reversi, which more discs win");
}

}  // namespace

bool are_points(const GameTree& tree) {
  for (std::size_t id = 1; id < tree.size(); ++id) {
    const std::string& move = tree[static_cast<GameTree::Id>(id)].move.text;
    if (lines_of_point(move) == 0 && !is_pass_of_points(move)) return false;
  }
  return tree.size() > 1;
}

bool are_moves_of_pawns(const GameTree& tree) {
  constexpr std::size_t kFiles = 8;
  struct Pawns {
    int start, forward;
    std::array<int, kFiles> ranks{};
  };
  std::array<Pawns, 2> sides{Pawns{.start = 2, .forward = 1}, Pawns{.start = 7, .forward = -1}};
  for (Pawns& side : sides) side.ranks.fill(side.start);
  std::size_t plies = 0;
  for (auto id = tree[GameTree::kRoot].first_child; id != GameTree::kNone;
       id = tree[id].first_child, ++plies) {
    const std::string& point = tree[id].move.text;
    const auto file = point.size() == 2 ? static_cast<std::size_t>(lower(point[0]) - 'a') : kFiles;
    if (file >= kFiles) return false;
    Pawns& own = sides[plies % 2];
    int& from = own.ranks[file];
    const int to = point[1] - '0', opposite = sides[1 - plies % 2].ranks[file];
    const int steps = (to - from) * own.forward;
    const bool is_double = steps == 2 && from == own.start && opposite != from + own.forward;
    if ((steps != 1 && !is_double) || to == opposite) return false;
    from = to;
  }
  return plies > 1;
}

bool are_pairs_of_points(std::string_view text) {
  constexpr std::string_view kBetween = " \n\t,;", kDigits = "0123456789";
  std::size_t pairs = 0;
  for (std::size_t at = text.find_first_not_of(kBetween); at != text.npos;
       at = text.find_first_not_of(kBetween, at)) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    // 12.e2e4
    const std::size_t number = text.find_first_not_of(kDigits, at);
    if (number < end && text[number] == '.') at = text.find_first_not_of('.', number);
    if (at >= end) continue;
    for (int points = 0; points < 2; ++points) {
      const std::size_t digits = at + 1, next = std::min(text.find_first_not_of(kDigits, digits), end);
      const bool is_point = is_square_of_pieces(text[at], text.substr(digits, next - digits));
      at = next;
      if (!is_point || (points == 0) != (next < end)) return false;
    }
    ++pairs;
  }
  return pairs > 1;
}

bool name_game_of_points(std::string_view tags) {
  return has_word(tags, "gomoku", "go-moku", "renju", "gobang", "five in a row", "reversi", "othello",
                  "五子棋");
}

ReadTree judge_points(TreeGame game, const TagsOfPoints& tags, int line) {
  const bool is_named = name_game_of_points(tags.words);
  const bool is_reversi = has_word(tags.words, "reversi", "othello"), is_anti = is_named_anti(tags.words);
  if (is_reversi && !is_anti) return normal_reversi(line);
  // Databases of Othello do not name it, and tell 34-30.
  if (tags.in_discs && !is_anti && !is_named) return normal_reversi(line);
  int lines = kUsualBoard;
  for_each_move(game.tree, [&](MoveText& move) {
    move.text = is_pass_of_points(move.text) ? "pass" : lower(move.text);
    lines = std::max(lines, lines_of_point(move.text));
  });
  // The tag counts white's points first, and white is the second side.
  game.claimed_result = game.claimed_result == "first"    ? "second"
                        : game.claimed_result == "second" ? "first"
                                                          : game.claimed_result;
  if (is_reversi || (!is_named && tags.lines < kUsualBoard)) {
    game.game.game = "antireversi";
    const auto played = play_tree(game);
    if (!is_anti && played && is_won_by_more(*played, game.claimed_result)) return normal_reversi(line);
    if (!is_anti && played && !played->broken)
      add_note(game, line, "untold_game", "the file does not name its game: it is read as anti-Reversi");
    if (is_reversi || (played && !played->broken)) return game;
  }
  // A game of chess of which nothing but pawns has moved looks the same.
  if (!is_named) add_note(game, line, "untold_game", "the file does not name its game: it is read as Gomoku");
  game.game.game = "gomoku";
  game.game.rule = tags.rule.empty() && has_word(tags.words, "renju") ? "renju" : tags.rule;
  game.game.size = tags.lines > 0         ? tags.lines
                   : lines <= kUsualBoard ? kUsualBoard
                   : lines <= 19          ? 19
                                          : kMostLines;
  const auto& sizes = engine::find_game("gomoku")->sizes;
  if (std::ranges::find(sizes, game.game.size) == sizes.end())
    return bad_text(line, "size",
                    fmt::format("the board has {} lines: here it has 15, 19 or 20", game.game.size));
  try_other_rules(game);
  return game;
}

}  // namespace server
