#include "server/studies/studies.h"

#include <boost/asio/post.hpp>
#include <future>

#include "tests/patience.h"
#include "tests/server/studies/school.h"

namespace server {
namespace {

using testing::IsEmpty;

TEST_F(StudiesTest, ShowsAChapterAndTellsAllOfItsEdits) {
  auto lin = come("lin"), mei = come("mei"), wu = hello(house, "wu");
  const Json study = open(house, *wu);
  EXPECT_EQ(study["name"], "Openings");
  EXPECT_EQ(study["visibility"], "unlisted");
  EXPECT_EQ(study["members"][1]["name"], "mei");
  EXPECT_EQ(study["content"]["nodes"].size(), 1u);
  EXPECT_FALSE(study.contains("you"));
  const Json ack = edit(*mei, 0, add(0, "炮二平五"));
  EXPECT_EQ(ack["v"], 1) << ack;
  EXPECT_EQ(ack["node"], 1);
  for (const auto& client : {lin, mei, wu}) {
    const Json told = wait_for_edit(*client, 1);
    EXPECT_EQ(told["move"], "h2e2");
    EXPECT_EQ(told["by"], 2);
    EXPECT_EQ(told["notation"]["wxf"], "C2=5");
  }
}

TEST_F(StudiesTest, NothingAcknowledgedIsLostByAKill) {
  auto lin = come("lin");
  for (int n = 0; n < 7; ++n) ASSERT_EQ(edit(*lin, n, comment(0, std::to_string(n)))["v"], n + 1);
  House next(store);  // What the first one had in memory is not asked.
  auto mei = hello(next, "mei");
  const Json content = open(next, *mei)["content"];
  EXPECT_EQ(content["v"], 7);
  EXPECT_EQ(content["nodes"][0]["comments"][0]["text"], "6");
}

TEST_F(StudiesTest, AClientThatComesBackGetsWhatItMissedAlone) {
  auto lin = come("lin"), mei = hello(house, "mei");
  for (int n = 0; n < 3; ++n) edit(*lin, n, comment(0, std::to_string(n)));
  const Json study = open(house, *mei, 1, {{"v", 1}});
  EXPECT_FALSE(study.contains("content")) << study;
  EXPECT_EQ(study["v"], 3);
  EXPECT_EQ(wait_for_edit(*mei, 2)["text"], "1");
  EXPECT_EQ(wait_for_edit(*mei, 3)["text"], "2");
  EXPECT_EQ(count(*mei, "studyEdit"), 2u);
  EXPECT_TRUE(open(house, *mei, 1, {{"v", 4}}).contains("content")) << "of another time";
}

TEST_F(StudiesTest, WhatIsPrivateIsNotThereForOthers) {
  write(storage::ChangeStudy{"s1", "Openings", "private"});
  auto wu = hello(house, "wu");
  EXPECT_EQ(why(open(house, *wu)), "not_found ");
  EXPECT_EQ(studies().chapters_in_memory(), 0u);
  auto mei = come("mei");
  EXPECT_EQ(why(open(house, *wu)), "not_found ") << "also where it is in memory";
  EXPECT_EQ(why(open(house, *mei, 2)), "not_found ") << "no such chapter";
  EXPECT_EQ(why(house.ask(*mei, {{"t", "openStudy"}, {"studyId", "s2"}})), "not_found ");
}

TEST_F(StudiesTest, OnlyWritersWriteAndOnlyWhatTheyHaveOpen) {
  auto wu = come("wu"), mei = hello(house, "mei");
  EXPECT_EQ(why(edit(*wu, 0, add(0, "h2e2"))), "forbidden ");
  EXPECT_EQ(why(edit(*mei, 0, add(0, "h2e2"))), "forbidden ") << "not open";
  open(house, *mei);
  EXPECT_EQ(edit(*mei, 0, add(0, "a0a5"))["code"], "illegal_move");
  EXPECT_EQ(why(edit(*mei, 5, add(0, "h2e2"))), "bad_message seen");
  EXPECT_EQ(edit(*mei, 0, add(0, "h2e2"))["v"], 1);
  write(storage::ChangeStudyRole{"s1", 2, "viewer"});
  EXPECT_EQ(why(edit(*mei, 1, add(0, "b2e2"))), "forbidden ") << "not any more, says the store";
}

TEST_F(StudiesTest, TwoWritersAtOneNodeLoseNothing) {
  auto lin = come("lin"), mei = come("mei");
  house.say(*lin, edit_of(0, add(0, "h2e2")));
  EXPECT_EQ(edit(*mei, 0, add(0, "h2e2"))["node"], 1) << "the same move is one node";
  house.say(*lin, edit_of(1, comment(1, "of Lin")));
  EXPECT_EQ(edit(*mei, 1, comment(1, "of Mei"))["v"], 3) << "each has a comment";
  edit(*lin, 3, {{"do", "glyphs"}, {"node", 1}, {"glyphs", {1}}});
  EXPECT_EQ(why(edit(*mei, 3, {{"do", "glyphs"}, {"node", 1}, {"glyphs", {2}}})), "not_allowed stale");
  EXPECT_EQ(why(edit(*mei, 3, {{"do", "remove"}, {"node", 1}})), "not_allowed stale");
  EXPECT_EQ(edit(*mei, 4, {{"do", "remove"}, {"node", 1}})["v"], 5) << "seen";
}

TEST_F(StudiesTest, AnEditThatChangesNothingIsGrantedAndNotTold) {
  auto lin = come("lin");
  edit(*lin, 0, add(0, "h2e2"));
  const Json again = edit(*lin, 1, add(0, "h2e2"));
  EXPECT_EQ(again["v"], 1);
  EXPECT_EQ(again["node"], 1);
  EXPECT_EQ(count(*lin, "studyEdit"), 1u);
}

// Two servers: the other one wrote the version that this one was about to write.
TEST_F(StudiesTest, AfterARefusedWriteTheEditIsJudgedOnWhatTheOtherWrote) {
  auto lin = come("lin"), mei = come("mei");
  store.before_edit = [this] {
    write(storage::AppendChapterEdit{{"s1", 1, 1, 2, R"({"do":"add","node":0,"newId":1,"move":"h2e2"})", 1}});
  };
  const Json ack = edit(*lin, 0, add(0, "b2e2"));
  EXPECT_EQ(ack["v"], 2) << ack;
  EXPECT_EQ(ack["node"], 2);
  EXPECT_EQ(wait_for_edit(*mei, 1)["notation"]["wxf"], "C2=5") << "the other's edit";
  EXPECT_EQ(wait_for_edit(*mei, 2)["newId"], 2);
  store.before_edit = [this] {
    write(
        storage::AppendChapterEdit{{"s1", 1, 3, 2, R"({"do":"comment","node":1,"author":2,"text":"x"})", 1}});
  };
  EXPECT_EQ(why(edit(*lin, 2, {{"do", "remove"}, {"node", 1}})), "not_allowed stale");
}

TEST_F(StudiesTest, WhatAnotherServerWroteIsToldWhenItIsHeardOf) {
  auto lin = come("lin"), mei = come("mei");
  edit(*lin, 0, comment(0, "one"));
  write(storage::AppendChapterEdit{{"s1", 1, 2, 2, R"({"do":"add","node":0,"newId":1,"move":"h2e2"})", 1}});
  house.hub.look_at({.studies = {{"s1", 1, 2}}});
  EXPECT_EQ(wait_for_edit(*lin, 2)["notation"]["wxf"], "C2=5");
  write(storage::AppendChapterEdit{{"s1", 1, 3, 2, R"({"do":"remove","node":1})", 1}});
  write(storage::ChangeStudy{"s1", "Endings", "public"});
  house.hub.look_at({.anything = true});
  EXPECT_EQ(wait_for_edit(*mei, 3)["do"], "remove");
  EXPECT_EQ(house.wait_for(*mei, "studyInfo")["name"], "Endings");
  EXPECT_EQ(count(*mei, "studyEdit"), 3u) << "each once";
}

// Who had it open did not see it before the next edit.
TEST_F(StudiesTest, WhatAnotherServerWroteIsToldWhenItCanBeRead) {
  auto lin = come("lin");
  write(storage::AppendChapterEdit{{"s1", 1, 1, 2, R"({"do":"add","node":0,"newId":1,"move":"h2e2"})", 1}});
  store.unread = 2;
  house.hub.look_at({.studies = {{"s1", 1, 1}}});
  EXPECT_EQ(wait_for_edit(*lin, 1)["move"], "h2e2");
}

TEST_F(StudiesTest, WhatCannotBeWrittenIsNotTold) {
  auto lin = come("lin"), mei = come("mei");
  store.fails = true;
  EXPECT_EQ(why(edit(*lin, 0, add(0, "h2e2"))), "busy ");
  EXPECT_EQ(count(*mei, "studyEdit"), 0u);
  store.fails = false;
  EXPECT_EQ(edit(*lin, 0, add(0, "b2e2"))["node"], 1) << "the first one did not happen";
  EXPECT_EQ(wait_for_edit(*mei, 1)["move"], "b2e2");
}

TEST_F(StudiesTest, AChapterOfManyEditsIsReadFromASnapshot) {
  auto lin = come("lin");
  for (int n = 0; n < 7; ++n) edit(*lin, n, comment(0, std::to_string(n)));
  const auto record = store.chapter("s1", 1);
  EXPECT_EQ(record->v, 6) << "of the first edit that saw five";
  EXPECT_EQ(record->edits.size(), 1u);
  edit(*lin, 7, {{"do", "rename"}, {"text", "Cannon"}});
  const Json info = house.wait_for(*lin, "studyInfo");
  EXPECT_EQ(info["chapters"][0]["name"], "Cannon") << info;
  House next(store);
  EXPECT_EQ(open(next, *hello(next, "wu"))["content"]["name"], "Cannon");
}

// Each of them sent the names of all chapters to all viewers.
TEST_F(StudiesTest, RenamesAreToldAloneAndTheListOnceForAll) {
  Hub::Options slow = options;
  slow.studies.info_again = std::chrono::hours(1);
  House other(store, slow);
  auto lin = hello(other, "lin"), mei = hello(other, "mei");
  for (TestClient* const client : {lin.get(), mei.get()}) open(other, *client);
  for (int n = 0; n < 5; ++n) edit(other, *lin, n, {{"do", "rename"}, {"text", std::to_string(n)}});
  edit(other, *lin, 5, comment(0, "behind them"));
  EXPECT_EQ(wait_for_edit(other, *mei, 6)["do"], "comment");
  EXPECT_EQ(count(*mei, "studyEdit"), 6u);
  EXPECT_EQ(count(*mei, "studyInfo"), 0u);
}

// PostgreSQL tells each new name to all servers, also to the one that wrote it.
TEST_F(StudiesTest, WhatOtherServersTellOfAStudyIsLookedAtOnceAndThenTogether) {
  const auto name_and_tell = [this](House& at, const std::string& name) {
    write(storage::ChangeStudy{"s1", name, "public"});
    at.hub.look_at({.studies = {{"s1"}}});
  };
  const auto is_info = [](const std::string& name) {
    return [name](const Json& told) { return told["t"] == "studyInfo" && told["name"] == name; };
  };
  Hub::Options slow = options;
  slow.studies.info_again = std::chrono::hours(1);
  House other(store, slow);
  auto mei = hello(other, "mei");
  open(other, *mei);
  name_and_tell(other, "first");
  other.wait_for(*mei, is_info("first"), "the first name");
  for (int n = 0; n < 5; ++n) {
    name_and_tell(other, std::to_string(n));
    edit(other, *mei, n, comment(0, std::to_string(n)));
  }
  EXPECT_EQ(count(*mei, "studyInfo"), 1u);
  auto lin = come("lin");
  for (const char* name : {"second", "third", "fourth"}) name_and_tell(house, name);
  house.wait_for(*lin, is_info("fourth"), "the last name");
}

TEST_F(StudiesTest, ThoseWhoMayNotSeeItAnyMoreAreToldNothingElse) {
  auto mei = come("mei"), wu = come("wu");
  write(storage::ChangeStudy{"s1", "Endings", "private"});
  studies().look_again("s1");
  EXPECT_EQ(house.wait_for(*mei, "studyInfo")["name"], "Endings");
  EXPECT_EQ(why(house.wait_for(*wu, "error")), "not_found study");
  edit(*mei, 0, add(0, "h2e2"));
  EXPECT_EQ(count(*wu, "studyEdit"), 0u);
  write(storage::ChangeStudy{"s1", "Endings", "removed"});
  studies().look_again("s1");
  EXPECT_EQ(why(house.wait_for(*mei, "error")), "not_found study");
  EXPECT_EQ(studies().chapters_in_memory(), 0u);
}

// It was looked at before, and the viewer was there after its viewers had been told.
TEST_F(StudiesTest, WhoComesWhileItBecomesPrivateIsShutOut) {
  auto lin = come("lin"), wu = hello(house, "wu");
  const auto is_told = [&] {
    const auto told = std::make_shared<std::promise<bool>>();
    boost::asio::post(house.network, [&, told] { told->set_value(count(*lin, "studyInfo") > 0); });
    auto answer = told->get_future();
    return answer.wait_for(patience()) != std::future_status::ready || answer.get();
  };
  store.after_study = [&] {
    write(storage::ChangeStudy{"s1", "Openings", "private"});
    boost::asio::post(house.network, [&] { studies().look_again("s1"); });
    while (!is_told()) continue;
  };
  EXPECT_EQ(open(house, *wu)["t"], "study");
  const auto is_gone = [](const Json& told) { return told.value("reason", "") == "study"; };
  EXPECT_EQ(house.wait_for(*wu, is_gone, "the end of the study")["code"], "not_found");
  EXPECT_EQ(edit(*lin, 0, add(0, "h2e2"))["v"], 1);
  EXPECT_EQ(count(*wu, "studyEdit"), 0u);
}

// A look that failed was none: a member who had been put out read on.
TEST_F(StudiesTest, ThoseWhoMayNotSeeItAnyMoreAreShutOutWhenItCanBeRead) {
  auto wu = come("wu");
  write(storage::ChangeStudy{"s1", "Endings", "private"});
  store.unread = 3;
  studies().look_again("s1");
  EXPECT_EQ(why(house.wait_for(*wu, "error")), "not_found study");
  EXPECT_EQ(store.unread, 0);
}

TEST_F(StudiesTest, OthersSeeWhereOneLooks) {
  write(storage::Block{"u_mei", "u_wu", 1, 9});
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  const auto look = [&](TestClient& client) {
    return house.ask(client, {{"t", "studyCursor"}, {"studyId", "s1"}, {"chapter", 1}, {"node", 0}});
  };
  EXPECT_EQ(look(*lin)["t"], "ack");
  EXPECT_EQ(look(*wu)["t"], "ack");
  const auto names_of = [&](TestClient& client, std::size_t most) {
    Json names = Json::array();
    const Json list = house.wait_for(
        client, [&](const Json& told) { return told["t"] == "studyCursors" && told["at"].size() == most; },
        "cursors");
    for (const Json& each : list["at"]) names.push_back(each["name"]);
    return names;
  };
  EXPECT_EQ(names_of(*lin, 1), Json({"wu"}));
  EXPECT_EQ(names_of(*wu, 1), Json({"lin"}));
  EXPECT_EQ(names_of(*mei, 1), Json({"lin"})) << "without whom she blocks";
  for (const Json& told : mei->inbox) EXPECT_EQ(told.dump().find("wu"), std::string::npos) << told;
  mei->inbox.clear();
  house.hub.closed(*lin, true);
  EXPECT_EQ(names_of(*mei, 0), Json::array());
  open(house, *wu, 2);
  EXPECT_EQ(why(look(*wu)), "forbidden ");
}

}  // namespace
}  // namespace server
