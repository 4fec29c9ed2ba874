#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include "server/base/ascii_case.h"
#include "server/formats/dialects.h"
#include "server/formats/fen_dialects.h"
#include "server/formats/gomoku_points.h"
#include "server/formats/pgn.h"
#include "server/formats/pgn_parts.h"
#include "server/formats/pgn_points.h"
#include "server/formats/pgn_words.h"
#include "server/formats/result_words.h"

namespace server {

namespace {

std::string tag(const PgnParts& parts, std::string_view name) {
  const auto found = parts.tags.find(name);
  return found == parts.tags.end() ? std::string() : found->second.value;
}

std::string first_tag(const PgnParts& parts, std::string_view name, std::string_view otherwise) {
  return clean_name(tag(parts, parts.tags.contains(name) ? name : otherwise));
}

/// The tag counts, unless it says nothing; then what stands after the moves.
std::string result_of(const PgnParts& parts) {
  for (const std::string& text : {tag(parts, "Result"), parts.result})
    if (std::string result = told_by_words(text); !result.empty()) return result;
  return {};
}

/// Castling, queens: what no game of Xiangqi has.
bool is_chess(const GameTree& tree) {
  for (std::size_t id = 1; id < tree.size(); ++id) {
    const std::string& move = tree[static_cast<GameTree::Id>(id)].move.text;
    if (move.starts_with("O-O") || move.starts_with("0-0") || (move.size() >= 3 && move.front() == 'Q'))
      return true;
  }
  return false;
}

/// Nf3, exd5, Rad1+: a piece or none, and points of eight lines, as chess has them; of some Xiangqi as well.
bool is_like_move_of_chess(std::string_view move) {
  while (!move.empty() && (move.back() == '+' || move.back() == '#')) move.remove_suffix(1);
  if (move.size() > 2 && move[move.size() - 2] == '=') move.remove_suffix(2);
  if (!move.empty() && std::string_view("KQRBN").find(move.front()) != move.npos) move.remove_prefix(1);
  const auto is_file = [](char c) { return 'a' <= c && c <= 'h'; };
  const auto is_rank = [](char c) { return '1' <= c && c <= '8'; };
  if (move.size() < 2 || !is_file(move[move.size() - 2]) || !is_rank(move.back())) return false;
  move.remove_suffix(2);
  return std::ranges::all_of(move, [&](char c) { return is_file(c) || is_rank(c) || c == 'x'; });
}

/// Whether a game that is not legal here is one of chess. Points alone do not tell, unless pawns go there.
bool is_like_chess(const GameTree& tree) {
  if (are_moves_of_pawns(tree)) return true;
  bool has_piece = false;
  for (GameTree::Id id = tree[GameTree::kRoot].first_child; id != GameTree::kNone;
       id = tree[id].first_child) {
    const std::string& move = tree[id].move.text;
    if (!is_like_move_of_chess(move)) return false;
    // exd5: a pawn captures.
    has_piece |= std::string_view("KQRBN").find(move.front()) != std::string_view::npos || move[1] == 'x';
  }
  return has_piece;
}

/// Its board has eight ranks.
bool is_position_of_chess(std::string_view fen) {
  constexpr int kStrokes = 7;
  return std::ranges::count(fen.substr(0, fen.find(' ')), '/') == kStrokes;
}

/// Tags that are fields of a game, and those that say how the file is written.
constexpr std::string_view kUsedTags[] = {"Game",   "Event", "Date",    "Red",    "White",       "Black",
                                          "Result", "FEN",   "Variant", "Format", "Termination", "SetUp"};

void take_tags(const PgnParts& parts, TreeGame& game) {
  for (const auto& [name, tag] : parts.tags) {
    // The others are kept as tags of the tree.
    const bool is_used = std::ranges::find(kUsedTags, name) != std::end(kUsedTags);
    if (!is_used) add_tag(game, name, clean_name(tag.value), tag.line);
  }
  if (parts.tags.contains("Red")) add_tag(game, "White", tag(parts, "White"));
  const std::string reason = tag(parts, "Termination");
  if (known_reason(reason).empty()) add_tag(game, "Termination", reason);
}

std::string event_of(const PgnParts& parts) {
  std::string event = clean_name(tag(parts, "Event"));
  return event == kOurEvent || event == "?" ? std::string() : event;
}

void take_result(const PgnParts& parts, TreeGame& game) {
  game.game.result = result_of(parts);
  const std::string text = clean_name(tag(parts, "Result"));
  const std::string told = told_by_words(text), last = told_by_words(parts.result);
  if (told.empty() && !is_result_word(text) && text.find_first_not_of('?') != text.npos) {
    add_tag(game, "Result", text);
    add_note(game, parts.tags.at("Result").line, "result", fmt::format("{} tells no result", text));
  }
  if (!told.empty() && !last.empty() && told != last)
    add_note(game, 0, "result", fmt::format("the tag says {}, the moves end with {}", text, parts.result));
}

void take_date_of(const PgnParts& parts, TreeGame& game) {
  if (const auto date = parts.tags.find("Date"); date != parts.tags.end())
    take_date(game, date->second.value, date->second.line);
}

void note_names_of(const PgnParts& parts, TreeGame& game) {
  for (const auto& [name, tag] : parts.tags)
    if (name == "Red" || name == "White" || name == "Black" || name == "Event")
      note_long_names(game, {tag.value}, tag.line);
}

/// What tells the rule of a game of points.
std::string words_of_rule(const PgnParts& parts) {
  return tag(parts, "Rule") + ' ' + tag(parts, "Rules") + ' ' + tag(parts, "Variant") + ' ' +
         tag(parts, "GameType") + ' ' + tag(parts, "Game");
}

/// In small letters, what names a game.
std::string words_of_game(const PgnParts& parts) {
  return lower(words_of_rule(parts) + ' ' + tag(parts, "Event"));
}

/// Of three points and more: the first moves of two pawns may be written so, too.
bool is_of_points(const PgnParts& parts) {
  constexpr std::size_t kFew = 3;
  const bool is_named = name_game_of_points(words_of_game(parts));
  const bool is_of_pieces = parts.tags.contains("Red") || parts.tags.contains("FEN") ||
                            (!is_named && (parts.tags.contains("Game") || parts.tags.contains("Variant")));
  return !parts.tags.empty() && !is_of_pieces && are_points(parts.game.tree) &&
         (is_named || parts.game.tree.size() > kFew);
}

/// 34-30, where 1-0 would say who won.
bool is_score_of_discs(std::string_view text) {
  constexpr int kMostDiscs = 64;
  int first = 0, second = 0;
  const char* const end = text.data() + text.size();
  const auto [dash, error] = std::from_chars(text.data(), end, first);
  if (error != std::errc() || dash == end || *dash != '-') return false;
  const auto rest = std::from_chars(dash + 1, end, second);
  const auto is_count = [](int discs) { return 0 <= discs && discs <= kMostDiscs; };
  const bool are_counts = rest.ec == std::errc() && rest.ptr == end && is_count(first) && is_count(second);
  return are_counts && first + second > 2 && first + second <= kMostDiscs;
}

/// 15, 19x19; 0 where the board is not told.
int told_lines(const PgnParts& parts) {
  for (const std::string_view name : {"BoardSize", "Boardsize", "Size"}) {
    const std::string text = tag(parts, name);
    int lines = 0;
    std::from_chars(text.data(), text.data() + text.size(), lines);
    if (lines > 0) return lines;
  }
  return 0;
}

ReadTree read_pgn_of_points(PgnParts parts, int first_line) {
  TreeGame game = std::move(parts.game);
  take_date_of(parts, game);
  note_names_of(parts, game);
  take_result(parts, game);
  take_tags(parts, game);
  add_tag(game, "Variant", clean_name(tag(parts, "Variant")));
  const std::string told = game.game.result;
  game.game = {.game = "gomoku",
               .names = {first_tag(parts, "Black", "Black"), first_tag(parts, "White", "White")},
               .event = event_of(parts),
               .at = game.game.at,
               .reason = known_reason(tag(parts, "Termination"))};
  game.claimed_result = told;
  const TagsOfPoints tags{.words = words_of_game(parts),
                          .rule = rule_in_text(words_of_rule(parts)),
                          .lines = told_lines(parts),
                          .in_discs = is_score_of_discs(clean_name(tag(parts, "Result")))};
  return judge_points(std::move(game), tags, first_line);
}

/// Red's moves are counted in Chinese, 炮二平五, black's in digits, 马8进7. True for a move of red, false for
/// one of black; none where a move does not tell.
std::optional<bool> is_of_red_by_numerals(std::string_view move) {
  const auto has = [&](auto... parts) { return ((move.find(parts) != move.npos) || ...); };
  if (!has("进", "進", "退", "平")) return std::nullopt;
  const bool chinese = has("一", "二", "三", "四", "五", "六", "七", "八", "九");
  const bool digits = move.find_first_of("123456789") != move.npos ||
                      has("\xEF\xBC\x91", "\xEF\xBC\x92", "\xEF\xBC\x93", "\xEF\xBC\x94", "\xEF\xBC\x95",
                          "\xEF\xBC\x96", "\xEF\xBC\x97", "\xEF\xBC\x98", "\xEF\xBC\x99");
  return chinese != digits ? std::optional(chinese) : std::nullopt;
}

/// Whether all moves of the main line, two at least, are written as by the other side than the one whose turn
/// it is where red begins, or black.
bool are_numerals_exchanged(const GameTree& tree, bool black_begins) {
  std::size_t plies = 0;
  for (GameTree::Id id = tree[GameTree::kRoot].first_child; id != GameTree::kNone;
       id = tree[id].first_child, ++plies) {
    const bool is_turn_of_red = (plies % 2 == 0) != black_begins;
    const auto is_of_red = is_of_red_by_numerals(tree[id].move.text);
    if (!is_of_red || *is_of_red == is_turn_of_red) return false;
  }
  return plies > 1;
}

/// Moves of either side are legal for the other as well: the numerals tell who begins, against the position,
/// unless not all moves are legal then.
/// @pre judge_first_side() has been called
void judge_first_side_by_numerals(TreeGame& game, int line) {
  const bool black_begins = game.game.start_pos.find(" b") != std::string::npos;
  if (game.other_start.empty() && !game.game.start_pos.empty()) return;  // No position, which is refused.
  if (!are_numerals_exchanged(game.tree, black_begins)) return;
  game.other_begins = true;
  if (!black_begins) judge_first_side(game, line);  // Where no position is told, the usual one.
}

/// A game of Xiangqi with all that its tags say.
TreeGame xiangqi_of(PgnParts parts, int first_line) {
  TreeGame game = std::move(parts.game);
  game.game = {.game = "xiangqi",
               .rule = "",
               .names = {first_tag(parts, "Red", "White"), first_tag(parts, "Black", "Black")},
               .event = event_of(parts),
               .reason = known_reason(tag(parts, "Termination"))};
  if (const auto fen = parts.tags.find("FEN"); fen != parts.tags.end())
    take_fen(game, fen->second.value, fen->second.line);
  // The letters of Vietnam, which look alike, have no such tag. Points from 1 are written under "ICCS", too.
  if (tag(parts, "Format") == "WXF") game.dialect = &dialects_of("xiangqi").front();
  if (parts.handicap_line > 0) note_handicap(game, parts.handicap_line);
  game.other_begins = parts.black_begins;
  judge_first_side(game, first_line);
  if (!parts.black_begins) judge_first_side_by_numerals(game, first_line);
  take_date_of(parts, game);
  note_names_of(parts, game);
  take_result(parts, game);
  take_tags(parts, game);
  return game;
}

/// What the tags name that is none of our games; empty: nothing.
std::string named_other_game(const PgnParts& parts) {
  constexpr std::string_view kOthers[] = {"chess",      "international chess",
                                          "国际象棋",   "國際象棋",
                                          "janggi",     "korean chess",
                                          "shogi",      "将棋",
                                          "將棋",       "makruk",
                                          "jieqi",      "揭棋",
                                          "checkers",   "draughts",
                                          "backgammon", "go",
                                          "weiqi",      "围棋",
                                          "圍棋"};
  if (const auto other = other_game_of_rows(words_of_rule(parts)); !other.empty()) return std::string(other);
  const std::string game = clean_name(tag(parts, "Game"));
  // Some leave out that it is the Chinese one, but chess has no side of red.
  if (lower(game) == "chess" && parts.tags.contains("Red")) return {};
  return std::ranges::find(kOthers, lower(game)) == std::end(kOthers) ? std::string() : game;
}

ReadTree to_tree(PgnParts parts, int first_line) {
  if (parts.tags.empty() && parts.game.tree.size() == 1)
    return bad_text(first_line, "syntax", "there is no move, and no tag");
  if (const std::string other = named_other_game(parts); !other.empty())
    return bad_text(first_line, "unknown_game", fmt::format("this is a game of {}", other));
  if (is_of_points(parts)) {
    // Openings of chess may be moves of pawns alone; their code is of chess.
    const bool is_of_chess = parts.tags.contains("ECO") && !name_game_of_points(words_of_game(parts));
    if (is_of_chess) return bad_text(first_line, "unknown_game", "this is a game of chess");
    return read_pgn_of_points(std::move(parts), first_line);
  }
  if (const std::string variant = tag(parts, "Variant"); !is_name_of_xiangqi(variant)) {
    const bool is_of_chess = lower(variant) == "standard" || lower(variant) == "from position";
    return bad_text(parts.tags.at("Variant").line, "unknown_game",
                    fmt::format("this is a game of {}", is_of_chess ? "chess" : variant));
  }
  if (is_chess(parts.game.tree) || is_position_of_chess(tag(parts, "FEN")))
    return bad_text(first_line, "unknown_game", "this is a game of chess");
  return xiangqi_of(std::move(parts), first_line);
}

/// Its variations as well.
bool is_all_legal(const TreeGame& tree) {
  const auto played = play_tree(tree);
  return played && !played->broken && played->tree.size() >= tree.tree.size();
}

/// Whether all moves up to that one are legal. False where there is no such move.
bool leads_to(const TreeGame& game, GameTree::Id id) {
  if (static_cast<std::size_t>(id) >= game.tree.size()) return false;
  TreeGame line{.game = game.game, .other_start = game.other_start, .other_begins = game.other_begins};
  GameTree::Id at = GameTree::kRoot;
  for (MoveText& move : game.tree.line_to(id)) at = line.tree.add(at, std::move(move));
  const auto played = play_tree(std::move(line));
  return played && !played->broken;
}

/// By the numbers of its moves, or straight on. `finish` makes a game of what is read.
template <class Finish>
ReadTree read_either_way(std::string_view text, int first_line, Finish finish) {
  auto parts = read_pgn_parts(text, first_line);
  if (!parts) return engine::Unexpected(parts.error());
  const GameTree::Id behind_back = parts->behind_back;
  const bool is_cut_off = parts->is_cut_off;
  ReadTree tree = finish(*std::move(parts));
  if (behind_back == GameTree::kNone || !tree || (!is_cut_off && is_all_legal(*tree))) return tree;
  auto straight_on = read_pgn_parts(text, first_line, /*by_numbers=*/false);
  ReadTree other = straight_on ? finish(*std::move(straight_on)) : tree;
  // A number that was mistyped would else end its game: the move behind it is legal only where it stands.
  const bool is_mistyped =
      other && (is_all_legal(*other) || (leads_to(*other, behind_back) && !leads_to(*tree, behind_back)));
  return is_mistyped ? std::move(other) : std::move(tree);
}

/// A game of Xiangqi, or another one of PGN's; refused if it is one of chess.
ReadTree judged_tree(PgnParts parts, int first_line) {
  const bool has_code = parts.tags.contains("ECO");
  const bool may_be_chess =
      !parts.tags.contains("Red") && !parts.tags.contains("Game") && !parts.tags.contains("Variant");
  ReadTree tree = to_tree(std::move(parts), first_line);
  const bool is_xiangqi = tree && tree->game.game == "xiangqi";
  if (may_be_chess && is_xiangqi && (has_code || is_like_chess(tree->tree)) && !is_all_legal(*tree))
    return bad_text(first_line, "unknown_game", "this is a game of chess");
  return tree;
}

}  // namespace

ReadTree read_pgn_moves(std::string_view text, int first_line,
                        const std::function<void(TreeGame&)>& take_head) {
  return read_either_way(text, first_line, [&](PgnParts parts) -> ReadTree {
    TreeGame game = xiangqi_of(std::move(parts), first_line);
    take_head(game);
    return game;
  });
}

ReadTree read_pgn(std::string_view text, int first_line) {
  return read_either_way(text, first_line,
                         [&](PgnParts parts) { return judged_tree(std::move(parts), first_line); });
}

}  // namespace server
