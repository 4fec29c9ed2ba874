#include "server/hub/challenges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>

#include "server/hub/hub.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "tests/server/hub/house.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Json kChallengeWithAClock = {
    {"t", "challenge"}, {"game", "gomoku"}, {"time", {{"initial", 300000}, {"increment", 3000}}}};
const Json kChallengeByDays = {{"t", "challenge"}, {"game", "xiangqi"}, {"time", {{"days", 3}}}};
const Json kGameWithAFreeSeat = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}};

/// Cannot be written for a while. Counts notices of challenges that are withdrawn.
class UnwritableStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (fails) throw storage::Error("the database is away");
    for (const storage::Write& write : writes) {
      const auto* const withdraw = std::get_if<storage::WithdrawPush>(&write);
      if (withdraw && withdraw->kind == "challenge") ++withdrawn;
    }
    return MemoryStore::commit(writes);
  }
  std::atomic<bool> fails = false;
  std::atomic<int> withdrawn = 0;
};

class ChallengesTest : public testing::Test {
 protected:
  ChallengesTest() {
    for (const char* name : {"lin", "mei", "wu"}) sign_up(name);
  }
  void write(storage::Write write) { store.commit({&write, 1}); }
  void sign_up(const std::string& name) {
    const storage::Millis now = server_now().time_since_epoch().count();
    write(storage::CreateAccount{{{"u_" + name, name, false, now}, name_keys(name), "password"},
                                 hash_token(name)});
  }
  void befriend(const std::string& one, const std::string& other) {
    write(storage::Follow{"u_" + one, "u_" + other, 1, 9});
    write(storage::Follow{"u_" + other, "u_" + one, 1, 9});
  }
  /// With an account: the token is the name.
  static std::shared_ptr<TestClient> hello(House& at, const std::string& name, const Origin& origin = {}) {
    auto client = at.connect(origin);
    EXPECT_EQ(at.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", name}})["user"]["name"], name);
    return client;
  }
  static Json watch(House& at, TestClient& client) {
    return at.ask(client, {{"t", "challenges"}, {"on", true}});
  }
  /// The same, and looks at challenges.
  std::shared_ptr<TestClient> come(const std::string& name, const Origin& origin = {}) {
    auto client = hello(house, name, origin);
    EXPECT_EQ(watch(house, *client)["t"], "challenges");
    return client;
  }
  Json challenge(TestClient& client, const std::string& to, Json wish = kChallengeWithAClock) {
    wish["to"] = to;
    return house.ask(client, std::move(wish));
  }
  Json answer(TestClient& client, const Json& id, const char* what, const Json& more = Json::object()) {
    Json message = {{"t", "answer"}, {"challengeId", id}, {"do", what}};
    message.update(more);
    return house.ask(client, std::move(message));
  }
  Json wait_for_end(House& at, TestClient& client, const Json& id) {
    return at.wait_for(
        client, [&](const Json& told) { return told["t"] == "challengeEnd" && told["challengeId"] == id; },
        "the end of a challenge");
  }
  Json wait_for_end(TestClient& client, const Json& id) { return wait_for_end(house, client, id); }
  static std::size_t count(const TestClient& client, const std::string& type) {
    return static_cast<std::size_t>(
        std::ranges::count_if(client.inbox, [&](const Json& told) { return told["t"] == type; }));
  }
  void subscribe(const std::string& user) {
    write(storage::KeepPushSubscription{{hash_token(user), "u_" + user, "https://push.test/a", "", "", "en"},
                                        1});
  }
  /// What goes to devices, if nothing is seen until then.
  std::vector<storage::PushMessage> notices() {
    const auto later = std::chrono::minutes(1);
    return store.due_pushes((server_now() + later).time_since_epoch().count(), 10);
  }
  static std::string why(const Json& answer) {
    return answer.value("code", answer["t"].get<std::string>()) + ' ' + answer.value("reason", "");
  }

  UnwritableStore store;
  House house{store};
};

TEST_F(ChallengesTest, is_shown_to_both_on_every_page_and_its_game_has_both) {
  auto lin = come("lin"), mei = come("mei"), phone = come("mei");
  Json wish = kChallengeWithAClock;
  wish["side"] = "second";
  const Json id = challenge(*lin, "MEI", wish)["challengeId"];
  for (const auto& page : {mei, phone}) {
    const Json shown = house.wait_for(*page, "challenge");
    EXPECT_EQ(shown["challengeId"], id);
    EXPECT_EQ(shown["from"], "lin");
    EXPECT_EQ(shown["rule"], "freestyle");
    EXPECT_EQ(shown["rating"], 1500);
    EXPECT_FALSE(shown.contains("own"));
  }
  EXPECT_EQ(house.wait_for(*lin, "challenge")["own"], true);
  const Json created = answer(*mei, id, "accept");
  ASSERT_EQ(created["t"], "created") << created;
  for (const auto& page : {lin, mei, phone}) {
    const Json end = wait_for_end(*page, id);
    EXPECT_EQ(end["how"], "accepted");
    EXPECT_EQ(end["gameId"], created["gameId"]);
  }
  const Json join = {{"t", "join"}, {"gameId", created["gameId"]}, {"as", "player"}};
  EXPECT_EQ(house.ask(*lin, join)["you"], "second");
  const Json full = house.ask(*mei, join);
  EXPECT_EQ(full["you"], "first");
  EXPECT_EQ(full["players"][1]["name"], "lin");
  EXPECT_EQ(full["players"][1]["rating"], 1500);
}

TEST_F(ChallengesTest, between_a_person_and_a_program_tells_it_and_is_not_rated) {
  const storage::Millis now = server_now().time_since_epoch().count();
  write(storage::CreateAccount{{{"u_pela", "pela", false, now, true}, name_keys("pela"), "password"},
                               hash_token("pela")});
  auto lin = come("lin"), pela = come("pela");
  Json rated = kChallengeWithAClock;
  rated["rated"] = true;
  EXPECT_EQ(why(challenge(*lin, "pela", rated)), "not_allowed program");
  EXPECT_EQ(why(challenge(*pela, "lin", rated)), "not_allowed program");
  const Json id = challenge(*lin, "pela")["challengeId"];
  EXPECT_EQ(house.wait_for(*lin, "challenge")["program"], true) << "whom one challenges";
  EXPECT_FALSE(house.wait_for(*pela, "challenge").contains("program")) << "a person asks";
  const Json created = answer(*pela, id, "accept");
  ASSERT_EQ(created["t"], "created") << created;
  const Json join = {{"t", "join"}, {"gameId", created["gameId"]}, {"as", "player"}};
  const Json players = house.ask(*lin, join)["players"];
  for (const Json& player : players) EXPECT_EQ(player.value("program", false), player["name"] == "pela");
}

TEST_F(ChallengesTest, is_there_after_a_reload_and_gone_with_its_end) {
  auto lin = come("lin");
  const Json id = challenge(*lin, "mei", kChallengeByDays)["challengeId"];
  for (int visit = 0; visit < 2; ++visit) {
    auto mei = hello(house, "mei");
    const Json all = watch(house, *mei)["challenges"];
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["challengeId"], id);
    house.hub.closed(*mei, true);
  }
  auto back = hello(house, "lin");
  EXPECT_EQ(watch(house, *back)["challenges"][0]["own"], true);
  EXPECT_EQ(answer(*back, id, "withdraw")["t"], "ack");
  EXPECT_EQ(wait_for_end(*lin, id)["how"], "withdrawn");
  EXPECT_EQ(watch(house, *hello(house, "mei"))["challenges"], Json::array());
}

