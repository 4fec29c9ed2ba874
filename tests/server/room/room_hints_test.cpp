#include <gmock/gmock.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using engine::ScoreKind;
using protocol::Hint;
using testing::ElementsAre;
using enum ActionKind;

engine::Thought thought(std::string move, int value) {
  engine::Thought thought;
  thought.best = move;
  thought.lines.push_back({ScoreKind::eval, value, {move, "j10"}});
  return thought;
}

HintFound found(const AskHint& ask, std::string move = "h8", int value = 30) {
  return {ask.reply_to, ask.ply, ask.pos, thought(std::move(move), value)};
}

TEST(RoomHints, WhoPlaysABotIsTold) {
  Table table = Table::against_bot();
  table.join(kZhao, false);
  table.act(kLin, hint);
  ASSERT_TRUE(table.hint_asked);
  EXPECT_EQ(table.hint_asked->match->look().turn, Side::first);
  table.forget();
  table.input(found(*table.hint_asked));
  const auto hint = table.last<Hint>(kLin);
  ASSERT_TRUE(hint);
  EXPECT_EQ(hint->ply, 0);
  EXPECT_EQ(hint->move, "h8");
  EXPECT_EQ(hint->eval, (protocol::Evaluation{ScoreKind::eval, 30}));
  EXPECT_THAT(hint->line, ElementsAre("h8", "j10"));
  EXPECT_FALSE(table.last<Hint>(kZhao)) << "nobody else hears of it";
  EXPECT_EQ(table.state->log().plies(), 0);
}

TEST(RoomHints, TheSecondSideIsToldFromTheFirstSidesView) {
  Table::Setup setup;
  setup.first_level = 3;
  setup.second_level = 0;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.bot_moves("h8");
  table.act(kLin, hint);
  table.input(found(*table.hint_asked, "i9", 40));
  EXPECT_EQ(table.last<Hint>(kLin)->eval, (protocol::Evaluation{ScoreKind::eval, -40}));
}

TEST(RoomHints, AnAnswerForAnotherPositionIsDropped) {
  Table table = Table::against_bot();
  table.act(kLin, hint);
  const HintFound late = found(*table.hint_asked);
  table.move(kLin, "g7");
  table.input(late);
  EXPECT_EQ(table.refusal(kLin), "stale_ply");
  table.bot_moves("i9");
  table.pass(3s);
  table.act(kLin, hint);
  const HintFound before_takeback = found(*table.hint_asked, "k11");
  table.act(kLin, takeback);
  table.move(kLin, "j10");
  table.bot_moves("j11");
  table.input(before_takeback);
  EXPECT_EQ(table.refusal(kLin), "stale_ply") << "the same ply, but another position";
  EXPECT_FALSE(table.last<Hint>(kLin));
}

TEST(RoomHints, OnlyWhereTheOpeningPermitsAStone) {
  Table::Setup setup;
  setup.opening = "longpro";
  setup.rule = find_opening("gomoku", setup.opening)->rules.front();
  setup.second_level = 3;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.act(kLin, hint);
  ASSERT_TRUE(table.hint_asked);
  EXPECT_EQ(table.hint_asked->among, table.state->log().legal_moves());
  EXPECT_EQ(table.hint_asked->among.size(), 225u - 49u);
  table.move(kLin, "a1");
  table.bot_moves("i10");
  table.pass(3s);
  table.act(kLin, hint);
  EXPECT_TRUE(table.hint_asked->among.empty()) << "the opening is over";
}

TEST(RoomHints, OneAfterTheOther) {
  Table table = Table::against_bot();
  table.act(kLin, hint);
  table.hint_asked.reset();
  table.pass(1s);
  table.act(kLin, hint);
  EXPECT_EQ(table.refusal(kLin), "rate_limited");
  EXPECT_FALSE(table.hint_asked);
  table.pass(1s);
  table.act(kLin, hint);
  EXPECT_TRUE(table.hint_asked);
}

TEST(RoomHints, NotAgainstPeople) {
  Table table = Table::of_two();
  table.act(kLin, hint);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  EXPECT_FALSE(table.hint_asked);
}

TEST(RoomHints, NotOutOfTurnNorByOnlookersNorWhenItIsOver) {
  Table table = Table::against_bot();
  table.join(kZhao, false);
  table.act(kZhao, hint);
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
  table.move(kLin, "h8");
  table.act(kLin, hint);
  EXPECT_EQ(table.refusal(kLin), "not_your_turn");
  table.act(kLin, resign);
  table.act(kLin, hint);
  EXPECT_EQ(table.refusal(kLin), "game_over");
  EXPECT_FALSE(table.hint_asked);
}

TEST(RoomHints, NotInAPause) {
  Table table = Table::against_bot();
  table.act(kLin, pause);
  table.act(kLin, hint);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

TEST(RoomHints, NotWhereRatingsAreAtStake) {
  Table::Setup setup;
  setup.second_level = 3;
  setup.rated = true;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.act(kLin, hint);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

}  // namespace
}  // namespace server
