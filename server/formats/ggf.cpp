#include "server/formats/ggf.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/move_text.h"
#include "server/formats/properties.h"

namespace server {

namespace {

using engine::Side;

const engine::Game& antireversi() {
  return *engine::find_game("antireversi");
}

std::string usual_start(const std::string& rule) {
  return (*antireversi().new_match({.rule = rule}))->look().pos;
}

/// How many squares a side the board of a rule has.
int size_of(const std::string& rule) {
  const std::size_t squares = usual_start(rule).find(' ');
  return static_cast<int>(std::lround(std::sqrt(static_cast<double>(squares))));
}

/// The rule that is played on boards as long as a number tells: "6", "6a".
std::optional<std::string> rule_of(std::string_view size) {
  int wanted = 0;
  size.remove_prefix(
      std::min(size.find_first_of("0123456789"), size.size()));  // "s8r18": two games, a random start.
  std::from_chars(size.data(), size.data() + size.size(), wanted);
  for (const std::string_view rule : antireversi().rules) {
    if (size_of(std::string(rule)) == wanted) return std::string(rule);
  }
  return std::nullopt;
}

// ---- writing --------------------------------------------------------------------------------------------

/// From the first side's view, as the winner has it: the other's discs less one's own.
int margin(const PlayedGame& game) {
  const auto match = *engine::find_game(game.game)->new_match({.rule = game.rule, .pos = game.start_pos});
  for (const std::string& move : game.moves) (void)match->play(move);
  const std::string pos = match->look().pos, board = pos.substr(0, pos.find(' '));
  return static_cast<int>(std::ranges::count(board, 'O') - std::ranges::count(board, 'X'));
}

std::string result(const PlayedGame& game) {
  if (game.result.empty()) return "?";
  if (game.reason == "fewest_discs") return fmt::format("{:+}.00", margin(game));
  // GGF has no other way to tell a win without a count than the most that can be won.
  const int all = size_of(game.rule) * size_of(game.rule);  // For who wins otherwise than by counting.
  const int points = game.result == "first" ? all : game.result == "second" ? -all : 0;
  const std::string_view how = game.reason == "resign" ? ":r" : game.reason == "timeout" ? ":t" : "";
  return fmt::format("{:+}.00{}", points, how);
}

std::string ggf_move(const std::string& move) {
  if (move == "pass") return "PA";
  return {upper(move[0]), move[1]};
}

// ---- reading --------------------------------------------------------------------------------------------

struct Start {
  std::string rule, pos;
};

/// "8 " and 64 of * O -, with blanks between the rows as the writer likes it, and * or O to move. The number
/// is the size of the board.
std::optional<Start> read_board(std::string_view text) {
  std::string points;
  for (const char c : text) {
    if (c == '*' || c == 'X') points += 'X';
    if (c == 'O' || c == '-') points += c;
  }
  const auto rule = rule_of(text);
  if (!rule || points.empty() || points.back() == '-') return std::nullopt;
  points.insert(points.size() - 1, 1, ' ');
  if (!antireversi().new_match({.rule = *rule, .pos = points})) return std::nullopt;
  return Start{*rule, points};
}

struct Ending {
  std::string result, reason;
};

/// Black's "+12.00" or "-12.00". None if there is no number, or one that no board has: Edax writes -127 for a
/// game that is not over.
std::optional<double> told_margin(const std::string& text) {
  constexpr double kMost = 100;
  const std::size_t digit = text.find_first_of("0123456789");
  double points = kMost + 1;
  if (digit != text.npos) std::from_chars(text.data() + digit, text.data() + text.size(), points);
  if (points > kMost) return std::nullopt;
  return text.find('-') < digit ? -points : points;
}

/// "+12.00", "-64.00:r" for a resignation, ":t" for lost on time.
Ending read_ending(const std::string& text) {
  const std::size_t digit = text.find_first_of("0123456789");
  if (!told_margin(text)) return {};
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  const bool minus = text.find('-') < digit;
  const bool resigned = text.ends_with(":r"), late = text.ends_with(":t");
  return {zero ? "draw" : minus ? "second" : "first", resigned ? "resign" : late ? "timeout" : ""};
}

/// MOVE/EVALUATION/SECONDS, of which the latter two may be missing. Minutes may stand before the seconds.
MoveText read_move(const Property& property) {
  const std::string_view value = property.values.front();
  const std::string_view move = value.substr(0, value.find('/'));
  MoveText text{.text = std::string(move),
                .line = property.line,
                .side = property.name == "B" ? Side::first : Side::second};
  // F5 and PA, as GGF writes them.
  text.text = lower(text.text);
  if (text.text.empty() || text.text == "pa" || text.text == "pas" || text.text == "ps" || text.text == "--")
    text.text = "pass";
  if (std::ranges::count(value, '/') < 2) return text;
  std::string_view time = value.substr(value.rfind('/') + 1);
  double seconds = 0;
  for (double part = 0; !time.empty();) {
    const auto [end, error] = std::from_chars(time.data(), time.data() + time.size(), part);
    if (error != std::errc() || !std::isfinite(part)) break;
    // m:ss or h:mm:ss, each part sixty times the next.
    seconds = seconds * 60 + part;
    time.remove_prefix(static_cast<std::size_t>(end - time.data()));
    if (!time.starts_with(':')) break;
    time.remove_prefix(1);
  }
  text.spent = std::llround(std::clamp(seconds * 1000, 0.0, static_cast<double>(kLongestThought)));
  return text;
}

/// Of a game that does not tell its type: refused where its result gives the win to the side with more discs,
/// else noted.
std::optional<BadText> judge_untyped(TreeGame& tree, const std::string& ended, int line) {
  TreeGame copy = tree;
  copy.game.result.clear();
  copy.game.reason.clear();
  const auto played = play_tree(std::move(copy));
  const auto told = told_margin(ended);
  const bool is_over = played && !played->broken && played->game.reason == "fewest_discs";
  // margin() counts for the winner of anti-Reversi.
  const double points = is_over && told ? margin(played->game) * *told : 0;
  if (points < 0)
    return bad_text(line, "unknown_game",
                    fmt::format("RE[{}] is a win by more discs: this is normal Reversi", clean_name(ended)))
        .error;
  if (points == 0)
    add_note(tree, line, "untold_game", "the file does not tell its type (TY): it is read as anti-Reversi");
  return std::nullopt;
}

/// Komi, its moves in synchro games (KB, KW), ratings, clocks.
void take_others(const Properties& properties, TreeGame& tree) {
  constexpr std::string_view kRead[] = {"GM", "PC", "DT", "PB", "PW", "RE", "TY", "BO", "B", "W"};
  bool has_variations = false;
  for (const Property& each : properties) {
    if (!each.is_main && !std::exchange(has_variations, true))
      add_note(tree, each.line, "variations", "variations are left out");
    if (each.is_main && std::ranges::find(kRead, each.name) == std::end(kRead))
      add_tag(tree, each.name, clean_name(each.values.front()), each.line);
  }
}

}  // namespace

std::string write_ggf(const PlayedGame& game) {
  std::string board = game.start_pos.empty() ? usual_start(game.rule) : game.start_pos;
  std::ranges::replace(board, 'X', '*');
  std::string text = "(;GM[Othello]PC[" + escaped(game.event.empty() ? kOurEvent : game.event, "]\\") + ']';
  if (!game.date.empty()) text += fmt::format("DT[{}]", escaped(game.date, "]\\"));
  if (game.date.empty() && game.at) text += fmt::format("DT[{}]", day(game, "{:%Y-%m-%d %H:%M:%S} GMT"));
  text +=
      fmt::format("PB[{}]PW[{}]RE[{}]TY[{}a]BO[{} {}]", escaped(game.names[0], "]\\"),
                  escaped(game.names[1], "]\\"), result(game), size_of(game.rule), size_of(game.rule), board);
  bool white = second_begins(game);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    text += fmt::format("{}[{}//{:.3f}]", white ? 'W' : 'B', ggf_move(game.moves[ply]),
                        static_cast<double>(game.spent[ply]) / 1000);
    white = !white;
  }
  return text + ";)\n";
}

