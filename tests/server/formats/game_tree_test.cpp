#include "server/formats/game_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Id = GameTree::Id;

TreeGame xiangqi() {
  return {.game = {.game = "xiangqi"}};
}

Id add(TreeGame& game, Id parent, std::string move, std::string comment = "") {
  const Id id = game.tree.add(parent, {.text = std::move(move)});
  game.tree[id].comment = std::move(comment);
  return id;
}

TEST(GameTreeTest, KeepsVariationsBehindTheMainLine) {
  TreeGame game = xiangqi();
  const Id cannon = add(game, GameTree::kRoot, "炮二平五", "central");
  add(game, GameTree::kRoot, "h0g2");
  add(game, cannon, "h9g7");
  add(game, cannon, "b7e7", "same way");
  game.tree[GameTree::kRoot].comment = "start";
  const auto read = play_tree(game);
  ASSERT_TRUE(read);
  EXPECT_THAT(read->game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_THAT(read->notes, IsEmpty());
  ASSERT_EQ(read->tree.size(), 5U);
  EXPECT_EQ(read->tree[GameTree::kRoot].comment, "start");
  const TreeNode& first = read->tree[read->tree[GameTree::kRoot].first_child];
  EXPECT_EQ(first.comment, "central");
  const TreeNode& reply = read->tree[read->tree[first.first_child].next_sibling];
  EXPECT_EQ(reply.move.text, "b7e7");
  EXPECT_EQ(reply.comment, "same way");
}

TEST(GameTreeTest, AMoveThatIsNotLegalEndsItsLineAlone) {
  TreeGame game = xiangqi();
  const Id bad = add(game, GameTree::kRoot, "e0e5");
  add(game, bad, "h9g7");
  const Id other = add(game, GameTree::kRoot, "h2e2");
  add(game, other, "h9g7");
  const auto read = play_tree(game);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tree.size(), 3U);
  ASSERT_THAT(read->notes, SizeIs(1));
  EXPECT_THAT(read->notes[0].message, HasSubstr("move 1 e0e5"));
  // A variation does not become the game.
  EXPECT_THAT(read->game.moves, IsEmpty());
}

TEST(GameTreeTest, TheRulesSayHowTheMainLineEnded) {
  TreeGame game{.game = {.game = "gomoku", .rule = "freestyle", .size = 15}};
  Id at = GameTree::kRoot;
  for (const char* move : {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"}) at = add(game, at, move);
  add(game, at, "a5");
  const auto read = play_tree(game);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->game.result, "first");
  EXPECT_EQ(read->game.reason, "five");
  EXPECT_THAT(read->game.moves, SizeIs(9));
  ASSERT_THAT(read->notes, SizeIs(1));
  EXPECT_EQ(read->notes[0].reason, "game_over");
}

// The result of the file counts, but that the board has another one was not told.
TEST(GameTreeTest, AResultAgainstTheBoardIsTold) {
  TreeGame game{.game = {.game = "gomoku", .rule = "freestyle", .size = 15, .result = "second"}};
  Id at = GameTree::kRoot;
  for (const char* move : {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"}) at = add(game, at, move);
  const auto read = play_tree(game);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->game.result, "second");
  EXPECT_EQ(read->game.reason, "");
  ASSERT_THAT(read->notes, SizeIs(1));
  EXPECT_EQ(read->notes[0].message, "the file says second, the board first (five)");
  game.game.result = "first";
  EXPECT_THAT(play_tree(game)->notes, SizeIs(0));
}

TEST(GameTreeTest, OfTheRulesThoseCountUnderWhichMostMovesAreLegal) {
  TreeGame game{.game = {.game = "gomoku", .size = 15}, .rules = {"renju", "freestyle"}};
  Id at = GameTree::kRoot;
  // The fifth stone of black makes an open three on both lines.
  for (const char* move : {"h8", "a1", "i8", "a2", "j9", "a3", "j10", "a4", "j8"}) at = add(game, at, move);
  const auto free = play_tree(game);
  ASSERT_TRUE(free);
  EXPECT_EQ(free->game.rule, "freestyle");
  EXPECT_THAT(free->game.moves, SizeIs(9));
  game.tree = GameTree();
  add(game, GameTree::kRoot, "h8");
  EXPECT_EQ(play_tree(game)->game.rule, "renju");
}

TEST(GameTreeTest, TheSideOfAMoveIsThatOfTheRules) {
  TreeGame game{.game = {.game = "gomoku", .rule = "freestyle", .size = 15}};
  const Id first = game.tree.add(GameTree::kRoot, {.text = "h8", .side = engine::Side::first});
  game.tree.add(first, {.text = "h9", .side = engine::Side::first});
  const auto read = play_tree(game);
  ASSERT_TRUE(read);
  EXPECT_THAT(read->game.moves, ElementsAre("h8"));
  ASSERT_THAT(read->notes, SizeIs(1));
  EXPECT_EQ(read->notes[0].reason, "not_your_turn");
}

TEST(GameTreeTest, NotesHaveAnEnd) {
  TreeGame game = xiangqi();
  for (std::size_t i = 0; i < 2 * kMostNotes; ++i) add(game, GameTree::kRoot, "e0e5");
  EXPECT_THAT(play_tree(game)->notes, SizeIs(kMostNotes));
  EXPECT_EQ(play_tree(game)->more_notes, kMostNotes);
}

TEST(GameTreeTest, ATreeHasAnEnd) {
  TreeGame game = xiangqi();
  TreeBuilder tree(game);
  std::size_t added = 0;
  for (; tree.wants_more(); ++added) tree.add({.text = "h2e2"}, "", true, true);
  EXPECT_EQ(added, GameTree::kMostNodes - 1);
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].reason, "too_many_moves");
}

TEST(GameTreeTest, ALineHasAnEnd) {
  TreeGame game = xiangqi();
  Id at = GameTree::kRoot;
  for (std::size_t ply = 0; ply < kMaxPlies + 8; ply += 4)
    for (const char* move : {"a0a1", "a9a8", "a1a0", "a8a9"}) at = add(game, at, move);
  const auto read = play_tree(game);
  ASSERT_TRUE(read);
  EXPECT_LE(read->game.moves.size(), kMaxPlies);
  ASSERT_THAT(read->notes, SizeIs(2)) << "a repetition, and the bound";
  EXPECT_EQ(read->notes[1].reason, "too_long");
  EXPECT_EQ(read->broken->reason, "too_long");
}

TEST(GameTreeTest, AStartThatTheRulesRefuseIsAnError) {
  TreeGame game = xiangqi();
  game.game.start_pos = "9/9/9/9/9/9/9/9/9/9 w";
  EXPECT_FALSE(play_tree(game));
  game.game.game = "go";
  EXPECT_EQ(play_tree(game).error().reason, "unknown_game");
}

}  // namespace
}  // namespace server
