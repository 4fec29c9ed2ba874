#include <array>

#include "server/formats/gomoku_points.h"
#include "server/formats/sgf.h"
#include "server/study/make_chapter.h"
#include "server/study/texts.h"
#include "server/study/walk.h"
#include "server/study/write_chapter.h"

namespace server::study {

namespace {

// By PGN's number: ! ? !! ?? !? ?!
constexpr std::array<std::string_view, 7> kSgfGlyphs{"", "TE[1]", "BM[1]", "TE[2]", "BM[2]", "IT[]", "DO[]"};
// By protocol::Brush: a circle, a cross, a square, a triangle.
constexpr std::array<std::string_view, 4> kMarks{"CR", "MA", "SQ", "TR"};

class SgfNodes {
 public:
  SgfNodes(const ChapterTree& tree, int size, bool white_begins)
      : tree_(tree), size_(size), white_begins_(white_begins) {
    write_words(tree.at(ChapterTree::kRoot));
  }

  void open() { text_ += "\n("; }
  void close() { text_ += ')'; }

  void move(int id, bool) {
    const TreeNode& node = tree_.at(id);
    const bool is_white = (node.ply % 2 == 0) != white_begins_;
    text_.append(is_white ? ";W[" : ";B[").append(letters(node.move)) += ']';
    write_words(node);
  }

  std::string take() && { return std::move(text_); }

 private:
  bool is_on_board(std::string_view point) const {
    const BoardPoint at = board_point(point);
    // A shape is checked for the form of a point only: it may lie beside this board.
    return at.file < size_ && 0 <= at.rank && at.rank < size_;
  }

  /// SGF counts ranks from above.
  std::string letters(std::string_view point) const {
    const BoardPoint at = board_point(point);
    return {static_cast<char>('a' + at.file), static_cast<char>('a' + size_ - 1 - at.rank)};
  }

  void write_words(const TreeNode& node) {
    const std::string comment = joined_comments(node);
    if (!comment.empty()) text_.append("C[").append(escaped(comment, "]\\")) += ']';
    for (const std::uint8_t glyph : node.glyphs.value)
      // SGF has no words for the others.
      if (glyph < kSgfGlyphs.size()) text_ += kSgfGlyphs[glyph];
    // A property stands once in a node, with all its values.
    for (const auto brush :
         {protocol::Brush::green, protocol::Brush::red, protocol::Brush::blue, protocol::Brush::yellow})
      write_shapes(node, kMarks[static_cast<std::size_t>(brush)], [&](const protocol::Shape& shape) {
        return shape.brush == brush && shape.to.empty() && shape.label.empty() ? letters(shape.from) : "";
      });
    write_shapes(node, "LB", [&](const protocol::Shape& shape) {
      return shape.label.empty() ? "" : letters(shape.from) + ':' + escaped(shape.label, "]\\:");
    });
    write_shapes(node, "AR", [&](const protocol::Shape& shape) {
      return shape.to.empty() ? "" : letters(shape.from) + ':' + letters(shape.to);
    });
  }

  /// `value_of` gives nothing for a shape of another property.
  template <class ValueOf>
  void write_shapes(const TreeNode& node, std::string_view property, ValueOf value_of) {
    bool is_named = false;
    for (const protocol::Shape& shape : node.shapes.value) {
      if (!is_on_board(shape.from) || (!shape.to.empty() && !is_on_board(shape.to))) continue;
      const std::string value = value_of(shape);
      if (value.empty()) continue;
      if (!std::exchange(is_named, true)) text_ += property;
      text_.append("[").append(value) += ']';
    }
  }

  const ChapterTree& tree_;
  int size_;
  bool white_begins_;
  std::string text_;
};

}  // namespace

std::optional<std::string> write_sgf(const ChapterTree& tree) {
  if (tree.head().game != "gomoku") return std::nullopt;
  const PlayedGame game = main_line(tree.head());  // No moves: the root's properties.
  std::string text = server::write_sgf(game);
  // The root node without the end of its tree, for the nodes to follow.
  text.resize(text.rfind(')'));
  SgfNodes nodes(tree, board_size(game), second_begins(game));
  walk_as_sgf(tree, nodes);
  return text + std::move(nodes).take() + ")\n";
}

}  // namespace server::study
