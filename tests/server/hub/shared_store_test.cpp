#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "server/base/attempt.h"
#include "server/hub/hub.h"
#include "tests/server/hub/house.h"

/// A server that is not the only one with its store.
namespace server {
namespace {

/// Of some games it says that another server keeps them.
class SharedStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    // Both may be in one commit.
    for (const storage::Write& write : writes) {
      events_after_leaving += left && std::holds_alternative<storage::Append>(write) ? 1 : 0;
      left = left || std::holds_alternative<storage::Leave>(write);
    }
    return MemoryStore::commit(writes);
  }
  std::optional<storage::Node> other_keeper(std::string_view game) override {
    const std::lock_guard lock(mutex_);
    return claimed_just_now || !elsewhere_.contains(std::string(game)) ? std::nullopt : std::optional(kOther);
  }
  storage::Claim claim(std::string_view game) override {
    const std::lock_guard lock(mutex_);
    if (elsewhere_.contains(std::string(game))) return {.elsewhere = kOther};
    return MemoryStore::claim(game);
  }
  std::vector<storage::Record> claim_orphans(const storage::Cursor& after, int most) override {
    ++looks;
    if (gone) throw storage::TakenOver();
    const std::lock_guard lock(mutex_);
    std::vector<storage::Record> records = MemoryStore::claim_orphans(after, most);
    std::erase_if(records, [this](const auto& record) { return elsewhere_.contains(record.game.id); });
    return records;
  }
  std::vector<std::string> unfinished_of(std::string_view, int most) override {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> games(elsewhere_.begin(), elsewhere_.end());
    games.resize(std::min(games.size(), static_cast<std::size_t>(most)));
    return games;
  }
  void keep_elsewhere(std::set<std::string> games) {
    const std::lock_guard lock(mutex_);
    elsewhere_ = std::move(games);
  }

  std::atomic<bool> left = false;
  std::atomic<bool> gone = false;              ///< For the others: this server has no row any more.
  std::atomic<bool> claimed_just_now = false;  ///< By the other: a claim sees what a look did not.
  std::atomic<int> events_after_leaving = 0;
  std::atomic<int> looks = 0;

 private:
  static inline const storage::Node kOther{"b", "http://b.example"};

  std::mutex mutex_;
  std::set<std::string> elsewhere_;
};

class SharedStoreTest : public testing::Test {
 protected:
  Json create(House& house, TestClient& client) {
    return house.ask(client, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}});
  }
  /// A game that another server keeps.
  Json created_elsewhere() {
    House other(store);
    auto mei = other.guest("Mei");
    const Json created = create(other, *mei);
    store.keep_elsewhere({created["gameId"]});
    return created;
  }
  Json join(House& house, TestClient& client, const Json& created) {
    return house.ask(client, {{"t", "join"}, {"gameId", created["gameId"]}, {"as", "spectator"}});
  }
  /// Those that were asked for before.
  static void let_reads_finish(House& house) {
    bool finished = false;
    house.records.read(
        {.lane = WorkPool::Lane::slow}, [](storage::Reader&) { return true; },
        [&](std::optional<bool>) { finished = true; });
    house.wait_until([&] { return finished; }, "the reads");
  }
  void restore(House& house) {
    bool restored = false;
    house.hub.restore_all([&] { restored = true; });
    house.wait_until([&] { return restored; }, "the games");
  }

  SharedStore store;
};

TEST_F(SharedStoreTest, says_which_server_keeps_a_game) {
  const Json created = created_elsewhere();
  House house(store);
  restore(house);
  EXPECT_TRUE(house.hub.rooms().all().empty());
  auto lin = house.guest("Lin");
  const Json by_code = house.ask(*lin, {{"t", "join"}, {"code", created["code"]}, {"as", "spectator"}});
  for (const Json& refused : {join(house, *lin, created), by_code}) {
    EXPECT_EQ(refused["code"], "elsewhere");
    EXPECT_EQ(refused["gameId"], created["gameId"])
        << "who came with a code goes to the room, not to the code";
    EXPECT_EQ(refused["node"], "b");
    EXPECT_EQ(refused["url"], "http://b.example");
    EXPECT_EQ(refused["retryMs"], 1000);
  }
  store.keep_elsewhere({});
  EXPECT_EQ(join(house, *lin, created)["t"], "gameFull") << "the other is gone";
}