ReadTree read_ggf(std::string_view text, int first_line) {
  const auto properties = read_properties(text, first_line);
  if (!properties) return engine::Unexpected(properties.error());
  const auto value = [&](std::string_view name) { return property(*properties, name); };
  const Property* const board = find_property(*properties, "BO");
  const Property* const type = find_property(*properties, "TY");
  const auto usual = type ? rule_of(type->values.front()) : std::optional(std::string());
  if (!board && !usual)
    return bad_text(type->line, "unknown_game",
                    fmt::format("TY[{}]: there is no board of this size here", type->values.front()));
  if (board && !rule_of(board->values.front()))
    return bad_text(board->line, "unknown_game",
                    fmt::format("BO[{}: there is no board of this size here",
                                board->values.front().substr(0, board->values.front().find(' '))));
  const auto start = board ? read_board(board->values.front()) : Start{*usual, usual_start(*usual)};
  if (!start) return bad_text(board->line, "syntax", "a position is 8, 64 of * O and -, and * or O to move");
  // Refused as late as this, so that a board that is none is told of first.
  if (type && type->values.front().find('a') == std::string::npos) {
    return bad_text(type->line, "unknown_game",
                    fmt::format("TY[{}] is Reversi: anti-Reversi is TY[8a]", type->values.front()));
  }
  std::vector<MoveText> moves;
  for (const Property& each : *properties) {
    if (each.is_main && (each.name == "B" || each.name == "W")) moves.push_back(read_move(each));
  }
  const Ending ending = read_ending(value("RE"));
  PlayedGame game{.game = "antireversi",
                  .rule = start->rule,
                  .start_pos = start->pos == usual_start(start->rule) ? "" : start->pos,
                  .names = {clean_name(value("PB")), clean_name(value("PW"))},
                  .event = value("PC") == kOurEvent ? "" : clean_name(value("PC")),
                  .result = ending.result,
                  .reason = ending.reason};
  TreeGame tree = tree_of(std::move(game), moves, board ? board->line : first_line);
  if (const Property* const date = find_property(*properties, "DT"))
    take_date(tree, date->values.front(), date->line);
  take_others(*properties, tree);
  const std::string ended = value("RE");
  if (ending.result.empty() && ended.find_first_of("0123456789") == ended.npos)
    add_tag(tree, "RE", clean_name(ended));
  note_long_names(tree, {value("PB"), value("PW"), value("PC")}, first_line);
  if (!type)
    if (auto bad = judge_untyped(tree, ended, first_line)) return engine::Unexpected(*std::move(bad));
  return tree;
}

}  // namespace server