TEST_F(ChallengesTest, is_told_on_devices_of_who_is_away_until_they_come) {
  auto lin = come("lin");
  for (const char* name : {"lin", "mei"}) subscribe(name);
  const Json id = challenge(*lin, "mei", kChallengeByDays)["challengeId"];
  const auto told = notices();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].key, (storage::PushKey{hash_token("mei"), "challenge", id.get<std::string>()}));
  EXPECT_EQ(told[0].name, "lin");
  EXPECT_EQ(told[0].game, "xiangqi");
  EXPECT_GT(told[0].due, server_now().time_since_epoch().count()) << "there is time to come";
  auto mei = come("mei");
  house.wait_until([&] { return notices().empty(); }, "the end of the notice");
  challenge(*lin, "mei", kChallengeByDays);
  EXPECT_THAT(notices(), IsEmpty()) << "mei is here";
}

TEST_F(ChallengesTest, so_many_are_told_on_devices_however_many_are_withdrawn) {
  auto lin = come("lin"), wu = come("wu");
  subscribe("mei");
  const auto told_of = [&](TestClient& client) {
    const Json id = challenge(client, "mei", kChallengeByDays)["challengeId"];
    const std::size_t told = notices().size();
    EXPECT_EQ(answer(client, id, "withdraw")["t"], "ack");
    return told;
  };
  std::size_t told = 0;
  for (int n = 0; n < 4; ++n) told += told_of(*lin) + told_of(*wu);
  EXPECT_EQ(told, 5u);
  EXPECT_TRUE(challenge(*lin, "mei", kChallengeByDays).contains("challengeId")) << "it is made all the same";
}

