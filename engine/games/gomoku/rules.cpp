#include "engine/games/gomoku/rules.h"

#include <algorithm>

#include "engine/core/board_point.h"
#include "engine/core/to_number.h"

namespace engine::gomoku {
namespace {

constexpr char letter(Cell cell) {
  return "-XO"[static_cast<std::size_t>(cell)];
}

std::optional<Cell> cell_named(char c) {
  if (c == '-') return Cell::empty;
  if (c == 'X') return Cell::first;
  if (c == 'O') return Cell::second;
  return std::nullopt;
}

std::string name_of(Point p) {
  return point_name({file_of(p), rank_of(p)});
}

/// A whole number written without sign or leading zeros.
// Strict, so that one text names a point in one way only: "h08" and "+7" are no coordinates.
std::optional<int> number(std::string_view text) {
  const auto value = to_number<int>(text);
  return value && *value >= 0 && std::to_string(*value) == text ? value : std::nullopt;
}

struct Coordinates {
  int file;
  int rank;
};

/// "h8" and "H8", on boards of any size.
// A letter beyond t is read too: the board says that it has no such point.
std::optional<Coordinates> letter_and_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const char lower = text[0] >= 'A' && text[0] <= 'Z' ? static_cast<char>(text[0] - 'A' + 'a') : text[0];
  const std::optional<int> rank = number(text.substr(1));
  if (lower < 'a' || lower > 'z' || !rank) return std::nullopt;
  return Coordinates{lower - 'a', *rank - 1};
}

/// "7,7", counted from zero.
std::optional<Coordinates> two_numbers(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::optional<int> file = number(text.substr(0, comma));
  const std::optional<int> rank = number(text.substr(comma + 1));
  if (!file || !rank) return std::nullopt;
  return Coordinates{*file, *rank};
}

std::optional<Coordinates> coordinates(std::string_view text) {
  const std::optional<Coordinates> named = letter_and_number(text);
  return named ? named : two_numbers(text);
}

// Dear only under renju, where a foul may need a recursion: foul() is asked last.
bool is_legal(const Position& position, Point p) {
  return !position.winner() && position.lines().at(p) == Cell::empty && position.foul(p) == Foul::none;
}

/// Usually one of the first points tells.
bool has_legal_move(const Position& position) {
  if (!demands(position.rule(), position.side_to_move()).fouls) return !position.full();
  for (Point p = 0; p < kPoints; ++p) {
    if (position.on_board(file_of(p), rank_of(p)) && is_legal(position, p)) return true;
  }
  return false;
}

struct NamedPoint {
  Point point;
  std::string name;
};

/// All points of the largest board in the order of their names as text: a1, a10, a11, ..., a2. It is the
/// order on every board.
const std::vector<NamedPoint>& points_by_name() {
  static const std::vector<NamedPoint> points = [] {
    std::vector<NamedPoint> all;
    for (Point p = 0; p < kPoints; ++p) all.push_back({p, name_of(p)});
    std::ranges::sort(all, {}, &NamedPoint::name);
    return all;
  }();
  return points;
}

// The same order as the points of a Setup: a1, b1, ..., then the next rank.
std::string write_position(const Position& position) {
  std::string text;
  for (int rank = 0; rank < position.size(); ++rank) {
    for (int file = 0; file < position.size(); ++file) text += letter(position.lines().at(point(file, rank)));
  }
  return text + ' ' + letter(stone_of(position.side_to_move()));
}

Unexpected<Rejection> rejected(std::string code, std::string message) {
  return Unexpected(Rejection{std::move(code), std::move(message)});
}

/// The size of a square board of so many points, if it is one of kSizes.
std::optional<int> size_of(std::size_t points) {
  for (const int size : kSizes) {
    if (points == static_cast<std::size_t>(size) * size) return size;
  }
  return std::nullopt;
}

// The number of stones of either side is free: problems and handicaps need that.
Expected<Position, Rejection> read_stones(Rule rule, std::string_view text, int wanted_size) {
  const std::size_t blank = text.find(' ');
  const std::string_view side = blank == std::string_view::npos ? "" : text.substr(blank + 1);
  if (side != "X" && side != "O")
    return rejected("syntax", "After the board come a blank and X or O: who moves.");
  const std::string_view board = text.substr(0, blank);
  const std::optional<int> size = size_of(board.size());
  if (!size) return rejected("syntax", "A board has 225, 361 or 400 points.");
  if (wanted_size != 0 && wanted_size != *size) return rejected("size", "The position is of another size.");

  std::vector<Cell> points;
  for (const char c : board) {
    const std::optional<Cell> cell = cell_named(c);
    if (!cell) return rejected("syntax", "A point is X, O or -.");
    points.push_back(*cell);
  }
  Position position(rule, *size, points, side == "X" ? Side::first : Side::second);
  // A five of the other side is let through: that game is over.
  if (position.has_five(position.side_to_move())) {
    return rejected("five_stands", "The side to move has a five already.");
  }
  return position;
}

Rejection explain(Foul foul) {
  switch (foul) {
    case Foul::overline:
      return {"overline", "Black may not make six or more in a row."};
    case Foul::double_four:
      return {"double_four", "Black may not make two fours with one stone."};
    case Foul::double_three:
      return {"double_three", "Black may not make two open threes with one stone."};
    case Foul::none:
      break;
  }
  return {"syntax", "The move is not legal."};
}

}  // namespace

