#include "server/tournaments/round_notices.h"

#include <gtest/gtest.h>

#include <set>

namespace server {
namespace {

// Forty boards of a simul would be forty messages on each device of its host.
TEST(RoundNotices, APlayerOfSeveralGamesIsToldOfOne) {
  storage::AppendTournament append{.tournament = "t1", .phase = "running"};
  for (const std::string guest : {"g_a", "g_b"}) {
    storage::AppendTournament::NewGame board;
    board.game.id = "board of " + guest;
    board.game.seats[0].user = "g_host";
    board.game.seats[1].user = guest;
    append.games.push_back(board);
  }
  std::multiset<std::string> told;
  for (const storage::Write& write : round_notices(append, {}, server_now()))
    told.insert(std::get<storage::SendPush>(write).user);
  EXPECT_EQ(told, (std::multiset<std::string>{"g_a", "g_b", "g_host"}));
}

}  // namespace
}  // namespace server
