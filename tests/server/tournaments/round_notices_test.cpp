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

StoredTournament created() {
  const tournament::Event event{.v = 1, .change = tournament::Created{club_rules()}};
  return {{}, tournament::TournamentState::begin(event).value()};
}

/// "kind user"
std::multiset<std::string> told_by(const std::vector<storage::Write>& writes) {
  std::multiset<std::string> told;
  for (const storage::Write& write : writes) {
    const auto& put = std::get<storage::PutNotice>(write);
    told.insert(put.kind + ' ' + put.user);
  }
  return told;
}

// Of a tournament that was cancelled nothing was told: its players came back for the next round.
TEST(EndNotices, WhoWasInvitedAndDidNotComeIsToldNothing) {
  using namespace tournament;
  StoredTournament after = created();
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
  EXPECT_TRUE(end_notices(append, after, server_now()).empty()) << "it goes on";
  append.events.push_back({9, "finished", "", "", "", 0});
  EXPECT_EQ(told_by(end_notices(append, after, server_now())),
            (std::multiset<std::string>{"finish came", "finish has left", "finish joined"}));
  append.events.back().kind = "cancelled";
  EXPECT_EQ(told_by(end_notices(append, after, server_now())),
            (std::multiset<std::string>{"cancelled came", "cancelled has left", "cancelled joined"}));
}

// Whom the director had added heard nothing of it, and was awaited.
TEST(InvitationNotices, AreForThoseWhomTheDirectorHasJustAdded) {
  using namespace tournament;
  StoredTournament after = created();
  const auto follow = [&after](const Change& change) {
    EXPECT_TRUE(after.state.follow({.v = after.state.version() + 1, .change = change}));
  };
  follow(tournament::Joined{.user = "joined", .name = "J"});
  follow(tournament::Joined{.user = "invited", .name = "I", .invited = true});
  const StoredTournament before = after;
  follow(tournament::Joined{.user = "guest", .name = "G"});
  follow(tournament::Joined{.user = "added", .name = "A", .invited = true});
  follow(Substituted{.player = 1, .user = "substitute", .name = "S", .invited = true});
  EXPECT_EQ(told_by(invitation_notices(before, after, server_now())),
            (std::multiset<std::string>{"invited added", "invited substitute"}));
  EXPECT_TRUE(invitation_notices(after, after, server_now()).empty());
}

}  // namespace
}  // namespace server
