#include "server/formats/sgf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "server/base/ascii_case.h"
#include "server/formats/gomoku_points.h"
#include "server/formats/move_text.h"
#include "server/formats/properties.h"
#include "server/formats/result_words.h"

namespace server {

namespace {

using engine::Side;

// ---- writing --------------------------------------------------------------------------------------------

/// SGF counts ranks from above.
std::string letters(BoardPoint point, int size) {
  return {static_cast<char>('a' + point.file), static_cast<char>('a' + size - 1 - point.rank)};
}

std::string setup(const PlayedGame& game, int size) {
  std::string text;
  for (const auto& [property, stone] : {std::pair("AB", 'X'), std::pair("AW", 'O')}) {
    bool named = false;
    for (int i = 0; i < size * size; ++i) {
      if (game.start_pos[static_cast<std::size_t>(i)] != stone) continue;
      if (!std::exchange(named, true)) text += property;
      text += '[' + letters({i % size, i / size}, size) + ']';
    }
  }
  return text + (second_begins(game) ? "PL[W]" : "PL[B]");
}

std::string result(const PlayedGame& game) {
  std::string text(result_word(game, {"B+", "W+", "Draw", "?"}));
  if (!text.ends_with('+')) return text;
  return text + (game.reason == "resign" ? "R" : game.reason == "timeout" ? "T" : "");
}

// ---- reading --------------------------------------------------------------------------------------------

/// A point of the board written hh or h8.
std::optional<BoardPoint> read_point(std::string_view text, int size) {
  if (text.size() < 2) return std::nullopt;
  const auto on_board = [size](int line) { return 0 <= line && line < size; };
  BoardPoint point{lower(text[0]) - 'a', 0};
  if (std::isdigit(static_cast<unsigned char>(text[1]))) {
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), point.rank);
    --point.rank;
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  } else {
    if (text.size() != 2) return std::nullopt;
    // Capitals would be points of boards of more than 26 lines.
    point = {lower(text[0]) - 'a', size - 1 - (lower(text[1]) - 'a')};
  }
  return on_board(point.file) && on_board(point.rank) ? std::optional(point) : std::nullopt;
}

/// "15", or "15:15" for a board that might be oblong.
std::optional<int> read_size(const std::string& text) {
  if (text.empty()) return kUsualBoard;
  int size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc()) return std::nullopt;
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (!rest.empty() && rest != fmt::format(":{}", size)) return std::nullopt;
  return size == 15 || size == 19 || size == 20 ? std::optional(size) : std::nullopt;
}

/// By SGF's number, or a name. Some programs number Gomoku 5, as older lists of games did.
bool is_gomoku(std::string_view game) {
  constexpr std::string_view kNames[] = {"4",       "5",     "gomoku", "gomoku+renju",  "gomoku and renju",
                                         "go-moku", "renju", "gobang", "five in a row", "五子棋"};
  return std::ranges::find(kNames, lower(game)) != std::end(kNames);
}

/// As SGF numbers games.
std::string name_of_game(std::string_view number) {
  constexpr std::string_view kGames[] = {"",      "Go",         "Othello",       "Chess", "",
                                         "",      "Backgammon", "Chinese chess", "Shogi", "Lines of Action",
                                         "Ataxx", "Hex"};
  std::size_t at = 0;
  std::from_chars(number.data(), number.data() + number.size(), at);
  if (at < std::size(kGames) && !kGames[at].empty()) return std::string(kGames[at]);
  return at == 0 ? std::string(number) : "another game";
}

