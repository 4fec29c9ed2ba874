#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "server/hub/hub.h"
#include "tests/server/hub/house.h"
#include "tests/server/identity/budget_store.h"

/// Whoever guesses codes of rooms.
namespace server {
namespace {

using testing::HasSubstr;

Json enter_by_code(House& house, TestClient& client, const std::string& code) {
  return house.ask(client, {{"t", "join"}, {"code", code}, {"as", "player"}});
}

Json watch_by_code(House& house, TestClient& client, const std::string& code) {
  return house.ask(client, {{"t", "join"}, {"code", code}, {"as", "spectator"}});
}

TEST(CodesTest, only_so_many_wrong_ones_are_tried_from_an_address) {
  storage::MemoryStore store;
  House house(store);
  auto host = house.guest("Host");
  const Json created = house.ask(*host, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}});
  const std::string right = created["code"];
  auto guesser = house.guest("Guesser", {.address = "8.8.8.8"});
  auto other_page = house.guest("Other", {.address = "8.8.8.8"});
  for (int i = 0; i < 10; ++i) EXPECT_EQ(enter_by_code(house, *guesser, "ZZZZZ")["code"], "bad_code");
  const Json refusal = enter_by_code(house, *other_page, right);
  EXPECT_EQ(refusal["code"], "rate_limited") << "even the right one: nobody learns that it was";
  EXPECT_GT(refusal["retryMs"], 0);
  auto friendly = house.guest("Friend", {.address = "8.8.4.4"});
  EXPECT_EQ(enter_by_code(house, *friendly, right)["t"], "gameFull");
}

/// Of so many wrong codes, all of them on their way before the first is looked up, how many are looked at.
int looked_at_of(int tries, storage::Store& store) {
  House house(store);
  auto guesser = house.guest("Guesser", {.address = "8.8.8.8"});
  for (int i = 0; i < tries; ++i)
    house.say(*guesser, {{"t", "join"}, {"code", "ZZZZZ"}, {"as", "player"}, {"id", i}});
  const auto answers = [&](const char* code) {
    return std::ranges::count_if(guesser->inbox,
                                 [&](const Json& told) { return told.value("code", Json()) == code; });
  };
  house.wait_until([&] { return answers("bad_code") + answers("rate_limited") == tries; }, "all answers");
  return static_cast<int>(answers("bad_code"));
}

TEST(CodesTest, wrong_ones_that_come_at_once_are_no_more) {
  storage::MemoryStore alone;
  EXPECT_EQ(looked_at_of(200, alone), 10);
  BudgetStore shared;
  EXPECT_EQ(looked_at_of(200, shared), 10);
}

TEST(CodesTest, right_ones_cost_nothing) {
  storage::MemoryStore store;
  House house(store);
  auto host = house.guest("Host");
  const std::string code =
      house.ask(*host, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["code"];
  auto friendly = house.guest("Friend", {.address = "8.8.4.4"});
  for (int i = 0; i < 20; ++i) EXPECT_EQ(enter_by_code(house, *friendly, code)["t"], "gameFull");
}

TEST(CodesTest, wrong_ones_count_at_all_servers_together) {
  BudgetStore store;
  House one(store), another(store);
  auto host = one.guest("Host");
  const std::string right =
      one.ask(*host, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["code"];
  auto here = one.guest("Guesser", {.address = "8.8.8.8"}),
       there = another.guest("Guesser", {.address = "8.8.8.8"});
  for (int i = 0; i < 4; ++i) EXPECT_EQ(enter_by_code(one, *here, "ZZZZZ")["code"], "bad_code");
  for (int i = 0; i < 6; ++i) EXPECT_EQ(enter_by_code(another, *there, "ZZZZZ")["code"], "bad_code");
  for (const auto& [house, guesser] : {std::pair(&one, here.get()), std::pair(&another, there.get())}) {
    const Json refusal = enter_by_code(*house, *guesser, right);
    EXPECT_EQ(refusal["code"], "rate_limited");
    EXPECT_GT(refusal["retryMs"], 0);
    EXPECT_THAT(house->metrics.text(), HasSubstr("sanqi_rate_limited_total{limit=\"codes\"} 1"));
  }
  EXPECT_EQ(watch_by_code(one, *one.guest("Friend", {.address = "8.8.4.4"}), right)["t"], "gameFull");
  EXPECT_EQ(watch_by_code(one, *one.guest("Neighbour"), right)["t"], "gameFull") << "from this machine";
  const std::map<std::string, int> only_wrong_ones{{"codes of 8.8.8.8", 10}};
  one.wait_until([&] { return store.taken() == only_wrong_ones; }, "the price of the right one");
  store.away = true;
  EXPECT_EQ(watch_by_code(one, *here, right)["t"], "gameFull") << "what others have seen cannot be known";
}

}  // namespace
}  // namespace server
