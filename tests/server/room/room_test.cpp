#include "server/room/room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "server/bots/bot_pool.h"
#include "tests/server/room/lone_owner.h"
#include "tests/server/room/table.h"
#include "tests/storage/failing_stores.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

/// Counts what it is told and keeps the last of it.
class Counter final : public Subscriber {
 public:
  void send(Text text) override {
    ++told;
    last = nlohmann::json::parse(*text);
  }
  void close(protocol::CloseCode, std::string_view) override {}
  Millis round_trip() const override { return Millis(0); }

  int told = 0;
  nlohmann::json last;
};

/// A room whose first commit is under way for as long as the network does not run: all that comes meanwhile
/// waits.
class WaitingRoom : public testing::Test {
 protected:
  explicit WaitingRoom(std::unique_ptr<storage::MemoryStore> disk = std::make_unique<storage::MemoryStore>())
      : store(std::move(disk)) {
    reopen();
  }

  void reopen(bool rated = false) {
    storage::Game header;
    header.rated = rated;
    header.id = "waiting" + std::to_string(++rooms);
    header.game = "gomoku";
    auto log = GameLog::begin(*engine::find_game("gomoku"), std::move(header));
    room = std::make_shared<Room>(context, RoomState(*std::move(log), server_now()));
    room->open([](Persisted) {});
  }
  void let_it_write() {
    const auto stays = boost::asio::make_work_guard(network);  // The record thread answers when it answers.
    while (room->state().awaits_commit()) network.run_one();
  }

  void enter(ViewerId viewer, bool as_player = false) {
    Joined joined;
    joined.reply_to = {viewer, 7};
    joined.user = {"lin", "Lin", true};
    joined.as_player = as_player;
    room->enter(reader, std::move(joined));
  }
  void say(ViewerId viewer) { room->handle(Chatted{{viewer, 7}, ChatRoom::all, "hello"}); }

  boost::asio::io_context network{1};
  std::unique_ptr<storage::MemoryStore> store;
  Metrics metrics;
  RecordQueue records{*store, network.get_executor()};
  BotPool bots{network.get_executor(), metrics, {.threads = 1}};
  LoneOwner owner;
  RoomContext context{.network = network.get_executor(),
                      .records = records,
                      .bots = bots,
                      .metrics = metrics,
                      .owner = owner};
  std::shared_ptr<Room> room;
  int rooms = 0;
  std::shared_ptr<Counter> reader = std::make_shared<Counter>();
};

// All who watched a game come back at once after a restart. They must not be turned away; more than any game
// has are.
TEST_F(WaitingRoom, TakesThousandsWhoArriveAtOnceButNotMore) {
  constexpr ViewerId kMost = 16'384;
  for (ViewerId viewer = 1; viewer <= kMost; ++viewer) enter(viewer);
  EXPECT_EQ(reader->told, 0);
  enter(kMost + 1);
  EXPECT_EQ(reader->told, 1);
  EXPECT_EQ(reader->last["code"], "busy");
  EXPECT_EQ(reader->last["id"], 7);
}

TEST_F(WaitingRoom, TakesSomeHundredInputsOfOtherKinds) {
  constexpr int kMost = 256;
  enter(1);
  for (int line = 0; line < kMost; ++line) say(1);
  EXPECT_EQ(reader->told, 0);
  say(1);
  EXPECT_EQ(reader->told, 1);
  EXPECT_EQ(reader->last["code"], "busy");
  EXPECT_EQ(reader->last["retryMs"], 1000);
}

// Three who only watched could fill the queue while a move was written down: the answer to it was `busy`.
TEST_F(WaitingRoom, WhoWatchesTakesNoPlaceOfAPlayer) {
  const auto stays = boost::asio::make_work_guard(network);  // The record thread answers when it answers.
  while (room->state().awaits_commit()) network.run_one();
  const auto lin = std::make_shared<Counter>(), wang = std::make_shared<Counter>();
  for (const auto& [viewer, player] : {std::pair(ViewerId{1}, lin), std::pair(ViewerId{2}, wang)}) {
    Joined joined;
    joined.reply_to.viewer = viewer;
    joined.user = {"user " + std::to_string(viewer), "Somebody", true};
    joined.as_player = true;
    room->enter(player, std::move(joined));
    while (viewer == 1 && room->state().awaits_commit()) network.run_one();
  }
  ASSERT_TRUE(room->state().awaits_commit()) << "the start of the game";
  enter(3);
  for (int line = 0; line < 300; ++line) say(3);
  EXPECT_EQ(reader->last["code"], "busy");
  const int told = lin->told;
  for (int i = 0; i < 32; ++i) say(1);
  EXPECT_EQ(lin->told, told) << "it waits its turn";
  say(1);
  EXPECT_EQ(lin->last["code"], "busy");
  const int heard = wang->told;
  room->handle(Acted{{2, 8}, ActionKind::resign});
  ASSERT_EQ(wang->told, heard) << "nor does the other player";
  while (!room->state().log().over()) network.run_one();
}

