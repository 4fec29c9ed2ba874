#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "server/formats/pgn_words.h"

namespace server {

/// Where the reader of a PGN text is, and what stands there: blanks, brackets, and words between them.
class PgnScanner {
 public:
  /// @param text which outlives it
  PgnScanner(std::string_view text, int first_line) : text_(text), line_(first_line) {}

  std::string_view ahead() const { return text_.substr(at_); }
  bool line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
  bool is_bracket(std::size_t at) const {
    return std::string_view("[]{}();").find(sign_of(text_.substr(at))) != std::string_view::npos;
  }
  bool ends_word(std::size_t at) const { return blank_at(at) > 0 || is_bracket(at); }
  std::size_t blank_at(std::size_t at) const { return blank_size(text_.substr(at)); }
  /// Empty where none begins.
  std::string_view word_at(std::size_t at) const {
    std::size_t end = at;
    while (end < text_.size() && !ends_word(end)) ++end;
    return text_.substr(at, end - at);
  }

  void advance(std::size_t bytes = 1) {
    for (; bytes > 0; --bytes) line_ += text_[at_++] == '\n';
  }
  /// False at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size() && blank_at(at_) > 0) advance(blank_at(at_));
    return at_ < text_.size();
  }
  std::string_view rest_of_line() {
    const std::string_view line = ahead().substr(0, ahead().find('\n'));
    at_ += line.size();
    return line;
  }

  /// Where the last word begins that may be a move, in comments as well.
  std::size_t last_move() {
    if (last_move_) return *last_move_;
    last_move_ = 0;
    for (std::size_t at = at_; at < text_.size();) {
      const std::string_view word = word_at(at);
      if (!word.empty() && is_like_move(word)) last_move_ = at;
      at += word.size() + separator_size(text_.substr(at + word.size()));
    }
    return *last_move_;
  }

 protected:
  const std::string_view text_;
  std::size_t at_ = 0;
  int line_;  ///< Of the text, at_ being in it.

 private:
  std::optional<std::size_t> last_move_{};
};

}  // namespace server