// Messages of those that had ended were looked at until they expired: by one address, 100,000 in 14 days.
TEST_F(ChallengesTest, one_that_ends_leaves_no_message_to_devices) {
  auto lin = come("lin");
  const auto make = [&] { return challenge(*lin, "mei", kChallengeByDays)["challengeId"]; };
  const Json one = make(), two = make();
  EXPECT_EQ(answer(*lin, one, "withdraw")["t"], "ack");
  EXPECT_EQ(store.withdrawn.load(), 1);
  auto mei = hello(house, "mei");
  EXPECT_EQ(answer(*mei, two, "decline")["t"], "ack");
  EXPECT_EQ(store.withdrawn.load(), 2);
}

TEST_F(ChallengesTest, is_declined_with_a_reason_or_without) {
  auto lin = come("lin"), mei = come("mei");
  const Json one = challenge(*lin, "mei")["challengeId"], two = challenge(*lin, "mei")["challengeId"];
  EXPECT_EQ(answer(*mei, one, "decline", {{"reason", "faster"}})["t"], "ack");
  EXPECT_EQ(wait_for_end(*lin, one)["reason"], "faster");
  EXPECT_EQ(answer(*mei, two, "decline")["t"], "ack");
  EXPECT_FALSE(wait_for_end(*lin, two).contains("reason"));
  for (const char* what : {"decline", "accept"})
    EXPECT_EQ(why(answer(*mei, two, what)), "not_found ") << what;
}

TEST_F(ChallengesTest, who_asked_and_has_gone_finds_in_the_inbox_that_it_was_declined) {
  auto lin = come("lin"), mei = come("mei");
  const auto declined = [&] { return store.notices("u_lin", INT64_MAX, 0, 10); };
  const Json seen = challenge(*lin, "mei", kChallengeByDays)["challengeId"];
  const std::string id = challenge(*lin, "mei", kChallengeByDays)["challengeId"];
  EXPECT_EQ(answer(*mei, seen, "decline")["t"], "ack");
  wait_for_end(*lin, seen);
  EXPECT_THAT(declined(), IsEmpty()) << "lin is here";
  house.hub.closed(*lin, true);
  EXPECT_EQ(answer(*mei, id, "decline")["t"], "ack");
  ASSERT_EQ(declined().size(), 1u);
  EXPECT_EQ(declined()[0].kind, "declined");
  EXPECT_EQ(declined()[0].subject, id);
  EXPECT_EQ(declined()[0].name, "mei");
  EXPECT_EQ(declined()[0].game, "xiangqi");
}

TEST_F(ChallengesTest, who_asked_and_has_gone_finds_in_the_inbox_that_the_game_has_begun) {
  auto lin = come("lin"), mei = come("mei");
  Json wish = kChallengeByDays;
  wish["side"] = "second";
  const Json id = challenge(*lin, "mei", wish)["challengeId"];
  house.hub.closed(*lin, true);
  const std::string game = answer(*mei, id, "accept")["gameId"];
  const auto begun = [&] { return store.notices("u_lin", INT64_MAX, 0, 10); };
  house.wait_until([&] { return begun().size() == 1; }, "the notice");
  EXPECT_EQ(begun()[0].kind, "start");
  EXPECT_EQ(begun()[0].subject, game);
  EXPECT_EQ(begun()[0].name, "mei");
  lin = come("lin");
  EXPECT_EQ(house.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}})["t"], "gameFull");
  house.wait_until([&] { return begun().empty(); }, "the end of the notice");
}

