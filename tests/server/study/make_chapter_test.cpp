#include "server/study/make_chapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_file.h"
#include "server/study/limits.h"
#include "server/study/study_state.h"
#include "tests/server/cost.h"

namespace server::study {
namespace {

using testing::ElementsAre;

TEST(MakeChapterTest, AGameIsItsLineWithItsTimesAndTags) {
  const PlayedGame game{.game = "xiangqi",
                        .rule = "xiangqi",
                        .names = {"Hu", "Xu"},
                        .event = "Cup",
                        .moves = {"h2e2", "h9g7"},
                        .spent = {1000, 2000},
                        .result = "first",
                        .reason = "resign"};
  const protocol::Chapter chapter = chapter_of(game);
  EXPECT_EQ(chapter.name, "Hu - Xu");
  EXPECT_EQ(chapter.nodes[2].spent, Millis(2000));
  EXPECT_EQ(main_line(chapter), game);
}

TEST(MakeChapterTest, AnImportKeepsItsTreeAndWhatIsWrittenInIt) {
  TreeGame game{.game = {.game = "xiangqi"}};
  const auto cannon = game.tree.add(GameTree::kRoot, {.text = "h2e2"});
  game.tree.add(cannon, {.text = "h9g7"});
  game.tree.add(GameTree::kRoot, {.text = "c3c4"});
  game.tree[cannon].comment = "[%csl Ge2,Rh2] central [%cal Yh2e2][%eval 0.3][%csl Z]";
  game.tree[cannon].glyphs = {1};
  const auto study = StudyState::open(chapter_of(game).chapter);
  ASSERT_TRUE(study) << study.error();
  const ChapterTree& tree = study->tree();
  EXPECT_THAT(tree.subtree(0), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(tree.at(0).children.value, ElementsAre(1, 3));
  const TreeNode& node = tree.at(1);
  EXPECT_EQ(node.comments.front().value, (protocol::StudyComment{0, "central [%eval 0.3][%csl Z]"}));
  EXPECT_THAT(node.glyphs.value, ElementsAre(1));
  EXPECT_THAT(node.shapes.value,
              ElementsAre(protocol::Shape{.brush = protocol::Brush::green, .from = "e2"},
                          protocol::Shape{.brush = protocol::Brush::red, .from = "h2"},
                          protocol::Shape{.brush = protocol::Brush::yellow, .from = "h2", .to = "e2"}));
}

TEST(MakeChapterTest, AnImportKeepsItsTags) {
  TreeGame game{.game = {.game = "xiangqi", .names = {"Hu", ""}, .at = read_day("1982")}};
  game.tags = {{"Site", "Guangzhou"}, {"Date", "1982.??.??"}, {"Red", "Hu R."}};
  for (std::size_t i = 0; i < kMostTags; ++i) game.tags.emplace_back("X" + std::to_string(i), "x");
  const auto study = StudyState::open(chapter_of(game).chapter);
  ASSERT_TRUE(study) << study.error();
  const auto& tags = study->tree().head().tags;
  EXPECT_EQ(tags.size(), kMostTags);
  EXPECT_EQ(tags[0], (protocol::StudyTag{"Date", "1982.??.??"}));
  EXPECT_EQ(tags[1], (protocol::StudyTag{"Red", "Hu R."}));
  EXPECT_EQ(tags[2], (protocol::StudyTag{"Site", "Guangzhou"}));
}

TEST(MakeChapterTest, CommandsOfCommentsCostByTheirNumber) {
  const auto cost = [](std::size_t commands) {
    TreeGame game{.game = {.game = "xiangqi"}};
    std::string& comment = game.tree[GameTree::kRoot].comment;
    for (std::size_t i = 0; i < commands; ++i) comment += "[%csl Ge2] ";
    return usual_cost(
        time_of_this_thread, [&] { (void)chapter_of(game); }, 3);
  };
  expect_at_most_doubled(cost, 20'000, "commands");
}

TEST(MakeChapterTest, OfATreeThatDoesNotFitTheMainLineIsKept) {
  TreeGame game{.game = {.game = "gomoku", .rule = "freestyle", .size = 15}};
  for (std::size_t i = 0; i < kMostNodes; ++i) game.tree.add(GameTree::kRoot, {.text = "a1"});
  const auto late = game.tree.add(1, {.text = "b1"});
  game.tree[late].comment = std::string(kLongestComment + 5, 'x');
  const MadeChapter made = chapter_of(game);
  EXPECT_EQ(made.chapter.nodes.size(), kMostNodes);
  EXPECT_EQ(made.chapter.nodes.back().id, late);
  EXPECT_EQ(made.moves_left_out, 2U);
  EXPECT_EQ(made.comments_cut, 1U);
}

TEST(MakeChapterTest, SignsThatDoNotFitAreCounted) {
  TreeGame game{.game = {.game = "xiangqi"}};
  for (std::size_t i = 0; i < kMostShapes + 3; ++i) game.tree[GameTree::kRoot].comment += "[%csl Ge2]";
  game.tree.add(GameTree::kRoot, {.text = "h2e2"});
  game.tree[1].glyphs.assign(kMostGlyphs + 2, 1);
  EXPECT_EQ(chapter_of(game).signs_left_out, 5U);
}

TEST(MakeChapterTest, APositionIsAStartWithoutMoves) {
  const std::string pos = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
  const auto study = StudyState::open(empty_chapter("xiangqi", "", 0, pos));
  ASSERT_TRUE(study) << study.error();
  EXPECT_EQ(study->tree().size(), 1U);
  EXPECT_FALSE(StudyState::open(empty_chapter("xiangqi", "", 0, "nothing")));
}

// A study whose file tells 1982 alone exported the first of January.
TEST(MakeChapterTest, WritersClaimNoDayThatTheFileDoesNotTell) {
  const auto written = [](const char* format, std::string game, std::string date) {
    protocol::Chapter chapter = empty_chapter(std::move(game), "", 0, "");
    chapter.rule = chapter.game == "gomoku" ? "freestyle" : "standard";
    chapter.tags.push_back({"Date", std::move(date)});
    return write_game(format, main_line(chapter)).value_or(GameFile()).text;
  };
  using testing::HasSubstr;
  EXPECT_THAT(written("pgn", "xiangqi", "1982.??.??"), HasSubstr("[Date \"1982.??.??\"]"));
  EXPECT_THAT(written("pgn", "xiangqi", "1998 Nov"), HasSubstr("[Date \"1998 Nov\"]"));
  EXPECT_THAT(written("pgn", "xiangqi", "1998-11-03"), HasSubstr("[Date \"1998.11.03\"]"));
  EXPECT_THAT(written("dhtmlxq", "xiangqi", "1982.??.??"), HasSubstr("1982-?\?-??"));
  EXPECT_THAT(written("sgf", "gomoku", "1982.05.??"), HasSubstr("DT[1982-05]"));
  EXPECT_THAT(written("sgf", "gomoku", "1996-05,06"), HasSubstr("DT[1996-05,06]"));
  EXPECT_THAT(written("sgf", "gomoku", "1982.05.03"), HasSubstr("DT[1982-05-03]"));
  EXPECT_THAT(written("ggf", "antireversi", "1982.??.??"), HasSubstr("DT[1982.??.??]"));
}

TEST(MakeChapterTest, NothingIsTheUsualStartOfItsGame) {
  const auto study = StudyState::open(empty_chapter("gomoku", "", 0, ""));
  ASSERT_TRUE(study);
  EXPECT_FALSE(study->tree().head().rule.empty());
  EXPECT_EQ(study->tree().head().size, 15);
}

}  // namespace
}  // namespace server::study
