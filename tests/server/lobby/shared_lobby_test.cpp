#include "server/lobby/shared_lobby.h"

#include <gtest/gtest.h>

namespace server {
namespace {

SharedGame whole_game(const std::string& id) {
  SharedGame shared;
  shared.game = {.game_id = id,
                 .game = "gomoku",
                 .rule = "renju",
                 .opening = "swap2",
                 .time = {.initial = Millis(300'000), .byoyomi = Millis(30'000), .periods = 3},
                 .rated = true,
                 .players = {},
                 .status = protocol::Status::playing,
                 .ply = 7,
                 .spectators = 2};
  shared.game.players[0] = {
      .name = "林\"伟", .rating = 1620, .provisional = true, .online = true, .program = true};
  shared.game.players[1] = {.name = "Bot 3", .level = 3};
  shared.pos = "XO-";
  shared.last_move = "h8";
  shared.clock = protocol::ClockFace{.main = {Millis(1), Millis(2)},
                                     .periods = {3, 2},
                                     .running = engine::Side::second,
                                     .at = TimePoint(Millis(123)),
                                     .spent = Millis(4)};
  return shared;
}

TEST(SharedLobby, is_read_as_it_was_written) {
  SharedLobby lobby{.now = TimePoint(Millis(1'700'000'000'000)), .players = 12, .rooms = 5};
  EXPECT_EQ(decode_lobby(encode(lobby)), lobby) << encode(lobby);
  lobby.featured = FeaturedCandidate{"b", 3000, 2, 17};
  lobby.accounts = {"u_lin", "u_mei"};
  lobby.games = {whole_game("a"), whole_game("b")};
  SharedGame& waiting = lobby.games[1];
  waiting.game.status = protocol::Status::waiting;
  waiting.game.time = {};
  waiting.game.opening.clear();
  waiting.game.players[1] = {};
  waiting.clock.reset();
  EXPECT_EQ(decode_lobby(encode(lobby)), lobby) << encode(lobby);
  waiting.game.time = {.increment = Millis(1), .per_move = Millis(2), .days = 3};
  EXPECT_EQ(decode_lobby(encode(lobby)), lobby) << encode(lobby);
}

TEST(SharedLobby, has_so_many_bytes_and_games_and_no_more) {
  SharedLobby lobby;
  for (int i = 0; i < 100; ++i) {
    lobby.games.push_back(whole_game("game" + std::to_string(i)));
    lobby.games.back().pos = std::string(300, 'X');
  }
  const std::string text = encode(lobby);
  EXPECT_LE(text.size(), SharedLobby::kMostBytes);
  EXPECT_GT(text.size(), SharedLobby::kMostBytes - 1'000);
  const auto read = decode_lobby(text);
  ASSERT_TRUE(read);
  EXPECT_GT(read->games.size(), 30u);
  EXPECT_EQ(read->games[0], lobby.games[0]) << "the last are left out";
  for (SharedGame& each : lobby.games) each.pos.clear();
  EXPECT_EQ(decode_lobby(encode(lobby))->games.size(), 50u);
}

TEST(SharedLobby, of_another_version_is_not_read) {
  const std::string text = encode({.games = {whole_game("a")}});
  ASSERT_TRUE(decode_lobby(text));
  const auto with = [&](const std::string& what, const std::string& instead) {
    std::string other = text;
    other.replace(other.find(what), what.size(), instead);
    return decode_lobby(other);
  };
  for (const std::string& bad : {std::string(), std::string("{}"), std::string("[1]"), text.substr(1)})
    EXPECT_FALSE(decode_lobby(bad)) << bad;
  EXPECT_FALSE(with("\"playing\"", "\"dreaming\""));
  EXPECT_FALSE(with("\"playing\"", "7"));
  EXPECT_FALSE(with("\"ply\":7", "\"ply\":\"7\""));
  EXPECT_FALSE(with("\"now\"", "\"then\""));
  EXPECT_EQ(with("\"ply\":7", "\"ply\":7,\"mood\":\"good\"")->games[0], whole_game("a"))
      << "who says more is read";
}

}  // namespace
}  // namespace server