TEST_F(ChallengesTest, only_who_was_asked_accepts_and_only_who_asks_withdraws) {
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  const Json id = challenge(*lin, "mei")["challengeId"];
  for (const char* what : {"accept", "decline", "withdraw"})
    EXPECT_EQ(why(answer(*wu, id, what)), "not_found ");
  for (const char* what : {"accept", "decline"}) EXPECT_EQ(why(answer(*lin, id, what)), "not_found ");
  EXPECT_EQ(why(answer(*mei, id, "withdraw")), "not_found ");
  EXPECT_EQ(count(*wu, "challenge"), 0u);
}

TEST_F(ChallengesTest, is_between_accounts) {
  auto guest = house.guest("Zhao"), lin = come("lin");
  EXPECT_EQ(why(challenge(*guest, "lin")), "forbidden account");
  EXPECT_EQ(why(answer(*guest, "c1", "accept")), "forbidden account");
  EXPECT_EQ(watch(house, *guest)["challenges"], Json::array());
  for (const char* nobody : {"Zhao", "nobody"}) EXPECT_EQ(why(challenge(*lin, nobody)), "not_found ");
  EXPECT_EQ(why(challenge(*lin, "lin")), "not_allowed ");
}

TEST_F(ChallengesTest, there_must_be_such_a_game) {
  auto lin = come("lin");
  Json wish = kChallengeWithAClock;
  wish["rule"] = "none";
  EXPECT_EQ(why(challenge(*lin, "mei", wish)), "bad_message rule");
  wish = {{"t", "challenge"}, {"game", "gomoku"}, {"rated", true}};
  EXPECT_EQ(why(challenge(*lin, "mei", wish)), "not_allowed ") << "a rated game needs a clock";
}

TEST_F(ChallengesTest, two_who_accept_at_once_get_one_game) {
  auto lin = come("lin"), mei = come("mei"), phone = come("mei");
  const Json id = challenge(*lin, "mei")["challengeId"];
  const Json accept = {{"t", "answer"}, {"challengeId", id}, {"do", "accept"}};
  for (const auto& page : {mei, phone}) house.say(*page, accept);
  wait_for_end(*lin, id);
  house.wait_until([&] { return count(*mei, "created") + count(*phone, "created") == 1; }, "the game");
  TestClient& second = count(*mei, "created") == 1 ? *phone : *mei;
  EXPECT_EQ(house.wait_for(second, "error")["code"], "not_found") << "as an answer that comes later";
  EXPECT_EQ(house.hub.rooms().all().size(), 1u);
}

// ---- who may
// -----------------------------------------------------------------------------------------------

TEST_F(ChallengesTest, a_block_ends_them_and_forbids_new_ones) {
  auto lin = come("lin"), mei = come("mei");
  const Json made = challenge(*lin, "mei")["challengeId"], received = challenge(*mei, "lin")["challengeId"];
  house.wait_until([&] { return count(*lin, "challenge") == 2; }, "both");
  write(storage::Block{"u_mei", "u_lin", server_now().time_since_epoch().count(), 9});
  house.hub.look_at({.users = {"u_mei", "u_lin"}});
  const Json end = wait_for_end(*lin, made);
  EXPECT_EQ(end["how"], "declined");
  EXPECT_FALSE(end.contains("reason"));
  EXPECT_EQ(wait_for_end(*lin, received)["how"], "withdrawn");
  EXPECT_EQ(why(challenge(*lin, "mei")), "forbidden blocked");
  EXPECT_EQ(why(challenge(*mei, "lin")), "not_allowed blocking");
}

TEST_F(ChallengesTest, who_is_blocked_hears_what_all_hear_who_may_not) {
  auto lin = come("lin"), wu = come("wu");
  write(storage::Block{"u_mei", "u_lin", 1, 9});
  const Json blocked = challenge(*lin, "mei");
  write(storage::LimitChallenges{"u_mei", "none"});
  Json limited = challenge(*wu, "mei");
  limited["id"] = blocked["id"];
  EXPECT_EQ(blocked, limited);
}

TEST_F(ChallengesTest, is_for_no_one_whose_name_merely_looks_alike) {
  auto lin = come("lin");
  EXPECT_EQ(why(challenge(*lin, "me1")), "not_found ");
  EXPECT_EQ(challenge(*lin, "MEI")["t"], "ack");
}

