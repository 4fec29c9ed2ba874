#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <tuple>

#include "server/hub/hub.h"
#include "server/identity/tokens.h"
#include "server/protocol/codec.h"
#include "tests/server/hub/house.h"

/// Seeks at a server that shares its store with others.
namespace server {
namespace {

using storage::Changes;
using testing::ElementsAre;
using testing::IsEmpty;

const Json kQuickGame = {
    {"t", "seek"}, {"game", "gomoku"}, {"time", {{"initial", 300000}, {"increment", 3000}}}};

/// Keeps seeks, as a store does that servers share; those of others are put there by the test.
class SeekingStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    std::vector<storage::WriteResult> results;
    const std::lock_guard lock(mutex_);
    if (fails) throw storage::Error("the database is away");
    for (const storage::Write& write : writes) results.push_back(commit_one(write));
    return results;
  }
  std::vector<storage::Seek> seeks() override {
    const std::lock_guard lock(mutex_);
    return seeks_;
  }
  /// As another server would.
  void put(storage::Seek seek) {
    end(seek.id);
    const std::lock_guard lock(mutex_);
    seeks_.push_back(std::move(seek));
  }
  void end(const std::string& id) {
    const std::lock_guard lock(mutex_);
    std::erase_if(seeks_, [&](const storage::Seek& each) { return each.id == id; });
  }
  /// Somebody at another server is faster.
  void seat(const std::string& id, const std::string& game) {
    const std::lock_guard lock(mutex_);
    for (storage::Seek& each : seeks_)
      if (each.id == id) std::tie(each.game, each.code) = std::make_tuple(game, "K7QMX");
  }
  std::atomic<bool> fails = false;

 private:
  storage::WriteResult commit_one(const storage::Write& write) {
    if (const auto* begun = std::get_if<storage::BeginSeek>(&write)) seeks_.push_back(begun->seek);
    if (const auto* ended = std::get_if<storage::EndSeeks>(&write)) {
      for (const std::string& id : ended->ids)
        std::erase_if(seeks_, [&](const storage::Seek& each) { return each.id == id; });
    }
    if (const auto* withdrawn = std::get_if<storage::WithdrawSeek>(&write)) {
      const auto is_it = [&](const storage::Seek& each) {
        return each.id == withdrawn->id && each.game.empty();
      };
      if (std::erase_if(seeks_, is_it) == 0) return storage::WriteResult::refused;
    }
    if (const auto* created = std::get_if<storage::CreateGame>(&write)) {
      const auto waits = [&](const storage::Seek& each) {
        return each.game.empty() && (each.id == created->seeks[0] || each.id == created->seeks[1]);
      };
      if (!created->seeks[0].empty() && std::ranges::count_if(seeks_, waits) != 2)
        return storage::WriteResult::refused;
      for (storage::Seek& each : seeks_)
        if (waits(each)) each.game = created->game.id;
    }
    return MemoryStore::commit({&write, 1}).front();
  }

  std::mutex mutex_;
  std::vector<storage::Seek> seeks_;
};

class SharedSeeksTest : public testing::Test {
 protected:
  /// Of somebody at another server, who seeks what kQuickGame seeks.
  static storage::Seek elsewhere(const std::string& id, int seconds_ago) {
    const TimePoint since = server_now() - std::chrono::seconds(seconds_ago);
    const auto wish = std::get<protocol::Seek>(protocol::decode(kQuickGame.dump())->message);
    protocol::Seek by_name = wish;
    by_name.rule = "freestyle";
    return {.id = id,
            .user = "user of " + id,
            .name = "Wang",
            .wish = protocol::encode_seek(by_name),
            .rating = 1620,
            .provisional = true,
            .token_hash = "hash of " + id,
            .since = since.time_since_epoch().count(),
            .is_here = false};
  }
  std::string seek(TestClient& client) { return house.ask(client, kQuickGame)["seekId"]; }
  Json unseek(TestClient& client, const std::string& id) {
    return house.ask(client, {{"t", "unseek"}, {"seekId", id}});
  }
  Json seeks_shown_to(TestClient& client) {
    return house.ask(client, {{"t", "lobby"}, {"on", true}})["seeks"];
  }
  void look() { house.hub.look_at(Changes{.seeks = true}); }
  void wait_for_seeks(TestClient& client, std::size_t count) {
    look();
    house.wait_until([&] { return seeks_shown_to(client).size() == count; }, "so many seeks");
  }
  /// In the store, of this server and of others.
  std::vector<std::string> stored() {
    std::vector<std::string> ids;
    for (const storage::Seek& each : store.seeks()) ids.push_back(each.id);
    return ids;
  }

