#include "tests/server/studies/school.h"

namespace server {
namespace {

/// So many first moves.
protocol::Chapter long_chapter(int nodes) {
  protocol::Chapter chapter = study::empty_chapter("gomoku", "freestyle", 15, "");
  for (int id = 1; id < nodes; ++id) {
    const std::string move{static_cast<char>('a' + id % 15)};
    chapter.nodes.push_back({.id = id, .parent = 0, .move = move + std::to_string(1 + id / 15)});
    chapter.next_id = id + 1;
  }
  return chapter;
}

/// Lines of two chariots that go back and forth.
protocol::Chapter deep_chapter(int nodes) {
  protocol::Chapter chapter = study::empty_chapter("xiangqi", "", 0, "");
  const char* const moves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
  for (int id = 1; id < nodes; ++id) {
    const bool begins = (id - 1) % 900 == 0;
    chapter.nodes.push_back({.id = id, .parent = begins ? 0 : id - 1, .move = moves[(id - 1) % 900 % 4]});
    chapter.next_id = id + 1;
  }
  return chapter;
}

TEST_F(StudiesTest, IsInMemoryWhileSomebodyHasItOpen) {
  auto lin = come("lin"), mei = come("mei");
  EXPECT_EQ(studies().chapters_in_memory(), 1u);
  house.ask(*lin, {{"t", "closeStudy"}, {"studyId", "other"}});
  house.hub.closed(*mei, true);
  EXPECT_EQ(studies().chapters_in_memory(), 1u);
  EXPECT_EQ(house.ask(*lin, {{"t", "closeStudy"}, {"studyId", "s1"}})["t"], "ack");
  EXPECT_EQ(studies().chapters_in_memory(), 0u);
  EXPECT_EQ(studies().nodes_in_memory(), 0u);
}

TEST_F(StudiesTest, AConnectionHasOneChapterOpen) {
  add_chapter(long_chapter(2));
  auto lin = come("lin"), mei = come("mei");
  EXPECT_EQ(open(house, *mei, 2)["chapter"], 2);
  edit(*lin, 0, add(0, "h2e2"));
  EXPECT_EQ(count(*mei, "studyEdit"), 0u);
  EXPECT_EQ(why(edit(*mei, 0, add(0, "h2e2"))), "forbidden ");
}

TEST_F(StudiesTest, AConnectionThatGoesWhileItIsServedLeavesNothing) {
  auto lin = hello(house, "lin"), mei = hello(house, "mei");
  house.say(*lin, {{"t", "openStudy"}, {"studyId", "s1"}});
  house.hub.closed(*lin, true);
  EXPECT_EQ(open(house, *mei)["t"], "study");
  house.hub.closed(*mei, true);
  EXPECT_EQ(studies().chapters_in_memory(), 0u);
}

TEST_F(StudiesTest, StatesInMemoryAreBounded) {
  add_chapter(long_chapter(10));
  add_chapter(long_chapter(10));
  auto lin = come("lin"), mei = hello(house, "mei"), wu = hello(house, "wu");
  open(house, *mei, 2);
  open(house, *wu, 3);
  EXPECT_LE(studies().nodes_in_memory(), 12u);
  EXPECT_EQ(studies().chapters_in_memory(), 3u);
  EXPECT_EQ(edit(*lin, 0, add(0, "h2e2"))["v"], 1) << "read again";
  wait_for_edit(*lin, 1);
}

TEST_F(StudiesTest, TextsCountAsNodesOfTheirSize) {
  protocol::Chapter chapter = long_chapter(1);
  const std::string text(4'000, 'x');
  chapter.nodes.front().comments = {{0, text}, {8, text}};
  add_chapter(chapter);
  auto lin = hello(house, "lin");
  ASSERT_EQ(open(house, *lin, 2)["t"], "study");
  EXPECT_EQ(studies().nodes_in_memory(), 0u) << "more than there may be";
}

// It was read without a user, which no private study allows.
TEST_F(StudiesTest, WhatIsNotInMemoryIsToldOfPrivateStudiesToo) {
  add_chapter(long_chapter(10));
  add_chapter(long_chapter(10));
  write(storage::ChangeStudy{"s1", "Openings", "private"});
  write(storage::AddStudyMember{"s1", "u_wu", "wu", "viewer", 9});
  auto lin = come("lin"), mei = hello(house, "mei"), wu = hello(house, "wu");
  open(house, *mei, 2);
  open(house, *wu, 3);
  write(storage::AppendChapterEdit{{"s1", 1, 1, 2, R"({"do":"add","node":0,"newId":1,"move":"h2e2"})", 1}});
  house.hub.look_at({.studies = {{"s1", 1, 1}}});
  EXPECT_EQ(wait_for_edit(*lin, 1)["move"], "h2e2");
}

TEST_F(StudiesTest, WhatIsReadIsPaidByItsSize) {
  add_chapter(deep_chapter(2'000));
  auto lin = hello(house, "lin");
  open(house, *lin);
  const double small = std::exchange(lin->paid, 0);
  EXPECT_LT(small, 7);
  open(house, *lin, 2);
  EXPECT_GT(lin->paid, 30);
  EXPECT_LT(lin->paid, 60) << "of a hundred at once";
  lin->is_broke = true;
  EXPECT_EQ(why(open(house, *lin)), "rate_limited ");
  EXPECT_EQ(studies().chapters_in_memory(), 0u);
}

// Its record was read for each request again, before that was refused.
TEST_F(StudiesTest, WhatCouldNotBePaidIsReadOnce) {
  add_chapter(deep_chapter(2'000));
  auto lin = hello(house, "lin"), wu = hello(house, "wu");
  wu->most = 20;
  EXPECT_EQ(why(open(house, *wu, 2)), "rate_limited ");
  EXPECT_EQ(store.chapters_read.load(), 1);
  for (int n = 0; n < 3; ++n) {
    wu->paid = 0;
    EXPECT_EQ(why(open(house, *wu, 2)), "rate_limited ");
  }
  EXPECT_EQ(store.chapters_read.load(), 1);
  open(house, *lin);
  const double small = std::exchange(lin->paid, 0);
  EXPECT_EQ(open(house, *lin, 2)["t"], "study");
  EXPECT_GT(lin->paid, 30);
  EXPECT_LT(lin->paid, 60) << "once";
  EXPECT_LT(small, 7);
}

// The refusal came within the call, and took the viewer's key with it.
TEST_F(StudiesTest, WhoCannotPayForAChapterInMemoryIsRefused) {
  auto lin = come("lin"), mei = hello(house, "mei");
  mei->most = 5;
  EXPECT_EQ(why(open(house, *mei)), "rate_limited ");
  EXPECT_EQ(edit(*lin, 0, add(0, "h2e2"))["v"], 1);
  EXPECT_EQ(count(*mei, "studyEdit"), 0u);
}

TEST_F(StudiesTest, ALongChapterIsHadByHttp) {
  add_chapter(deep_chapter(2'000));
  auto wu = hello(house, "wu");
  const Json study = open(house, *wu, 2);
  EXPECT_EQ(study["long"], true);
  EXPECT_FALSE(study.contains("content"));
  Json content;
  studies().show({"s1", 2}, {}, [&](const auto& shown) { content = Json::parse(**shown)["content"]; });
  house.wait_until([&] { return !content.is_null(); }, "the chapter");
  EXPECT_EQ(content["nodes"].size(), 2'000u);
  EXPECT_EQ(content["v"], study["v"]);
}

TEST_F(StudiesTest, SoManyConnectionsOfAnAddressHaveStudiesOpen) {
  const Origin origin{.address = "192.0.2.1"};
  std::vector<std::shared_ptr<TestClient>> clients;
  for (int n = 0; n < 4; ++n) clients.push_back(come("wu", origin));
  auto fifth = hello(house, "wu", origin);
  EXPECT_EQ(why(open(house, *fifth)), "rate_limited address");
  EXPECT_EQ(open(house, *clients[0])["t"], "study") << "again";
  house.hub.closed(*clients[1], true);
  EXPECT_EQ(open(house, *fifth)["t"], "study");
}

TEST_F(StudiesTest, SoManyRequestsWaitForAChapter) {
  auto lin = come("lin");
  for (int n = 0; n < 3; ++n) house.say(*lin, edit_of(0, comment(0, std::to_string(n))));
  EXPECT_EQ(why(edit(*lin, 0, comment(0, "one too many"))), "busy ");
  wait_for_edit(*lin, 3);
}

// It was at the head of the chapter's requests for ever, and no other was served.
TEST_F(StudiesTest, AnAnswerThatFailsKeepsNobodyFromTheChapter) {
  bool was_asked = false;
  studies().show({"s1", 1}, {.user = "u_lin"}, [&](const auto&) {
    was_asked = true;
    throw std::runtime_error("defect");
  });
  house.wait_until([&] { return was_asked; }, "the answer that fails");
  auto lin = come("lin");
  EXPECT_EQ(edit(*lin, 0, comment(0, "one"))["v"], 1);
}

// Who may only look could ask for a public chapter so often that its members' edits were refused.
TEST_F(StudiesTest, WhereTooManyWaitWhoAsksForMostIsRefused) {
  auto lin = come("lin", {.address = "192.0.2.1"}), mei = come("mei", {.address = "192.0.2.2"});
  for (int n = 0; n < 3; ++n) house.say(*mei, edit_of(0, comment(0, std::to_string(n))));
  EXPECT_EQ(edit(*lin, 0, comment(0, "mine"))["t"], "ack");
  const auto is_error = [](const Json& told) { return told["t"] == "error"; };
  EXPECT_EQ(house.wait_for(*mei, is_error, "a refusal")["code"], "busy");
  wait_for_edit(*mei, 3);
}

// However much was written at each node, all of it was written anew after as many edits as without it.
TEST_F(StudiesTest, LongTextsAreWrittenAnewLessOften) {
  protocol::Chapter chapter = long_chapter(10);
  const std::string text(4'000, 'x');
  for (protocol::StudyNode& node : chapter.nodes) node.comments = {{0, text}, {8, text}, {9, text}};
  add_chapter(chapter);
  auto lin = hello(house, "lin");
  ASSERT_EQ(open(house, *lin, 2)["t"], "study");
  for (int n = 0; n < 7; ++n) {
    Json remark = comment(0, std::to_string(n));
    remark["chapter"] = 2;
    EXPECT_EQ(edit(*lin, n, remark)["v"], n + 1);
  }
  const auto record = store.chapter("s1", 2);
  EXPECT_EQ(record->v, 0);
  EXPECT_EQ(record->edits.size(), 7u);
}

TEST_F(StudiesTest, EditsOfAnAddressTakeSoMuchOfTheDisk) {
  auto lin = come("lin", {.address = "192.0.2.1"}), mei = come("mei", {.address = "192.0.2.2"});
  const std::string text(1'000, 'x');
  EXPECT_EQ(edit(*lin, 0, comment(0, text + "1"))["v"], 1);
  EXPECT_EQ(edit(*lin, 1, comment(0, text + "2"))["v"], 2);
  EXPECT_EQ(why(edit(*lin, 2, comment(0, text + "3"))), "rate_limited ");
  EXPECT_EQ(edit(*mei, 2, comment(0, text))["v"], 3) << "another address";
}

TEST_F(StudiesTest, NothingIsWrittenWhenTheServerGoesDown) {
  auto lin = come("lin");
  studies().stop();
  EXPECT_EQ(why(edit(*lin, 0, add(0, "h2e2"))), "shutting_down ");
}

}  // namespace
}  // namespace server