TEST_F(ChallengesTest, one_chooses_by_whom) {
  auto lin = come("lin");
  write(storage::LimitChallenges{"u_mei", "friends"});
  write(storage::Follow{"u_mei", "u_lin", 1, 9});
  EXPECT_EQ(why(challenge(*lin, "mei")), "forbidden blocked") << "friends follow each other";
  befriend("lin", "mei");
  EXPECT_EQ(why(challenge(*lin, "mei")), "ack ");
  write(storage::LimitChallenges{"u_mei", "none"});
  EXPECT_EQ(why(challenge(*lin, "mei")), "forbidden blocked");
}

// ---- limits
// ------------------------------------------------------------------------------------------------

TEST_F(ChallengesTest, so_many_wait_and_it_is_said_until_when) {
  auto lin = come("lin");
  for (int n = 0; n < 3; ++n) EXPECT_EQ(why(challenge(*lin, "mei")), "ack ");
  const Json refused = challenge(*lin, "mei");
  EXPECT_EQ(why(refused), "rate_limited challenges");
  EXPECT_GT(refused["retryMs"], 0);
  EXPECT_LE(refused["retryMs"], 600'000);
  EXPECT_EQ(why(challenge(*lin, "wu")), "ack ");
}

/// Each from an address of its own.
class FloodTest : public ChallengesTest {
 protected:
  /// By how many others whose answers are counted by their kind.
  std::map<std::string, int> flood(int challengers, int each) {
    std::map<std::string, int> answers;
    for (int n = 0; n < challengers; ++n) {
      const std::string name = "stranger" + std::to_string(n);
      sign_up(name);
      auto stranger = come(name, {.address = "10.0.0." + std::to_string(n)});
      for (int i = 0; i < each; ++i) ++answers[why(challenge(*stranger, "mei"))];
    }
    return answers;
  }
};

// A hundred challenges hung the browser of who got them: lila #715.
TEST_F(FloodTest, of_a_hundred_challengers_with_a_hundred_challenges_few_are_shown_and_friends_get_through) {
  auto mei = come("mei"), wu = come("wu"), lin = come("lin");
  befriend("lin", "mei");
  const std::map<std::string, int> answers = flood(100, 100);
  EXPECT_EQ(answers.at("ack "), 15);
  house.wait_until([&] { return count(*mei, "challenge") == 15; }, "those that are shown");
  EXPECT_EQ(watch(house, *mei)["challenges"].size(), 15u);
  EXPECT_EQ(answers.at("full challenges"), 95 * 20);
  EXPECT_EQ(answers.at("rate_limited challenges"), 5 * 17 + 100 * 80) << "each may ask twenty times";

  EXPECT_EQ(wu->inbox.size(), 2u) << "a neighbour hears of nothing";
  EXPECT_EQ(why(challenge(*wu, "lin")), "ack ");
  EXPECT_EQ(why(challenge(*wu, "mei")), "full challenges");
  EXPECT_EQ(why(challenge(*lin, "mei")), "ack ") << "there are places for friends";
}

TEST_F(FloodTest, an_address_makes_so_many) {
  std::map<std::string, int> answers;
  for (int n = 0; n < 4; ++n) {
    sign_up("stranger" + std::to_string(n));
    auto stranger = come("stranger" + std::to_string(n), {.address = "8.8.8.8"});
    for (int i = 0; i < 20; ++i) ++answers[why(challenge(*stranger, "nobody"))];
  }
  EXPECT_EQ(answers["not_found "], 60);
  EXPECT_EQ(answers["rate_limited challenges"], 20);
  auto lin = come("lin", {.address = "9.9.9.9"});
  EXPECT_EQ(why(challenge(*lin, "mei")), "ack ") << "another address";
}

TEST_F(ChallengesTest, each_costs_more_than_a_message) {
  auto lin = come("lin");
  lin->is_broke = true;
  EXPECT_EQ(challenge(*lin, "mei")["code"], "rate_limited");
  EXPECT_EQ(answer(*lin, "c1", "accept")["code"], "rate_limited");
  EXPECT_EQ(watch(house, *lin)["code"], "rate_limited");
}

// ---- games of a challenge count as all do
// ------------------------------------------------------------------

class ChallengeQuotaTest : public ChallengesTest {
 protected:
  static constexpr int kMost = 2;

  std::shared_ptr<TestClient> here(const std::string& name, const Origin& origin = {}) {
    auto client = hello(counting, name, origin);
    watch(counting, *client);
    return client;
  }
  Json challenge(TestClient& client, const std::string& to) {
    Json wish = kChallengeWithAClock;
    wish["to"] = to;
    return counting.ask(client, std::move(wish));
  }
  Json accept(TestClient& client, const Json& id) {
    return counting.ask(client, {{"t", "answer"}, {"challengeId", id}, {"do", "accept"}});
  }

  House counting{store, {.games = {.of_user = kMost, .games = {.of_public = 3, .of_private = 3}}}};
};

TEST_F(ChallengeQuotaTest, for_who_accepts_and_for_who_asks) {
  auto lin = here("lin"), mei = here("mei"), wu = here("wu");
  const Json to_mei = challenge(*lin, "mei")["challengeId"], to_wu = challenge(*lin, "wu")["challengeId"],
             of_mei = challenge(*mei, "wu")["challengeId"], to_lin = challenge(*wu, "lin")["challengeId"];
  EXPECT_EQ(accept(*mei, to_mei)["t"], "created");
  EXPECT_EQ(counting.ask(*lin, kGameWithAFreeSeat)["t"], "created");
  EXPECT_EQ(why(counting.ask(*lin, kGameWithAFreeSeat)), "rate_limited games") << "the challenge has counted";
  EXPECT_EQ(why(accept(*lin, to_lin)), "rate_limited games");
  EXPECT_EQ(why(challenge(*lin, "mei")), "rate_limited games");
  EXPECT_EQ(why(accept(*wu, to_wu)), "not_allowed ") << "Lin has enough";
  EXPECT_EQ(accept(*wu, of_mei)["t"], "created");
  EXPECT_EQ(why(counting.ask(*mei, kGameWithAFreeSeat)), "rate_limited games") << "who asked counts, too";
}

// Of who asks and is gone, or is at another server, the store knows the games.
TEST_F(ChallengeQuotaTest, for_who_asked_and_is_at_another_server) {
  auto lin = come("lin");
  for (int n = 0; n < kMost; ++n) EXPECT_EQ(house.ask(*lin, kGameWithAFreeSeat)["t"], "created");
  const Json id = ChallengesTest::challenge(*lin, "mei")["challengeId"];
  auto mei = here("mei");
  EXPECT_EQ(why(accept(*mei, id)), "not_allowed ");
}

TEST_F(ChallengeQuotaTest, for_the_address_of_who_accepts) {
  auto lin = here("lin"), mei = here("mei", {.address = "8.8.8.8"});
  const Json id = challenge(*lin, "mei")["challengeId"];
  for (const char* name : {"one", "two", "three"})
    counting.ask(*counting.guest(name, {.address = "8.8.8.8"}), kGameWithAFreeSeat);
  EXPECT_EQ(why(accept(*mei, id)), "rate_limited address");
  EXPECT_EQ(accept(*here("mei", {.address = "9.9.9.9"}), id)["t"], "created");
}

// ---- time, restarts, servers
// -------------------------------------------------------------------------------

TEST_F(ChallengesTest, ends_by_itself) {
  House quick(store, {.challenges = {.with_clock = std::chrono::seconds(1)}});
  auto lin = hello(quick, "lin"), mei = hello(quick, "mei");
  for (const auto& page : {lin, mei}) watch(quick, *page);
  const auto challenge = [&](Json wish) {
    wish["to"] = "mei";
    return quick.ask(*lin, std::move(wish))["challengeId"];
  };
  const Json by_days = challenge(kChallengeByDays), id = challenge(kChallengeWithAClock);
  for (const auto& page : {lin, mei}) EXPECT_EQ(wait_for_end(quick, *page, id)["how"], "expired");
  EXPECT_EQ(why(quick.ask(*mei, {{"t", "answer"}, {"challengeId", id}, {"do", "accept"}})), "not_found ");
  const Json all = watch(quick, *mei)["challenges"];
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]["challengeId"], by_days);
}