/// What no game of Gomoku has, of a file that does not name its game: SGF itself takes such files for Go.
/// Empty where there is nothing of it.
std::string_view sign_of_go(const Properties& properties) {
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"KM", "komi"}, {"HA", "handicap stones"}, {"TB", "territory"}, {"TW", "territory"}};
  constexpr std::string_view kRules[] = {"japanese", "chinese", "korean",      "aga",
                                         "ing",      "goe",     "new zealand", "nz"};
  for (const auto& [name, sign] : kSigns)
    if (find_property(properties, name) != nullptr) return sign;
  if (std::ranges::find(kRules, lower(clean_name(property(properties, "RU")))) != std::end(kRules))
    return "rules of Go";
  // B+12.5: points, where Gomoku has none.
  const std::string result = property(properties, "RE");
  const std::size_t plus = std::min(result.find('+'), result.size()), dot = result.find('.', plus);
  const bool is_score = result.find_first_of("0123456789", plus) == plus + 1 && dot != result.npos;
  if (is_score) return "a score in points";
  const std::string size = clean_name(property(properties, "SZ"));
  return size == "9" || size == "13" ? "a board of 9 or 13 lines" : "";
}

/// Of a point, `hh` or `h16`, the larger of its two lines, from 1; 0 for anything else.
int line_of_point(std::string_view text) {
  const auto number = [](char c) { return 'a' <= lower(c) && lower(c) <= 't' ? lower(c) - 'a' + 1 : 0; };
  if (text.size() < 2 || number(text[0]) == 0) return 0;
  int rank = text.size() == 2 ? number(text[1]) : 0;
  if (rank == 0) std::from_chars(text.data() + 1, text.data() + text.size(), rank);
  return std::max(number(text[0]), rank);
}

/// Where the size is not told: the smallest board that has all points.
int size_by_points(const Properties& properties) {
  int line = 0;
  for (const Property& each : properties) {
    if (each.name != "B" && each.name != "W" && each.name != "AB" && each.name != "AW") continue;
    for (const std::string_view value : each.values) {
      const std::size_t colon = std::min(value.find(':'), value.size());
      const std::string_view corners[] = {value.substr(0, colon),
                                          value.substr(std::min(colon + 1, value.size()))};
      for (const std::string_view point : corners)
        if (lower(point) != "tt") line = std::max(line, line_of_point(point));
    }
  }
  return line <= kUsualBoard ? kUsualBoard : line <= 19 ? 19 : 20;
}

struct Ending {
  std::string result, reason;
};

/// 黑胜, 白负, 和棋: the first side of Gomoku is black.
std::string ending_in_chinese(std::string_view text) {
  const auto has = [&](auto... signs) { return ((text.find(signs) != text.npos) || ...); };
  if (has("和", "平局")) return "draw";
  const bool wins = has("胜", "勝"), loses = has("负", "負"), black = has("黑"), white = has("白");
  if (wins == loses || black == white) return {};
  return black == wins ? "first" : "second";
}

Ending read_ending(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  const std::string words = lower(text);
  if (std::string told = ending_in_chinese(words); !told.empty()) return {std::move(told), ""};
  if (words == "0" || words.starts_with("d") || words.starts_with("jigo")) return {"draw", ""};
  if (words.find("draw") != words.npos) return {"draw", ""};
  const std::string how = words.substr(std::min(words.find('+'), words.size()));
  if (std::string winner = winner_in_english(words, "black", "white"); how.empty() && !winner.empty())
    return {std::move(winner), ""};
  // "B+R", "Black"; but "Both lost" names neither.
  const auto names = [&](std::string_view side) {
    const bool is_letter = words.starts_with(side.front()) &&
                           (words.size() == 1 || std::isalpha(static_cast<unsigned char>(words[1])) == 0);
    return is_letter || words.starts_with(side);
  };
  const bool black = names("black"), white = names("white");
  if (!black && !white) return {};
  const auto has = [&](auto... parts) { return ((words.find(parts) != words.npos) || ...); };
  // "White resigns" names who lost.
  if (how.empty() && !has("win", "won") && has("resign", "los", "forfeit", "timeout"))
    return {black ? "second" : "first", has("resign") ? "resign" : has("timeout") ? "timeout" : ""};
  return {black ? "first" : "second", how.starts_with("+r")   ? "resign"
                                      : how.starts_with("+t") ? "timeout"
                                                              : ""};
}