  SeekingStore store;
  House house{store};
};

TEST_F(SharedSeeksTest, are_written_down_as_long_as_they_last) {
  auto lin = house.guest("Lin");
  const std::string first = seek(*lin), second = seek(*lin);
  EXPECT_THAT(stored(), ElementsAre(first, second));
  EXPECT_EQ(unseek(*lin, first)["t"], "ack");
  EXPECT_THAT(stored(), ElementsAre(second)) << "at once: nobody may find it after the answer";
  house.hub.closed(*lin, false);
  house.wait_until([&] { return stored().empty(); }, "the end of the second");
}

TEST_F(SharedSeeksTest, of_other_servers_are_shown_and_end) {
  auto lin = house.guest("Lin");
  store.put(elsewhere("s1", 9));
  wait_for_seeks(*lin, 1);
  const Json shown = seeks_shown_to(*lin)[0];
  EXPECT_EQ(shown["seekId"], "s1");
  EXPECT_EQ(shown["name"], "Wang");
  EXPECT_EQ(shown["rating"], 1620);
  EXPECT_EQ(shown["time"], kQuickGame["time"]);
  store.end("s1");
  wait_for_seeks(*lin, 0);
}

TEST_F(SharedSeeksTest, whoever_comes_later_is_seated_by_his_server) {
  auto lin = house.guest("Lin");
  store.put(elsewhere("s1", 9));
  wait_for_seeks(*lin, 1);
  seek(*lin);
  const Json created = house.wait_for(*lin, "created");
  const auto record = store.load(std::string(created["gameId"]));
  ASSERT_TRUE(record);
  const auto& seats = record->game.seats;
  const auto& [own, other] =
      seats[0].user == "user of s1" ? std::tie(seats[1], seats[0]) : std::tie(seats[0], seats[1]);
  EXPECT_EQ(own.name, "Lin");
  EXPECT_EQ(own.token_hash, hash_token(std::string(created["token"])));
  EXPECT_EQ(std::tie(other.name, other.token_hash, other.rating, other.provisional),
            std::make_tuple("Wang", "hash of s1", 1620, true));
  EXPECT_TRUE(seeks_shown_to(*lin).empty());
  house.wait_until([&] { return stored() == std::vector<std::string>{"s1"}; }, "the end of his own");
  EXPECT_EQ(store.seeks()[0].game, created["gameId"].get<std::string>())
      << "the other's server has to tell him";
}

TEST_F(SharedSeeksTest, of_another_server_are_joined_before_earlier_ones) {
  auto lin = house.guest("Lin");
  store.put(elsewhere("s1", 9));
  store.put(elsewhere("s2", 5));
  wait_for_seeks(*lin, 2);
  Json joins = kQuickGame;
  joins["with"] = "s2";
  house.ask(*lin, joins);
  const Json created = house.wait_for(*lin, "created");
  const auto record = store.load(std::string(created["gameId"]));
  ASSERT_TRUE(record);
  const auto& seats = record->game.seats;
  EXPECT_TRUE(seats[0].user == "user of s2" || seats[1].user == "user of s2");
}

TEST_F(SharedSeeksTest, of_users_who_block_each_other_find_no_game) {
  auto lin = house.guest("Lin");
  const std::string user = house.wait_for(*lin, "welcome")["user"]["id"];
  storage::Seek other = elsewhere("s1", 9);
  other.blocked = {user};
  store.put(other);
  wait_for_seeks(*lin, 1);
  seek(*lin);
  EXPECT_TRUE(house.hub.rooms().all().empty());
  other.blocked = {};
  store.put(other);
  look();
  house.wait_for(*lin, "created");
}

TEST_F(SharedSeeksTest, whoever_was_found_at_another_server_is_told) {
  auto lin = house.guest("Lin");
  const std::string own = seek(*lin);
  store.put(elsewhere("s1", -9));
  wait_for_seeks(*lin, 2);
  EXPECT_TRUE(house.hub.rooms().all().empty()) << "the later one is theirs";
  seek(*lin);
  store.seat(own, "aB3dE9xQ");
  look();
  const Json created = house.wait_for(*lin, "created");
  EXPECT_EQ(created["gameId"], "aB3dE9xQ");
  EXPECT_EQ(created["code"], "K7QMX");
  EXPECT_FALSE(created["token"].get<std::string>().empty());
  EXPECT_EQ(seeks_shown_to(*lin).size(), 1u) << "he seeks no other";
  house.wait_until([&] { return stored() == std::vector<std::string>{"s1"}; }, "the end of his own");
}