TEST_F(ChallengesTest, to_a_game_with_a_clock_ends_when_who_asked_has_gone) {
  House quick(store, {.challenges = {.absence = Millis(1)}});
  auto lin = hello(quick, "lin"), mei = hello(quick, "mei");
  for (const auto& page : {lin, mei}) watch(quick, *page);
  const auto challenge = [&](Json wish) {
    wish["to"] = "mei";
    return quick.ask(*lin, std::move(wish))["challengeId"];
  };
  const Json slow = challenge(kChallengeByDays), fast = challenge(kChallengeWithAClock);
  quick.wait_until([&] { return count(*lin, "challenge") == 2; }, "both");
  quick.hub.closed(*lin, true);
  EXPECT_EQ(wait_for_end(quick, *mei, fast)["how"], "withdrawn");
  const Json all = watch(quick, *mei)["challenges"];
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]["challengeId"], slow);
}

// A client that shows no challenges asks for games all the same, and may close at once.
TEST_F(ChallengesTest, to_a_game_with_a_clock_ends_also_where_who_asked_looked_at_none) {
  House quick(store, {.challenges = {.absence = Millis(1)}});
  auto lin = hello(quick, "lin"), mei = hello(quick, "mei"), wu = hello(quick, "wu");
  watch(quick, *wu);
  Json wish = kChallengeWithAClock;
  // One that the server has read back when its maker goes, and one that it has not.
  wish["to"] = "wu";
  const Json of_lin = quick.ask(*lin, wish)["challengeId"];
  quick.wait_for(*wu, "challenge");
  const Json of_mei = quick.ask(*mei, wish)["challengeId"];
  for (const auto& page : {lin, mei}) quick.hub.closed(*page, true);
  for (const Json& id : {of_lin, of_mei}) EXPECT_EQ(wait_for_end(quick, *wu, id)["how"], "withdrawn");
  EXPECT_EQ(count(*lin, "challenge"), 0u) << "it has not asked to hear of them";
}

