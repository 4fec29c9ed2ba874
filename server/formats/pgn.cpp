#include "server/formats/pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/play_through.h"

namespace server {

namespace {

// ---- writing ---------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};

struct ResultWord {
  std::string_view word, result;
};
constexpr ResultWord kResultWords[] = {
    {"1-0", "first"},    {"0-1", "second"},  {"1/2-1/2", "draw"}, {"1/2", "draw"},      {"½-½", "draw"},
    {"0.5-0.5", "draw"}, {"=-=", "draw"},    {"*", ""},           {"红胜", "first"},    {"紅勝", "first"},
    {"红方胜", "first"}, {"黑胜", "second"}, {"黑勝", "second"},  {"黑方胜", "second"}, {"和", "draw"},
    {"和棋", "draw"},    {"和局", "draw"},
};

bool is_pgn_result(std::string_view word) {
  return std::ranges::find(kResultWords, word, &ResultWord::word) != std::end(kResultWords);
}

/// "first", "second" or "draw"; empty where the word tells nothing.
std::string read_pgn_result(std::string_view word) {
  const auto found = std::ranges::find(kResultWords, word, &ResultWord::word);
  return std::string(found == std::end(kResultWords) ? "" : found->result);
}

std::string_view format_tag(PgnNotation notation) {
  return notation == PgnNotation::iccs ? "ICCS" : notation == PgnNotation::wxf ? "WXF" : "Chinese";
}

std::string iccs(const std::string& move) {
  return upper(move.substr(0, 2) + '-' + move.substr(2));
}

/// What the moves are called on the board on which they are played.
std::vector<std::string> spelled_moves(const PlayedGame& game, std::string_view style) {
  const auto match = *engine::find_game(game.game)->new_match(
      {.rule = game.rule, .pos = game.start_pos, .past_draws = true});
  std::vector<std::string> texts;
  for (const std::string& move : game.moves) {
    for (engine::Notation& notation : match->notations(move)) {
      if (notation.style == style) texts.push_back(std::move(notation.text));
    }
    if (!match->play(move)) break;  // No record holds such a move.
  }
  return texts;
}

std::vector<std::string> written_moves(const PlayedGame& game, PgnNotation notation) {
  if (notation != PgnNotation::iccs) return spelled_moves(game, notation == PgnNotation::wxf ? "wxf" : "zh");
  std::vector<std::string> texts;
  for (const std::string& move : game.moves) texts.push_back(iccs(move));
  return texts;
}

/// One move of both sides a line.
std::string numbered(const std::vector<std::string>& moves, bool second_begins) {
  std::string text;
  std::size_t ply = second_begins ? 1 : 0;
  if (second_begins && !moves.empty()) text += "1... ";
  for (const std::string& move : moves) {
    if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
    text += move + (ply % 2 == 0 ? ' ' : '\n');
    ++ply;
  }
  return text;
}

// ---- reading ---------------------------------------------------------------------------------------------

/// What stands in a PGN file, its moves not played yet.
struct PgnParts {
  std::map<std::string, std::string, std::less<>> tags;
  TreeGame game;
  std::string result;
  int fen_line = 0;
};

/// The number of an annotation, taken off the end of a move: "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6.
std::optional<std::uint8_t> take_glyph(std::string_view& word) {
  constexpr std::string_view kGlyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
  const std::string_view signs = word.substr(word.find_last_not_of("!?#") + 1);
  word.remove_suffix(signs.size());
  const auto glyph = std::ranges::find(kGlyphs, signs);
  if (glyph == std::end(kGlyphs)) return std::nullopt;
  return static_cast<std::uint8_t>(glyph - kGlyphs + 1);
}

/// Of whatever alphabet: a tag that is not known is not used.
bool in_tag_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

class PgnReader {
 public:
  PgnReader(std::string_view text, int first_line) : text_(text), line_(first_line) {}

  engine::Expected<PgnParts, BadText> read() {
    while (!bad_ && !is_over_ && skip_blanks()) read_one();
    if (!bad_ && !branches_.empty()) refuse(branches_.back().line, "the variation does not end");
    if (bad_) return engine::Unexpected(*std::move(bad_));
    return std::move(parts_);
  }

 private:
  /// Where the line goes on once a variation has ended.
  struct Branch {
    GameTree::Id id;
    int line;
  };

  /// False at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size() && blank_at(at_) > 0) advance(blank_at(at_));
    return at_ < text_.size();
  }

  /// Bytes of the blank that stands there, commas and those of Chinese text among them.
  std::size_t blank_at(std::size_t at) const {
    if (static_cast<unsigned char>(text_[at]) <= ' ' || text_[at] == ',') return 1;
    for (const std::string_view wide : {"　", "，", "\uFEFF"})
      if (text_.substr(at).starts_with(wide)) return wide.size();
    return 0;
  }

