#include <fmt/format.h>

#include <algorithm>

#include "server/base/ascii_case.h"
#include "server/protocol/study_codec.h"
#include "server/study/make_chapter.h"
#include "server/study/pgn_shapes.h"
#include "server/study/pgn_times.h"
#include "server/study/walk.h"
#include "server/study/write_chapter.h"

namespace server::study {

namespace {

// Only the length at which lines are broken: a longer word, such as a comment, has a line of its own.
constexpr std::size_t kLineLength = 100;  // Bytes; PGN's standard has at most 255.

/// What PGN's brackets cannot hold gets a wider one.
std::string in_braces(std::string_view text) {
  std::string safe = "{";
  for (const char c : text) {
    if (c == '}') safe += "｝";
    if (c != '}') safe += c;
  }
  return safe + '}';
}

class PgnMoves {
 public:
  PgnMoves(const ChapterTree& tree, PgnNotation notation, bool second_begins)
      : tree_(tree),
        style_(notation == PgnNotation::wxf  ? "wxf"
               : notation == PgnNotation::zh ? "zh"
                                             : ""),
        offset_(second_begins ? 1 : 0) {
    write_words(tree.at(ChapterTree::kRoot));
  }

  void open() { prefix_ = "("; }

  void close() {
    text_ += ')';
    needs_number_ = true;
  }

  void move(int id, bool goes_back) {
    const TreeNode& node = tree_.at(id);
    const int half = node.ply - 1 + offset_;
    const bool is_second = half % 2 == 1;
    // The standard wants a number after a comment and at the beginning of a variation, for black as well.
    if (!is_second || needs_number_ || goes_back)
      put(fmt::format("{}{}", half / 2 + 1, is_second ? "..." : "."));
    put(name_of(node));
    needs_number_ = false;
    for (const std::uint8_t glyph : node.glyphs.value) put(fmt::format("${}", glyph));
    write_words(node);
  }

  std::string finish(std::string_view result) && {
    put(std::string(result));
    return std::move(text_) + '\n';
  }

 private:
  std::string name_of(const TreeNode& node) const {
    for (const engine::Notation& each : node.notation)
      if (each.style == style_) return each.text;
    return upper(node.move.substr(0, 2) + '-' + node.move.substr(2));
  }

  void write_words(const TreeNode& node) {
    const std::string commands = shape_commands(node.shapes.value) + spent_command(node.spent);
    if (!commands.empty()) put(in_braces(commands));
    for (const auto& comment : node.comments) put(in_braces(comment.value.text));
    needs_number_ |= !commands.empty() || !node.comments.empty();
  }

  void put(const std::string& word) {
    const std::size_t line = text_.size() - start_of_line_;
    if (line > 0) {
      const bool is_full = line + prefix_.size() + word.size() >= kLineLength;
      text_ += is_full ? '\n' : ' ';
      if (is_full) start_of_line_ = text_.size();
    }
    text_.append(std::exchange(prefix_, std::string_view())).append(word);
  }

  const ChapterTree& tree_;
  std::string_view style_;
  int offset_;
  std::string text_;
  std::string_view prefix_;  ///< Of the next word.
  std::size_t start_of_line_ = 0;
  bool needs_number_ = true;
};

/// The tags that no field of a game has, before the line that ends them.
std::string other_tags(const protocol::Chapter& head) {
  std::string text;
  for (const auto& [name, value] : head.tags) {
    const bool is_name = std::ranges::all_of(name, [](char c) {
      return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
    });
    const bool is_written =
        is_game_tag(head.game, name) || name == "FEN" || name == "Game" || name == "Format";
    if (is_name && !is_written) text += fmt::format("[{} \"{}\"]\n", name, escaped(value, "\\\""));
  }
  return text;
}

}  // namespace

std::string joined_comments(const TreeNode& node) {
  std::string all;
  for (const auto& comment : node.comments) {
    if (!all.empty()) all += '\n';
    all += comment.value.text;
  }
  return all;
}

std::optional<std::string> write_pgn(const ChapterTree& tree, PgnNotation notation) {
  if (tree.head().game != "xiangqi") return std::nullopt;
  const PlayedGame game = main_line(tree.head());  // No moves: its tags.
  std::string tags = server::write_pgn(game, notation);
  // Tags end with an empty line: what write_pgn() of formats wrote of moves and result behind it goes.
  tags.resize(tags.rfind("\n\n") + 1);
  PgnMoves moves(tree, notation, second_begins(game));
  walk_as_pgn(tree, moves);
  return tags + other_tags(tree.head()) + '\n' +
         std::move(moves).finish(result_word(game, {"1-0", "0-1", "1/2-1/2", "*"}));
}

std::string write_json(const ChapterTree& tree) {
  return protocol::chapter_json(tree.chapter());
}

}  // namespace server::study