TEST_F(ChallengesTest, who_asks_for_a_game_has_not_seen_what_others_ask) {
  auto lin = come("lin"), wu = come("wu");
  subscribe("mei");
  challenge(*lin, "mei", kChallengeByDays);
  auto mei = hello(house, "mei");
  challenge(*mei, "wu", kChallengeByDays);
  house.wait_for(*wu, "challenge");  // By a look at both.
  challenge(*mei, "wu", kChallengeByDays);
  EXPECT_EQ(notices().size(), 1u) << "of what lin asks";
  EXPECT_FALSE(watch(house, *mei)["challenges"].empty());
  house.wait_until([&] { return notices().empty(); }, "the end of the notice");
}

TEST_F(ChallengesTest, goes_on_where_who_asked_is_somewhere_else_by_then) {
  House quick(store, {.challenges = {.absence = Millis(1)}});
  auto lin = hello(quick, "lin"), wu = hello(quick, "wu"), mei = hello(quick, "mei");
  for (const auto& page : {lin, wu, mei}) watch(quick, *page);
  Json wish = kChallengeWithAClock;
  wish["to"] = "mei";
  const Json of_lin = quick.ask(*lin, wish)["challengeId"], of_wu = quick.ask(*wu, wish)["challengeId"];
  for (const auto& page : {lin, wu}) quick.wait_for(*page, "challenge");
  quick.hub.show_others({std::make_shared<const OtherLobbies::LobbyOfNode>(
      OtherLobbies::LobbyOfNode{{.accounts = {"u_lin"}}, {}})});
  for (const auto& page : {lin, wu}) quick.hub.closed(*page, true);
  EXPECT_EQ(wait_for_end(quick, *mei, of_wu)["how"], "withdrawn");
  const Json all = watch(quick, *mei)["challenges"];
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]["challengeId"], of_lin);
}

