#include <fmt/format.h>

#include <vector>

#include "server/formats/dhtmlxq.h"
#include "server/formats/glyph_words.h"
#include "server/study/make_chapter.h"
#include "server/study/write_chapter.h"

namespace server::study {

namespace {

/// Four digits: files from the left, ranks from black's side.
std::string digits_of(const std::string& move) {
  std::string digits;
  for (const std::size_t point : {0, 2}) {
    digits += static_cast<char>('0' + (move[point] - 'a'));
    digits += static_cast<char>('9' - (move[point + 1] - '0'));
  }
  return digits;
}

/// The format has no escapes: what looks like one of its brackets, line ends (two bars) or codes gets a wider
/// sign.
std::string field_text(std::string_view text) {
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("[DhtmlXQ") || rest.starts_with("[/DhtmlXQ")) {
      safe += "［";
    } else if (rest.starts_with("\\u")) {
      safe += "＼";
    } else if (text[i] == '|') {
      safe += "｜";
    } else if (text[i] == '\n') {
      safe += "||";
    } else {
      safe += text[i];
    }
  }
  return safe;
}

std::string words_of(const TreeNode& node) {
  return field_text(words_with_glyphs(node.glyphs.value, joined_comments(node)));
}

/// A line of moves: number 0 is the main line.
struct Line {
  int start;  ///< Its first move; of the main line the start of the game.
  int number = 0;
  int parent = 0;
};

class DhtmlxqFields {
 public:
  explicit DhtmlxqFields(const ChapterTree& tree) : tree_(tree) {}

  std::string write() && {
    lines_.push_back({ChapterTree::kRoot});
    // An index, not an iterator, and write() takes its line by value: the vector grows meanwhile.
    for (std::size_t i = 0; i < lines_.size(); ++i) write(lines_[i]);  // More come meanwhile.
    return std::move(text_);
  }

 private:
  void write(Line line) {
    std::string moves, comments;
    const int first = tree_.at(line.start).ply;
    for (int id = line.start;;) {
      const TreeNode& node = tree_.at(id);
      if (node.ply > 0) moves += digits_of(node.move);
      add_comment(node, line.number, comments);
      const std::vector<int>& children = node.children.value;
      if (children.empty()) break;
      for (std::size_t i = 1; i < children.size(); ++i)
        // Numbers in the order in which lines are found.
        lines_.push_back({children[i], static_cast<int>(lines_.size()), line.number});
      id = children.front();
    }
    if (line.number > 0)
      text_ += fmt::format("[DhtmlXQ_move_{0}_{1}_{2}]{3}[/DhtmlXQ_move_{0}_{1}_{2}]\n", line.parent, first,
                           line.number, moves);
    text_ += comments;
  }

  static void add_comment(const TreeNode& node, int line, std::string& comments) {
    const std::string words = words_of(node);
    if (words.empty()) return;
    const std::string name =
        line == 0 ? fmt::format("comment{}", node.ply) : fmt::format("comment{}_{}", line, node.ply);
    comments += fmt::format("[DhtmlXQ_{0}]{1}[/DhtmlXQ_{0}]\n", name, words);
  }

  const ChapterTree& tree_;
  std::vector<Line> lines_;
  std::string text_;
};

}  // namespace

std::optional<std::string> write_dhtmlxq(const ChapterTree& tree) {
  if (tree.head().game != "xiangqi") return std::nullopt;
  std::string text = server::write_dhtmlxq(main_line(tree.chapter()));
  const std::size_t end = text.rfind("[/DhtmlXQ]");
  return text.insert(end, DhtmlxqFields(tree).write());
}

}  // namespace server::study
