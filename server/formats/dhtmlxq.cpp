#include "server/formats/dhtmlxq.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "engine/games/registry.h"
#include "server/formats/add_game.h"
#include "server/formats/fen_dialects.h"
#include "server/formats/pgn_words.h"
#include "server/formats/result_words.h"
#include "server/formats/xiangqi_board.h"

namespace server {

namespace {

constexpr std::string_view kUsualStart = "0919293949596979891777062646668600102030405060708012720323436383";
/// The pieces whose points `binit` tells, two digits each; 99 for a piece that is not there.
constexpr std::string_view kPieces = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

// ---- writing --------------------------------------------------------------------------------------------

std::string piece_points(std::string_view fen) {
  std::vector<std::string> points[128];
  int x = 0, y = 0;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c == '/') {
      x = 0;
      ++y;
    } else if ('1' <= c && c <= '9') {
      x += c - '0';
    } else {
      points[static_cast<unsigned char>(c)].push_back(std::to_string(x++) + std::to_string(y));
    }
  }
  std::string digits;
  for (const char piece : kPieces) {
    // Two pieces of a kind are the same to the format: any of them takes the next place.
    auto& left = points[static_cast<unsigned char>(piece)];
    digits += left.empty() ? "99" : left.front();
    if (!left.empty()) left.erase(left.begin());
  }
  return digits;
}

std::string move_digits(const PlayedGame& game) {
  std::string digits;
  for (const std::string& move : game.moves) {
    for (const std::size_t point : {0, 2}) {
      digits += static_cast<char>('0' + (move[point] - 'a'));
      digits += static_cast<char>('9' - (move[point + 1] - '0'));
    }
  }
  return digits;
}

/// The format has no escapes: a name that looks like one of its brackets gets another bracket.
std::string harmless(std::string text) {
  for (const std::string_view bracket : {"[DhtmlXQ", "[/DhtmlXQ"}) {
    for (std::size_t at; (at = text.find(bracket)) != std::string::npos;) text.replace(at, 1, "［");
  }
  return text;
}

/// Of a game whose file has no other.
std::string title_by(const std::array<std::string, 2>& names) {
  return names[0] + " - " + names[1];
}

// ---- reading ---------------------------------------------------------------------------------------------

struct Field {
  std::string_view name, value;
  int line = 0;
};

/// The fields of a board, which sites wrap in all kinds of markup. A field ends where any closing tag stands:
/// some programs write another one's.
std::vector<Field> fields_of(std::string_view text, int first_line) {
  constexpr std::string_view kOpening = "[DhtmlXQ_", kClosing = "[/DhtmlXQ";
  std::vector<Field> fields;
  std::size_t counted = 0, closing = text.find(kClosing);
  for (std::size_t at = text.find(kOpening); at != text.npos; at = text.find(kOpening, at)) {
    first_line += static_cast<int>(std::ranges::count(text.substr(counted, at - counted), '\n'));
    counted = at;
    const std::size_t name = at + kOpening.size();
    // Where a closing tag is missing, the next field ends this one.
    if (closing < name) closing = text.find(kClosing, name);
    // Whichever comes first, so a missing closing tag costs one field and not all.
    const std::size_t end = std::min(closing, text.find(kOpening, name));
    if (end == text.npos) break;
    at = end;
    const std::string_view all = text.substr(name, at - name);
    const std::size_t bracket = all.find_first_of("]\n");
    if (bracket != all.npos && all[bracket] == ']')
      fields.push_back({all.substr(0, bracket), all.substr(bracket + 1), first_line});
  }
  return fields;
}

/// What pages wrap into lines, without blanks and tags of HTML.
std::string unwrapped(std::string_view text) {
  std::string plain;
  for (bool in_tag = false; const char c : text) {
    if (c == '<' || c == '>') in_tag = c == '<';
    if (!in_tag && c != '>' && static_cast<unsigned char>(c) > ' ') plain += c;
  }
  return plain;
}

/// The first of this name that has something in it, as pages have them twice, empty in a hidden part; else an
/// empty one, and nothing where there is none.
Field field(const std::vector<Field>& fields, std::string_view name) {
  const auto is_full = [&](const Field& each) { return each.name == name && !unwrapped(each.value).empty(); };
  auto found = std::ranges::find_if(fields, is_full);
  if (found == fields.end()) found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? Field{} : *found;
}

