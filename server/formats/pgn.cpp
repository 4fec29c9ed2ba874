#include "server/formats/pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/formats/play_through.h"

namespace server {

namespace {

// ---- writing
// -----------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};

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

// ---- reading
// -----------------------------------------------------------------------------------------------

/// What a PGN file is made of once comments, variations and annotations are left out.
struct PgnParts {
  std::map<std::string, std::string, std::less<>> tags;
  std::vector<MoveText> moves;
  std::string result;
  int fen_line = 0;
};

class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(text) {}

  engine::Expected<PgnParts, BadText> read() {
    while (!bad_ && skip_blanks()) read_one();
    if (bad_) return engine::Unexpected(*std::move(bad_));
    return std::move(parts_);
  }

 private:
  /// False at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') advance();
    return at_ < text_.size();
  }

  void advance() { line_ += text_[at_++] == '\n'; }

  void read_one() {
    switch (text_[at_]) {
      case '[':
        return read_tag();
      case '{':
        return skip_comment();
      case ';':
        return skip_line();
      case '%':  // An escape, by the standard: for programs among themselves.
        return line_start() ? skip_line() : read_word();
      case '(':
        return skip_variation();
      default:
        return read_word();
    }
  }

  bool line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') advance();
  }

  void skip_comment() {
    const int start = line_;
    while (at_ < text_.size() && text_[at_] != '}') advance();
    if (at_ == text_.size()) return refuse(start, "the comment does not end");
    advance();
  }

  void skip_variation() {
    const int start = line_;
    int depth = 0;
    while (at_ < text_.size()) {
      if (text_[at_] == '{') {
        skip_comment();
        if (bad_) return;
        continue;
      }
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')') --depth;
      advance();
      if (depth == 0) return;
    }
    refuse(start, "the variation does not end");
  }

  /// [Name "value"], with \" and \\ in the value.
  void read_tag() {
    if (!parts_.moves.empty() || !parts_.result.empty()) return refuse_second_game();
    const int start = line_;
    advance();
    skip_blanks();
    std::string name, value;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) name += text_[at_++];
    skip_blanks();
    if (name.empty() || !read_quoted(value) || !skip_blanks() || text_[at_] != ']') {
      return refuse(start, "a tag is written [Name \"value\"]");
    }
    advance();
    if (name == "FEN") parts_.fen_line = start;
    parts_.tags.try_emplace(std::move(name), std::move(value));
  }

  bool read_quoted(std::string& value) {
    if (at_ == text_.size() || text_[at_] != '"') return false;
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      const bool escape = text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n';
      if (escape) ++at_;
      value += text_[at_];
    }
    if (at_ == text_.size() || text_[at_] != '"') return false;
    advance();
    return true;
  }

  void read_word() {
    const int start = line_;
    const std::size_t from = at_;
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    if (at_ == from) return refuse(start, fmt::format("'{}' stands where a move should be", text_[at_]));
    take_word(text_.substr(from, at_ - from), start);
  }

  static bool ends_word(char c) {
    return static_cast<unsigned char>(c) <= ' ' ||
           std::string_view("[]{}();").find(c) != std::string_view::npos;
  }

  void take_word(std::string_view word, int line) {
    if (word.front() == '$') return;  // A numeric annotation.
    if (std::ranges::find(kResults, word) != kResults.end()) {
      parts_.result = word;
      return;
    }
    word = without_number(word);
    word = word.substr(0, word.find_last_not_of("!?#") + 1);
    if (word.empty()) return;
    if (!parts_.result.empty()) return refuse_second_game();
    if (parts_.moves.size() > kMaxPlies) return;  // play_through() says so.
    parts_.moves.push_back({.text = std::string(word), .line = line});
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

  void refuse_second_game() {
    refuse(line_, "a second game begins here: give them one by one", "several_games");
  }

  void refuse(int line, std::string_view message, std::string reason = "syntax") {
    bad_ = bad_text(line, std::move(reason), message).error;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  PgnParts parts_;
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
  constexpr std::array<std::string_view, 4> kMeanings{"first", "second", "draw", ""};
  for (const std::string& text : {tag(parts, "Result"), parts.result}) {
    const auto found = std::ranges::find(kResults, text);
    if (found != kResults.end() && *found != "*") return std::string(kMeanings[found - kResults.begin()]);
  }
  return {};
}

std::string event_of(const PgnParts& parts) {
  std::string event = clean_name(tag(parts, "Event"));
  return event == kOurEvent || event == "?" ? std::string() : event;
}

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

Read read_pgn(std::string_view text) {
  const auto parts = PgnReader(text).read();
  if (!parts) return engine::Unexpected(parts.error());
  if (parts->tags.empty() && parts->moves.empty())
    return bad_text(1, "syntax", "there is no move, and no tag");
  PlayedGame game{.game = "xiangqi",
                  .rule = "",
                  .start_pos = tag(*parts, "FEN"),
                  .names = {first_tag(*parts, "Red", "White"), first_tag(*parts, "Black", "Black")},
                  .event = event_of(*parts),
                  .at = read_day(tag(*parts, "Date")),
                  .result = result_of(*parts),
                  .reason = known_reason(tag(*parts, "Termination"))};
  return play_through(std::move(game), parts->moves, parts->fen_line);
}

}  // namespace server