/// Annotations by PGN's numbers.
std::optional<std::uint8_t> glyph_of(const Property& property) {
  const bool is_emphatic = property.values.front() == "2";
  if (property.name == "TE") return is_emphatic ? 3 : 1;
  if (property.name == "BM") return is_emphatic ? 4 : 2;
  if (property.name == "IT") return 5;
  if (property.name == "DO") return 6;
  return std::nullopt;
}

/// Everything that the nodes do to the board, and what they say.
class SgfGame {
 public:
  explicit SgfGame(int size) : size_(size), stones_(static_cast<std::size_t>(size * size), '-') {}

  /// What is wrong, if that is in the main line; in a variation it is noted, and the move left out.
  std::optional<BadText> take(const Property& property) {
    enter(property);
    std::optional<BadText> bad;
    if (property.name == "B" || property.name == "W") {
      bad = take_move(property);
    } else if (property.name == "AB") {
      bad = take_stones(property, 'X');
    } else if (property.name == "AW") {
      bad = take_stones(property, 'O');
    } else if (property.name == "AE") {
      bad = take_stones(property, '-');
    } else {
      take_words(property);
    }
    // Where nothing has been played the board itself is wrong.
    if (bad && property.is_main && game_.tree.size() == 1) return bad;
    if (!bad) return std::nullopt;
    if (property.is_main && !game_.broken) game_.broken = bad;
    add_note(game_, *std::move(bad));
    positions_[static_cast<std::size_t>(property.node)] = GameTree::kNone;  // What follows has no board.
    return std::nullopt;
  }

  /// Empty for the usual start. A file without PL means the side that its first move says, or without a move
  /// the one whose turn it is where stones alternate.
  std::string start_pos() const {
    const GameTree::Id first = game_.tree[GameTree::kRoot].first_child;
    char turn = turn_;
    const bool has_more_black = std::ranges::count(stones_, 'X') > std::ranges::count(stones_, 'O');
    const bool white_begins =
        first == GameTree::kNone ? has_more_black : game_.tree[first].move.side == Side::second;
    if (turn == 0) turn = white_begins ? 'O' : 'X';
    const bool empty = stones_.find_first_not_of('-') == std::string::npos;
    return empty && turn == 'X' ? std::string() : stones_ + ' ' + turn;
  }

  TreeGame finish(PlayedGame game, int start_line) && {
    game_.game = std::move(game);
    for (const auto& [name, where] : left_out_)
      add_note(game_, where.second, "property", fmt::format("{} is left out, {} in all", name, where.first));
    game_.start_line = start_line;
    return std::move(game_);
  }

 private:
  static BadText bad(const Property& property, std::string reason, std::string_view message) {
    return bad_text(property.line, std::move(reason), message).error;
  }

  /// A node without a move says more of the position before it.
  void enter(const Property& property) {
    if (static_cast<std::size_t>(property.node) < positions_.size()) return;
    const GameTree::Id parent =
        property.parent < 0 ? GameTree::kRoot : positions_[static_cast<std::size_t>(property.parent)];
    // Nodes come in the order of their numbers, so the vector grows by one for each.
    positions_.push_back(parent);
  }

  std::optional<BadText> take_move(const Property& property) {
    if (positions_[static_cast<std::size_t>(property.node)] == GameTree::kNone) return std::nullopt;
    const std::string& text = property.values.front();
    // On small boards tt, a point off the board, is an old way to write a pass.
    const std::string word = lower(text);
    const bool is_pass = word.empty() || word == "pass" || (word == "tt" && size_ <= 19);
    const auto point = read_point(text, size_);
    if (!point && !is_pass)
      return bad(property, "off_board", fmt::format("{} is no point of the board", text));
    if (game_.tree.full()) return bad(property, "too_many_moves", "the rest is left out");
    GameTree::Id& position = positions_[static_cast<std::size_t>(property.node)];
    // Counted, because a file's main line is its first branch: what the tree continues it with after a left
    // out move is a variation.
    game_.main_plies += property.is_main;
    if (property.values.size() > 1)
      add_note(game_, property.line, "property",
               fmt::format("of {} the first of {} values is read", property.name, property.values.size()));
    position = game_.tree.add(position, {.text = is_pass ? "pass" : move_to(*point),
                                         .line = property.line,
                                         .side = property.name == "B" ? Side::first : Side::second,
                                         .is_exact = true});
    return std::nullopt;
  }

