#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "server/hub/hub.h"
#include "tests/server/hub/house.h"
#include "tests/storage/failing_stores.h"

/// What becomes of a room in which something fails that nobody foresaw.
namespace server {
namespace {

/// A connection that fails when something is sent to it, once it is told to.
class BrokenClient final : public Subscriber {
 public:
  void send(Text) override {
    if (broken) throw std::runtime_error("broken");
  }
  void close(protocol::CloseCode code, std::string_view) override { close_code = static_cast<int>(code); }
  Millis round_trip() const override { return Millis(0); }

  bool broken = false;
  int close_code = 0;
};

class BrokenRoomTest : public testing::Test {
 protected:
  BrokenRoomTest() {
    created_ =
        house_.ask(*lin_, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}});
    game_ = created_["gameId"];
    join(*lin_, created_["token"]);
    join(*mei_);
    watch();
  }

  /// The connection that is going to fail looks on.
  void watch() {
    broken_ = std::make_shared<BrokenClient>();
    house_.hub.opened(broken_);
    house_.hub.received(*broken_, Json{{"t", "hello"}, {"v", 1}, {"name", "Broken"}}.dump());
    house_.hub.received(*broken_, Json{{"t", "join"}, {"gameId", game_}, {"as", "spectator"}}.dump());
    const auto looks_on = [&] {
      const Room* const room = house_.hub.rooms().loaded(game_);
      return room && room->state().summary().spectators == 1;
    };
    house_.wait_until(looks_on, "the spectator");
  }

  Json join(TestClient& client, const Json& token = nullptr) {
    Json message = {{"t", "join"}, {"gameId", game_}, {"as", "player"}};
    if (!token.is_null()) message["token"] = token;
    return house_.ask(client, message);
  }
  Json move(TestClient& client, int ply, const std::string& move) {
    return house_.ask(client, {{"t", "move"}, {"gameId", game_}, {"ply", ply}, {"move", move}});
  }
  /// The move is written down, and telling it fails.
  void break_room(int ply, const std::string& move) {
    broken_->broken = true;
    house_.say(*lin_, {{"t", "move"}, {"gameId", game_}, {"ply", ply}, {"move", move}});
    house_.wait_until([&] { return lin_->close_code != 0; }, "the end of the room");
  }

  storage::MemoryStore store_;
  House house_{store_};
  std::shared_ptr<TestClient> lin_ = house_.guest("Lin"), mei_ = house_.guest("Mei");
  std::shared_ptr<BrokenClient> broken_;
  Json created_;
  std::string game_;
};

TEST_F(BrokenRoomTest, IsLoadedAgainWithAllThatIsWrittenDown) {
  break_room(0, "h8");
  EXPECT_EQ(lin_->close_code, 1011);
  EXPECT_EQ(mei_->close_code, 1011) << "nobody stays who would hear nothing";
  EXPECT_EQ(broken_->close_code, 1011);
  for (Subscriber* gone : std::initializer_list<Subscriber*>{lin_.get(), mei_.get(), broken_.get()})
    house_.hub.closed(*gone, false);
  house_.wait_until([&] { return house_.hub.rooms().loaded(game_) != nullptr; }, "the room to come back");

  auto lin = house_.guest("Lin");
  const Json full = join(*lin, created_["token"]);
  EXPECT_EQ(full["t"], "gameFull") << full;
  EXPECT_EQ(full["you"], "first");
  EXPECT_EQ(full["state"]["moves"], "h8");
  EXPECT_EQ(house_.metrics.rooms_broken.Value(), 1);
}

TEST_F(BrokenRoomTest, OtherRoomsGoOn) {
  auto yu = house_.guest("Yu"), an = house_.guest("An");
  const Json other =
      house_.ask(*yu, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}});
  house_.ask(*yu, {{"t", "join"}, {"gameId", other["gameId"]}, {"as", "player"}, {"token", other["token"]}});
  house_.ask(*an, {{"t", "join"}, {"gameId", other["gameId"]}, {"as", "player"}});
  broken_->broken = true;
  // Both wait for the same commit.
  house_.say(*lin_, {{"t", "move"}, {"gameId", game_}, {"ply", 0}, {"move", "h8"}});
  const Json answer =
      house_.ask(*yu, {{"t", "move"}, {"gameId", other["gameId"]}, {"ply", 0}, {"move", "h8"}});
  EXPECT_EQ(answer["t"], "ack") << answer;
  EXPECT_EQ(lin_->close_code, 1011);
}

