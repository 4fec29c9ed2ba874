#include "server/hub/moderation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <span>
#include <stdexcept>

#include "server/hub/hub.h"
#include "server/identity/acts.h"
#include "server/identity/tokens.h"
#include "tests/server/hub/house.h"

/// What moderators decide, and what those who are here see of it.
namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kBanned = 4004;

class CountingStore : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    for (const storage::Write& each : writes)
      guests_made += std::holds_alternative<storage::CreateUser>(each);
    return MemoryStore::commit(writes);
  }

  std::atomic<int> guests_made = 0;
};

class ModerationTest : public testing::Test {
 protected:
  ModerationTest() {
    const storage::Millis now = server_now().time_since_epoch().count();
    for (const char* name : {"lin", "mei", "wu"})
      write(storage::CreateAccount{{{std::string("u_") + name, name, false, now}, {name}, "password"},
                                   hash_token(name)});
  }
  void write(storage::Write write) { store.commit({&write, 1}); }
  /// By the operator; the house notices by itself.
  void decide(Act act) {
    act.reason = "spam";
    auto made = make_act(act, {}, server_now());
    ASSERT_TRUE(made) << made.error();
    write(*std::move(made));
  }
  static storage::User user(const std::string& name) { return {"u_" + name, name, false, 0}; }
  void mute(const std::string& name) { decide({.what = "mute", .whom = user(name), .hours = 1}); }
  void ban(const std::string& name) { decide({.what = "ban", .whom = user(name)}); }
  void lift(const std::string& name) {
    const auto measure = store.measures_of("u_" + name, 1).at(0);
    decide({.what = "lift", .whom = user(name), .measure = measure.id, .kind = measure.kind});
  }
  std::shared_ptr<TestClient> come(const std::string& name, const Origin& origin = {}) {
    auto client = house.connect(origin);
    EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", name}})["t"], "welcome");
    return client;
  }
  Json open(TestClient& client) {
    return house.ask(client, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
  }
  Json enter(TestClient& client, const Json& game, const std::string& as = "spectator") {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }
  Json say(TestClient& client, const Json& game, const std::string& text = "hello") {
    return house.ask(client, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", text}});
  }
  void wait_for_close(const TestClient& client) {
    house.wait_until([&] { return client.close_code != 0; }, "the end of a connection");
  }
  /// Until what was decided before has been carried out here.
  void settle() {
    mute("wu");
    house.wait_until([&] { return house.users.measures().refuse_to_speak("u_wu", server_now()).has_value(); },
                     "a look");
    lift("wu");
  }
  static std::vector<std::string> heard(const TestClient& client) {
    std::vector<std::string> texts;
    for (const Json& told : client.inbox)
      if (told["t"] == "chat") texts.push_back(told["text"]);
    return texts;
  }

  CountingStore store;
  House house{store, {.moderation = {.interval = std::chrono::milliseconds(5)}}};
};

TEST_F(ModerationTest, a_muted_person_is_told_and_says_nothing_more) {
  auto lin = come("lin"), mei = come("mei");
  const Json game = open(*lin);
  enter(*lin, game);
  enter(*mei, game);
  EXPECT_EQ(say(*lin, game)["t"], "ack");
  mute("lin");
  const Json told = house.wait_for(*lin, "measure");
  EXPECT_EQ(told["kind"], "mute");
  EXPECT_EQ(told["reason"], "spam");
  const Json refusal = say(*lin, game, "rude");
  EXPECT_EQ(refusal["code"], "not_allowed");
  EXPECT_EQ(refusal["reason"], "measure");
  EXPECT_EQ(refusal["message"], "spam");
  EXPECT_EQ(refusal["until"], told["until"]);
  EXPECT_THAT(heard(*mei), ElementsAre("hello"));
  lift("lin");
  house.wait_until([&] { return say(*lin, game)["t"] == "ack"; }, "the end of the mute");
}

/// Fails when something is sent to it, once it is told to.
class FailingClient final : public Subscriber {
 public:
  void send(Text) override {
    if (fails) throw std::runtime_error("defect");
  }
  void close(protocol::CloseCode code, std::string_view) override { close_code = static_cast<int>(code); }
  Millis round_trip() const override { return Millis(0); }

  bool fails = false;
  int close_code = 0;
};

// All that was decided later was carried out nowhere, and the one that failed stayed.
TEST_F(ModerationTest, a_connection_that_fails_keeps_no_other_from_what_is_decided) {
  const auto mei = std::make_shared<FailingClient>();
  house.hub.opened(mei);
  house.hub.received(*mei, Json{{"t", "hello"}, {"v", 1}, {"token", "mei"}}.dump());
  house.wait_until([&] { return mei->user().has_value(); }, "a hello");
  auto lin = come("lin");
  mei->fails = true;
  mute("mei");
  ban("lin");
  wait_for_close(*lin);
  ban("mei");
  house.wait_until([&] { return mei->close_code == kBanned; }, "the end of a connection that fails");
}

TEST_F(ModerationTest, no_account_is_made_from_where_a_banned_person_was_or_comes) {
  auto lin = come("lin", {.address = "192.0.2.7"});
  ban("lin");
  wait_for_close(*lin);
  EXPECT_TRUE(house.users.banned_networks().wait("192.0.2.7"));
  auto again = house.connect({.address = "198.51.100.7"});
  EXPECT_FALSE(house.users.banned_networks().wait("198.51.100.7"));
  house.say(*again, {{"t", "hello"}, {"v", 1}, {"token", "lin"}});
  wait_for_close(*again);
  EXPECT_TRUE(house.users.banned_networks().wait("198.51.100.7"));
}

TEST_F(ModerationTest, a_shadow_muted_person_notices_nothing_on_two_pages) {
  auto lin = come("lin"), phone = come("lin"), mei = come("mei");
  const Json game = open(*lin);
  for (const auto& client : {lin, phone, mei}) enter(*client, game);
  decide({.what = "shadow", .whom = user("lin"), .hours = 1});
  settle();
  EXPECT_EQ(say(*lin, game, "buy gold")["t"], "ack");
  EXPECT_THAT(heard(*lin), ElementsAre("buy gold"));
  EXPECT_THAT(heard(*phone), ElementsAre("buy gold"));
  EXPECT_THAT(heard(*mei), IsEmpty());
  for (const auto& client : {lin, phone})
    for (const Json& told : client->inbox) EXPECT_NE(told["t"], "measure");
}

TEST_F(ModerationTest, a_shadow_that_decides_reports_hides_their_lines_from_all_others) {
  auto lin = come("lin"), mei = come("mei");
  const Json game = open(*lin);
  for (const auto& client : {lin, mei}) enter(*client, game);
  say(*lin, game, "buy gold");
  const Json line = house.wait_for(*mei, "chat");
  ASSERT_EQ(house.ask(*mei, {{"t", "report"}, {"gameId", game}, {"from", "lin"}, {"at", line["at"]}})["t"],
            "ack");
  decide({.what = "shadow", .whom = user("lin"), .hours = 1, .game = game});
  EXPECT_EQ(house.wait_for(*mei, "chatRemoved")["at"], line["at"]);
  EXPECT_TRUE(enter(*mei, game)["chat"].empty());
  EXPECT_EQ(enter(*lin, game)["chat"].size(), 1u);
  for (const Json& told : lin->inbox) EXPECT_NE(told["t"], "chatRemoved");
}

TEST_F(ModerationTest, a_banned_person_is_closed_everywhere_and_does_not_come_back) {
  auto lin = come("lin"), phone = come("lin"), mei = come("mei");
  ban("lin");
  for (const auto& client : {lin, phone}) {
    wait_for_close(*client);
    EXPECT_EQ(client->close_code, kBanned);
    EXPECT_EQ(client->inbox.back()["t"], "bye");
    EXPECT_EQ(client->inbox.back()["reason"], "spam");
  }
  EXPECT_EQ(mei->close_code, 0);
  auto again = house.connect();
  house.say(*again, {{"t", "hello"}, {"v", 1}, {"token", "lin"}});
  wait_for_close(*again);
  EXPECT_EQ(again->close_code, kBanned);
  lift("lin");
  settle();
  come("lin");
}

// The hello has read the session before the ban, and is answered after it.
TEST_F(ModerationTest, a_hello_under_way_is_closed) {
  auto lin = house.connect();
  house.say(*lin, {{"t", "hello"}, {"v", 1}, {"token", "lin"}});
  const auto measure = storage::Measure{.id = "m1",
                                        .kind = "ban",
                                        .subject = "u_lin",
                                        .name = "lin",
                                        .reason = "spam",
                                        .by = "",
                                        .until = storage::kNoEnd};
  house.users.measures().replace(std::make_shared<const MeasureTable>(std::vector{measure}));
  wait_for_close(*lin);
  EXPECT_EQ(lin->close_code, kBanned);
  for (const Json& told : lin->inbox) EXPECT_NE(told["t"], "welcome");
}

TEST_F(ModerationTest, a_ban_ends_seeks_and_challenges) {
  auto lin = come("lin"), mei = come("mei");
  house.ask(*mei, {{"t", "challenges"}, {"on", true}});
  const Json challenge = {{"t", "challenge"}, {"to", "mei"}, {"game", "xiangqi"}, {"time", {{"days", 3}}}};
  ASSERT_EQ(house.ask(*lin, challenge)["t"], "ack");
  house.wait_for(*mei, "challenge");
  const Json seek = {{"t", "seek"}, {"game", "xiangqi"}, {"time", {{"initial", 300000}}}};
  ASSERT_EQ(house.ask(*lin, seek)["t"], "ack");
  ban("lin");
  wait_for_close(*lin);
  house.hub.closed(*lin, false);
  EXPECT_EQ(house.wait_for(*mei, "challengeEnd")["how"], "withdrawn");
  ASSERT_EQ(house.ask(*mei, seek)["t"], "ack");
  auto wu = come("wu");
  ASSERT_EQ(house.ask(*wu, seek)["t"], "ack");
  house.wait_for(*mei, "created");
  house.wait_for(*wu, "created");
}

TEST_F(ModerationTest, the_game_of_a_banned_person_goes_on) {
  auto lin = come("lin"), mei = come("mei");
  const Json game = house.ask(*lin, {{"t", "create"},
                                     {"game", "gomoku"},
                                     {"opponent", "human"},
                                     {"side", "first"},
                                     {"time", {{"initial", 300000}}}})["gameId"];
  enter(*lin, game, "player");
  enter(*mei, game, "player");
  ban("lin");
  wait_for_close(*lin);
  house.hub.closed(*lin, false);
  EXPECT_EQ(enter(*mei, game, "player")["state"]["status"], "playing");
}

TEST_F(ModerationTest, an_address_keeps_guests_out_and_no_accounts) {
  const Origin home{.address = "192.0.2.7"}, other{.address = "192.0.2.8"};
  auto lin = come("lin", home);
  auto guest = house.guest("Zhao", home), stranger = house.guest("Qian", other);
  decide({.what = "address", .hours = 1, .address = "192.0.2.7"});
  wait_for_close(*guest);
  EXPECT_EQ(guest->close_code, kBanned);
  for (const auto& client : {lin, stranger}) EXPECT_EQ(client->close_code, 0);
  // With a token that is no user's, too, as a guest would be made.
  for (const char* token : {"", "of no user"}) {
    auto next = house.connect(home);
    Json hello = {{"t", "hello"}, {"v", 1}, {"name", "Sun"}};
    if (*token) hello["token"] = token;
    house.say(*next, hello);
    wait_for_close(*next);
    EXPECT_EQ(next->close_code, kBanned);
    EXPECT_EQ(next->inbox.back()["reason"], "spam");
  }
  EXPECT_EQ(store.guests_made, 2) << "Zhao and Qian";
  come("lin", home);
}

TEST_F(ModerationTest, a_mute_that_ends_while_one_is_here_is_over) {
  auto lin = come("lin");
  const Json game = open(*lin);
  enter(*lin, game);
  const auto mute = [](TimePoint until) {
    return storage::Measure{.id = "m1",
                            .kind = "mute",
                            .subject = "u_lin",
                            .name = "lin",
                            .reason = "spam",
                            .by = "",
                            .until = until.time_since_epoch().count()};
  };
  const auto hold = [this](const storage::Measure& measure) {
    house.users.measures().replace(std::make_shared<const MeasureTable>(std::vector{measure}));
  };
  hold(mute(server_now() + std::chrono::hours(1)));
  EXPECT_EQ(say(*lin, game)["code"], "not_allowed");
  hold(mute(server_now()));
  EXPECT_EQ(say(*lin, game)["t"], "ack") << "nothing has to be told for it";
}

TEST_F(ModerationTest, a_banned_person_is_closed_at_another_server_that_is_told) {
  House other{store, {.moderation = {.interval = std::chrono::hours(1)}}};
  auto lin = other.connect();
  ASSERT_EQ(other.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", "lin"}})["t"], "welcome");
  ban("lin");
  other.hub.look_at({.moderation = true});
  other.wait_until([&] { return lin->close_code != 0; }, "the end of a connection");
  EXPECT_EQ(lin->close_code, kBanned);
}

TEST_F(ModerationTest, a_decision_about_reports_removes_their_lines) {
  auto lin = come("lin"), mei = come("mei");
  const Json game = open(*lin);
  for (const auto& client : {lin, mei}) enter(*client, game);
  say(*lin, game, "kind");
  say(*lin, game, "rude");
  const Json line = house.wait_for(
      *mei, [](const Json& told) { return told["t"] == "chat" && told["text"] == "rude"; }, "a line");
  const Json report = {{"t", "report"}, {"gameId", game}, {"from", "lin"}, {"at", line["at"]}};
  ASSERT_EQ(house.ask(*mei, report)["t"], "ack");
  ASSERT_EQ(store.open_reports({}, 9).size(), 1u);
  decide({.what = "mute", .whom = user("lin"), .hours = 1, .game = game});
  EXPECT_EQ(house.wait_for(*mei, "chatRemoved")["at"], line["at"]);
  const Json chat = enter(*mei, game)["chat"];
  ASSERT_EQ(chat.size(), 2u);
  EXPECT_EQ(chat[0]["text"], "kind");
  EXPECT_EQ(chat[1]["text"], "");
  EXPECT_EQ(chat[1]["removed"], true);
  EXPECT_TRUE(store.open_reports({}, 9).empty());
}

TEST_F(ModerationTest, a_line_whose_report_was_dismissed_stays) {
  auto lin = come("lin"), mei = come("mei");
  const Json game = open(*lin);
  for (const auto& client : {lin, mei}) enter(*client, game);
  const auto say_and_report = [&](const std::string& text) {
    say(*lin, game, text);
    const auto is_it = [&](const Json& told) { return told["t"] == "chat" && told["text"] == text; };
    const Json at = house.wait_for(*mei, is_it, "a line")["at"];
    return house.ask(*mei, {{"t", "report"}, {"gameId", game}, {"from", "lin"}, {"at", at}})["t"];
  };
  ASSERT_EQ(say_and_report("a joke"), "ack");
  decide({.what = "dismiss", .whom = user("lin"), .game = game});
  settle();
  ASSERT_EQ(say_and_report("rude"), "ack");
  decide({.what = "remove", .whom = user("lin"), .game = game});
  house.wait_for(*mei, "chatRemoved");
  const Json chat = enter(*mei, game)["chat"];
  ASSERT_EQ(chat.size(), 2u);
  EXPECT_EQ(chat[0]["text"], "a joke");
  EXPECT_EQ(chat[1]["removed"], true);
}

TEST_F(ModerationTest, a_flood_of_reports_of_one_user_ends_at_ten) {
  auto lin = come("lin"), mei = come("mei");
  const Json game = open(*lin);
  for (const auto& client : {lin, mei}) enter(*client, game);
  const auto report = [&](const Json& at) {
    return house.ask(*mei, {{"t", "report"}, {"gameId", game}, {"from", "lin"}, {"at", at}});
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(report(i)["code"], "not_found");
  EXPECT_EQ(report(11)["code"], "rate_limited");
  EXPECT_GT(report(11)["retryMs"], 1000);
}

// Two people behind one router: the reports of one, refused as too many, took away those of the other.
TEST_F(ModerationTest, reports_that_are_refused_cost_the_address_nothing) {
  const Origin home{.address = "192.0.2.7"};
  auto lin = come("lin"), mei = come("mei", home), wu = come("wu", home);
  const Json game = open(*lin);
  for (const auto& client : {lin, mei, wu}) enter(*client, game);
  const auto report = [&](TestClient& client) {
    return house.ask(client, {{"t", "report"}, {"gameId", game}, {"from", "lin"}, {"at", 1}})["code"];
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(report(*mei), "not_found");
  for (int i = 0; i < 15; ++i) EXPECT_EQ(report(*mei), "rate_limited");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(report(*wu), "not_found");
}

TEST_F(ModerationTest, a_restart_knows_what_holds) {
  ban("lin");
  House again{store, {.moderation = {.interval = std::chrono::hours(1)}}};
  again.users.measures().replace(
      std::make_shared<const MeasureTable>(store.measures_at(server_now().time_since_epoch().count())));
  again.hub.moderation().begin(store.last_act());
  auto lin = again.connect();
  again.say(*lin, {{"t", "hello"}, {"v", 1}, {"token", "lin"}});
  again.wait_until([&] { return lin->close_code != 0; }, "the end of a connection");
  EXPECT_EQ(lin->close_code, kBanned);
}

}  // namespace
}  // namespace server