  void advance(std::size_t bytes = 1) {
    for (; bytes > 0; --bytes) line_ += text_[at_++] == '\n';
  }

  void read_one() {
    switch (text_[at_]) {
      case '[':
        return read_tag();
      case '{':
        return read_comment('}');
      case ';':
        return add_comment(rest_of_line());
      case '%':  // An escape, by the standard: for programs among themselves.
        return line_start() ? void(rest_of_line()) : read_word();
      case '(':
        return is_variation() ? begin_variation() : read_comment(')');
      case ')':
        return end_variation();
      default:
        return read_word();
    }
  }

  bool line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

  std::string_view rest_of_line() {
    const std::size_t from = at_;
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    return text_.substr(from, at_ - from);
  }

  /// Up to the sign that ends it.
  void read_comment(char end) {
    const int start = line_;
    const std::size_t from = at_ + 1;
    int depth = 1;  // Round brackets may stand in round brackets, others in neither.
    bool in_braces = false;
    for (; at_ < text_.size(); advance()) {
      const char c = text_[at_];
      if (end == ')' && (c == '{' || c == '}')) in_braces = c == '{';
      if (in_braces) continue;
      if (end == ')' && c == '(' && at_ >= from) ++depth;
      if (c == end && --depth == 0) break;
    }
    if (at_ == text_.size()) return refuse(start, "the comment does not end");
    add_comment(text_.substr(from, at_ - from));
    advance();
  }

  void add_comment(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \n\t;");
    if (from == text.npos) return;
    std::string& comment = parts_.game.tree[here_].comment;
    if (!comment.empty()) comment += '\n';
    comment += text.substr(from, text.find_last_not_of(" \n\t") + 1 - from);
  }

  /// Some programs write comments in round brackets, too: those do not begin with a move or its number.
  bool is_variation() const {
    std::size_t at = at_ + 1;
    while (at < text_.size() && blank_at(at) > 0) at += blank_at(at);
    std::size_t end = at;
    while (end < text_.size() && !ends_word(end)) ++end;
    const std::string_view word = text_.substr(at, end - at);
    const bool has_digit = std::ranges::any_of(word, is_digit);
    const bool is_chinese = word.size() >= 12 && std::ranges::any_of(kDirections, [&](std::string_view each) {
                              return word.find(each) != word.npos;
                            });
    return here_ != GameTree::kRoot && (has_digit || is_chinese || word.starts_with('(') || word.empty());
  }

  void begin_variation() {
    branches_.push_back({here_, line_});
    here_ = parts_.game.tree[here_].parent;
    advance();
  }

  void end_variation() {
    if (branches_.empty()) return refuse(line_, "')' stands where a move should be");
    here_ = branches_.back().id;
    branches_.pop_back();
    advance();
  }

  /// [Name "value"], with \" and \\ in the value.
  void read_tag() {
    const int start = line_;
    advance();
    skip_blanks();
    std::string name, value;
    while (at_ < text_.size() && in_tag_name(text_[at_])) name += text_[at_++];
    skip_blanks();
    if (name.empty() || !read_quoted(value) || !skip_blanks() || text_[at_] != ']') {
      return refuse(start, "a tag is written [Name \"value\"]");
    }
    advance();
    if (name == "FEN") parts_.fen_line = start;
    parts_.tags.try_emplace(std::move(name), std::move(value));
  }

  /// Quotes that stand in the value count as its own where no bracket follows.
  bool read_quoted(std::string& value) {
    if (at_ == text_.size() || text_[at_] != '"') return false;
    for (++at_; at_ < text_.size() && text_[at_] != '\n' && !ends_value(); ++at_) {
      const bool escape = text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n';
      if (escape) ++at_;
      value += text_[at_];
    }
    if (at_ == text_.size() || text_[at_] != '"') return false;
    advance();
    return true;
  }

  bool ends_value() const {
    if (text_[at_] != '"') return false;
    const std::size_t next = text_.find_first_not_of(" \t", at_ + 1);
    return next == text_.npos || text_[next] == ']' || text_[next] == '\n';
  }

  void read_word() {
    const int start = line_;
    const std::size_t from = at_;
    while (at_ < text_.size() && !ends_word(at_)) ++at_;
    if (at_ == from) return refuse(start, fmt::format("'{}' stands where a move should be", text_[at_]));
    const std::string_view word = text_.substr(from, at_ - from);
    if (here_ == GameTree::kRoot && std::ranges::count(word, '/') == 9) return take_fen(word, start);
    if (here_ == GameTree::kRoot &&
        (word == "position" || word == "startpos" || word == "fen" || word == "moves"))
      return;  // As engines are told it.
    take_word(word, start);
  }

