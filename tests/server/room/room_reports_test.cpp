#include <gmock/gmock.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::Ack;
using protocol::ChatLine;
using protocol::GameFull;
using protocol::Reported;
using testing::IsEmpty;
using testing::SizeIs;

/// Two who play and one who looks on; what was said last is what is reported.
class RoomReports : public testing::Test {
 protected:
  RoomReports() { table.join(kZhao, false); }

  /// As everybody here was told it who may read it.
  ChatLine said(ViewerId speaker, const std::string& text, ChatRoom room = ChatRoom::all) {
    table.chat(speaker, room, text);
    return *table.last<ChatLine>(speaker);
  }
  bool acknowledged(ViewerId viewer) {
    const auto& inbox = table.inbox[viewer];
    return !inbox.empty() && std::holds_alternative<Ack>(inbox.back());
  }
  std::vector<storage::Report> on_record() { return table.store.reports(100); }

  Table table = Table::of_two();
};

TEST_F(RoomReports, are_written_down_and_told_to_the_host_alone) {
  const ChatLine line = said(kWang, "rude");
  table.pass(4s);
  table.forget();
  table.report(kZhao, line);
  EXPECT_TRUE(acknowledged(kZhao));
  EXPECT_EQ(
      on_record(),
      (std::vector{storage::Report{"aB3dE9xQ", "all", "rude", line.at.time_since_epoch().count(), "g_wang",
                                   "Wang", "g_9", "Zhao 9", (line.at + 4s).time_since_epoch().count()}}));
  ASSERT_THAT(table.told<Reported>(kLin), SizeIs(1));
  EXPECT_EQ(table.last<Reported>(kLin)->line.text, "rude");
  EXPECT_EQ(table.last<Reported>(kLin)->line.from, "Wang");
  EXPECT_EQ(table.last<Reported>(kLin)->line.at, line.at);
  for (const ViewerId other : {kWang, kZhao}) EXPECT_FALSE(table.last<Reported>(other));
  EXPECT_EQ(table.flagged, 1);
}

TEST_F(RoomReports, of_one_line_are_one) {
  const ChatLine line = said(kWang, "rude");
  for (const ViewerId viewer : {kZhao, kZhao, kLin}) {
    table.forget();
    table.report(viewer, line);
    EXPECT_TRUE(acknowledged(viewer));
  }
  EXPECT_THAT(on_record(), SizeIs(1));
  EXPECT_EQ(on_record().front().reporter_name, "Zhao 9");
  EXPECT_EQ(table.flagged, 1);
}

TEST_F(RoomReports, are_of_lines_that_the_asker_can_read) {
  const ChatLine line = said(kWang, "rude");
  ChatLine other = line;
  other.from = "Lin";
  table.report(kZhao, other);
  EXPECT_EQ(table.refusal(kZhao), "not_found");
  other = line;
  other.at += 1ms;
  table.report(kZhao, other);
  EXPECT_EQ(table.refusal(kZhao), "not_found");
  const ChatLine secret = said(kWang, "between us", ChatRoom::players);
  table.report(kZhao, secret);
  EXPECT_EQ(table.refusal(kZhao), "not_found");
  EXPECT_THAT(on_record(), IsEmpty());
  table.report(kLin, secret);
  EXPECT_EQ(on_record().at(0).room, "players");
}

TEST_F(RoomReports, need_somebody_else_and_somebody_here) {
  const ChatLine line = said(kLin, "rude");
  table.join(kLinsPhone);
  for (const ViewerId own : {kLin, kLinsPhone}) {
    table.report(own, line);
    EXPECT_EQ(table.refusal(own), "not_allowed");
  }
  table.leave(kZhao);
  table.report(kZhao, line);
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
  EXPECT_THAT(on_record(), IsEmpty());
}

TEST_F(RoomReports, of_the_host_are_not_told_to_him) {
  const ChatLine line = said(kLin, "rude");
  table.join(kLinsPhone);
  table.report(kWang, line);
  EXPECT_TRUE(acknowledged(kWang));
  EXPECT_THAT(on_record(), SizeIs(1));
  for (const ViewerId own : {kLin, kLinsPhone}) EXPECT_FALSE(table.last<Reported>(own));
}

// He reads the page again, or his line was lost meanwhile.
TEST_F(RoomReports, are_told_to_the_host_when_he_comes_back) {
  const ChatLine line = said(kWang, "rude");
  said(kWang, "sorry");
  said(kLin, "rude, too");
  table.leave(kLin);
  table.report(kZhao, line);
  table.report(kWang, *table.last<ChatLine>(kZhao));
  table.forget();
  table.join(kLin);
  ASSERT_THAT(table.told<Reported>(kLin), SizeIs(1)) << "of his own line he does not hear";
  EXPECT_EQ(table.last<Reported>(kLin)->line.at, line.at);
  table.join(kWang);
  EXPECT_FALSE(table.last<Reported>(kWang));
}