std::string name_of(const std::vector<Field>& fields, std::string_view name, std::string_view otherwise) {
  const std::string text = clean_name(field(fields, name).value);
  return text.empty() ? clean_name(field(fields, otherwise).value) : text;
}

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

std::optional<XiangqiBoard> read_pieces(std::string_view digits) {
  if (digits.empty()) digits = kUsualStart;
  if (digits.size() != 2 * kPieces.size() || !all_digits(digits)) return std::nullopt;
  XiangqiBoard board;
  for (std::size_t i = 0; i < kPieces.size(); ++i) {
    // File 9 is off the board: the piece is gone.
    const int file = digits[2 * i] - '0', rank = '9' - digits[2 * i + 1];
    if (file < XiangqiBoard::kFiles) board.put(file, rank, kPieces[i]);
  }
  return board;
}

std::vector<MoveText> read_moves(std::string_view digits, int line) {
  std::vector<MoveText> moves;
  for (std::size_t i = 0; i + 4 <= digits.size() && moves.size() <= kMaxPlies; i += 4) {
    std::string text;
    for (const std::size_t point : {i, i + 2}) {
      text += static_cast<char>('a' + (digits[point] - '0'));
      text += static_cast<char>('9' - (digits[point + 1] - '0'));
    }
    moves.push_back({.text = std::move(text), .line = line, .is_exact = true});
  }
  return moves;
}

/// Nothing else says who begins: the piece that moves first does.
bool moves_black_first(const XiangqiBoard& board, std::string_view digits) {
  return digits.size() >= 4 && XiangqiBoard::is_black(board.at(digits[0] - '0', '9' - digits[1]));
}

/// Signs that the script of the format escapes, as \u003F.
std::string unescaped(std::string_view text) {
  constexpr std::size_t kLength = 6;
  std::string plain;
  while (!text.empty()) {
    unsigned code = 0;
    const bool is_escape = text.starts_with("\\u") && text.size() >= kLength;
    const char* const end = text.data() + (is_escape ? kLength : 0);
    if (is_escape && std::from_chars(text.data() + 2, end, code, 16).ptr == end && code > 0 && code < 0x80) {
      plain += static_cast<char>(code);
      text.remove_prefix(kLength);
    } else {
      plain += text.front();
      text.remove_prefix(1);
    }
  }
  return plain;
}

/// Numbers of a field's name: move_0_12_3 has 0, 12, 3.
std::vector<int> numbers_of(std::string_view name) {
  std::vector<int> numbers;
  while (!name.empty() && numbers.size() < 4) {
    int number = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || number < 0) return {};
    numbers.push_back(number);
    name.remove_prefix(std::min(static_cast<std::size_t>(end - name.data()) + 1, name.size()));
  }
  return numbers;
}

/// A line that leaves a line that leaves a line, and so on, so often: more is not made by hand, and each way
/// back to the main line would be as long.
constexpr int kDeepestLine = 64;

/// The lines of a board by their numbers; 0 is the main one. Ply n of a line that branches off before it is
/// that of the line that it leaves.
class DhtmlxqLines {
 public:
  DhtmlxqLines(TreeGame& game, const std::vector<Field>& fields) : game_(game), fields_(fields) {}

  void add_main(const Field& field) {
    add(0, {.parent = 0, .first = 1}, GameTree::kRoot, field);
    game_.main_plies = game_.tree.size() - 1;
  }

  /// move_P_N_B: line B leaves line P and has its ply N. A line may stand before the one that it leaves.
  void add_variations() {
    // By the line that they leave: from the main line outwards each is looked at once, however they stand in
    // the file.
    std::multimap<int, std::pair<Line, const Field*>> waiting;
    for (const Field& field : fields_) {
      if (!field.name.starts_with("move_")) continue;
      const auto told = numbers_of(field.name.substr(5));
      if (told.size() == 3 && told[1] <= static_cast<int>(kMaxPlies))
        waiting.insert({told[0], {{.parent = told[0], .first = told[1], .number = told[2]}, &field}});
      else
        note(field, "syntax", fmt::format("{} names no line", field.name));
    }
    for (std::vector<int> next{0}; !next.empty();) {
      const int parent = next.back();
      next.pop_back();
      const auto [from, to] = waiting.equal_range(parent);
      for (auto each = from; each != to; ++each) {
        const auto& [line, field] = each->second;
        const GameTree::Id at = lines_.contains(line.number) ? GameTree::kNone : id(parent, line.first - 1);
        Line left = at == GameTree::kNone ? line : leaving(line);
        if (at == GameTree::kNone || left.depth > kDeepestLine) {
          note(*field, "syntax",
               fmt::format("{} is left out: it leaves no move, another has its number, or it is too deep",
                           field->name));
          continue;
        }
        add(line.number, std::move(left), at, *field);
        next.push_back(line.number);
      }
      // What is left at the end leaves a line that there is not.
      waiting.erase(from, to);
    }
    for (const auto& [parent, each] : waiting)
      add_note(game_, each.second->line, "syntax", fmt::format("there is no line {}", parent));
  }