  std::optional<BadText> take_stones(const Property& property, char stone) {
    if (game_.tree.size() > 1) return bad(property, "setup", "stones are set up after the first move");
    if (!property.is_main) return bad(property, "setup", "stones are set up in a variation");
    for (const std::string& value : property.values) {
      const std::string_view text = value;
      const auto from = read_point(text.substr(0, text.find(':')), size_);
      const auto to = read_point(text.substr(text.find(':') == text.npos ? 0 : text.find(':') + 1), size_);
      if (!from || !to) return bad(property, "off_board", fmt::format("{} is no point of the board", text));
      put(stone, *from, *to);
    }
    return std::nullopt;
  }

  void take_words(const Property& property) {
    if (positions_[static_cast<std::size_t>(property.node)] == GameTree::kNone) return;
    TreeNode& node = game_.tree[positions_[static_cast<std::size_t>(property.node)]];
    if (property.name == "PL" && property.is_main && game_.tree.size() == 1)
      turn_ = lower(property.values.front()).starts_with("w") ? 'O' : 'X';
    if (property.name == "C" || property.name == "N" || property.name == "GC") {
      if (!node.comment.empty()) node.comment += '\n';
      node.comment += property.values.front();
    }
    if (const auto glyph = glyph_of(property); glyph && node.glyphs.size() < 8) node.glyphs.push_back(*glyph);
    if (property.node == 0) return take_tag(property);
    const bool is_known =
        property.name == "C" || property.name == "N" || glyph_of(property) || property.name == "MN";
    if (is_known) return;
    auto& [count, line] = left_out_[property.name];
    if (count++ == 0) line = property.line;
  }

  /// Of the root: what fields of a game hold is read apart.
  void take_tag(const Property& property) {
    constexpr std::string_view kRead[] = {"FF", "GM", "CA", "AP", "SZ", "RU", "EV", "DT", "PB",
                                          "PW", "RE", "PL", "C",  "N",  "GC", "ST", "VW", "MN"};
    if (std::ranges::find(kRead, property.name) != std::end(kRead)) return;
    std::string all;
    for (const std::string& value : property.values) all += (all.empty() ? "" : " ") + value;
    add_tag(game_, property.name, clean_name(all), property.line);
  }

  /// A rectangle between two of its corners: they should be the upper left and the lower right one.
  void put(char stone, BoardPoint from, BoardPoint to) {
    const auto [left, right] = std::minmax({from.file, to.file});
    const auto [below, above] = std::minmax({from.rank, to.rank});
    for (int rank = below; rank <= above; ++rank) {
      for (int file = left; file <= right; ++file) {
        stones_[static_cast<std::size_t>(rank * size_ + file)] = stone;
      }
    }
  }

  int size_;
  std::string stones_;
  char turn_ = 0;
  TreeGame game_{.main_plies = 0};
  std::vector<GameTree::Id> positions_{};  ///< By the node of the file; kNone: behind what is no move.
  std::map<std::string, std::pair<std::size_t, int>> left_out_{};  ///< How often, and where first.
};

}  // namespace