// Nobody waits for the answer to a farewell, and one that is lost would leave a viewer there for ever.
TEST_F(WaitingRoom, HearsEveryFarewell) {
  for (ViewerId viewer = 1; viewer <= 300; ++viewer) enter(viewer);
  for (ViewerId viewer = 1; viewer < 300; ++viewer) room->leave(viewer, Leaving::closed);
  const auto stays = boost::asio::make_work_guard(network);  // The record thread answers when it answers.
  while (room->state().awaits_commit()) network.run_one();
  EXPECT_EQ(room->state().presence().viewers().size(), 1u);
}

// The player who had joined waited until another message came to the room.
TEST_F(WaitingRoom, GoesOnThoughItsMakerCannotBeAnswered) {
  storage::Game header;
  header.id = "waiting2";
  header.game = "gomoku";
  auto log = GameLog::begin(*engine::find_game("gomoku"), std::move(header));
  room = std::make_shared<Room>(context, RoomState(*std::move(log), server_now()));
  room->open([](Persisted) { throw std::runtime_error("defect"); });
  enter(1);
  const auto stays = boost::asio::make_work_guard(network);  // The record thread answers when it answers.
  while (room->state().awaits_commit()) network.run_one();
  EXPECT_EQ(reader->last["t"], "gameFull");
}

class RoomThatCannotBeMade : public WaitingRoom {
 protected:
  RoomThatCannotBeMade() : WaitingRoom(std::make_unique<storage::FullStore>(true)) {}
};

// A viewer whose join waited was shown a game that no later join could reach.
TEST_F(RoomThatCannotBeMade, SaysSoToWhoWaits) {
  enter(1);
  const auto stays = boost::asio::make_work_guard(network);
  while (room->state().awaits_commit()) network.run_one();
  EXPECT_EQ(reader->told, 1);
  EXPECT_EQ(reader->last["code"], "internal");
  EXPECT_EQ(reader->last["id"], 7);
  say(1);
  EXPECT_EQ(reader->last["code"], "shutting_down");
}

// The refusal of the first took the place of the second: the viewer was told nothing more, its end was not
// told to the room, and it stayed there for ever.
TEST_F(WaitingRoom, KeepsOneThatIsRefusedAndHasAskedAgain) {
  const std::vector<std::vector<std::string>> ways{{"play", "watch"}, {"play", "leave", "watch"}};
  for (const auto& steps : ways) {
    reopen(/*rated=*/true);
    for (const std::string& step : steps)
      step == "leave" ? room->leave(1, Leaving::closed) : enter(1, step == "play");
    let_it_write();
    EXPECT_EQ(reader->last["t"], "gameFull");
    EXPECT_EQ(owner.turned_away_, 0) << "its place is that of the second";
    room->leave(1, Leaving::closed);
    EXPECT_THAT(room->state().presence().viewers(), testing::IsEmpty());
  }
}

TEST_F(WaitingRoom, DropsOneThatIsRefused) {
  reopen(/*rated=*/true);
  for (int times = 0; times < 2; ++times) enter(1, /*as_player=*/true);
  let_it_write();
  EXPECT_EQ(reader->last["reason"], "account");
  EXPECT_EQ(owner.turned_away_, 1);
}

/// Bots that do nothing but remember what they were asked.
class NotingBots final : public Bots {
 public:
  std::stop_source think(BotRequest request, Done) override {
    asked.push_back(std::move(request));
    return {};
  }
  unsigned threads() const override { return 1; }
  double share() const override { return 1; }

  std::vector<BotRequest> asked;
};

// Hints were in the way of games: of a bot on its clock half the time was cut for each.
TEST(RoomHints, AreThoughtAboutBehindAllGames) {
  boost::asio::io_context network{1};
  storage::MemoryStore store;
  Metrics metrics;
  RecordQueue records{store, network.get_executor()};
  NotingBots bots;
  LoneOwner owner;
  const RoomContext context{network.get_executor(), records, bots, metrics, owner};
  Table table = Table::against_bot();
  const auto room = std::make_shared<Room>(context, *std::move(table.state));
  room->handle(Acted{{kLin, 1}, ActionKind::hint});
  ASSERT_EQ(bots.asked.size(), 1u);
  EXPECT_EQ(bots.asked[0].urgency, Urgency::exhibition);
}

// A server that goes down decides nothing more.
TEST_F(WaitingRoom, RefusesEverybodyOnceStopped) {
  enter(1);
  room->stop();
  say(1);
  EXPECT_EQ(reader->last["code"], "shutting_down");
}

}  // namespace
}  // namespace server
