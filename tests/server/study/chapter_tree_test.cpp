#include "server/study/chapter_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/study/make_chapter.h"

namespace server::study {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// 0 - 1 - 2 - 3, 1 - 4, 0 - 5; as it stands, without rules.
ChapterTree small_tree() {
  protocol::Chapter chapter = empty_chapter("xiangqi", "", 0, "");
  for (const auto& [id, parent] : {std::pair(1, 0), {2, 1}, {3, 2}, {4, 1}, {5, 0}})
    chapter.nodes.push_back({.id = id, .parent = parent, .move = "h2e2"});
  chapter.next_id = 6;
  return *ChapterTree::from(std::move(chapter));
}

bool edit(ChapterTree& tree, StudyEdit edit) {
  edit.version = tree.version() + 1;
  edit.by = 1;
  return tree.follow(edit);
}

std::vector<int> children(const ChapterTree& tree, int id) {
  return tree.at(id).children.value;
}

TEST(ChapterTreeTest, RemovesWhatFollowsToo) {
  ChapterTree tree = small_tree();
  EXPECT_TRUE(edit(tree, {.kind = EditKind::remove, .node = 1}));
  EXPECT_THAT(tree.subtree(0), ElementsAre(0, 5));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::remove, .node = 3}));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::remove, .node = 0}));
  EXPECT_EQ(tree.version(), 1);
}

TEST(ChapterTreeTest, CutsWhatFollowsAlone) {
  ChapterTree tree = small_tree();
  EXPECT_TRUE(edit(tree, {.kind = EditKind::cut, .node = 1}));
  EXPECT_THAT(tree.subtree(0), ElementsAre(0, 1, 5));
  EXPECT_TRUE(edit(tree, {.kind = EditKind::cut, .node = 0}));
  EXPECT_THAT(tree.subtree(0), ElementsAre(0));
}

TEST(ChapterTreeTest, PromotesByOnePlace) {
  ChapterTree tree = small_tree();
  EXPECT_TRUE(edit(tree, {.kind = EditKind::promote, .node = 5}));
  EXPECT_THAT(children(tree, 0), ElementsAre(5, 1));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::promote, .node = 5}));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::promote, .node = 0}));
}

TEST(ChapterTreeTest, MakesAMainLineFromTheStartOn) {
  ChapterTree tree = small_tree();
  ASSERT_TRUE(edit(tree, {.kind = EditKind::promote, .node = 5}));
  EXPECT_TRUE(edit(tree, {.kind = EditKind::main_line, .node = 4}));
  EXPECT_THAT(children(tree, 0), ElementsAre(1, 5));
  EXPECT_THAT(children(tree, 1), ElementsAre(4, 2));
}

TEST(ChapterTreeTest, LeavesChildrenThatNoOrderNamesBehindTheOthers) {
  ChapterTree tree = small_tree();
  ASSERT_TRUE(edit(tree, {.kind = EditKind::add, .node = 0, .id = 6, .move = "b2e2"}));
  EXPECT_TRUE(edit(tree, {.kind = EditKind::order, .node = 0, .children = {5}}));
  EXPECT_THAT(children(tree, 0), ElementsAre(5, 1, 6));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::order, .node = 0, .children = {4}}));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::order, .node = 0, .children = {1, 1}}));
}

TEST(ChapterTreeTest, GivesAnIdOnce) {
  ChapterTree tree = small_tree();
  ASSERT_TRUE(edit(tree, {.kind = EditKind::add, .node = 0, .id = 6, .move = "b2e2"}));
  ASSERT_TRUE(edit(tree, {.kind = EditKind::remove, .node = 6}));
  EXPECT_FALSE(edit(tree, {.kind = EditKind::add, .node = 0, .id = 6, .move = "b2e2"}));
  EXPECT_EQ(ChapterTree::from(tree.chapter())->next_id(), 7);
}

TEST(ChapterTreeTest, FollowsEditsInTheirOrderAlone) {
  ChapterTree tree = small_tree();
  EXPECT_FALSE(tree.follow({.kind = EditKind::cut, .version = 2, .node = 1}));
  EXPECT_TRUE(tree.follow({.kind = EditKind::cut, .version = 1, .node = 1}));
  EXPECT_FALSE(tree.follow({.kind = EditKind::cut, .version = 1, .node = 0}));
}