  bool ends_word(std::size_t at) const {
    return blank_at(at) > 0 || std::string_view("[]{}();").find(text_[at]) != std::string_view::npos;
  }

  /// A position that stands before the moves without a tag, with who moves and what else a FEN has.
  void take_fen(std::string_view board, int line) {
    std::string fen(board);
    for (std::string_view field : {"wbr", "-", "-", "0123456789", "0123456789"}) {
      std::size_t at = at_;
      while (at < text_.size() && text_[at] == ' ') ++at;
      std::size_t end = at;
      while (end < text_.size() && field.find(text_[end]) != field.npos) ++end;
      if (end == at || (end < text_.size() && !ends_word(end))) break;
      fen.append(" ").append(text_.substr(at, end - at));
      at_ = end;
    }
    parts_.tags.try_emplace("FEN", std::move(fen));
    parts_.fen_line = line;
  }

  void take_word(std::string_view word, int line) {
    if (word.front() == '$') return take_annotation(word.substr(1));
    if (is_pgn_result(word)) {
      if (!branches_.empty()) return;
      parts_.result = word;
      is_over_ = true;  // What follows are words of the program that wrote it.
      return;
    }
    word = without_number(word);
    const auto glyph = take_glyph(word);
    if (word.empty() || parts_.game.tree.full()) return;
    here_ = parts_.game.tree.add(here_, {.text = std::string(word), .line = line});
    if (glyph) parts_.game.tree[here_].glyphs.push_back(*glyph);
  }

  void take_annotation(std::string_view number) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    auto& glyphs = parts_.game.tree[here_].glyphs;
    if (error == std::errc() && value <= 255 && glyphs.size() < 8)
      glyphs.push_back(static_cast<std::uint8_t>(value));
  }

  /// Takes off "12.", "12..." and what is written for them in Chinese. But 25.6 is a move of PlayOK: the
  /// second pawn of file 5 to file 6.
  static std::string_view without_number(std::string_view word) {
    if (word.size() == 4 && is_digit(word[0]) && is_digit(word[1]) && word[2] == '.' && is_digit(word[3])) {
      return word;
    }
    std::string_view rest = word;
    while (take_digit(rest)) {
    }
    const std::size_t with_dots = rest.size();
    while (take_dot(rest)) {
    }
    return rest.size() < with_dots || rest.empty() ? rest : word;
  }

  static bool is_digit(char c) { return '0' <= c && c <= '9'; }

  static bool take_digit(std::string_view& text) {
    const bool wide =
        text.size() >= 3 && text.starts_with("\xEF\xBC") && '\x90' <= text[2] && text[2] <= '\x99';
    if (!wide && (text.empty() || !is_digit(text[0]))) return false;
    text.remove_prefix(wide ? 3 : 1);
    return true;
  }

  static bool take_dot(std::string_view& text) {
    for (const std::string_view dot : {".", "．", "、", "…"}) {
      if (!text.starts_with(dot)) continue;
      text.remove_prefix(dot.size());
      return true;
    }
    return false;
  }

  void refuse(int line, std::string_view message) { bad_ = bad_text(line, "syntax", message).error; }

  static constexpr std::array<std::string_view, 4> kDirections{"进", "進", "退", "平"};

  std::string_view text_;
  std::size_t at_ = 0;
  int line_;
  bool is_over_ = false;
  PgnParts parts_;
  GameTree::Id here_ = GameTree::kRoot;
  std::vector<Branch> branches_;
  std::optional<BadText> bad_;
};

std::string tag(const PgnParts& parts, std::string_view name) {
  const auto found = parts.tags.find(name);
  return found == parts.tags.end() ? std::string() : found->second;
}

std::string first_tag(const PgnParts& parts, std::string_view name, std::string_view otherwise) {
  return clean_name(tag(parts, parts.tags.contains(name) ? name : otherwise));
}

/// The tag counts, unless it says nothing; then what stands after the moves.
std::string result_of(const PgnParts& parts) {
  for (const std::string& text : {tag(parts, "Result"), parts.result})
    if (std::string result = read_pgn_result(text); !result.empty()) return result;
  return {};
}

/// Whether the name of a variant is one of ours, or none.
bool is_xiangqi(const std::string& variant) {
  const std::string name = lower(variant);
  return name.empty() || name == "xiangqi" || name == "chinese chess" || name == "cchess" ||
         name == "中国象棋" || name == "象棋";
}

std::string event_of(const PgnParts& parts) {
  std::string event = clean_name(tag(parts, "Event"));
  return event == kOurEvent || event == "?" ? std::string() : event;
}

