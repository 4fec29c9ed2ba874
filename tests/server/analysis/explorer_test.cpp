#include "server/analysis/explorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <stdexcept>

#include "server/base/metrics.h"
#include "server/bots/bot_pool.h"
#include "tests/server/analysis/held_bots.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;

class Page final : public Subscriber {
 public:
  explicit Page(const std::string& address = "") {
    identify({.id = "g_" + address, .name = "Lin", .guest = true});
    come_from({.address = address});
  }
  void send(Text) override {}
  void close(protocol::CloseCode, std::string_view) override {}
  Millis round_trip() const override { return Millis(0); }
  std::optional<Millis> refuse(double cost) override {
    if (cost > budget) return Millis(1000);
    return std::nullopt;
  }

  double budget = 1000;
};

class ExplorerTest : public testing::Test {
 protected:
  using Outcome = engine::Expected<protocol::Explored, protocol::Error>;

  /// Gives the place where the answer will be.
  std::shared_ptr<std::optional<Outcome>> ask(Page& page, protocol::Explore explore) {
    auto place = std::make_shared<std::optional<Outcome>>();
    explorer_.explore(page, explore, [place](Outcome told) { *place = std::move(told); });
    return place;
  }
  static protocol::Explore thinking(std::vector<std::string> moves, Millis time) {
    return {.game = "gomoku", .moves = std::move(moves), .think = time};
  }
  Outcome wait(const std::shared_ptr<std::optional<Outcome>>& place) {
    run_io_until(io_, [&] { return place->has_value(); });
    return **place;
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<BotPool::Executor> keep_running_{io_.get_executor()};
  Metrics metrics_;
  BotPool bots_{io_.get_executor(), metrics_, {.threads = 2, .background_hash_bytes = 1 << 20}};
  WorkPool work_{io_.get_executor()};
  Explorer explorer_{bots_, work_, {.thinking_of_one_address = 1, .waiting = 2}};
};

TEST_F(ExplorerTest, AnswersWithoutAThoughtUnlessAsked) {
  Page page;
  const Outcome told = wait(ask(page, {.game = "gomoku", .moves = {"h8"}}));
  ASSERT_TRUE(told);
  EXPECT_FALSE(told->eval);
}

// Five hundred moves take milliseconds: not on the network thread, and not for the price of one.
TEST_F(ExplorerTest, ALongVariationIsPaidForByItsMoves) {
  Page page;
  page.budget = 3;
  std::vector<std::string> moves;
  for (int i = 0; i < 25; ++i)
    for (const char* move : {"h2e2", "h9g7", "e2h2", "g7h9"}) moves.emplace_back(move);
  const auto dear = ask(page, {.game = "xiangqi", .moves = moves});
  ASSERT_TRUE(*dear) << "refused before it is played";
  EXPECT_EQ((*dear)->error().code, protocol::ErrorCode::rate_limited);
  page.budget = 6;
  const auto paid = ask(page, {.game = "xiangqi", .moves = moves});
  EXPECT_FALSE(*paid) << "never inside the call";
  EXPECT_EQ(wait(paid)->moves.size(), moves.size());
}

TEST_F(ExplorerTest, ThinksWhenAsked) {
  Page page;
  const Outcome told = wait(ask(page, thinking({"h8", "i9"}, milliseconds(50))));
  ASSERT_TRUE(told);
  ASSERT_TRUE(told->eval && told->win);
  ASSERT_FALSE(told->line.empty());
  EXPECT_THAT(told->legal, testing::Contains(told->line.front()));
}

TEST_F(ExplorerTest, TellsAsManyLinesAsAreWanted) {
  Page page;
  protocol::Explore explore = thinking({"h8", "i9"}, milliseconds(500));
  explore.lines = 3;
  const Outcome told = wait(ask(page, explore));
  ASSERT_TRUE(told);
  ASSERT_EQ(told->lines.size(), 3u);
  EXPECT_EQ(told->lines[0].moves, told->line);
  EXPECT_NE(told->lines[1].moves.front(), told->lines[0].moves.front());
}

TEST_F(ExplorerTest, WhatIsOverNeedsNoThought) {
  Page page;
  const Outcome told = wait(ask(page, {.game = "xiangqi",
                                       .pos = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w",
                                       .moves = {"b7b9"},
                                       .think = Millis(minutes(1))}));
  ASSERT_TRUE(told);
  EXPECT_EQ(told->win, 1);
}

// Stepping through a variation with the cursor asks for one position after the other.
TEST_F(ExplorerTest, ANewerQuestionCutsTheOlderShort) {
  Page page;
  const auto older = ask(page, thinking({"h8"}, Millis(minutes(10))));
  const auto newer = ask(page, thinking({"h8", "i9"}, milliseconds(20)));
  EXPECT_EQ(wait(older)->moves.size(), 1u);
  EXPECT_EQ(wait(newer)->moves.size(), 2u);
}

TEST_F(ExplorerTest, WhoHasGoneIsNotThoughtFor) {
  Page page;
  const auto told = ask(page, thinking({"h8"}, Millis(minutes(10))));
  explorer_.forget(page);
  EXPECT_TRUE(wait(told)) << "the answer goes to nobody, but it comes";
}

TEST_F(ExplorerTest, ThoughtsAreCountedByAddress) {
  Page here("10.0.0.1"), also_here("10.0.0.1");
  const auto first = ask(here, thinking({"h8"}, Millis(minutes(10))));
  EXPECT_FALSE(*first);
  const auto second = ask(also_here, thinking({"h8"}, milliseconds(10)));
  ASSERT_TRUE(*second);
  EXPECT_EQ((*second)->error().code, protocol::ErrorCode::busy);
  explorer_.forget(here);
  EXPECT_TRUE(wait(ask(also_here, thinking({"h8"}, milliseconds(10))))) << "there is room again";
}

// Six addresses, whose pages asked again and again, took all places for good.
TEST_F(ExplorerTest, AddressesAreThoughtForInTurns) {
  constexpr int kWaiting = 8, kGreedy = 24;
  HeldBots bots;
  Explorer explorer(bots, work_, {.waiting = kWaiting});
  std::vector<std::unique_ptr<Page>> pages;
  int refused = 0;
  const auto ask_of = [&](const std::string& address) {
    pages.push_back(std::make_unique<Page>(address));
    explorer.explore(*pages.back(), thinking({"h8"}, milliseconds(10)),
                     [&refused](const Outcome& outcome) { refused += outcome ? 0 : 1; });
  };
  for (int i = 0; i < kGreedy; ++i) ask_of("10.0.0." + std::to_string(i % 6));
  run_io_until(io_, [&] { return refused == kGreedy - 1 - kWaiting; });
  ask_of("10.0.1.1");
  run_io_until(io_, [&] { return refused == kGreedy - kWaiting; });
  const auto is_honest = [](const std::string& room) { return room.starts_with("explore g_10.0.1.1"); };
  for (int turn = 0; turn < 1 + 6; ++turn) bots.answer_next();
  EXPECT_EQ(std::ranges::count_if(bots.rooms, is_honest), 1) << "after one of each that waits";
}

TEST_F(ExplorerTest, TheNetworksOfASiteHaveOneTurn) {
  constexpr int kNetworks = 16;
  HeldBots bots;
  Explorer explorer(bots, work_, {.thinking_of_one_address = kNetworks, .waiting = 100});
  std::vector<std::unique_ptr<Page>> pages;
  const auto ask_of = [&](const std::string& address) {
    pages.push_back(std::make_unique<Page>(address));
    explorer.explore(*pages.back(), thinking({"h8"}, milliseconds(10)), [](const Outcome&) {});
    run_io_until(io_, [&] { return work_.waiting() == 0; });
  };
  for (int i = 0; i < kNetworks; ++i) ask_of("2001:db8:1:" + std::to_string(i) + "::/64");
  ask_of("10.0.1.1");
  // Once more behind all, so that they have been played and wait.
  bool is_played = false;
  Page last("10.0.1.2");
  explorer.explore(last, {.game = "gomoku", .moves = {"h8"}}, [&](const Outcome&) { is_played = true; });
  run_io_until(io_, [&] { return is_played; });
  const auto is_honest = [](const std::string& room) { return room.starts_with("explore g_10.0.1.1"); };
  for (int turn = 0; turn < 2; ++turn) bots.answer_next();
  EXPECT_EQ(std::ranges::count_if(bots.rooms, is_honest), 1) << "the second of those who wait";
}

// Stepping on through a variation leaves nothing behind that others would wait for.
TEST_F(ExplorerTest, WhatIsNotWantedAnyMoreDoesNotWait) {
  HeldBots bots;
  Explorer explorer(bots, work_, {.waiting = 8});
  Page first("10.0.0.1"), page("10.0.0.2");
  int answers = 0;
  const auto ask_by = [&](Page& who, const std::vector<std::string>& moves) {
    explorer.explore(who, thinking(moves, milliseconds(10)), [&answers](const Outcome&) { ++answers; });
  };
  ask_by(first, {"h8"});
  run_io_until(io_, [&] { return !bots.rooms.empty(); });
  for (int i = 0; i < 3; ++i) {
    ask_by(page, {"h8", "i9"});
    run_io_until(io_, [&] { return work_.waiting() == 0; });
    io_.poll();
  }
  ask_by(page, {"h8", "i9", "j8"});
  run_io_until(io_, [&] { return answers == 3; });
  bots.answer_next();
  EXPECT_EQ(answers, 4);
  run_io_until(io_, [&] { return bots.rooms.size() == 2; });
  bots.answer_next();
  EXPECT_EQ(answers, 5);
  EXPECT_EQ(bots.rooms.size(), 2u);
}

TEST_F(ExplorerTest, ThoughtsAreCountedBySite) {
  Explorer explorer(bots_, work_, {.thinking_of_one_address = 1, .waiting = 100});
  std::vector<std::unique_ptr<Page>> pages;
  const auto is_refused = [&] {
    pages.push_back(std::make_unique<Page>("2001:db8:1:" + std::to_string(pages.size()) + "::/64"));
    bool refused = false;
    explorer.explore(*pages.back(), thinking({"h8"}, Millis(minutes(10))),
                     [&](const auto&) { refused = true; });
    return refused;
  };
  for (int i = 0; i < kAddressesOfSite; ++i) EXPECT_FALSE(is_refused());
  EXPECT_TRUE(is_refused());
  for (const auto& page : pages) explorer.forget(*page);
}

// Those behind it waited for a thread that was free.
TEST_F(ExplorerTest, AnAnswerThatFailsHoldsUpNoOther) {
  HeldBots held;
  Explorer explorer(held, work_, {.thinking_of_one_address = 1, .waiting = 2});
  Page unlucky("a"), other("b"), third("c");
  explorer.explore(unlucky, thinking({"h8"}, milliseconds(50)),
                   [](const Outcome&) { throw std::runtime_error("defect"); });
  run_io_until(io_, [&] { return held.rooms.size() == 1; });
  std::optional<Outcome> told;
  explorer.explore(other, thinking({"i9"}, milliseconds(50)), [&](Outcome out) { told = std::move(out); });
  (void)wait(ask(third, {.game = "gomoku"}));  // After it, by the same thread.
  held.answer_next();
  ASSERT_EQ(held.rooms.size(), 2u);
  held.answer_next();
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace server