TEST_F(SharedStoreTest, says_so_also_when_the_other_was_faster) {
  const Json created = created_elsewhere();
  House house(store);
  auto lin = house.guest("Lin");
  store.claimed_just_now = true;
  EXPECT_EQ(join(house, *lin, created)["code"], "elsewhere");
}

// Players of a long game asked for it until it was taken over, paid for a replay each time that did not take
// place, and were refused for what they had spent when it was there.
TEST_F(SharedStoreTest, asking_for_a_game_of_another_costs_no_replay) {
  const Json created = created_elsewhere();
  House house(store);
  auto lin = house.guest("Lin");
  const double before = lin->paid;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(join(house, *lin, created)["code"], "elsewhere");
  EXPECT_EQ(lin->paid, before);
  store.keep_elsewhere({});
  EXPECT_EQ(join(house, *lin, created)["t"], "gameFull");
  EXPECT_GE(lin->paid, before + 1);
}

TEST_F(SharedStoreTest, tells_whoever_comes_of_his_games_at_other_servers) {
  std::string token, theirs;
  {
    House other(store);
    auto mei = other.guest("Mei"), wang = other.guest("Wang");
    token = other.wait_for(*mei, "welcome")["token"];
    theirs = create(other, *mei)["gameId"];
    for (TestClient* client : {mei.get(), wang.get()})
      other.ask(*client, {{"t", "join"}, {"gameId", theirs}, {"as", "player"}});
    bool drained = false;
    other.hub.drain([&] { drained = true; });
    other.wait_until([&] { return drained; }, "the drain");
  }
  store.keep_elsewhere({theirs, "unreadable"});
  House house(store);
  const auto come_back = [&] {
    auto client = house.connect();
    return house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", token}})["playing"];
  };
  const Json playing = {{{"gameId", theirs}, {"game", "gomoku"}, {"opponent", "Wang"}, {"yourTurn", true}}};
  EXPECT_EQ(come_back(), playing);
  auto mei = house.connect();
  house.say(*mei, {{"t", "hello"}, {"v", 1}, {"token", token}});
  const Json own = create(house, *mei);  // Said before the welcome, and heard after it.
  EXPECT_EQ(own["t"], "created") << own;
  const Json both = come_back();
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0], playing[0]) << "where it is one's turn comes first";
}

TEST_F(SharedStoreTest, looks_up_no_more_games_of_other_servers_than_somebody_pays_for) {
  House house(store);
  const Json token = house.wait_for(*house.guest("Mei"), "welcome")["token"];
  std::set<std::string> games;
  for (int i = 0; i < 25; ++i) games.insert("game" + std::to_string(i));
  store.keep_elsewhere(games);
  const auto come_back = [&](bool is_broke) {
    auto client = house.connect();
    client->is_broke = is_broke;
    EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", token}})["t"], "welcome");
    return client->paid;
  };
  EXPECT_EQ(come_back(false), 60) << "twenty games, each of them 3";
  EXPECT_EQ(come_back(true), 0) << "he is welcomed all the same";
}

TEST_F(SharedStoreTest, takes_up_games_of_a_server_that_is_gone_and_leaves_its_own_alone) {
  const Json orphan = created_elsewhere();
  House house(store);
  auto lin = house.guest("Lin");
  const Json own = create(house, *lin);
  const Room* const room = house.hub.rooms().loaded(own["gameId"]);
  store.keep_elsewhere({});
  house.hub.take_up_orphans();
  house.wait_until([&] { return house.hub.rooms().loaded(orphan["gameId"]); }, "the orphan");
  EXPECT_EQ(house.hub.rooms().loaded(own["gameId"]), room) << "it was made anew";
}

TEST_F(SharedStoreTest, looks_for_orphans_once_at_a_time) {
  created_elsewhere();
  House house(store);
  auto lin = house.guest("Lin");
  for (int i = 0; i < 5; ++i) house.hub.take_up_orphans();
  create(house, *lin);
  restore(house);  // Done at once if they look still; else it looks again.
  house.wait_until([&] { return store.looks >= 1; }, "a look");
  EXPECT_LE(store.looks, 4) << "two each time, for the second finds none; five times would be ten";
}

