#include "server/bots/game_analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/games/registry.h"

namespace server {
namespace {

using engine::ScoreKind;
using engine::Thought;
using storage::PlyAnalysis;
using testing::ElementsAre;
using testing::IsEmpty;

const engine::Game& xiangqi() {
  return *engine::find_game("xiangqi");
}

GameAnalysis analysis_of(std::vector<std::string> moves, std::vector<PlyAnalysis> known = {},
                         int unjudged = 0) {
  return {xiangqi(), *xiangqi().new_match({}), std::move(moves), unjudged, std::move(known)};
}

/// As the side to move sees it.
Thought worth(int value, std::string best = "a0a1") {
  Thought thought;
  thought.best = best;
  thought.lines.push_back({ScoreKind::eval, value, {best}});
  return thought;
}

/// Gives out all positions.
std::vector<int> plies_of(GameAnalysis& analysis) {
  std::vector<int> plies;
  while (const auto position = analysis.next()) plies.push_back(position->ply);
  return plies;
}

std::vector<std::string> marks_of(const GameAnalysis& analysis) {
  std::vector<std::string> marks;
  for (const PlyAnalysis& ply : analysis.plies()) marks.push_back(ply.mark);
  return marks;
}

TEST(GameAnalysisTest, GivesOutEveryPositionWithItsPast) {
  GameAnalysis analysis = analysis_of({"h2e2", "h9g7"});
  EXPECT_EQ(analysis.total(), 3);
  EXPECT_FALSE(analysis.begun());
  EXPECT_EQ(analysis.next()->match->look().turn, engine::Side::first);
  EXPECT_EQ(analysis.next()->match->look().turn, engine::Side::second);
  const auto last = analysis.next();
  EXPECT_EQ(last->ply, 2);
  EXPECT_THAT(last->match->legal_moves(), testing::Contains("e2e6"));
  EXPECT_FALSE(analysis.next());
  EXPECT_TRUE(analysis.begun());
}

TEST(GameAnalysisTest, CompletesRowsInOrderHoweverTheThoughtsCome) {
  GameAnalysis analysis = analysis_of({"h2e2", "h9g7"});
  plies_of(analysis);
  analysis.take(2, worth(10));
  analysis.take(1, worth(-20));
  EXPECT_THAT(analysis.completed(), IsEmpty());
  analysis.take(0, worth(30));
  std::vector<int> values;
  for (const PlyAnalysis& row : analysis.completed()) values.push_back(row.value);
  EXPECT_THAT(values, ElementsAre(30, 20, 10)) << "from the first side's view";
  EXPECT_THAT(analysis.completed(), IsEmpty());
  EXPECT_TRUE(analysis.finished());
}

TEST(GameAnalysisTest, MarksWhatAMoveTookAway) {
  GameAnalysis analysis = analysis_of({"h2e2", "h9g7", "h0g2"});
  plies_of(analysis);
  analysis.take(0, worth(0));
  analysis.take(1, worth(200));   // The first side lost two pawns.
  analysis.take(2, worth(-200));  // The second nothing.
  analysis.take(3, worth(300));   // And the first a little more.
  EXPECT_THAT(marks_of(analysis), ElementsAre("", "blunder", "", "inaccuracy"));
  EXPECT_LT(analysis.accuracy()[0], 80);
  EXPECT_EQ(analysis.accuracy()[1], 100);
}

TEST(GameAnalysisTest, TheBotsOwnMoveIsNeverMarked) {
  GameAnalysis analysis = analysis_of({"h2e2"});
  plies_of(analysis);
  analysis.take(0, worth(0, "h2e2"));
  analysis.take(1, worth(500));
  EXPECT_THAT(marks_of(analysis), ElementsAre("", ""));
  EXPECT_EQ(analysis.accuracy()[0], 100);
}

TEST(GameAnalysisTest, MovesOfAnOpeningProcedureAreNotMarked) {
  GameAnalysis analysis = analysis_of({"h2e2", "h9g7"}, {}, 1);
  plies_of(analysis);
  for (int ply : {0, 1, 2}) analysis.take(ply, worth(ply == 0 ? 0 : 500));
  EXPECT_THAT(marks_of(analysis), ElementsAre("", "", "blunder"));
  EXPECT_EQ(analysis.accuracy()[0], 100);
}

TEST(GameAnalysisTest, WhereTheBotFailedNothingIsSaidAndNothingMarked) {
  GameAnalysis analysis = analysis_of({"h2e2", "h9g7"});
  plies_of(analysis);
  analysis.take(0, worth(0));
  Thought failed;
  failed.best = "a0a1";
  analysis.take(1, failed);
  analysis.take(2, worth(900));
  EXPECT_THAT(marks_of(analysis), ElementsAre("", "", ""));
  EXPECT_EQ(analysis.plies()[1], (PlyAnalysis{.ply = 1}));
}

TEST(GameAnalysisTest, AnEndOnTheBoardNeedsNoBot) {
  // Back-rank mate: the rook at a8 takes the last row away, the one at b7 gives check.
  const std::string pos = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w";
  GameAnalysis analysis(xiangqi(), *xiangqi().new_match({.pos = pos}), {"b7b9"}, 0, {});
  EXPECT_THAT(plies_of(analysis), ElementsAre(0));
  analysis.take(0, worth(900));
  ASSERT_TRUE(analysis.finished());
  EXPECT_EQ(analysis.plies()[1].kind, "win");
  EXPECT_EQ(analysis.plies()[1].win, 1);
  EXPECT_EQ(analysis.plies()[1].mark, "");
}

TEST(GameAnalysisTest, GoesOnWhereAnEarlierOneStopped) {
  const std::vector<std::string> moves{"h2e2", "h9g7", "h0g2", "i9h9"};
  GameAnalysis whole = analysis_of(moves);
  const std::vector<int> values{0, 150, -120, 300, -10};
  for (const int ply : plies_of(whole)) whole.take(ply, worth(values[static_cast<std::size_t>(ply)]));
  for (std::size_t known = 0; known <= moves.size() + 1; ++known) {
    const auto stop = whole.plies().begin() + static_cast<std::ptrdiff_t>(known);
    GameAnalysis rest = analysis_of(moves, {whole.plies().begin(), stop});
    for (const int ply : plies_of(rest)) rest.take(ply, worth(values[static_cast<std::size_t>(ply)]));
    EXPECT_EQ(rest.plies(), whole.plies());
    EXPECT_EQ(rest.accuracy(), whole.accuracy());
    EXPECT_EQ(rest.completed().size(), moves.size() + 1 - known);
  }
}

TEST(GameAnalysisTest, EveryGameHasAnEffort) {
  for (const engine::Game& game : engine::games()) {
    EXPECT_TRUE(analysis_limits(game).nodes);
    EXPECT_TRUE(analysis_limits(game).time);
  }
}

}  // namespace
}  // namespace server