std::string write_sgf(const PlayedGame& game) {
  const int size = board_size(game);
  const auto text_of = [](std::string_view text) { return escaped(text, "]\\"); };
  std::string text = fmt::format("(;FF[4]GM[4]CA[UTF-8]AP[Sanqi]SZ[{}]RU[{}]", size, game.rule);
  if (!game.event.empty()) text += fmt::format("EV[{}]", text_of(game.event));
  // SGF tells 1982 or 1982-05 where the rest is not known.
  std::string date = told_day(game, "{:%Y-%m-%d}");
  date.erase(std::min(date.find_last_not_of("-.?", date.find('?')) + 1, date.size()));
  if (!date.empty()) text += fmt::format("DT[{}]", text_of(date));
  text += fmt::format("PB[{}]PW[{}]RE[{}]", text_of(game.names[0]), text_of(game.names[1]), result(game));
  if (!game.start_pos.empty()) text += setup(game, size);
  bool white = second_begins(game);
  for (const std::string& move : game.moves) {
    text += fmt::format(";{}[{}]", white ? 'W' : 'B', letters(board_point(move), size));
    white = !white;
  }
  return text + ")\n";
}

ReadTree read_sgf(std::string_view text, int first_line) {
  const auto properties = read_properties(text, first_line);
  if (!properties) return engine::Unexpected(properties.error());
  const auto value = [&](std::string_view name) { return property(*properties, name); };
  const std::string told = clean_name(value("GM")), lines = clean_name(value("SZ"));
  // Editors of Go save games of Renju as well. Go is hardly played on its board, and tells its komi then.
  const bool is_renju_by_go = told == "1" && (lines == "15" || lines == "15:15");
  if (!told.empty() && !is_gomoku(told) && !is_renju_by_go) {
    return bad_text(find_property(*properties, "GM")->line, "unknown_game",
                    fmt::format("GM[{}] is {}: Gomoku is GM[4]", told, name_of_game(told)));
  }
  if (const auto sign = told.empty() || is_renju_by_go ? sign_of_go(*properties) : ""; !sign.empty())
    return bad_text(first_line, "unknown_game", fmt::format("this is a game of Go: it has {}", sign));
  if (const auto other = other_game_of_rows(value("RU")); !other.empty())
    return bad_text(find_property(*properties, "RU")->line, "unknown_game",
                    fmt::format("this is a game of {}", other));
  const auto size = lines.empty() ? std::optional(size_by_points(*properties)) : read_size(lines);
  if (!size) {
    return bad_text(find_property(*properties, "SZ")->line, "size",
                    fmt::format("SZ[{}]: here a board has 15, 19 or 20 lines", lines));
  }
  SgfGame moves(*size);
  for (const Property& each : *properties) {
    if (auto bad = moves.take(each)) return engine::Unexpected(*std::move(bad));
  }
  const Ending ending = read_ending(value("RE"));
  PlayedGame game{.game = "gomoku",
                  .rule = rule_in_text(value("RU")),
                  .size = *size,
                  .start_pos = moves.start_pos(),
                  .names = {clean_name(value("PB")), clean_name(value("PW"))},
                  .event = clean_name(value("EV")),
                  .result = ending.result,
                  .reason = ending.reason};
  const std::string rule = game.rule;
  TreeGame tree =
      std::move(moves).finish(std::move(game), properties->empty() ? first_line : properties->front().line);
  if (const Property* const date = find_property(*properties, "DT"))
    take_date(tree, date->values.front(), date->line);
  const std::string ended = clean_name(value("RE"));
  if (ending.result.empty() && ended.find_first_not_of('?') != ended.npos && lower(ended) != "void") {
    add_tag(tree, "RE", ended);
    add_note(tree, find_property(*properties, "RE")->line, "result",
             fmt::format("{} tells no result", ended));
  }
  if (told.empty() && (lines.empty() || *size == 19))  // Most such files are of Go.
    add_note(tree, first_line, "untold_game", "the file does not name its game (GM): it is read as Gomoku");
  if (is_renju_by_go)
    add_note(tree, first_line, "untold_game", "GM[1] is Go: on 15 lines it is read as Gomoku");
  note_long_names(tree, {value("PB"), value("PW"), value("EV")}, first_line);
  if (rule.empty()) add_tag(tree, "RU", value("RU"));
  try_other_rules(tree);
  return tree;
}

}  // namespace server
