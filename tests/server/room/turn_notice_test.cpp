#include "server/room/turn_notice.h"

#include <gmock/gmock.h>

#include <cstdint>

#include "server/identity/tokens.h"
#include "tests/server/room/table.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Lin and Wang have accounts, and each a browser that takes messages.
class TurnNoticeTest : public testing::Test {
 protected:
  void play(const TimeControl& time) {
    table_.emplace(Table::of_two(time));
    for (const std::size_t side : {0u, 1u}) {
      const storage::Seat& seat = table_->state->log().header().seats[side];
      const std::string token = "token of " + seat.user;
      commit(storage::CreateAccount{{{seat.user, seat.name, false, 1}, {seat.name}, "password"}, token});
      commit(storage::KeepPushSubscription{{token, seat.user, seat.user, "", "", "en", 1}, 5});
    }
  }
  void commit(storage::Write write) { table_->store.commit(std::span(&write, 1)); }
  std::string user_of(Side side) const {
    return table_->state->log().header().seats[engine::index(side)].user;
  }
  std::vector<storage::PushMessage> due(Millis later = std::chrono::minutes(1)) {
    return table_->store.due_pushes((table_->now + later).time_since_epoch().count(), 10);
  }

  /// As "kind subject", newest first.
  std::vector<std::string> inbox(Side side) {
    std::vector<std::string> all;
    for (const storage::Notice& each : table_->store.notices(user_of(side), INT64_MAX, 0, 10)) {
      EXPECT_EQ(each.subject, table_->state->log().header().id);
      EXPECT_EQ(each.name, table_->state->log().header().seats[1 - engine::index(side)].name);
      EXPECT_EQ(each.game, "gomoku");
      EXPECT_EQ(each.at, table_->now.time_since_epoch().count());
      all.push_back(each.kind);
    }
    return all;
  }

  std::optional<Table> table_;
};

TEST_F(TurnNoticeTest, IsWrittenWithTheMoveForAPlayerWhoIsAway) {
  play({.days = 3});
  table_->leave(kWang);
  table_->move(kLin, "h8");
  ASSERT_EQ(due().size(), 1u);
  const storage::PushMessage message = due()[0];
  EXPECT_EQ(message.key.kind, "turn");
  EXPECT_EQ(message.key.subject, table_->state->log().header().id);
  EXPECT_EQ(message.to.user, user_of(Side::second));
  EXPECT_EQ(message.game, "gomoku");
  EXPECT_EQ(message.name, table_->state->log().header().seats[0].name);
  EXPECT_THAT(due(kAwayDelay - Millis(1)), IsEmpty());
  EXPECT_EQ(due(kAwayDelay).size(), 1u);
  const auto lasts = std::chrono::milliseconds(message.expires) - table_->now.time_since_epoch();
  EXPECT_GE(lasts, std::chrono::days(3));
  EXPECT_LE(lasts, std::chrono::days(3) + std::chrono::minutes(1));
}

TEST_F(TurnNoticeTest, IsNotForAPlayerWhoSeesTheBoard) {
  play({.days = 3});
  table_->move(kLin, "h8");
  EXPECT_THAT(due(), IsEmpty());
}

TEST_F(TurnNoticeTest, RemindsOnceWhenAQuarterOfTheTimeIsLeft) {
  play({.days = 4});
  table_->move(kLin, "h8");
  EXPECT_THAT(due(std::chrono::days(3) - std::chrono::minutes(1)), IsEmpty());
  const auto reminders = due(std::chrono::days(3) + std::chrono::minutes(1));
  ASSERT_EQ(reminders.size(), 1u);
  EXPECT_EQ(reminders[0].key.kind, "reminder");
  EXPECT_EQ(reminders[0].to.user, user_of(Side::second));
  table_->move(kWang, "i9");
  const auto next = due(std::chrono::days(3) + std::chrono::minutes(1));
  ASSERT_EQ(next.size(), 1u) << "the turn that is over is not told of";
  EXPECT_EQ(next[0].to.user, user_of(Side::first));
}

TEST_F(TurnNoticeTest, IsOfGamesOfDaysAlone) {
  play({.initial = std::chrono::minutes(5)});
  table_->leave(kWang);
  table_->move(kLin, "h8");
  EXPECT_THAT(due(), IsEmpty());
}

TEST_F(TurnNoticeTest, EndsWithTheTurnAndWithTheGame) {
  play({.days = 3});
  table_->leave(kWang);
  table_->move(kLin, "h8");
  table_->leave(kLin);
  table_->join(kWang);
  table_->move(kWang, "i9");
  ASSERT_EQ(due().size(), 1u) << "the one is replaced by the other";
  EXPECT_EQ(due()[0].to.user, user_of(Side::first));
  table_->act(kWang, ActionKind::resign);
  ASSERT_TRUE(table_->state->log().over());
  EXPECT_THAT(due(), IsEmpty());
}

// "A quarter of your time is left" came while no clock ran.
TEST_F(TurnNoticeTest, APauseTakesItBackUntilTheGameGoesOn) {
  play({.days = 4});
  table_->move(kLin, "h8");
  table_->move(kWang, "i9");
  const Millis late = std::chrono::days(3) + std::chrono::minutes(1);
  ASSERT_EQ(due(late).size(), 1u);
  table_->act(kLin, ActionKind::pause);
  table_->act(kWang, ActionKind::pause);
  ASSERT_TRUE(table_->state->log().paused());
  EXPECT_THAT(due(late), IsEmpty());
  table_->act(kWang, ActionKind::resume);
  ASSERT_EQ(due(late).size(), 1u);
  EXPECT_EQ(due(late)[0].to.user, user_of(Side::first));
}

TEST_F(TurnNoticeTest, WhoIsAwayFindsTheTurnInTheInboxUntilItIsOver) {
  play({.days = 3});
  table_->leave(kWang);
  table_->move(kLin, "h8");
  EXPECT_THAT(inbox(Side::second), ElementsAre("turn"));
  EXPECT_THAT(inbox(Side::first), IsEmpty()) << "no reminder, either";
  table_->join(kWang);
  table_->move(kWang, "i9");
  EXPECT_THAT(inbox(Side::second), IsEmpty());
}

TEST_F(TurnNoticeTest, WhoIsAwayFindsTheEndInTheInbox) {
  play({.days = 3});
  table_->move(kLin, "h8");
  table_->leave(kLin);
  table_->act(kWang, ActionKind::resign);
  ASSERT_TRUE(table_->state->log().over());
  EXPECT_THAT(inbox(Side::first), ElementsAre("over"));
  EXPECT_THAT(inbox(Side::second), IsEmpty()) << "who has seen it is not told";
}

TEST_F(TurnNoticeTest, OfAGameOfMinutesTheInboxTellsNothing) {
  play({.initial = std::chrono::minutes(5)});
  table_->move(kLin, "h8");
  table_->leave(kLin);
  table_->act(kWang, ActionKind::resign);
  EXPECT_THAT(inbox(Side::first), IsEmpty());
}

TEST_F(TurnNoticeTest, IsNotWrittenWithoutItsMove) {
  play({.days = 3});
  table_->leave(kWang);
  table_->disk = Table::Disk::full;
  table_->move(kLin, "h8");
  EXPECT_THAT(due(), IsEmpty());
  EXPECT_THAT(inbox(Side::second), IsEmpty());
}

}  // namespace
}  // namespace server