TEST_F(SharedStoreTest, takes_no_more_orphans_than_it_has_places) {
  {
    House other(store);
    auto mei = other.guest("Mei");
    for (int i = 0; i < 8; ++i) create(other, *mei);
  }
  Hub::Options options;
  options.max_rooms = 5;
  House house(store, options);
  for (const int looks : {2, 3}) {
    house.hub.take_up_orphans();
    house.wait_until([&] { return store.looks == looks; }, "a look");
    let_reads_finish(house);
    EXPECT_EQ(house.hub.rooms().all().size(), 5u) << "as many as there are places, and then none";
  }
}

// Rooms that only wait for their players to come back kept games with running clocks from going on.
TEST_F(SharedStoreTest, gives_places_of_idle_rooms_to_orphans) {
  const Json orphan = created_elsewhere();
  Hub::Options options;
  options.max_rooms = 1;
  House house(store, options);
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const Json own = create(house, *lin)["gameId"];
  for (TestClient* player : {lin.get(), mei.get()})
    house.ask(*player, {{"t", "join"}, {"gameId", own}, {"as", "player"}});
  for (TestClient* player : {lin.get(), mei.get()}) house.ask(*player, {{"t", "leave"}, {"gameId", own}});
  house.wait_until([&] { return !house.hub.rooms().full(); }, "an idle room");
  store.keep_elsewhere({});
  house.hub.take_up_orphans();
  house.wait_until([&] { return house.hub.rooms().loaded(orphan["gameId"]); }, "the orphan");
  EXPECT_FALSE(house.hub.rooms().loaded(own));
}

// It was this server's from then on and in no memory: its clock stood still until it was asked for again.
TEST_F(SharedStoreTest, keeps_in_memory_what_it_has_claimed_and_has_something_to_do) {
  const Json orphan = created_elsewhere();
  Hub::Options options;
  options.max_rooms = 1;
  House house(store, options);
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  ASSERT_EQ(create(house, *lin)["t"], "created");
  ASSERT_TRUE(house.hub.rooms().full());
  store.keep_elsewhere({});
  EXPECT_EQ(join(house, *mei, orphan)["t"], "gameFull");
  EXPECT_TRUE(house.hub.rooms().loaded(orphan["gameId"]));
}

TEST_F(SharedStoreTest, takes_no_orphans_and_reports_no_defect_when_it_is_gone_for_the_others) {
  created_elsewhere();
  House house(store);
  store.gone = true;
  const auto failed = failed_attempts();
  house.hub.take_up_orphans();
  house.wait_until([&] { return store.looks == 1; }, "a look");
  let_reads_finish(house);
  EXPECT_EQ(failed_attempts(), failed) << "it had left while it looked";
  house.hub.take_up_orphans();
  house.wait_until([&] { return store.looks == 2; }, "another one: the first is over");
}

TEST_F(SharedStoreTest, takes_no_orphans_when_it_goes_down) {
  created_elsewhere();
  store.keep_elsewhere({});
  House house(store);
  bool drained = false;
  house.hub.drain([&] { drained = true; });
  house.wait_until([&] { return drained; }, "the drain");
  house.hub.take_up_orphans();
  let_reads_finish(house);
  EXPECT_EQ(store.looks, 0);
}

TEST_F(SharedStoreTest, leaves_when_all_that_it_has_to_write_is_written) {
  House house(store);
  auto lin = house.guest("Lin");
  const Json created = create(house, *lin);
  const std::string id = created["gameId"];
  house.ask(*lin, {{"t", "join"}, {"gameId", id}, {"as", "player"}});
  auto mei = house.guest("Mei");
  house.ask(*mei, {{"t", "join"}, {"gameId", id}, {"as", "player"}});
  house.say(*lin, {{"t", "move"}, {"gameId", id}, {"ply", 0}, {"move", "h8"}});
  bool drained = false;
  house.hub.drain([&] { drained = true; });
  house.wait_until([&] { return drained; }, "the drain");
  EXPECT_TRUE(store.left);
  EXPECT_EQ(store.events_after_leaving, 0);
  EXPECT_EQ(store.load(id)->events.size(), 2u);
}

}  // namespace
}  // namespace server
