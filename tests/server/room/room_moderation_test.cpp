#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::ChatLine;
using protocol::ChatRemoved;
using protocol::GameFull;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Two who play and one who looks on.
class RoomModeration : public testing::Test {
 protected:
  RoomModeration() { table.join(kZhao, false); }

  void shadow(ViewerId speaker, const std::string& text, ChatRoom room = ChatRoom::all) {
    table.input(Chatted{{speaker, ++table.request}, room, text, true});
  }
  std::vector<std::string> heard(ViewerId viewer) {
    std::vector<std::string> texts;
    for (const ChatLine& line : table.told<ChatLine>(viewer)) texts.push_back(line.text);
    return texts;
  }
  std::vector<std::string> shown(ViewerId viewer, bool as_player = true) {
    table.join(viewer, as_player);
    const auto full = table.last<GameFull>(viewer);
    std::vector<std::string> texts;
    for (const ChatLine& line : full->chat)
      texts.push_back(line.is_removed ? "removed " + line.text : line.text);
    return texts;
  }
  ChatLine said(ViewerId speaker, const std::string& text, ChatRoom room = ChatRoom::all) {
    table.chat(speaker, room, text);
    return *table.last<ChatLine>(speaker);
  }

  Table table = Table::of_two();
};

TEST_F(RoomModeration, a_shadow_is_shown_on_all_pages_of_its_speaker_alone) {
  table.join(kLinsPhone);
  shadow(kLin, "buy gold");
  for (const ViewerId own : {kLin, kLinsPhone}) EXPECT_THAT(heard(own), ElementsAre("buy gold"));
  for (const ViewerId other : {kWang, kZhao}) EXPECT_THAT(heard(other), IsEmpty());
  EXPECT_THAT(shown(kLinsPhone), ElementsAre("buy gold")) << "after a reload, too";
  EXPECT_THAT(shown(kWang), IsEmpty());
  EXPECT_THAT(shown(kZhao, false), IsEmpty());
}

// The only shadow among 51 lines was the one that was forgotten, and the speaker was told another's line.
TEST_F(RoomModeration, a_shadow_in_a_room_that_is_full_of_lines_is_shown_to_its_speaker) {
  for (int i = 0; i < 60; ++i) {
    said(i % 2 == 0 ? kLin : kWang, std::to_string(i));
    table.pass(5s);
  }
  table.forget();
  shadow(kLin, "buy gold");
  EXPECT_THAT(heard(kLin), ElementsAre("buy gold"));
  EXPECT_THAT(heard(kWang), IsEmpty());
  EXPECT_EQ(shown(kLin).back(), "buy gold");
  EXPECT_THAT(shown(kLin), SizeIs(50));
  EXPECT_THAT(shown(kWang), SizeIs(50));
  EXPECT_EQ(shown(kWang).back(), "59");
}

TEST_F(RoomModeration, a_shadow_takes_no_place_of_others) {
  said(kWang, "hello");
  for (int i = 0; i < 60; ++i) {
    shadow(kLin, std::to_string(i));
    table.pass(3s);
  }
  EXPECT_THAT(shown(kWang), ElementsAre("hello"));
  EXPECT_THAT(shown(kLin), SizeIs(50));
}

TEST_F(RoomModeration, lines_that_are_removed_in_secret_stay_for_their_speaker) {
  table.join(kLinsPhone);
  const ChatLine spam = said(kLin, "buy gold");
  said(kWang, "no");
  table.report(kWang, spam);
  table.forget();
  table.input(LinesRemoved{"g_lin", true});
  for (const ViewerId other : {kWang, kZhao}) EXPECT_THAT(table.told<ChatRemoved>(other), SizeIs(1));
  for (const ViewerId own : {kLin, kLinsPhone}) EXPECT_THAT(table.told<ChatRemoved>(own), IsEmpty());
  EXPECT_THAT(shown(kLin), ElementsAre("buy gold", "no"));
  EXPECT_THAT(shown(kWang), ElementsAre("no"));
}

