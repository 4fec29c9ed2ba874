#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "server/formats/add_game.h"
#include "server/formats/pgn.h"
#include "server/formats/pgn_tag.h"
#include "server/formats/pgn_words.h"
#include "server/formats/result_words.h"

namespace server {

namespace {

/// Finds where games begin: at a tag or a title after moves, in the same line as well, at a tag that the game
/// has already, or at a line with the number 1 after a result or other numbers, or rather at the names above
/// that line. Tags and results in comments are words. Line by line, in one pass. PGN says nothing of where a
/// game ends, and files of Xiangqi leave out tags, results or both.
class PgnSplitter {
 public:
  explicit PgnSplitter(std::string_view text) : text_(text) {}

  std::vector<std::string_view> split() {
    // The end of a line is looked for once, however many games it has.
    for (std::size_t at = 0, end = 0; at < text_.size();) {
      if (at >= end) end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = text_.substr(at, end - at);
      const std::size_t size = size_of_game(line);
      take_line(line.substr(0, size), at);
      at += size + (size == line.size());
    }
    add_game(games_, text_.substr(start_));
    return std::move(games_);
  }

 private:
  void take_line(std::string_view line, std::size_t at) {
    while (blank_size(line) > 0) line.remove_prefix(blank_size(line));
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    const bool is_after_blank = std::exchange(after_blank_, line.empty());
    if (in_comment_ && is_after_blank && is_swallowed(line, at)) in_comment_ = false;
    if (line.empty() || (!in_comment_ && line.front() == '%')) return;
    if (!in_comment_ && begins_tag(line)) return take_tags(line);
    if (!in_comment_ && has_moves_ && begins_header(line)) begin(head_.value_or(at));
    take_moves(line, at, is_after_blank);
  }

  /// Up to the next game that begins in the line, outside brackets: at the tag with which games of this file
  /// begin, or at any one behind a result, where moves follow.
  std::size_t size_of_game(std::string_view line) const {
    const std::size_t from = line.find_first_not_of(" \t");
    if (from == line.npos || (!in_comment_ && line[from] == '%')) return line.size();
    const std::string_view first = tag_of_file_.empty() && begins_tag(line) ? name_of(line) : tag_of_file_;
    bool in_comment = in_comment_;
    int depth = 0;
    for (std::size_t at = in_comment ? 0 : size_of_tags(line); at < line.size(); ++at) {
      const char c = line[at];
      if (in_comment || c == '{') {
        in_comment = c != '}';
        continue;
      }
      if (c == ';' && !has_moves_alone(line.substr(at + 1))) break;
      depth = std::max(depth + (c == '(') - (c == ')'), 0);
      const std::string_view rest = line.substr(at);
      if (depth > 0 || at == 0 || !begins_tag(rest)) continue;
      if (name_of(rest) == first) return at;
      if (!is_behind_result(line, at)) continue;
      return size_of_tags(rest) < rest.size() || goes_on_behind(line, first) ? at : line.size();
    }
    return line.size();
  }

  /// Whether tags that end a line are of a game that goes on there: else they are of the one before them.
  bool goes_on_behind(std::string_view line, std::string_view first) const {
    const auto end = static_cast<std::size_t>(line.data() - text_.data()) + line.size();
    const std::string_view next = text_.substr(std::min(text_.find_first_not_of(" \t\n", end), text_.size()));
    return !next.empty() && (!begins_tag(next) || name_of(next) != first);
  }

  static bool is_behind_result(std::string_view line, std::size_t at) {
    constexpr std::size_t kLongestResult = 40;  // Bytes, with blanks.
    std::string_view before = line.substr(0, at);
    before.remove_prefix(at - std::min(at, kLongestResult));
    before = before.substr(0, before.find_last_not_of(" \t") + 1);
    return is_result_word(before.substr(before.find_last_of(" \t}") + 1));
  }

  /// Of those with which the line begins; all of it where one of them cannot be read.
  static std::size_t size_of_tags(std::string_view line) {
    std::string_view rest = line;
    const auto skip_blanks = [&] {
      while (blank_size(rest) > 0) rest.remove_prefix(blank_size(rest));
    };
    for (skip_blanks(); begins_tag(rest); skip_blanks()) {
      const auto tag = read_tag(rest);
      if (!tag) return line.size();
      rest.remove_prefix(tag->size);
    }
    return line.size() - rest.size();
  }

  void take_moves(std::string_view line, std::size_t at, bool is_after_blank) {
    // Words before the first tag are of no game, unless there are moves among them.
    if (!in_comment_ && !has_moves_ && !may_be_moves(line)) return take_words(line);
    const bool begins_again = has_result_ || (has_second_move_ && depth_ == 0);
    if (!in_comment_ && begins_again && is_first_move(line) && !has_words_alone(line))
      begin(head_.value_or(at));
    if (!in_comment_) look_for_head(line, at, is_after_blank);
    if (!in_comment_) has_moves_ = true;
    take_words(line);
  }

  /// Where the names of the next game may stand, without tags: behind the last move, as far as is known.
  void look_for_head(std::string_view line, std::size_t at, bool is_after_blank) {
    const bool begins = has_moves_ && !head_ && depth_ == 0 && begins_names(line, is_after_blank);
    if (begins) head_ = at;
    if (head_ && (any_word(line, is_like_move) || is_result_word(line))) head_.reset();
  }