// Who opened a game at a server with many accounts lost the challenge, though still there.
TEST_F(ChallengesTest, goes_on_where_another_server_does_not_tell_all_who_are_there) {
  House quick(store, {.challenges = {.absence = Millis(1)}});
  auto lin = hello(quick, "lin"), mei = hello(quick, "mei");
  for (const auto& page : {lin, mei}) watch(quick, *page);
  Json wish = kChallengeWithAClock;
  wish["to"] = "mei";
  const Json of_lin = quick.ask(*lin, wish)["challengeId"];
  quick.wait_for(*lin, "challenge");
  SharedLobby lobby;
  for (std::size_t i = 0; i < SharedLobby::kMostAccounts; ++i) lobby.accounts.insert(std::to_string(i));
  quick.hub.show_others(
      {std::make_shared<const OtherLobbies::LobbyOfNode>(OtherLobbies::LobbyOfNode{lobby, {}})});
  bool is_over = false;
  Timer absence(quick.network.get_executor(), [&] { is_over = true; });
  quick.hub.closed(*lin, true);
  absence.wait(Millis(100));
  quick.wait_until([&] { return is_over; }, "the end of the absence");
  ASSERT_EQ(watch(quick, *mei)["challenges"].size(), 1u);
  quick.hub.show_others({});
  auto again = hello(quick, "lin");
  watch(quick, *again);
  quick.hub.closed(*again, true);
  EXPECT_EQ(wait_for_end(quick, *mei, of_lin)["how"], "withdrawn") << "there is no other server any more";
}

TEST_F(ChallengesTest, outlives_the_server) {
  Json id;
  {
    House before(store);
    auto lin = hello(before, "lin");
    Json wish = kChallengeWithAClock;
    wish["to"] = "mei";
    id = before.ask(*lin, wish)["challengeId"];
  }
  auto mei = hello(house, "mei");
  EXPECT_EQ(watch(house, *mei)["challenges"][0]["challengeId"], id);
  EXPECT_EQ(answer(*mei, id, "accept")["t"], "created");
}

TEST_F(ChallengesTest, is_told_and_accepted_at_another_server) {
  House other(store);
  auto lin = come("lin"), mei = hello(other, "mei");
  watch(other, *mei);
  const Json id = challenge(*lin, "mei")["challengeId"];
  other.hub.look_at({.users = {"u_lin", "u_mei"}});  // As the store tells it.
  other.wait_for(*mei, "challenge");
  const Json created = other.ask(*mei, {{"t", "answer"}, {"challengeId", id}, {"do", "accept"}});
  house.hub.look_at({.users = {"u_lin", "u_mei"}});
  EXPECT_EQ(wait_for_end(*lin, id)["gameId"], created["gameId"]);
}

// Who asked was not told of the game where it began before the challenge was looked up.
TEST_F(ChallengesTest, one_that_is_over_before_it_is_told_is_told_with_its_end) {
  auto lin = come("lin");
  const auto now = server_now().time_since_epoch().count();
  for (const char* id : {"one", "two"}) {
    write(storage::BeginChallenge{{.id = id,
                                   .from = "u_lin",
                                   .to = "u_mei",
                                   .wish = R"({"t":"seek","game":"gomoku","rule":"renju","time":null})",
                                   .since = now,
                                   .until = now + 600'000},
                                  9,
                                  9,
                                  9});
    write(storage::EndChallenge{id, "declined", "later", now});
    house.hub.look_at({.users = {"u_lin"}});
    EXPECT_EQ(wait_for_end(*lin, id)["reason"], "later");
  }
  EXPECT_EQ(count(*lin, "challenge"), 2u);
  EXPECT_EQ(count(*lin, "challengeEnd"), 2u) << "each once";
}

TEST_F(ChallengesTest, what_cannot_be_written_is_not_made) {
  auto lin = come("lin"), mei = come("mei");
  const Json id = challenge(*lin, "mei")["challengeId"];
  store.fails = true;
  EXPECT_EQ(challenge(*lin, "mei")["code"], "busy");
  EXPECT_EQ(answer(*mei, id, "decline")["code"], "busy");
  EXPECT_EQ(answer(*mei, id, "accept")["code"], "busy");
  store.fails = false;
  EXPECT_EQ(watch(house, *mei)["challenges"].size(), 1u);
  EXPECT_EQ(answer(*mei, id, "accept")["t"], "created");
}

TEST_F(ChallengesTest, who_looks_no_more_is_not_told) {
  auto lin = come("lin"), mei = come("mei"), phone = come("mei");
  EXPECT_EQ(house.ask(*phone, {{"t", "challenges"}, {"on", false}})["t"], "ack");
  challenge(*lin, "mei");
  house.wait_for(*mei, "challenge");
  EXPECT_EQ(count(*phone, "challenge"), 0u);
}

}  // namespace
}  // namespace server