Expected<Position, Rejection> Rules::read_position(const Setup& setup) {
  const std::optional<Rule> rule =
      rule_named(setup.rule.empty() ? kRuleNames[0] : std::string_view(setup.rule));
  if (!rule) return rejected("rule", "The rule is one of freestyle, standard, renju and caro.");
  if (setup.size != 0 && std::ranges::find(kSizes, setup.size) == kSizes.end()) {
    return rejected("size", "The board is 15, 19 or 20 lines wide.");
  }
  if (!setup.pos.empty()) return read_stones(*rule, setup.pos, setup.size);
  return Position(*rule, setup.size == 0 ? kSizes[0] : setup.size);
}

Look Rules::look(const Position& position) {
  Look look;
  look.turn = position.side_to_move();
  look.pos = write_position(position);
  if (position.winner() || !demands(position.rule(), position.side_to_move()).fouls) return look;
  for (Point p = 0; p < kPoints; ++p) {
    if (!position.on_board(file_of(p), rank_of(p)) || position.lines().at(p) != Cell::empty) continue;
    if (position.foul(p) != Foul::none) look.forbidden.push_back(name_of(p));
  }
  std::ranges::sort(look.forbidden);
  return look;
}

std::optional<Outcome> Rules::outcome(const Position& position) {
  // In this order: a five on the last empty point wins.
  if (position.winner()) return Outcome{position.winner(), "five"};
  if (position.full()) return Outcome{std::nullopt, "full_board"};
  if (!has_legal_move(position)) return Outcome{std::nullopt, "only_forbidden"};
  return std::nullopt;
}

std::string Rules::write_move(const Position& /*position*/, Move move) {
  return name_of(point_of(move));
}

std::vector<std::string> Rules::sorted_moves(const Position& position) {
  MoveList moves;
  position.generate(moves);
  // A table of flags, then one walk in the order of names: nothing is sorted for a call.
  std::array<bool, kPoints> legal{};
  for (const Move move : moves) legal[index(move)] = true;
  std::vector<std::string> texts;
  texts.reserve(moves.size());
  for (const auto& [point, name] : points_by_name()) {
    if (legal[static_cast<std::size_t>(point)]) texts.push_back(name);
  }
  return texts;
}

std::optional<Move> Rules::find_move(const Position& position, std::string_view text) {
  const std::optional<Move> move = read_notation(position, text);
  return move && write_move(position, *move) == text ? move : std::nullopt;
}

std::optional<Move> Rules::read_notation(const Position& position, std::string_view text) {
  const std::optional<Coordinates> at = coordinates(text);
  if (!at || !position.on_board(at->file, at->rank)) return std::nullopt;
  const Point p = point(at->file, at->rank);
  if (!is_legal(position, p)) return std::nullopt;
  return move_to(p);
}

std::vector<Notation> Rules::notations(const Position& /*position*/, Move move) {
  const Point p = point_of(move);
  return {{"gomocup", std::to_string(file_of(p)) + ',' + std::to_string(rank_of(p))}};
}

Rejection Rules::why_not(const Position& position, std::string_view text) {
  const std::optional<Coordinates> at = coordinates(text);
  if (!at) return {"syntax", "A move is a letter and a number, such as h8."};
  if (!position.on_board(at->file, at->rank)) return {"off_board", "The point is not on the board."};
  if (outcome(position)) return {"game_over", "The game is over."};
  const Point p = point(at->file, at->rank);
  if (position.lines().at(p) != Cell::empty) return {"occupied", "A stone stands there already."};
  return explain(position.foul(p));
}

}  // namespace engine::gomoku