  /// commentN of the main line, commentB_N of the others.
  void add_comments() {
    for (const Field& field : fields_) {
      if (!field.name.starts_with("comment")) continue;
      const auto told = numbers_of(field.name.substr(7));
      const GameTree::Id at = told.size() == 1   ? id(0, told[0])
                              : told.size() == 2 ? id(told[0], told[1])
                                                 : GameTree::kNone;
      if (at != GameTree::kNone) {
        add_comment(game_.tree[at].comment, with_line_ends(field.value));
      } else if (!unwrapped(field.value).empty()) {
        note(field, "syntax", fmt::format("{} belongs to no move: {}", field.name, field.value));
      }
    }
  }

 private:
  struct Line {
    int parent = 0, first = 1;
    int number = 0;
    int depth = 0;                    ///< Of the main line.
    std::vector<GameTree::Id> ids{};  ///< From its first ply on.
  };

  void add(int number, Line line, GameTree::Id at, const Field& field) {
    const std::string all = unwrapped(field.value);
    const std::string_view digits = std::string_view(all).substr(0, all.find_first_not_of("0123456789"));
    if (digits.size() != all.size() || digits.size() % 4 != 0)
      note(field, "syntax",
           fmt::format("a move is four digits: {} is left out",
                       std::string_view(all).substr(digits.size() / 4 * 4)),
           number);
    for (MoveText& move : read_moves(digits, field.line)) {
      if (game_.tree.full()) {
        add_note(game_, field.line, "too_many_moves", "the rest is left out");
        break;
      }
      at = game_.tree.add(at, std::move(move));
      line.ids.push_back(at);
    }
    lines_[number] = std::move(line);
  }

  void note(const Field& field, std::string reason, std::string_view message, int number = 1) {
    add_note(game_, field.line, std::move(reason), message);
    if (number == 0) game_.broken = game_.notes.back();
  }

  /// The line without those on the way that it shares no ply of: the way back to the main line stays short.
  Line leaving(Line line) const {
    while (line.parent != 0 && line.first <= lines_.at(line.parent).first)
      line.parent = lines_.at(line.parent).parent;
    line.depth = lines_.at(line.parent).depth + 1;
    return line;
  }

  /// kNone where the line has no such ply.
  /// Walks up through at most kDeepestLine lines: see leaving().
  GameTree::Id id(int number, int ply) const {
    auto line = lines_.find(number);
    while (line != lines_.end() && ply < line->second.first && number != 0) {
      number = line->second.parent;
      line = lines_.find(number);
    }
    if (ply == 0) return GameTree::kRoot;
    if (line == lines_.end()) return GameTree::kNone;
    const auto at = static_cast<std::size_t>(ply - line->second.first);
    return at < line->second.ids.size() ? line->second.ids[at] : GameTree::kNone;
  }

  /// Pages have fields twice, the second time the same, or empty.
  static void add_comment(std::string& comment, const std::string& text) {
    if (text.empty() || text == comment) return;
    if (!comment.empty()) comment += '\n';
    comment += text;
  }

  static std::string with_line_ends(std::string_view text) {
    std::string comment;
    for (std::size_t at; (at = text.find("||")) != text.npos; text.remove_prefix(at + 2))
      comment.append(text.substr(0, at)) += '\n';
    return unescaped(comment.append(text));
  }

  TreeGame& game_;
  const std::vector<Field>& fields_;
  std::map<int, Line> lines_;
};

/// Parts a page into boards. Of the fields that a board has once, title, start and moves, those with
/// something in them tell boards apart where nothing stands around them.
class DhtmlxqPieces {
 public:
  explicit DhtmlxqPieces(std::string_view text) : text_(text) {}

