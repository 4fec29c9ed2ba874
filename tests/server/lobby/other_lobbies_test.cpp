#include "server/lobby/other_lobbies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/patience.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Status = protocol::Status;

SharedGame game_there(const std::string& id, int ply = 1, Status status = Status::playing) {
  SharedGame shared;
  shared.game = {.game_id = id,
                 .game = "gomoku",
                 .rule = "freestyle",
                 .time = {},
                 .players = {},
                 .status = status,
                 .ply = ply};
  return shared;
}

std::shared_ptr<const OtherLobbies::LobbyOfNode> shown(SharedLobby lobby, Millis ahead = Millis(0)) {
  return std::make_shared<const OtherLobbies::LobbyOfNode>(
      OtherLobbies::LobbyOfNode{std::move(lobby), ahead});
}

std::vector<std::string> ids(const std::vector<const protocol::LobbyGame*>& games) {
  std::vector<std::string> ids;
  for (const protocol::LobbyGame* each : games) ids.push_back(each->game_id);
  return ids;
}

TEST(OtherLobbies, tell_which_games_look_different) {
  OtherLobbies others;
  const auto one = shown({.games = {game_there("a"), game_there("b")}});
  EXPECT_THAT(others.update({one}), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(others.update({one}), IsEmpty());
  EXPECT_THAT(others.update({shown({.games = {game_there("a"), game_there("b")}})}), IsEmpty())
      << "said again";
  EXPECT_THAT(others.update({shown({.games = {game_there("a"), game_there("b", 2)}})}), ElementsAre("b"));
  EXPECT_EQ(others.find("b")->ply, 2);
  EXPECT_THAT(others.update({shown({.games = {game_there("a")}}), shown({.games = {game_there("c")}})}),
              UnorderedElementsAre("b", "c"));
  EXPECT_EQ(others.find("b"), nullptr);
  EXPECT_EQ(others.count(), 2u);
  EXPECT_THAT(others.update({}), UnorderedElementsAre("a", "c"));
  EXPECT_EQ(others.count(), 0u);
}

TEST(OtherLobbies, show_a_game_once_though_two_servers_do) {
  OtherLobbies others;
  others.update(
      {shown({.games = {game_there("a", 1)}}), shown({.games = {game_there("a", 2), game_there("b")}})});
  EXPECT_EQ(others.find("a")->ply, 1) << "of the first";
  EXPECT_THAT(ids(others.games(false, 9)), UnorderedElementsAre("a", "b"));
}

TEST(OtherLobbies, are_listed_in_turns) {
  OtherLobbies others;
  SharedLobby many;
  for (const char* id : {"a1", "a2", "a3", "a4"}) many.games.push_back(game_there(id));
  many.games.push_back(game_there("a5", 0, Status::waiting));
  others.update({shown(many), shown({.games = {game_there("b1"), game_there("b2", 0, Status::waiting)}})});
  EXPECT_THAT(ids(others.games(false, 3)), ElementsAre("a1", "b1", "a2"));
  EXPECT_THAT(ids(others.games(false, 9)), ElementsAre("a1", "b1", "a2", "a3", "a4"));
  EXPECT_THAT(ids(others.games(true, 9)), ElementsAre("b2", "a5"));
  EXPECT_THAT(ids(others.games(true, 0)), IsEmpty());
}

TEST(OtherLobbies, add_up) {
  OtherLobbies others;
  EXPECT_EQ(others.players(), 0);
  others.update({shown({.players = 3, .rooms = 2}), shown({.players = 4, .rooms = 1})});
  EXPECT_EQ(others.players(), 7);
  EXPECT_EQ(others.rooms(), 3);
}

TEST(OtherLobbies, would_show_to_all_what_is_still_there) {
  OtherLobbies others;
  const FeaturedCandidate a{"a", 3000, 0, 1}, gone{"gone", 4000, 0, 1};
  others.update({shown({.featured = a, .games = {game_there("a")}}), shown({.featured = gone}), shown({})});
  EXPECT_THAT(others.featured(), ElementsAre(a));
}

TEST(OtherLobbies, have_clocks_that_are_ours) {
  SharedGame with_clock = game_there("a");
  with_clock.clock = protocol::ClockFace{.running = {}, .at = TimePoint(Millis(1'000))};
  with_clock.pos = "XO";
  with_clock.last_move = "h8";
  OtherLobbies others;
  others.update({shown({.games = {with_clock, game_there("b")}}, Millis(50))});
  const auto mini = others.mini("a");
  ASSERT_TRUE(mini);
  EXPECT_EQ(mini->clock->at, TimePoint(Millis(1'050)));
  EXPECT_EQ(mini->pos, "XO");
  EXPECT_EQ(mini->last_move, "h8");
  EXPECT_EQ(mini->status, Status::playing);
  EXPECT_FALSE(others.mini("b")->clock);
  EXPECT_FALSE(others.mini("c"));
}

storage::NodeLobby stored(std::int64_t epoch, std::int64_t version, const std::string& content) {
  return {.epoch = epoch,
          .node = "b",
          .version = version,
          .content = std::make_shared<const std::string>(content),
          .age = Millis(2'000)};
}

TEST(OtherLobbies, are_read_once_each) {
  OtherLobbies::Reader reader;
  const std::string text = encode(SharedLobby{.now = TimePoint(Millis(500)), .players = 3});
  const auto first = reader.read({stored(1, 1, text)});
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0]->lobby.players, 3);
  const auto then = TimePoint(Millis(500)) + first[0]->ahead;
  EXPECT_LE(then, server_now() - Millis(2'000)) << "it was said two seconds ago";
  EXPECT_GT(then, server_now() - Millis(2'000) - patience());
  EXPECT_EQ(reader.read({stored(1, 1, text)}), first);
  const auto second = reader.read({stored(1, 2, text), stored(2, 1, text)});
  ASSERT_EQ(second.size(), 2u);
  EXPECT_NE(second[0], first[0]);
  EXPECT_THAT(reader.read({}), IsEmpty());
  EXPECT_NE(reader.read({stored(1, 2, text)}), second) << "whoever was gone is read anew";
}

TEST(OtherLobbies, that_show_nothing_or_nonsense_are_as_if_they_were_not_there) {
  OtherLobbies::Reader reader;
  const std::string text = encode(SharedLobby{.players = 3});
  EXPECT_EQ(reader.read({stored(1, 1, "nonsense"), {.epoch = 2, .node = "c"}, stored(3, 1, text)}).size(),
            1u);
  EXPECT_EQ(reader.read({stored(1, 1, "nonsense"), stored(3, 1, text)}).size(), 1u);
  EXPECT_EQ(reader.read({stored(1, 2, text)}).size(), 1u) << "it can be understood again";
}

}  // namespace
}  // namespace server