TEST_F(RoomModeration, a_shadow_cannot_be_reported_by_who_does_not_see_it) {
  shadow(kLin, "buy gold");
  table.report(kWang, *table.last<ChatLine>(kLin));
  EXPECT_EQ(table.refusal(kWang), "not_found");
}

TEST_F(RoomModeration, reported_lines_of_a_user_are_removed) {
  said(kWang, "hello");
  const ChatLine rude = said(kWang, "rude");
  said(kLin, "please");
  table.report(kLin, rude);
  table.forget();
  table.input(LinesRemoved{"g_wang"});
  for (const ViewerId viewer : {kLin, kWang, kZhao}) {
    ASSERT_THAT(table.told<ChatRemoved>(viewer), SizeIs(1));
    EXPECT_EQ(table.last<ChatRemoved>(viewer)->at, rude.at);
  }
  EXPECT_THAT(shown(kLin), ElementsAre("hello", "removed ", "please"));
  table.forget();
  table.input(LinesRemoved{"g_wang"});
  EXPECT_THAT(table.told<ChatRemoved>(kLin), IsEmpty()) << "once";
  table.report(kZhao, rude);
  EXPECT_EQ(table.refusal(kZhao), "not_found");
}

// A joke was reported and the report dismissed: an hour later it went with the insult that was removed.
TEST_F(RoomModeration, lines_whose_reports_were_dismissed_stay) {
  const ChatLine joke = said(kWang, "a joke");
  table.report(kLin, joke);
  const TimePoint decided = table.now;
  table.pass(1s);
  const ChatLine rude = said(kWang, "rude");
  table.report(kLin, rude);
  table.forget();
  table.input(ReportsDismissed{"g_wang", decided});
  table.input(LinesRemoved{"g_wang"});
  ASSERT_THAT(table.told<ChatRemoved>(kZhao), SizeIs(1)) << "the later report was not dismissed with it";
  EXPECT_EQ(table.last<ChatRemoved>(kZhao)->at, rude.at);
  EXPECT_THAT(shown(kLin), ElementsAre("a joke", "removed "));
}

// A host who came back was told the text of a line that was hidden from all but its speaker.
TEST_F(RoomModeration, a_host_who_comes_back_is_told_of_no_removed_line) {
  table.report(kZhao, said(kWang, "rude"));
  table.forget();
  table.join(kLin);
  EXPECT_THAT(table.told<protocol::Reported>(kLin), SizeIs(1));
  for (const bool in_secret : {true, false}) {
    table.input(LinesRemoved{"g_wang", in_secret});
    table.forget();
    table.join(kLin);
    EXPECT_THAT(table.told<protocol::Reported>(kLin), IsEmpty()) << in_secret;
    if (in_secret) table.report(kZhao, said(kWang, "ruder"));
  }
}

TEST_F(RoomModeration, a_removed_line_of_the_players_is_told_to_them) {
  table.report(kLin, said(kWang, "rude", ChatRoom::players));
  table.input(LinesRemoved{"g_wang"});
  EXPECT_THAT(table.told<ChatRemoved>(kLin), SizeIs(1));
  EXPECT_THAT(table.told<ChatRemoved>(kZhao), IsEmpty());
}

TEST_F(RoomModeration, a_report_has_the_lines_around_that_its_reporter_could_read) {
  const auto around = [this] {
    std::vector<std::string> texts;
    for (const auto& line : nlohmann::json::parse(table.store.reports(1).at(0).around))
      texts.push_back(line["text"]);
    return texts;
  };
  const auto talk = [this](int from, int to) {
    for (int i = from; i < to; ++i) {
      said(i % 2 == 0 ? kLin : kWang, std::to_string(i));
      table.pass(3s);
    }
  };
  talk(0, 9);
  const ChatLine rude = said(kWang, "rude");
  table.pass(10s);
  said(kLin, "to you alone", ChatRoom::players);
  table.pass(10s);
  talk(9, 20);
  table.report(kZhao, rude);
  EXPECT_THAT(around(), ElementsAre("4", "5", "6", "7", "8", "9", "10", "11", "12", "13"));
}

}  // namespace
}  // namespace server