  /// The next tag. `once`: which of those fields it opens.
  void take(std::size_t at, bool is_opening, std::optional<std::size_t> once, bool is_full, bool is_field) {
    if ((is_opening && piece_.has_fields) || (is_full && piece_.has[*once] && piece_.has[kMoves])) {
      end(at);
      piece_ = {.start = at};
    }
    piece_.has_opening |= is_opening;
    piece_.has_fields |= is_field;
    if (is_full) piece_.has[*once] = true;
    piece_.has_empty_moves |= once == kMoves && !is_full;
  }

  std::vector<std::string_view> games() {
    end(text_.size());
    return std::move(games_);
  }

 private:
  static constexpr std::size_t kTitle = 0, kMoves = 2;
  struct Piece {
    std::size_t start = 0;
    bool has_opening = false, has_fields = false, has_empty_moves = false;
    std::array<bool, 3> has{};
  };

  /// Whether it is the rest of the board before it, whose moves a script of the page tells first.
  bool goes_on() const {
    if (games_.empty()) return false;
    if (!piece_.has_fields) return true;
    const bool lacks_moves = piece_.has_empty_moves && !piece_.has[kMoves];
    bool has_twice = false;
    for (std::size_t i = 0; i < piece_.has.size(); ++i) has_twice |= piece_.has[i] && before_.has[i];
    const bool is_script = before_.has[kMoves] && !before_.has_opening && !before_.has[kTitle];
    return is_script && lacks_moves && !has_twice;
  }

  void end(std::size_t at) {
    if (goes_on()) {
      games_.back() = text_.substr(before_.start, at - before_.start);
      before_.has[kTitle] = true;  // Whatever follows is another board.
      return;
    }
    add_game(games_, text_.substr(piece_.start, at - piece_.start));
    before_ = piece_;
  }

  std::string_view text_;
  Piece piece_{}, before_{};
  std::vector<std::string_view> games_{};
};

}  // namespace

std::string write_dhtmlxq(const PlayedGame& game) {
  const auto field = [](std::string_view name, std::string_view value) {
    return fmt::format("[DhtmlXQ_{0}]{1}[/DhtmlXQ_{0}]\n", name, harmless(std::string(value)));
  };
  return "[DhtmlXQ]\n" + field("title", title_by(game.names)) +
         field("event", game.event.empty() ? kOurEvent : std::string_view(game.event)) +
         field("date", told_day(game, "{:%Y-%m-%d}")) + field("red", game.names[0]) +
         field("black", game.names[1]) +
         field("result", result_word(game, {"红胜", "黑胜", "和棋", "未知"})) +
         field("binit", game.start_pos.empty() ? std::string(kUsualStart) : piece_points(game.start_pos)) +
         field("movelist", move_digits(game)) + "[/DhtmlXQ]\n";
}

std::vector<std::string_view> split_dhtmlxq(std::string_view text) {
  constexpr std::string_view kOpenings[] = {"[DhtmlXQ]", "[DhtmlXQHTML]", "[DhtmlXQiFrame]"};
  constexpr std::string_view kOnce[] = {"[DhtmlXQ_title]", "[DhtmlXQ_binit]", "[DhtmlXQ_movelist]"};
  DhtmlxqPieces pieces(text);
  for (std::size_t at = text.find("[DhtmlXQ"); at != text.npos; at = text.find("[DhtmlXQ", at + 1)) {
    const std::string_view rest = text.substr(at);
    const auto begins = [&](auto each) { return rest.starts_with(each); };
    const auto once = std::ranges::find_if(kOnce, begins);
    const auto which = static_cast<std::size_t>(once - std::begin(kOnce));
    const bool is_once = once != std::end(kOnce);
    const bool is_full = is_once && rest.substr(once->size()).find_first_not_of(" \n\t") !=
                                        rest.substr(once->size()).find('[');
    const bool is_opening = std::ranges::any_of(kOpenings, begins);
    pieces.take(at, is_opening, is_once ? std::optional(which) : std::nullopt, is_full,
                rest.starts_with("[DhtmlXQ_"));
  }
  return pieces.games();
}

/// Pages may have them but in a script.
Field main_moves(const std::vector<Field>& fields, std::string_view text) {
  constexpr std::string_view kOpening = "[0_1_0]", kClosing = "[/0_1_0]";
  Field moves = field(fields, "movelist");
  const std::string_view source = unwrapped(moves.value).empty() ? text : moves.value;
  const std::size_t start = source.find(kOpening), end = source.find(kClosing);
  if (moves.line > 0 && start < end && end != source.npos)
    moves.value = source.substr(start + kOpening.size(), end - start - kOpening.size());
  return moves;
}