// Neither was the rest told, nor did others hear that its games were theirs, and it ended as one that hangs.
TEST_F(BrokenRoomTest, AConnectionThatFailsIsNotInTheWayOfTheServersEnd) {
  broken_->broken = true;
  bool drained = false;
  house_.hub.drain([&] { drained = true; });
  house_.wait_until([&] { return drained; }, "the end");
  EXPECT_NE(lin_->close_code, 0);
  EXPECT_NE(mei_->close_code, 0);
}

// A defect that comes back each time must not keep the server busy: then it is loaded for whoever asks.
TEST_F(BrokenRoomTest, IsLoadedAgainOnlySoOften) {
  const std::vector<std::string> moves{"h8", "a1", "b1", "c1", "d1"};
  break_room(0, moves[0]);
  for (int ply = 1; ply < 4; ++ply) {
    lin_ = house_.guest("Lin");
    mei_ = house_.guest("Mei");
    join(*lin_, created_["token"]);
    house_.hub.closed(*broken_, false);
    watch();
    broken_->broken = true;
    house_.say(*lin_, {{"t", "chat"}, {"gameId", game_}, {"room", "all"}, {"text", "hello?"}});
    house_.wait_until([&] { return lin_->close_code != 0; }, "the end of the room");
  }
  EXPECT_EQ(house_.metrics.rooms_broken.Value(), 4);
  house_.network.poll();
  EXPECT_EQ(house_.hub.rooms().loaded(game_), nullptr);
  auto lin = house_.guest("Lin");
  EXPECT_EQ(join(*lin, created_["token"])["state"]["moves"], "h8");
}

// A request has no deadline: who waits is told when the disk has answered, and goes on talking meanwhile.
TEST(StalledDiskTest, RequestsWaitForItAndNothingElseDoes) {
  storage::HeldStore store;
  House house(store);
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const Json game = house.ask(
      *lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}})["gameId"];
  for (TestClient* player : {lin.get(), mei.get()})
    house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  store.hold();
  house.say(*lin, {{"t", "move"}, {"id", 1}, {"gameId", game}, {"ply", 0}, {"move", "h8"}});
  const Json draw = {{"t", "action"}, {"gameId", game}, {"do", "draw"}};
  Json last = draw;
  for (last["id"] = 100; last["id"] < 132; last["id"] = last["id"].get<int>() + 1) house.say(*lin, last);
  EXPECT_EQ(house.ask(*lin, draw)["code"], "busy") << "so many wait in a room";
  EXPECT_EQ(house.ask(*lin, {{"t", "ping"}, {"at", 1}})["t"], "pong");
  const auto is_of_move = [](const Json& told) { return told.value("id", 0) == 1; };
  EXPECT_TRUE(std::ranges::none_of(lin->inbox, is_of_move));
  store.release();
  EXPECT_EQ(house.wait_for(*lin, is_of_move, "the answer")["t"], "ack");
}

/// Nothing is written any more after its second game.
class KilledStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (is_killed) throw storage::Error("killed");
    for (const storage::Write& write : writes) games_ += std::holds_alternative<storage::CreateGame>(write);
    is_killed = games_ == 2;
    return MemoryStore::commit(writes);
  }

  std::atomic<bool> is_killed = false;

 private:
  int games_ = 0;
};

// The players found no way from the game before.
TEST(KilledServerTest, ARematchIsThereWithTheWayToIt) {
  KilledStore store;
  Json game;
  {
    House house(store);
    auto lin = house.guest("Lin"), mei = house.guest("Mei");
    game = house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
    for (TestClient* player : {lin.get(), mei.get()})
      house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
    house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
    house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}});
    house.say(*mei, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}});
    house.wait_until([&] { return store.is_killed.load(); }, "the second game");
  }
  store.is_killed = false;
  House house(store);
  auto zhao = house.guest("Zhao");
  const Json full = house.ask(*zhao, {{"t", "join"}, {"gameId", game}, {"as", "spectator"}});
  ASSERT_TRUE(full.contains("rematchId")) << full;
  EXPECT_EQ(house.ask(*zhao, {{"t", "join"}, {"gameId", full["rematchId"]}, {"as", "spectator"}})["t"],
            "gameFull");
}

}  // namespace
}  // namespace server