// The seek was said to be over, and its user never heard of the game.
TEST_F(SharedSeeksTest, whoever_was_found_before_he_gave_up_is_told) {
  auto lin = house.guest("Lin");
  const std::string own = seek(*lin);
  store.seat(own, "aB3dE9xQ");
  EXPECT_EQ(unseek(*lin, own)["code"], "not_found");
  EXPECT_EQ(house.wait_for(*lin, "created")["gameId"], "aB3dE9xQ");
}

TEST_F(SharedSeeksTest, whose_end_cannot_be_written_down_go_on) {
  auto lin = house.guest("Lin");
  const std::string own = seek(*lin);
  store.fails = true;
  EXPECT_EQ(unseek(*lin, own)["code"], "busy");
  EXPECT_EQ(seeks_shown_to(*lin).size(), 1u);
  store.fails = false;
  EXPECT_EQ(unseek(*lin, own)["t"], "ack");
  EXPECT_TRUE(seeks_shown_to(*lin).empty());
  EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(SharedSeeksTest, of_another_server_are_given_up_here) {
  auto lin = house.guest("Lin");
  storage::Seek own = elsewhere("s1", 9);
  own.user = house.wait_for(*lin, "welcome")["user"]["id"];
  store.put(own);
  wait_for_seeks(*lin, 1);
  EXPECT_EQ(unseek(*lin, "s1")["t"], "ack");
  EXPECT_THAT(stored(), IsEmpty());
  EXPECT_TRUE(seeks_shown_to(*lin).empty());
}

// Both servers tried, or the other seek had just ended: the store knows.
TEST_F(SharedSeeksTest, whose_partner_is_gone_goes_on_seeking) {
  auto lin = house.guest("Lin");
  store.put(elsewhere("s1", 9));
  wait_for_seeks(*lin, 1);
  store.seat("s1", "elsewhere");
  const std::string own = seek(*lin);
  wait_for_seeks(*lin, 1);
  EXPECT_EQ(seeks_shown_to(*lin)[0]["seekId"], own);
  EXPECT_TRUE(house.hub.rooms().all().empty());
  store.put(elsewhere("s2", 9));
  look();
  house.wait_for(*lin, "created");
}

// Who came while the game was being made was shown none of them.
TEST_F(SharedSeeksTest, whose_user_gets_no_game_are_all_told_again) {
  auto lin = house.guest("Lin");
  Json xiangqi = kQuickGame;
  xiangqi["game"] = "xiangqi";
  const std::string other = house.ask(*lin, xiangqi)["seekId"];
  store.put(elsewhere("s1", 9));
  wait_for_seeks(*lin, 2);
  store.seat("s1", "elsewhere");
  seek(*lin);
  const auto adds = [&](const Json& told) {
    return told.contains("add") && told["add"].dump().find(other) != std::string::npos;
  };
  house.wait_for(*lin, adds, "the seek of another game");
}

TEST_F(SharedSeeksTest, that_cannot_be_written_down_are_refused) {
  auto lin = house.guest("Lin");
  store.fails = true;
  EXPECT_EQ(house.ask(*lin, kQuickGame)["code"], "busy");
  EXPECT_TRUE(seeks_shown_to(*lin).empty());
  store.fails = false;
  seek(*lin);
  EXPECT_EQ(seeks_shown_to(*lin).size(), 1u);
}

// Its end could not be written down.
TEST_F(SharedSeeksTest, of_this_server_that_nobody_knows_any_more_end) {
  storage::Seek left = elsewhere("s1", 9);
  left.is_here = true;
  store.put(left);
  look();
  house.wait_until([&] { return stored().empty(); }, "its end");
}

TEST_F(SharedSeeksTest, of_a_later_version_that_we_do_not_understand_are_left_alone) {
  auto lin = house.guest("Lin");
  storage::Seek strange = elsewhere("s1", 9);
  strange.wish = R"({"t":"challenge"})";
  store.put(strange);
  store.put(elsewhere("s2", 9));
  wait_for_seeks(*lin, 1);
  EXPECT_EQ(seeks_shown_to(*lin)[0]["seekId"], "s2");
  EXPECT_THAT(stored(), ElementsAre("s1", "s2"));
}

TEST_F(SharedSeeksTest, who_is_in_the_lobby_hears_of_a_user_who_ended_his_seek_at_another_server) {
  auto lin = house.guest("Lin");
  const std::string own = seek(*lin);
  EXPECT_EQ(seeks_shown_to(*lin).size(), 1u);
  store.end(own);
  look();
  const auto removes = [&](const Json& told) {
    return told["t"] == "lobby" && told.contains("remove") && told["remove"] == Json({own});
  };
  house.wait_for(*lin, removes, "its end");
}

}  // namespace
}  // namespace server
