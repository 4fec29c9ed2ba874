#include "server/formats/xqf.h"
#include "server/study/make_chapter.h"
#include "server/study/write_chapter.h"

namespace server::study {

std::optional<std::string> write_xqf(const ChapterTree& tree) {
  const protocol::Chapter& head = tree.head();
  if (head.game != "xiangqi") return std::nullopt;
  TreeGame game{.game = main_line(head)};  // No moves: its names, event, day and result.
  bool has_title = false;
  for (const auto& [name, value] : head.tags) {
    has_title |= name == "Title";
    game.tags.emplace_back(name, value);
  }
  if (!has_title) game.tags.emplace_back("Title", head.name);
  std::unordered_map<int, GameTree::Id> ids;
  // Parents come before children, and these in their order.
  for (const int id : tree.subtree(ChapterTree::kRoot)) {
    const TreeNode& node = tree.at(id);
    const bool is_root = id == ChapterTree::kRoot;
    ids[id] = is_root ? GameTree::kRoot : game.tree.add(ids.at(node.parent), {.text = node.move});
    server::TreeNode& made = game.tree[ids[id]];
    made.comment = joined_comments(node);
    made.glyphs = node.glyphs.value;
  }
  return server::write_xqf(game);
}

}  // namespace server::study
