#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/types.h"
#include "server/formats/move_text.h"
#include "server/formats/played_game.h"

/// Games with variations and comments, as collections and studies have them.
namespace server {

struct Dialect;

/// A move of a tree, and what was written about the position after it.
/// Links are numbers of GameTree, -1 (kNone) for none.
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
/// A plain value: copies are deep. Numbers are stable, since nothing is removed.
class GameTree {
 public:
  using Id = std::int32_t;
  static constexpr Id kRoot = 0;
  static constexpr Id kNone = -1;
  /// Of all nodes. The rules take a node some 10 us, and memory 200 bytes.
  static constexpr std::size_t kMostNodes = 50'000;

  GameTree() : nodes_(1) {}

  /// With the root: never 0.
  std::size_t size() const { return nodes_.size(); }
  /// Before add(): readers note it and leave the rest out.
  bool full() const { return nodes_.size() >= kMostNodes; }
  const TreeNode& operator[](Id id) const { return nodes_[static_cast<std::size_t>(id)]; }
  TreeNode& operator[](Id id) { return nodes_[static_cast<std::size_t>(id)]; }
  /// The last of the children of `parent`. @pre !full()
  Id add(Id parent, MoveText move);
  /// The moves from the start to `id`, as they stand in the nodes.
  /// O(length of the line); empty for the root.
  std::vector<MoveText> line_to(Id id) const;

 private:
  std::vector<TreeNode> nodes_;
};

/// Where our rules end a game that its players went on with: a repetition, a perpetual check or chase, a
/// limit of moves. What follows is kept.
struct RuledEnd {
  std::size_t plies;   ///< Of the main line, up to there.
  std::string reason;  ///< A word of the protocol.
};

/// A game of a file with everything that the file tells of it.
/// A reader of a format fills `game` (but for its moves), `tags`, `tree`, the hints and `notes`; play_tree()
/// makes another one of it that is legal throughout.
struct TreeGame {
  PlayedGame game{};  ///< After play_tree() with the moves of the main line, before with none.
  /// What else the file tells of the game, by the names of PGN: Site, Round, Annotator, RedTeam, ...
  std::vector<std::pair<std::string, std::string>> tags{};
  GameTree tree{};
  std::size_t main_plies =
      GameTree::kMostNodes;  ///< What continues the main line behind them is a variation.
  int start_line = 0;        ///< Blamed for a start that there is not.
  /// The start with the other side to move, where a file may err about that: it counts if more moves are
  /// legal, and not all are from the one that it tells.
  std::string other_start{};
  bool other_begins = false;     ///< The numbers of the moves say so: it comes first.
  std::string claimed_result{};  ///< As PlayedGame::result, where the board does not tell: some files err.
  std::vector<BadText> notes{};  ///< What was left out, and why; see add_note().
  std::size_t more_notes = 0;    ///< So many did not fit.
  std::optional<RuledEnd> ruled_end{};
  /// After play_tree() that in which it was read, before that of which the file tells.
  const Dialect* dialect = nullptr;
  /// The note that ended the main line, where not all of it is legal; a reader has one where it cannot go on.
  std::optional<BadText> broken{};
  std::vector<std::string>
      rules{};  ///< Where the file tells none: those that it may have, the likeliest first.
  /// Where the file tells a rule by which its main line is not legal: those that are tried then, with a note.
  std::vector<std::string> other_rules{};
};

/// Bounds of what one game may have beside its moves. What is more is counted or noted, never dropped in
/// silence.
inline constexpr std::size_t kMostNotes = 20;
/// Of those, by add_tag().
inline constexpr std::size_t kMostTags = 64;
inline constexpr std::size_t kLongestTag = 500;  // Bytes.

/// Counts it where there are enough of them.
/// `line` counts from 1; 0: the game as a whole. The message is a sentence without its line, which is put
/// before it.
void add_note(TreeGame& game, int line, std::string reason, std::string_view message);
/// Of the note that is not one of the text's: as add_note().
void add_note(TreeGame& game, BadText note);

/// Notes each of these names of the file that clean_name() cuts.
void note_long_names(TreeGame& game, std::initializer_list<std::string_view> names, int line = 0);

/// Something of the file that no field of a game holds; notes what is too much. Nothing where the value is
/// blank.
void add_tag(TreeGame& game, std::string_view name, std::string_view value, int line = 0);

/// Builds a tree of nodes in the order in which XQF, CCBridge and RenLib keep them: a move, all that
/// continues it, then the move that may be made in its place.
class TreeBuilder {
 public:
  /// @pre `game` outlives the builder, and its tree has nothing but its root
  explicit TreeBuilder(TreeGame& game) : game_(game) {}

  /// Whether a node is still to come. False as well where the tree is full, which the game then notes.
  /// O(1). Where it is false without a note, the tree is complete.
  bool wants_more();
  /// @pre wants_more()
  /// `goes_on`: the next node continues this one. `has_variation`: another move in its place comes after that
  /// subtree.
  void add(MoveText move, std::string comment, bool goes_on, bool has_variation);
  /// A node that is no move: what follows it follows the move before. @pre wants_more()
  void skip(bool goes_on, bool has_variation);

 private:
  void follow(GameTree::Id id, bool goes_on, bool has_variation);

  TreeGame& game_;
  GameTree::Id parent_ = GameTree::kRoot;  ///< kNone: all have come.
  // The explicit stack of the left-child, right-sibling order: files nest deeper than calls may.
  std::vector<GameTree::Id> branches_{};  ///< Positions that get another move once this line has ended.
};

using ReadTree = engine::Expected<TreeGame, BadText>;

/// When it was played; a day that is known in part, or not understood, stays a tag.
void take_date(TreeGame& game, std::string_view text, int line = 0);

/// Plays all lines by the rules of the game, of its dialects and of TreeGame::rules by those under which all
/// of the main line is legal, or most moves are. A move that is not legal ends its line with a note; the main
/// line is that of the file, as far as it is legal. Where the rules end it they say how, unless the file told
/// it. An end that is a ruling (see RuledEnd) is noted, and the moves after it are kept. A pass that a file
/// leaves out is put in where nothing else is possible. Noted as well where two dialects read the main line
/// differently, or where the game is legal by another rule than the file tells (TreeGame::other_rules). A
/// pass that is not legal is left out with a note where no move follows it. Refused if there is no such game
/// or start. Costs some microseconds a node. `of_file`: in which other games of the same file were read; it
/// comes first, and is not doubted. Pure: safe from any thread. Notes, tags and the told result are kept from
/// `game`.
ReadTree play_tree(TreeGame game, const Dialect* of_file = nullptr);

/// The main line, of which every move must be legal.
/// Variations are played and then dropped. The error is the note of the first move that is not legal.
Read play_main_line(TreeGame game);

/// A game without variations.
/// At most GameTree::kMostNodes - 1 moves: what is more is cut off without a note.
TreeGame tree_of(PlayedGame game, std::span<const MoveText> moves, int start_line);

}  // namespace server
