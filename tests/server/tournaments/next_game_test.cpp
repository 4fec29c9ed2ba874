#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/hub/house.h"
#include "tests/server/tournaments/club.h"

/// What players hear of a game of their tournament that has begun.
namespace server {
namespace {

using testing::SizeIs;

constexpr const char* kTournament = "tP3uD7yQ";

class NextGameTest : public testing::Test {
 protected:
  NextGameTest() { create_tournament(store_, kTournament); }

  std::shared_ptr<TestClient> player(const std::string& name, bool hears = true) {
    auto client = house_.connect();
    house_.ask(*client, {{"t", "hello"}, {"v", 1}, {"name", name}, {"turns", hears}});
    EXPECT_FALSE(club_.join(kTournament, client->user()->id));
    return client;
  }
  std::string begin() {
    EXPECT_FALSE(club_.start(kTournament));
    EXPECT_THAT(club_.first_begun, SizeIs(1));
    return club_.first_begun.at(0);
  }
  static auto turns(const TestClient& client) {
    return std::ranges::count_if(client.inbox, [](const Json& told) { return told["t"] == "turn"; });
  }

  MortalStore store_;
  House house_{store_};
  Club club_{store_};
};

TEST_F(NextGameTest, IsToldToBothWhereverTheyAre) {
  const auto lin = player("Lin"), mei = player("Mei");
  const auto other = house_.guest("Wu");
  const std::string game = begin();
  house_.hub.begin_game(game);
  const Json told = house_.wait_for(*lin, "turn"), told_other = house_.wait_for(*mei, "turn");
  EXPECT_EQ(told, (Json{{"t", "turn"},
                        {"gameId", game},
                        {"game", "antireversi"},
                        {"opponent", mei->user()->id},
                        {"yourTurn", told["yourTurn"]},
                        {"tournamentId", kTournament}}));
  EXPECT_NE(told["yourTurn"], told_other["yourTurn"]);
  EXPECT_EQ(turns(*other), 0);
}

TEST_F(NextGameTest, IsNoNewsInItsRoomNorToWhoDidNotAsk) {
  const auto lin = player("Lin"), mei = player("Mei", /*hears=*/false);
  const std::string game = begin();
  const Json full = house_.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  EXPECT_EQ(full["tournamentId"], kTournament);
  house_.hub.begin_game(game);
  house_.ask(*lin, {{"t", "ping"}, {"at", 1}});
  EXPECT_EQ(turns(*lin) + turns(*mei), 0);
}

// After a restart, and in each survey: pages that were there would be led away.
TEST_F(NextGameTest, IsNotToldAgainWhenItIsTakenUp) {
  const auto lin = player("Lin"), mei = player("Mei");
  const std::string game = begin();
  house_.hub.bring(game);
  house_.wait_until([&] { return house_.hub.rooms().loaded(game) != nullptr; }, "the room");
  EXPECT_EQ(turns(*lin) + turns(*mei), 0);
}

}  // namespace
}  // namespace server