/// Finds where games begin: at a tag after moves, at a tag that the game has already, or at the number 1
/// after a result. Tags and results in comments are words.
class PgnSplitter {
 public:
  explicit PgnSplitter(std::string_view text) : text_(text) {}

  std::vector<std::string_view> split() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      take_line(text_.substr(at, end - at), at);
      at = end + 1;
    }
    games_.push_back(text_.substr(start_));
    return std::move(games_);
  }

 private:
  void take_line(std::string_view line, std::size_t at) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || (!in_comment_ && line.front() == '%')) return;
    if (!in_comment_ && is_tag(line)) return take_tag(line, at);
    const bool numbered = is_first_move(line);
    if (!in_comment_ && has_result_ && numbered) begin(at);
    if (!in_comment_) has_moves_ = true;
    take_words(line);
  }

  /// [Name "...: words in square brackets are words.
  static bool is_tag(std::string_view line) {
    if (line.front() != '[') return false;
    std::size_t at = 1;
    while (at < line.size() && in_tag_name(line[at])) ++at;
    const std::size_t quote = line.find_first_not_of(" \t", at);
    return at > 1 && quote != line.npos && line[quote] == '"';
  }

  static bool is_first_move(std::string_view line) {
    for (const std::string_view one : {"1", "１"})
      for (const std::string_view dot : {".", "．", "、", "…"})
        if (line.starts_with(one) && line.substr(one.size()).starts_with(dot)) return true;
    return false;
  }

  void take_tag(std::string_view line, std::size_t at) {
    const std::string_view name = line.substr(1, line.find_first_of(" \"", 1) - 1);
    if (has_moves_ || name == first_tag_) begin(at);
    if (first_tag_.empty()) first_tag_ = name;
  }

  void take_words(std::string_view line) {
    for (std::size_t i = 0, from = 0; i <= line.size(); ++i) {
      const char c = i < line.size() ? line[i] : ' ';
      if (c == ' ' || c == '{' || c == '}' || c == '\t') {
        if (!in_comment_) has_result_ |= is_pgn_result(line.substr(from, i - from));
        from = i + 1;
      }
      if (c == ';' && !in_comment_) return;
      if (c == '{') in_comment_ = true;
      if (c == '}') in_comment_ = false;
    }
  }

  void begin(std::size_t at) {
    games_.push_back(text_.substr(start_, at - start_));
    start_ = at;
    has_moves_ = has_result_ = false;
    first_tag_ = {};
  }

  std::string_view text_;
  std::size_t start_ = 0;
  bool in_comment_ = false, has_moves_ = false, has_result_ = false;
  std::string_view first_tag_{};  ///< Of the present game: some have another one twice.
  std::vector<std::string_view> games_{};
};

}  // namespace

std::string write_pgn(const PlayedGame& game, PgnNotation notation) {
  const std::string_view result = result_word(game, kResults);
  const auto tag = [](std::string_view name, std::string_view value) {
    return fmt::format("[{} \"{}\"]\n", name, escaped(value, "\\\""));
  };
  std::string text = tag("Game", "Chinese Chess") +
                     tag("Event", game.event.empty() ? kOurEvent : std::string_view(game.event)) +
                     tag("Date", game.at ? day(game, "{:%Y.%m.%d}") : "????.??.??") +
                     tag("Red", game.names[0]) + tag("Black", game.names[1]) + tag("Result", result);
  if (!game.reason.empty()) text += tag("Termination", game.reason);
  if (!game.start_pos.empty()) text += tag("FEN", game.start_pos);
  text += tag("Format", format_tag(notation)) + '\n';
  return text + numbered(written_moves(game, notation), second_begins(game)) + std::string(result) + '\n';
}

ReadTree read_pgn(std::string_view text, int first_line) {
  auto parts = PgnReader(text, first_line).read();
  if (!parts) return engine::Unexpected(parts.error());
  if (parts->tags.empty() && parts->game.tree.size() == 1)
    return bad_text(first_line, "syntax", "there is no move, and no tag");
  if (const std::string variant = tag(*parts, "Variant"); !is_xiangqi(variant))
    return bad_text(first_line, "unknown_game", fmt::format("this is a game of {}", variant));
  TreeGame game = std::move(parts->game);
  game.start_line = parts->fen_line;
  game.game = {.game = "xiangqi",
               .rule = "",
               .start_pos = tag(*parts, "FEN"),
               .names = {first_tag(*parts, "Red", "White"), first_tag(*parts, "Black", "Black")},
               .event = event_of(*parts),
               .at = read_day(tag(*parts, "Date")),
               .result = result_of(*parts),
               .reason = known_reason(tag(*parts, "Termination"))};
  return game;
}

std::vector<std::string_view> split_pgn(std::string_view text) {
  return PgnSplitter(text).split();
}

}  // namespace server