namespace {

/// Fields that are read, or say how a page shows its board.
bool is_used_field(std::string_view name) {
  constexpr std::string_view kUsed[] = {"event",  "date",   "red",   "black",    "redname", "blackname",
                                        "result", "binit",  "fen",   "movelist", "title",   "pieces",
                                        "side",   "hidden", "width", "height"};
  return std::ranges::find(kUsed, name) != std::end(kUsed) || name.starts_with("move_") ||
         name.starts_with("comment");
}

void take_fields(const std::vector<Field>& fields, TreeGame& game) {
  for (const Field& each : fields)
    if (!is_used_field(each.name)) add_tag(game, each.name, clean_name(each.value), each.line);
  const Field result = field(fields, "result");
  const std::string told = clean_name(result.value);
  if (game.game.result.empty() && !is_result_word(told)) add_tag(game, "Result", told, result.line);
  const std::string title = clean_name(field(fields, "title").value);
  // Ours tells nothing that the names do not: 先胜 may be one of them.
  if (title == clean_name(title_by(game.game.names))) return;
  if (game.game.result.empty()) game.game.result = result_in_title(title);
  add_tag(game, "Title", title, field(fields, "title").line);
}

/// Words around the fields: of a page, or of the person who posted it.
void note_words(std::string_view text, const std::vector<Field>& fields, int first_line, TreeGame& game) {
  std::size_t at = 0, words = 0;
  int first = 0;
  const auto look = [&](std::size_t to) {
    bool in_tag = false;  // Of HTML, or of a forum.
    for (; at < to; ++at) {
      const char c = text[at];
      if (c == '<' || c == '[') in_tag = true;
      if (!in_tag && static_cast<unsigned char>(c) > ' ' && words++ == 0)
        first = first_line + static_cast<int>(std::count(
                                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      if (c == '>' || c == ']') in_tag = false;
    }
  };
  for (const Field& each : fields) {
    look(static_cast<std::size_t>(each.value.data() - text.data()));
    at += each.value.size();
  }
  look(text.size());
  if (words > 0) add_note(game, first, "words", "words around the board are left out");
}

/// Without a move it is the turn of the side that can have it.
std::string start_of_puzzle(const XiangqiBoard& board) {
  std::string fen = board.fen(false);
  return engine::find_game("xiangqi")->new_match({.pos = fen}) ? fen : board.fen(true);
}

}  // namespace

ReadTree read_dhtmlxq(std::string_view text, int first_line) {
  const std::vector<Field> fields = fields_of(text, first_line);
  const Field moves = main_moves(fields, text);
  const Field pieces = field(fields, "binit");
  if (moves.line == 0 && pieces.line == 0) return bad_text(0, "syntax", "there is no [DhtmlXQ_movelist]");
  const std::string digits = unwrapped(moves.value);
  if (!digits.empty() && !all_digits(std::string_view(digits).substr(0, 4)))
    return bad_text(moves.line, "syntax", "a move is four digits");
  const auto board = read_pieces(unwrapped(pieces.value));
  if (!board) return bad_text(pieces.line, "syntax", "a position is 64 digits, two for each piece");
  TreeGame tree{.game = {.game = "xiangqi",
                         .rule = "",
                         .start_pos = digits.empty() ? start_of_puzzle(*board)
                                                     : board->fen(moves_black_first(*board, digits)),
                         .names = {name_of(fields, "red", "redname"), name_of(fields, "black", "blackname")},
                         .event = name_of(fields, "event", "class"),
                         .result = told_by_words(field(fields, "result").value)},
                .start_line = pieces.line};
  if (const Field fen = field(fields, "fen"); !unwrapped(fen.value).empty())
    take_fen(tree, fen.value, fen.line);
  if (tree.game.event == kOurEvent) tree.game.event.clear();
  if (tree.game.start_pos == read_pieces(kUsualStart)->fen(false)) tree.game.start_pos.clear();
  const Field date = field(fields, "date");
  take_date(tree, clean_name(date.value), date.line);
  take_fields(fields, tree);
  const Field title = field(fields, "title");
  const bool is_handicap = tells_handicap(title.value) || tells_handicap(tree.game.event);
  if (is_handicap && unwrapped(pieces.value).empty())
    note_handicap(tree, title.line > 0 ? title.line : first_line);
  DhtmlxqLines lines(tree, fields);
  lines.add_main(moves);
  lines.add_variations();
  lines.add_comments();
  note_words(text, fields, first_line, tree);
  return tree;
}

}  // namespace server
