#include "server/study/board_cursor.h"

#include <utility>

#include "engine/games/registry.h"

namespace server::study {

engine::Match* BoardCursor::go_to(const ChapterTree& tree, int node) {
  std::vector<int> ahead;
  for (; node != ChapterTree::kRoot && !stands_on(node, tree.at(node).ply); node = tree.at(node).parent)
    ahead.push_back(node);
  // Now `node` is where the old path and the new one part: what of the old one is deeper goes back first.
  for (auto back = path_.size() - static_cast<std::size_t>(tree.at(node).ply); back > 0; --back) {
    match_->undo();
    path_.pop_back();
  }
  for (; !ahead.empty(); ahead.pop_back()) {
    if (!match_->play(tree.at(ahead.back()).move)) return nullptr;
    path_.push_back(ahead.back());
  }
  return match_.get();
}

bool BoardCursor::stands_on(int node, int ply) const {
  // path_[n] is the node after n + 1 moves: one look tells whether a node is on the way.
  const auto place = static_cast<std::size_t>(ply - 1);
  return place < path_.size() && path_[place] == node;
}

std::unique_ptr<engine::Match> start_of(const protocol::Chapter& head) {
  const engine::Game* const game = engine::find_game(head.game);
  if (game == nullptr) return nullptr;
  // The last one: games of other servers go on where our rules end them.
  auto match = game->new_match(engine::Setup{head.rule, head.start_pos, head.size, true});
  return match ? *std::move(match) : nullptr;
}

}  // namespace server::study