  /// 【红方】甲, 红方：甲, or any line behind a blank one; but a result is that of the game above.
  static bool begins_names(std::string_view line, bool is_after_blank) {
    std::string_view value = line;
    const bool may_be = is_after_blank || line.starts_with("【") || !take_header(value).empty();
    const bool tells_end = !told_by_words(line).empty() || !result_of_line(line).empty();
    return may_be && (!tells_end || !result_in_title(line).empty());
  }

  /// Whether some word is like a move in some notation, its number, or a position.
  static bool may_be_moves(std::string_view line) {
    if (is_first_move(line) || std::ranges::count(line, '/') >= 9) return true;
    return any_word(line, [](std::string_view word) {
      const bool has_digit = word.find_first_of("0123456789") != word.npos;
      return is_like_move(word) || (has_digit && is_result_word(word));
    });
  }

  /// 标题：..., with which a game begins where there are no tags.
  static bool begins_header(std::string_view line) {
    const std::string_view name = take_header(line);
    return name == "Title" || name == "Event";
  }

  static std::string_view name_of(std::string_view tag) {
    return tag.substr(1, tag.find_first_of(" \"", 1) - 1);
  }

  /// Whether this line in a comment begins a game, because the comment was never closed: it is the tag with
  /// which games of this file begin, and the comment does not end before the next of them.
  // The text up to the next brace is not looked at again: either the comment ends here, or there is no such
  // tag in it.
  bool is_swallowed(std::string_view line, std::size_t at) const {
    if (line.empty() || !begins_tag(line) || name_of(line) != tag_of_file_) return false;
    const std::size_t brace = text_.find_first_of("{}", at);
    if (brace == text_.npos || text_[brace] == '{') return true;
    return text_.substr(at, brace - at).find("\n[" + std::string(tag_of_file_)) != text_.npos;
  }

  /// But no "1...", with which black's answer goes on.
  static bool is_first_move(std::string_view line) {
    if (line.starts_with("⒈")) return true;
    return begins_with_number(line, {"1", "１"}) && !line.starts_with("1..") && !line.starts_with("1…");
  }

  /// 1. 好棋: words about the first move of the game above.
  static bool has_words_alone(std::string_view line) {
    const std::string_view words = without_number(line);
    return begins_with_words(words) && !any_word(words, is_like_move);
  }

  static bool begins_with_number(std::string_view text, std::initializer_list<std::string_view> numbers) {
    for (const std::string_view number : numbers)
      for (const std::string_view dot : {".", "．", "、", "…"})
        if (text.starts_with(number) && text.substr(number.size()).starts_with(dot)) return true;
    return false;
  }

  /// Some write several in a line, and moves behind them.
  void take_tags(std::string_view line) {
    const auto place = [&] { return static_cast<std::size_t>(line.data() - text_.data()); };
    take_tag(line, place());
    while (begins_tag(line)) {
      const auto tag = read_tag(line);
      if (!tag) return;
      line.remove_prefix(tag->size);
      while (blank_size(line) > 0) line.remove_prefix(blank_size(line));
    }
    if (line.empty()) return;
    // Of moves in a comment the next tag is no other game's.
    if (line.front() == '{' || line.front() == ';') return take_words(line);
    take_moves(line, place(), false);
  }

  void take_tag(std::string_view line, std::size_t at) {
    const std::string_view name = name_of(line);
    if (tag_of_file_.empty()) tag_of_file_ = name;
    if (has_moves_ || name == first_tag_) {
      begin(at);
    } else if (first_tag_.empty()) {
      start_ = at;
    }
    if (first_tag_.empty()) first_tag_ = name;
  }

  void take_words(std::string_view line) {
    for (std::size_t i = 0, from = 0; i <= line.size(); ++i) {
      const char c = i < line.size() ? line[i] : ' ';
      if (c == ' ' || c == '{' || c == '}' || c == '\t' || c == ';') {
        if (!in_comment_) take_word(line.substr(from, i - from));
        from = i + 1;
      }
      if (c == ';' && !in_comment_ && !has_moves_alone(line.substr(i + 1))) return;
      if (!in_comment_) depth_ = std::max(depth_ + (c == '(') - (c == ')'), 0);
      if (c == '{') in_comment_ = true;
      if (c == '}') in_comment_ = false;
    }
  }

  void take_word(std::string_view word) {
    if (depth_ > 0) return;
    // Before the moves it is a word of a title.
    has_result_ |= has_moves_ && is_result_word(word);
    // A "1." that comes again before any "2." may be a variation, or black's answer.
    has_second_move_ |= begins_with_number(word, {"2", "２"}) || word.starts_with("⒉");
  }

  void begin(std::size_t at) {
    add_game(games_, text_.substr(start_, at - start_));
    start_ = at;
    has_moves_ = has_result_ = has_second_move_ = false;
    head_.reset();
    depth_ = 0;
    first_tag_ = {};
  }

  std::string_view text_;
  std::size_t start_ = 0;
  bool after_blank_ = false, in_comment_ = false, has_moves_ = false, has_result_ = false,
       has_second_move_ = false;
  int depth_ = 0;                      ///< Of round brackets.
  std::optional<std::size_t> head_{};  ///< See look_for_head().
  std::string_view first_tag_{};       ///< Of the present game: some have another one twice.
  std::string_view tag_of_file_{};     ///< The first one.
  std::vector<std::string_view> games_{};
};

}  // namespace

std::vector<std::string_view> split_pgn(std::string_view text) {
  return PgnSplitter(text).split();
}

}  // namespace server