TEST(ChapterTreeTest, KeepsACommentOfEachAuthor) {
  ChapterTree tree = small_tree();
  ASSERT_TRUE(edit(tree, {.kind = EditKind::comment, .node = 2, .author = 1, .text = "one"}));
  ASSERT_TRUE(edit(tree, {.kind = EditKind::comment, .node = 2, .author = 2, .text = "two"}));
  ASSERT_TRUE(
      edit(tree, {.kind = EditKind::comment, .node = 2, .author = 1, .append = true, .text = " more"}));
  ASSERT_EQ(tree.at(2).comments.size(), 2U);
  EXPECT_EQ(tree.at(2).comments[0].value, (protocol::StudyComment{1, "one more"}));
  ASSERT_TRUE(edit(tree, {.kind = EditKind::comment, .node = 2, .author = 1}));
  EXPECT_EQ(tree.at(2).comments.size(), 1U);
}

TEST(ChapterTreeTest, KnowsHowMuchIsWritten) {
  ChapterTree tree = small_tree();
  EXPECT_EQ(tree.bytes(), 0U);
  const auto say = [&](int node, const char* text, bool append = false) {
    return edit(tree, {.kind = EditKind::comment, .node = node, .author = 1, .append = append, .text = text});
  };
  EXPECT_TRUE(say(3, "one"));
  EXPECT_TRUE(say(3, " and two", /*append=*/true));
  EXPECT_TRUE(say(5, "three"));
  EXPECT_TRUE(say(5, "3"));
  EXPECT_EQ(tree.bytes(), 12U);
  const std::vector<protocol::Shape> shapes(2, {.from = "h2"});
  EXPECT_TRUE(edit(tree, {.kind = EditKind::shapes, .node = 2, .shapes = shapes}));
  EXPECT_EQ(tree.bytes(), 12U + bytes_of_shapes(shapes));
  EXPECT_EQ(ChapterTree::from(tree.chapter())->bytes(), tree.bytes());
  EXPECT_TRUE(edit(tree, {.kind = EditKind::cut, .node = 2}));
  EXPECT_EQ(tree.bytes(), 1U + bytes_of_shapes(shapes));
  EXPECT_TRUE(edit(tree, {.kind = EditKind::remove, .node = 1}));
  EXPECT_TRUE(say(5, ""));
  EXPECT_EQ(tree.bytes(), 0U);
}

TEST(ChapterTreeTest, KeepsTagsByTheirNames) {
  ChapterTree tree = small_tree();
  for (const char* const name : {"Site", "Event", "Round"})
    ASSERT_TRUE(edit(tree, {.kind = EditKind::tag, .name = name, .text = "x"}));
  ASSERT_TRUE(edit(tree, {.kind = EditKind::tag, .name = "Round"}));
  ASSERT_TRUE(edit(tree, {.kind = EditKind::tag, .name = "Site", .text = "y"}));
  EXPECT_THAT(tree.head().tags,
              ElementsAre(protocol::StudyTag{"Event", "x"}, protocol::StudyTag{"Site", "y"}));
}

TEST(ChapterTreeTest, RefusesNodesThatMakeNoTree) {
  const auto is_tree = [](std::vector<protocol::StudyNode> nodes) {
    protocol::Chapter chapter = empty_chapter("xiangqi", "", 0, "");
    chapter.nodes = std::move(nodes);
    chapter.next_id = 3;
    return ChapterTree::from(std::move(chapter)).has_value();
  };
  EXPECT_TRUE(is_tree({{.id = 0}, {.id = 2, .parent = 0}}));
  EXPECT_FALSE(is_tree({}));
  EXPECT_FALSE(is_tree({{.id = 1}}));                          // No start.
  EXPECT_FALSE(is_tree({{.id = 0}, {.id = 1}}));               // Two of them.
  EXPECT_FALSE(is_tree({{.id = 0}, {.id = 0, .parent = 0}}));  // The start after itself.
  EXPECT_FALSE(is_tree({{.id = 0}, {.id = 1, .parent = 2}, {.id = 2, .parent = 0}}));
  EXPECT_FALSE(is_tree({{.id = 0}, {.id = 1, .parent = 0}, {.id = 1, .parent = 0}}));
  EXPECT_FALSE(is_tree({{.id = 0}, {.id = 3, .parent = 0}}));  // An id that will be given again.
}

}  // namespace
}  // namespace server::study