// Two lines of one millisecond looked the same, and the second could not be reported.
TEST_F(RoomReports, tell_lines_of_one_moment_apart) {
  said(kWang, "fine");
  const ChatLine second = said(kWang, "rude");
  table.report(kZhao, second);
  EXPECT_EQ(on_record().at(0).text, "rude");
}

TEST_F(RoomReports, are_of_lines_that_are_kept) {
  const ChatLine first = said(kWang, "0");
  for (int n = 1; n <= 50; ++n) {
    table.now += 10s;
    said(kWang, std::to_string(n));
  }
  table.report(kZhao, first);
  EXPECT_EQ(table.refusal(kZhao), "not_found");
}

// Any other commit begins the turn of whoever is to move anew, because its event did.
TEST_F(RoomReports, give_nobody_time) {
  table.moves({"h8", "i9"});
  const ChatLine line = said(kWang, "rude");
  table.pass(10s);
  table.report(kLin, line);
  EXPECT_EQ(table.state->log().clock().spent(table.now), 10s);
}

TEST_F(RoomReports, are_acknowledged_when_they_are_on_disk) {
  const ChatLine line = said(kWang, "rude");
  table.forget();
  table.disk = Table::Disk::stalls;
  table.report(kZhao, line);
  table.move(kLin, "h8");
  EXPECT_THAT(table.inbox[kZhao], IsEmpty());
  EXPECT_THAT(table.inbox[kLin], IsEmpty());
  table.disk_catches_up();
  EXPECT_THAT(table.told<Ack>(kZhao), SizeIs(1));
  EXPECT_EQ(table.state->log().plies(), 1) << "a move that came meanwhile is not lost";
}

TEST_F(RoomReports, that_fail_cost_the_game_nothing) {
  table.moves({"h8", "i9"});
  const ChatLine line = said(kWang, "rude");
  table.pass(10s);
  for (const auto& [disk, told] :
       {std::pair(Table::Disk::full, "busy"), std::pair(Table::Disk::is_lost, "internal")}) {
    table.forget();
    table.disk = disk;
    table.report(kZhao, line);
    EXPECT_EQ(table.refusal(kZhao), told);
    EXPECT_FALSE(table.last<Reported>(kLin));
    EXPECT_FALSE(table.last<GameFull>(kLin));
    EXPECT_EQ(table.state->log().clock().spent(table.now), 10s);
  }
  table.disk = Table::Disk::works;
  table.report(kZhao, line);
  EXPECT_TRUE(acknowledged(kZhao));
  EXPECT_THAT(on_record(), SizeIs(1)) << "and may be tried again";
}

TEST_F(RoomReports, that_are_on_record_already_are_told) {
  const ChatLine line = said(kWang, "rude");
  table.disk = Table::Disk::refuses;
  table.report(kZhao, line);
  EXPECT_TRUE(acknowledged(kZhao));
  EXPECT_THAT(table.told<Reported>(kLin), SizeIs(1)) << "an attempt before wrote it, and could not know";
  EXPECT_EQ(table.flagged, 1);
  EXPECT_EQ(table.retired, 0) << "the game is still ours";
}

// The host did not hear of a line that the operator found on record.
TEST_F(RoomReports, that_may_be_on_record_are_found_out_and_told) {
  for (const auto disk : {Table::Disk::refuses, Table::Disk::works}) {  // It was there, or was not.
    const ChatLine line = said(kWang, "rude");
    table.disk = Table::Disk::is_lost;
    table.report(kZhao, line);
    EXPECT_EQ(table.refusal(kZhao), "internal");
    table.pass(3s);
    table.disk = Table::Disk::full;
    table.pass(3s);
    table.forget();
    table.disk = disk;
    table.pass(1s);
    ASSERT_THAT(table.told<Reported>(kLin), SizeIs(1));
    EXPECT_EQ(table.last<Reported>(kLin)->line.at, line.at);
    EXPECT_THAT(table.inbox[kZhao], IsEmpty()) << "who reported it has had an answer";
    table.pass(2s);
    EXPECT_THAT(table.told<Reported>(kLin), SizeIs(1)) << "once";
  }
  EXPECT_EQ(table.flagged, 2);
  EXPECT_THAT(on_record(), SizeIs(1));
}

TEST_F(RoomReports, that_may_be_on_record_do_not_hold_up_the_game) {
  const ChatLine line = said(kWang, "rude");
  table.disk = Table::Disk::is_lost;
  table.report(kZhao, line);
  table.disk = Table::Disk::works;
  table.move(kLin, "h8");
  EXPECT_EQ(table.state->log().plies(), 1);
  table.report(kZhao, line);
  EXPECT_TRUE(acknowledged(kZhao)) << "and may be tried again meanwhile";
  table.pass(2s);
  EXPECT_EQ(table.flagged, 1);
}

}  // namespace
}  // namespace server
