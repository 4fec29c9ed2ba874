#include "server/tournaments/round_notices.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/server/tournaments/club.h"

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

// With the notice comes mail, and with both a name that the director has chosen.
TEST(FinishNotices, WhoWasInvitedAndDidNotComeIsToldNothing) {
  using namespace tournament;
  StoredTournament after{{}, TournamentState::begin({.v = 1, .change = Created{club_rules()}}).value()};
  const auto follow = [&after](const Change& change) {
    EXPECT_TRUE(after.state.follow({.v = after.state.version() + 1, .change = change}));
  };
  for (const char* user : {"joined", "has left", "substituted"})
    follow(tournament::Joined{.user = user, .name = user});
  for (const char* user : {"came", "invited", "put out"})
    follow(tournament::Joined{.user = user, .name = user, .invited = true});
  follow(CameBack{.player = 4});
  follow(Substituted{.player = 3, .user = "substitute", .name = "S", .invited = true});
  for (const Number player : {2, 3, 6}) follow(Withdrew{.player = player});
  storage::AppendTournament append{.tournament = "t1", .phase = "finished"};
  EXPECT_TRUE(finish_notices(append, after, server_now()).empty()) << "it goes on";
  append.events.push_back({9, "finished", "", "", "", 0});
  std::multiset<std::string> told;
  for (const storage::Write& write : finish_notices(append, after, server_now()))
    told.insert(std::get<storage::PutNotice>(write).user);
  EXPECT_EQ(told, (std::multiset<std::string>{"came", "has left", "joined"}));
}

}  // namespace
}  // namespace server
