#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/types.h"
#include "server/formats/play_through.h"
#include "server/formats/played_game.h"

/// Games with variations and comments, as collections and studies have them.
namespace server {

/// A move of a tree, and what was written about the position after it.
struct TreeNode {
  /// As its file has it; protocol text after play_tree(). The root has none.
  MoveText move{};
  std::string comment{};               ///< UTF-8; lines end with \n.
  std::vector<std::uint8_t> glyphs{};  ///< Annotations by PGN's numbers: 1 for !, 2 for ?, ...
  std::int32_t parent = -1;
  std::int32_t first_child = -1;
  std::int32_t last_child = -1;
  std::int32_t next_sibling = -1;
};

/// Nodes by number, parents before children. 0 is the root, the position at the start. The first child of a
/// node continues its line, the others are variations.
class GameTree {
 public:
  using Id = std::int32_t;
  static constexpr Id kRoot = 0;
  static constexpr Id kNone = -1;
  /// Of all nodes. The rules take a node some 10 us, and memory 200 bytes.
  static constexpr std::size_t kMostNodes = 50'000;

  GameTree() : nodes_(1) {}

  std::size_t size() const { return nodes_.size(); }
  bool full() const { return nodes_.size() >= kMostNodes; }
  const TreeNode& operator[](Id id) const { return nodes_[static_cast<std::size_t>(id)]; }
  TreeNode& operator[](Id id) { return nodes_[static_cast<std::size_t>(id)]; }
  /// The last of the children of `parent`. @pre !full()
  Id add(Id parent, MoveText move);
  /// The moves from the start to `id`, as they stand in the nodes.
  std::vector<MoveText> line_to(Id id) const;

 private:
  std::vector<TreeNode> nodes_;
};

/// A game of a file with everything that the file tells of it.
struct TreeGame {
  PlayedGame game{};  ///< After play_tree() with the moves of the main line, before with none.
  GameTree tree{};
  std::size_t main_plies =
      GameTree::kMostNodes;      ///< What continues the main line behind them is a variation.
  int start_line = 0;            ///< Blamed for a start that there is not.
  std::string claimed_result{};  ///< As PlayedGame::result, where the board does not tell: some files err.
  std::vector<BadText> notes{};  ///< What was left out, and why; at most kMostNotes.
  std::vector<std::string>
      rules{};  ///< Where the file tells none: those that it may have, the likeliest first.
};

inline constexpr std::size_t kMostNotes = 20;

/// Does nothing where there are enough of them.
void add_note(TreeGame& game, int line, std::string reason, std::string_view message);

/// Builds a tree of nodes in the order in which XQF, CCBridge and RenLib keep them: a move, all that
/// continues it, then the move that may be made in its place.
class TreeBuilder {
 public:
  explicit TreeBuilder(TreeGame& game) : game_(game) {}

  /// Whether a node is still to come. False as well where the tree is full, which the game then notes.
  bool wants_more();
  /// @pre wants_more()
  void add(MoveText move, std::string comment, bool goes_on, bool has_variation);
  /// A node that is no move: what follows it follows the move before. @pre wants_more()
  void skip(bool goes_on, bool has_variation);

 private:
  void follow(GameTree::Id id, bool goes_on, bool has_variation);

  TreeGame& game_;
  GameTree::Id parent_ = GameTree::kRoot;  ///< kNone: all have come.
  std::vector<GameTree::Id> branches_{};   ///< Positions that get another move once this line has ended.
};

using ReadTree = engine::Expected<TreeGame, BadText>;

/// Plays all lines by the rules of the game, of its dialects and of TreeGame::rules by those under which most
/// moves are legal. A move that is not legal ends its line with a note; the main line is that of the file, as
/// far as it is legal. Where the rules end it they say how, unless the file told it. Refused if there is no
/// such game or start.
ReadTree play_tree(TreeGame game);

/// The main line alone, of which every move must be legal.
Read play_main_line(const TreeGame& game);

/// A game without variations.
TreeGame tree_of(PlayedGame game, std::span<const MoveText> moves, int start_line);

}  // namespace server
