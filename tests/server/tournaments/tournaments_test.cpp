#include "server/tournaments/tournaments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <thread>

#include "server/tournament/standings.h"
#include "tests/server/tournaments/club.h"

namespace server {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::SizeIs;
using tournament::Phase;

const std::vector<std::string> kPlayers{"g_a", "g_b", "g_c", "g_d"};

/// Of four players, open.
void gather(storage::Store& store, Club& club) {
  create_tournament(store, "t1");
  for (const std::string& player : kPlayers) EXPECT_EQ(club.join("t1", player), std::nullopt);
}

TEST(Tournaments, BeginAtTheWordOfTheDirectorAndGoOnByThemselvesToTheEnd) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  EXPECT_EQ(club.start("t1"), std::nullopt);
  EXPECT_THAT(club.begun, SizeIs(2));
  for (std::size_t round = 1; round <= 3; ++round) {
    const auto games = playing(store, "t1");
    ASSERT_THAT(games, SizeIs(2));
    EXPECT_EQ(games[0].game.round, static_cast<int>(round));
    EXPECT_EQ(store.load(games[0].game.game)->game.event, "Evening");
    for (const auto& game : games) {
      store.commit_as_others(ending(store, game.game.game, Status::finished));
      club.look("t1");
    }
  }
  const TournamentPtr over = read_tournament(store, "t1");
  EXPECT_EQ(over->state.phase(), Phase::finished);
  EXPECT_EQ(over->about.phase, "finished");
  EXPECT_EQ(over->state.rounds_paired(), 3);
  EXPECT_THAT(club.begun, SizeIs(6));
  EXPECT_EQ(club.first_begun, club.begun);
  EXPECT_EQ(club.tournaments.known("t1"), nullptr) << "it is over";
}

TEST(Tournaments, AccountsThatHavePlayedFindTheEndInTheInboxOnce) {
  MortalStore store;
  store.commit_as_others({storage::CreateAccount{{{"g_a", "A", false, 1}, {"a"}, "password"}, "token"}});
  Club club(store);
  gather(store, club);
  EXPECT_EQ(club.start("t1"), std::nullopt);
  const auto inbox = [&store](const char* user) {
    std::vector<std::string> all;
    for (const storage::Notice& each : store.notices(user, INT64_MAX, 0, 9))
      if (each.kind == "finish") all.push_back(each.subject + ' ' + each.name + (each.read ? " read" : ""));
    return all;
  };
  for (int round = 1; round <= 3; ++round) {
    EXPECT_THAT(inbox("g_a"), SizeIs(0)) << round;
    for (const auto& game : playing(store, "t1")) {
      store.commit_as_others(ending(store, game.game.game, Status::finished));
      club.look("t1");
    }
  }
  EXPECT_THAT(inbox("g_a"), ElementsAre("t1 Evening"));
  EXPECT_THAT(inbox("g_b"), SizeIs(0)) << "a guest";
}

// Profiles are public, and a director may call a tournament what they like.
TEST(Tournaments, WhoWasPutIntoAPlaceAndDidNotComeHasNoRank) {
  MortalStore store;
  for (const char* user : {"g_a", "g_b", "g_c", "g_d", "u_x"})
    store.commit_as_others({storage::CreateAccount{{{user, user, false, 1}, {user}, "password"}, user}});
  Club club(store);
  gather(store, club);
  EXPECT_EQ(club.start("t1"), std::nullopt);
  const auto first = playing(store, "t1").at(0);
  const std::string& left = first.users[0];
  store.commit_as_others(ending(store, first.game.game, Status::finished));
  club.look("t1");
  const auto substitute = [&left](const auto& state, const auto& order) {
    return decide_substitute(state, {.player = state.find(left), .user = "u_x", .name = "X", .invited = true},
                             order);
  };
  EXPECT_EQ(club.decide("t1", substitute), std::nullopt);
  const auto withdraw = [](const auto& state, const auto& order) {
    return decide_withdraw(state, state.find("u_x"), order);
  };
  EXPECT_EQ(club.decide("t1", withdraw), std::nullopt);
  for (auto games = playing(store, "t1"); !games.empty(); games = playing(store, "t1"))
    for (const auto& game : games) {
      store.commit_as_others(ending(store, game.game.game, Status::finished));
      club.look("t1");
    }
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::finished);
  const auto ranked = [&store](const std::string& user) {
    return store.tournaments_of(user, {INT64_MAX, ""}, 9);
  };
  EXPECT_THAT(ranked("u_x"), SizeIs(0));
  for (const std::string& player : kPlayers) EXPECT_THAT(ranked(player), SizeIs(player == left ? 0 : 1));
  EXPECT_EQ(ranked(first.users[1]).at(0).players, 4) << "the place counts";
}

// Nothing that was asked of it was answered any more, and no round began, until the server did.
TEST(Tournaments, GoOnThoughAGameCannotBegin) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.fails = true;
  EXPECT_EQ(club.start("t1"), std::nullopt);
  EXPECT_THAT(club.begun, SizeIs(2)) << "the second is not the first's";
  club.fails = false;
  for (const auto& game : playing(store, "t1"))
    store.commit_as_others(ending(store, game.game.game, Status::finished));
  club.look("t1");
  club.look("t1");
  EXPECT_THAT(club.begun, SizeIs(4));
}

TEST(Tournaments, SayWhyNot) {
  MortalStore store;
  Club club(store);
  EXPECT_EQ(club.join("t1", "g_a")->code, protocol::ErrorCode::not_found);
  create_tournament(store, "t1");
  EXPECT_EQ(club.start("t1")->reason, "tooFew");
  EXPECT_EQ(club.join("t1", "g_a"), std::nullopt);
  EXPECT_EQ(club.join("t1", "g_a")->reason, "alreadyDone");
}

TEST(Tournaments, APauseIsBetweenTwoRounds) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .pause = 30s});
  gather(store, club);
  club.start("t1");
  for (const auto& game : playing(store, "t1"))
    store.commit_as_others(ending(store, game.game.game, Status::finished));
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(0));
  const TimePoint next = now + 30s;
  EXPECT_EQ(club.tournaments.next_round_at(*club.tournaments.known("t1")), next);
  now += 29s;
  club.decide("t1", [](const auto& state, const auto& order) { return decide_withdraw(state, 1, order); });
  club.decide("t1", [](const auto& state, const auto& order) { return decide_come_back(state, 1, order); });
  EXPECT_EQ(club.tournaments.next_round_at(*club.tournaments.known("t1")), next)
      << "nobody delays it by coming and going";
  now += 1s;
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(2));
}

TEST(Tournaments, WhoDoesNotComeLosesAndIsAway) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  const auto games = playing(store, "t1");
  store.commit_as_others(ending(store, games[0].game.game, Status::aborted, Seat::b));
  store.commit_as_others(ending(store, games[1].game.game, Status::aborted));
  club.look("t1");
  const auto over = read_tournament(store, "t1");
  const auto& tables = over->state.rounds().front().tables;
  EXPECT_EQ(tables[0].games[0].outcome->result, tournament::Result::second);
  EXPECT_EQ(tables[1].games[0].outcome->result, tournament::Result::nobody) << "neither has come";
  EXPECT_FALSE(over->state.is_here(tables[0].first));
  EXPECT_TRUE(over->state.is_here(tables[0].second));
}

TEST(Tournaments, WaitForPlayersWhoAreAwayBeforeTheyEnd) {
  for (const bool come_back : {false, true}) {
    MortalStore store;
    TimePoint now = server_now();
    Club club(store, {.now = [&] { return now; }, .pause = 30s, .patience = 10min});
    gather(store, club);
    club.start("t1");
    for (const auto& game : playing(store, "t1"))
      store.commit_as_others(ending(store, game.game.game, Status::aborted));
    club.look("t1");
    now += 30s;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::running) << "nobody is there";
    const auto next = [](auto&, TournamentStep& step) {
      return std::optional(to_error(*step.go_on(step.order())));
    };
    EXPECT_EQ(club.act("t1", next)->reason, "tooFew");
    for (int player = 1; come_back && player <= 4; ++player)
      club.decide("t1", [player](const auto& state, const auto& order) {
        return decide_come_back(state, player, order);
      });
    now += 10min;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), come_back ? Phase::running : Phase::cancelled)
        << "to no game anybody came";
    EXPECT_THAT(playing(store, "t1"), SizeIs(come_back ? 2 : 0));
  }
}

// It ended for good a few seconds after it was resumed, for the pause had been longer than they wait.
TEST(Tournaments, WaitAsLongForPlayersWhoAreAwayAfterAPause) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .pause = 30s, .patience = 10min});
  gather(store, club);
  club.start("t1");
  const auto games = playing(store, "t1");
  store.commit_as_others(ending(store, games[0].game.game, Status::finished));
  store.commit_as_others(ending(store, games[1].game.game, Status::aborted));
  club.look("t1");
  club.decide("t1", [](const auto& state, const auto& order) { return decide_pause(state, order); });
  now += 1h;
  club.decide("t1", [](const auto& state, const auto& order) { return decide_resume(state, order); });
  const auto phase_after = [&](Millis time) {
    now += time;
    club.look("t1");
    return read_tournament(store, "t1")->state.phase();
  };
  EXPECT_EQ(phase_after(10min - 1ms), Phase::running) << "two are away, and the others have met";
  EXPECT_EQ(phase_after(1ms), Phase::finished);
}

TEST(Tournaments, DoNotBeginWithoutAFirstRound) {
  MortalStore store;
  Club club(store);
  create_tournament(store, "t1");
  for (const std::string player : {"g_a", "g_b"}) club.join("t1", player);
  club.decide("t1", [](const auto& state, const auto& order) { return decide_forbid(state, 1, 2, order); });
  EXPECT_EQ(club.start("t1")->reason, "tooFew");
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::open);
}

/// Of twenty minutes, with the clock at `now`.
tournament::Rules arena_rules() {
  tournament::Rules rules = club_rules(tournament::Format::arena);
  rules.length = 20min;
  return rules;
}

TEST(Tournaments, AnArenaPairsWhoIsFreeUntilItsTimeIsOver) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }});
  create_tournament(store, "t1", arena_rules());
  for (const std::string& player : kPlayers) EXPECT_EQ(club.join("t1", player), std::nullopt);
  EXPECT_EQ(club.decide("t1", [](const auto& s, const auto& o) { return decide_start(s, o); }), std::nullopt);
  const auto next = [&] { return club.tournaments.next_round_at(*read_tournament(store, "t1")); };
  EXPECT_EQ(next(), now + 15s) << "to arrive";
  now += 14s;
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(0));
  now += 1s;
  club.look("t1");
  const auto first = playing(store, "t1");
  ASSERT_THAT(first, SizeIs(2));
  play_out(store, first[0].game.game);
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(1)) << "the wave is so young";
  now += 10s;
  play_out(store, first[1].game.game);
  club.look("t1");
  const auto second = playing(store, "t1");
  ASSERT_THAT(second, SizeIs(2)) << "although the games of a wave end apart";
  now += 20min;
  store.commit_as_others(ending(store, second[0].game.game, Status::finished));
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(1));
  EXPECT_EQ(next(), std::nullopt) << "the last game counts, however long it is";
  store.commit_as_others(ending(store, second[1].game.game, Status::finished));
  club.look("t1");
  const auto over = read_tournament(store, "t1");
  EXPECT_EQ(over->state.phase(), Phase::finished);
  int points = 0;
  for (const auto& standing : standings_of(over->state)) points += standing.points;
  EXPECT_EQ(points, 4 * 2) << "four games were won";
}

TEST(Tournaments, AnArenaWithoutPlayersEndsInTime) {
  for (const bool come : {false, true}) {
    MortalStore store;
    TimePoint now = server_now();
    Club club(store, {.now = [&] { return now; }});
    create_tournament(store, "t1", arena_rules());
    for (const std::string player : {"g_a", "g_b"}) club.join("t1", player);
    club.decide("t1", [](const auto& s, const auto& o) { return decide_start(s, o); });
    now += 15s;
    club.look("t1");
    const auto games = playing(store, "t1");
    ASSERT_THAT(games, SizeIs(1));
    store.commit_as_others(ending(store, games[0].game.game, come ? Status::finished : Status::aborted));
    club.look("t1");
    for (const int player : {1, 2})
      club.decide("t1", [player](const auto& s, const auto& o) { return decide_withdraw(s, player, o); });
    const auto end = club.tournaments.next_round_at(*read_tournament(store, "t1"));
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, now - 15s + 20min - 2min + 1ms) << "nothing is paired in the last two minutes";
    now = *end;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), come ? Phase::finished : Phase::cancelled);
  }
}

/// An arena of these two, 15 seconds after its start.
void begin_arena(storage::Store& store, Club& club, TimePoint& now, const std::string& id = "t1",
                 const std::string& owner = "g_host") {
  create_tournament(store, id, arena_rules(), now, owner);
  for (const std::string player : {"g_a", "g_b"}) EXPECT_EQ(club.join(id, player), std::nullopt);
  EXPECT_EQ(club.decide(id, [](const auto& s, const auto& o) { return decide_start(s, o); }), std::nullopt);
  now += 15s;
  club.look(id);
}

/// How many games there are after so many waves, whose games are played out at once.
std::size_t games_after(int waves, MortalStore& store, Club& club, TimePoint& now, const std::string& id) {
  for (int wave = 0; wave < waves; ++wave) {
    for (const auto& game : playing(store, id)) play_out(store, game.game.game);
    club.look(id);
    now += 10s;
    club.look(id);
  }
  return store.tournament_results(id).size();
}

// Whenever a game of it ended all of its games were read: of an evening thousands, several times a second.
TEST(Tournaments, AStepOfAnArenaReadsNoWavesThatAreOver) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }});
  begin_arena(store, club, now);
  ASSERT_GT(games_after(6, store, club, now, "t1"), 5u);
  ASSERT_THAT(playing(store, "t1"), SizeIs(1));
  store.results_read = 0;
  EXPECT_EQ(club.act("t1", [](auto&, auto&) { return std::nullopt; }), std::nullopt);
  EXPECT_EQ(store.results_read.load(), 1u) << "of the wave that is played";
  play_out(store, playing(store, "t1")[0].game.game);
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(0)) << "its end is seen";
}

/// Both players agree, before any move.
std::vector<storage::Write> agreed_draw(storage::Reader& store, const std::string& id) {
  auto log = GameLog::replay(*store.load(id));
  EXPECT_TRUE(log->follow(end_event(*log, server_now(), Status::finished, {}, "agreement", Seat::a)));
  return {storage::Append{log->events().back(), log->header().ending, {}}};
}

// Two who resign at once would be paired again for ever.
TEST(Tournaments, InAnArenaWhoLosesWithoutAMoveIsAwayUntilBack) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }});
  begin_arena(store, club, now);
  const auto games = playing(store, "t1");
  ASSERT_THAT(games, SizeIs(1));
  store.commit_as_others(next_move(store, games[0].game.game));
  store.commit_as_others(ending(store, games[0].game.game, Status::finished));
  EXPECT_EQ(games_after(3, store, club, now, "t1"), 1u);
  const auto state = read_tournament(store, "t1")->state;
  const auto& table = state.rounds().front().tables.front();
  EXPECT_EQ(table.games.front().outcome->result, tournament::Result::first) << "who resigned has lost";
  EXPECT_TRUE(state.is_here(table.first)) << "who has moved is there";
  EXPECT_EQ(state.player(table.second).attendance, tournament::Attendance::away);
  const auto come_back = [number = table.second](const auto& s, const auto& o) {
    return decide_come_back(s, number, o);
  };
  EXPECT_EQ(club.decide("t1", come_back), std::nullopt);
  EXPECT_EQ(games_after(1, store, club, now, "t1"), 2u);
}

TEST(Tournaments, InAnArenaADrawWithoutMovesIsNoGame) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }});
  begin_arena(store, club, now);
  store.commit_as_others(agreed_draw(store, playing(store, "t1").at(0).game.game));
  EXPECT_EQ(games_after(3, store, club, now, "t1"), 1u);
  for (const auto& standing : standings_of(read_tournament(store, "t1")->state))
    EXPECT_EQ(standing.points, 0);
}

// Elsewhere the rounds have an end, and a player who resigned plays in the next one.
TEST(Tournaments, InASwissWhoResignsWithoutAMoveStays) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  for (const auto& game : playing(store, "t1"))
    store.commit_as_others(ending(store, game.game.game, Status::finished));
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(2));
}

TEST(Tournaments, AnArenaPairsNoMoreThanIsPaidFor) {
  for (const std::string address : {"203.0.113.7", ""}) {
    MortalStore store;
    TimePoint now = server_now();
    Club club(store, {.now = [&] { return now; }, .games = {.count = 2, .per = 10min}});
    club.tournaments.occupy("t1", *club.tournaments.place("t1", address, /*runs=*/true));
    begin_arena(store, club, now);
    EXPECT_EQ(games_after(5, store, club, now, "t1"), 2u);
    EXPECT_TRUE(club.tournaments.wait_to_begin("t1"));
    now += 5min;
    EXPECT_FALSE(club.tournaments.wait_to_begin("t1"));
    club.look("t1");
    EXPECT_EQ(games_after(5, store, club, now, "t1"), 3u) << "so much is there again";
  }
}

// The first round was charged to who had paid before: at another server to the director.
TEST(Tournaments, WhoStartsOnePaysForItsFirstRound) {
  MortalStore store;
  Club club(store, {.pause = Millis(0), .games = {.count = 2, .per = 24h}});
  gather(store, club);
  EXPECT_EQ(club.start("t1", club.tournaments.place("t1", "203.0.113.7", /*runs=*/true)), std::nullopt);
  EXPECT_TRUE(club.tournaments.wait_to_begin("t2", "203.0.113.7"));
}

// Each spectator of one of its games had the server read and replay all of them.
TEST(Tournaments, OneThatIsOverIsNotReadForALook) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .pause = Millis(0)});
  begin_arena(store, club, now);
  play_out(store, playing(store, "t1").at(0).game.game);
  now += 20min;
  club.look("t1");
  ASSERT_EQ(read_tournament(store, "t1")->state.phase(), Phase::finished);
  const auto nothing = [](auto&, auto&) { return std::nullopt; };
  const auto read_by = [&store](const auto& act) {
    const std::size_t before = store.events_read;
    act();
    return store.events_read - before;
  };
  const std::size_t once = read_by([&] { club.act("t1", nothing); });
  EXPECT_GT(once, 0u);
  EXPECT_EQ(read_by([&] { club.look("t1"); }), once) << "by the act behind the look";
}

// Each of another director: accounts cost nothing.
TEST(Tournaments, AllArenasOfAnAddressArePaidTogether) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .games = {.count = 2, .per = 24h}});
  const std::map<std::string, std::string> places{
      {"t1", "203.0.113.7"}, {"t2", "203.0.113.7"}, {"t3", "203.0.113.8"}};
  for (const auto& [id, address] : places)
    club.tournaments.occupy(id, *club.tournaments.place(id, address, /*runs=*/true));
  std::map<std::string, std::size_t> games;
  for (const auto& [id, address] : places) {
    begin_arena(store, club, now, id, "g_" + id);
    games[id] = games_after(5, store, club, now, id);
  }
  EXPECT_EQ(games, (std::map<std::string, std::size_t>{{"t1", 2}, {"t2", 0}, {"t3", 2}}));
  EXPECT_FALSE(club.tournaments.wait_to_begin("t4", "203.0.113.9"));
  EXPECT_TRUE(club.tournaments.wait_to_begin("t4", "203.0.113.7")) << "nor is another one started";
}

TEST(Tournaments, WhatIsUsedUpKeepsNoTournamentFromItsEnd) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .pause = Millis(0), .games = {.count = 1, .per = 24h}});
  begin_arena(store, club, now);
  play_out(store, playing(store, "t1").at(0).game.game);
  now += 20min;
  club.look("t1");
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::finished);

  create_tournament(store, "t2", club_rules(tournament::Format::round_robin), now, "g_other");
  for (const std::string player : {"g_a", "g_b"}) club.join("t2", player);
  EXPECT_EQ(club.start("t2"), std::nullopt);
  EXPECT_TRUE(club.tournaments.wait_to_begin("t2"));
  play_out(store, playing(store, "t2").at(0).game.game);
  club.look("t2");
  EXPECT_EQ(read_tournament(store, "t2")->state.phase(), Phase::finished) << "its one round is played";
}

TEST(Tournaments, ARoundWaitsUntilItIsPaidFor) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .pause = Millis(0), .games = {.count = 2, .per = 1h}});
  gather(store, club);
  EXPECT_EQ(club.start("t1"), std::nullopt);
  for (const auto& game : playing(store, "t1")) play_out(store, game.game.game);
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(0));
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::running);
  now += 30min;
  club.look("t1");
  EXPECT_THAT(playing(store, "t1"), SizeIs(2)) << "as a whole";
  EXPECT_GT(club.tournaments.wait_to_begin("t1"), 30min) << "and owed in part";
}

// As after a crash: another server reads what the first one wrote.
TEST(Tournaments, ASimulBeginsAsAWholeAndEndsWithItsLastBoard) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }, .pause = Millis(0), .games = {.count = 2, .per = 24h}});
  create_tournament(store, "t1", club_rules(tournament::Format::simul), now);
  for (const std::string player : {"g_host", "g_a", "g_b", "g_c"})
    EXPECT_EQ(club.join("t1", player), std::nullopt);
  EXPECT_EQ(club.start("t1"), std::nullopt);
  EXPECT_THAT(club.first_begun, SizeIs(3));
  EXPECT_TRUE(club.tournaments.wait_to_begin("t1")) << "and is paid";

  Club other(store, {.pause = Millis(0)});
  other.tournaments.restore();
  other.wait_until([&] { return other.begun.size() == 3; });
  EXPECT_THAT(other.first_begun, SizeIs(0)) << "all were there";
  for (const auto& board : playing(store, "t1")) play_out(store, board.game.game);
  other.look("t1");
  const auto over = read_tournament(store, "t1");
  EXPECT_EQ(over->state.phase(), Phase::finished);
  EXPECT_THAT(over->state.rounds(), SizeIs(1));
  std::vector<std::pair<int, int>> ranks;  // With points, in halves.
  for (const auto& standing : standings_of(over->state)) ranks.emplace_back(standing.rank, standing.points);
  EXPECT_EQ(ranks, (std::vector<std::pair<int, int>>{{1, 4}, {2, 2}, {3, 0}, {3, 0}})) << "who begins wins";
}

// Another server writes between what is read here and what is written.
TEST(Tournaments, OfTwoServersWithOneVersionOneDecidesAnew) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  int decided = 0;
  const auto start = [&](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
    if (++decided == 1) {
      const auto joined = decide_join(step.state(), {.user = "g_e", .name = "E"}, step.order());
      store.commit_as_others({storage::AppendTournament{"t1", "open", {to_record(*joined.event)}}});
    }
    (void)step.follow(decide_start(step.state(), step.order()));
    (void)step.go_on(step.order());
    return std::nullopt;
  };
  EXPECT_EQ(club.act("t1", start), std::nullopt);
  EXPECT_EQ(decided, 2);
  EXPECT_EQ(club.tournaments.known("t1")->state.players().size(), 5u);
  EXPECT_THAT(store.tournament_results("t1"), SizeIs(2)) << "of the first decision nothing is there";
}

// Both had seen that one more may run.
TEST(Tournaments, TwoThatStartAtOnceAreNoMoreThanMayRun) {
  MortalStore store;
  Club club(store, {.most_running = 1});
  for (const char* id : {"t1", "t2"}) {
    create_tournament(store, id);
    for (const std::string& player : kPlayers) EXPECT_EQ(club.join(id, player), std::nullopt);
  }
  EXPECT_EQ(club.start("t1"), std::nullopt);
  EXPECT_EQ(club.start("t2")->code, protocol::ErrorCode::busy);
  EXPECT_THAT(store.tournaments("running", 9), SizeIs(1));
  EXPECT_EQ(
      club.decide("t1", [](const auto& state, const auto& order) { return decide_pause(state, order); }),
      std::nullopt);
}

TEST(Tournaments, ActsThatWaitAreBounded) {
  MortalStore store;
  Club club(store, {.most_waiting = 3});
  create_tournament(store, "t1");
  std::vector<bool> refused;
  const auto nothing = [](auto&, auto&) -> std::optional<protocol::Error> { return std::nullopt; };
  for (int i = 0; i < 6; ++i)
    club.tournaments.act("t1", "", nothing,
                         [&](const auto& outcome) { refused.push_back(outcome.error.has_value()); });
  club.wait_until([&] { return refused.size() == 6; });
  EXPECT_EQ(std::ranges::count(refused, true), 2) << "one is served, and three wait";
}

TEST(Tournaments, AnAddressKeepsOthersFromNoTurn) {
  MortalStore store;
  Club club(store, {.most_waiting = 3});
  create_tournament(store, "t1");
  std::string served;
  int refused = 0;
  const auto ask = [&](const std::string& address) {
    const auto nothing = [](auto&, auto&) -> std::optional<protocol::Error> { return std::nullopt; };
    club.tournaments.act("t1", address, nothing, [&, address](const auto& outcome) {
      outcome.error ? void(++refused) : void(served += address);
    });
  };
  for (const char* address : {"a", "a", "a", "a", "b"}) ask(address);
  club.wait_until([&] { return refused + static_cast<int>(served.size()) == 5; });
  EXPECT_EQ(served, "aaba") << "the first is served already";
}

// A survey finds what a server left that is gone; the end of a game had asked for a look a moment before.
TEST(Tournaments, ASurveyBringsAllRoomsAlsoWhereALookWaits) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  club.begun.clear();
  const auto nothing = [](auto&, auto&) -> std::optional<protocol::Error> { return std::nullopt; };
  for (int i = 0; i < 30; ++i) club.tournaments.act("t1", "", nothing, [](const auto&) {});
  club.tournaments.look("t1");  // Behind them.
  club.tournaments.restore();
  club.wait_until([&] { return club.begun.size() == 2; });
}

TEST(Tournaments, OneThatNobodyStartsIsCancelled) {
  MortalStore store;
  create_tournament(store, "old", club_rules(), server_now() - 8 * 24h);
  create_tournament(store, "new");
  Club club(store);
  club.join("old", "g_late");
  club.tournaments.restore();
  club.wait_until([&] { return !store.tournaments("cancelled", 9).empty(); });
  EXPECT_THAT(store.tournaments("open", 9), SizeIs(1));
}

TEST(Tournaments, OnePausedForAWeekIsCancelled) {
  MortalStore store;
  TimePoint now = server_now();
  Club club(store, {.now = [&] { return now; }});
  gather(store, club);
  club.start("t1");
  club.decide("t1", [](const auto& state, const auto& order) { return decide_pause(state, order); });
  now += 8 * 24h;
  club.look("t1");
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::running) << "games are played";
  for (const auto& game : playing(store, "t1"))
    store.commit_as_others(ending(store, game.game.game, Status::finished));
  club.look("t1");
  now += 7 * 24h - 1ms;
  club.look("t1");
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::running);
  now += 1ms;
  club.look("t1");
  EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::cancelled);
}

// It was cancelled, and a month later all of its results were gone.
TEST(Tournaments, OnePausedInItsLastRoundEndsWithItsResults) {
  for (const auto format : {tournament::Format::swiss, tournament::Format::arena}) {
    MortalStore store;
    TimePoint now = server_now();
    Club club(store, {.now = [&] { return now; }});
    tournament::Rules rules = club_rules(format);
    rules.length = 20min;
    rules.rounds = format == tournament::Format::swiss ? 1 : 0;
    create_tournament(store, "t1", rules);
    for (const std::string player : {"g_a", "g_b"}) EXPECT_EQ(club.join("t1", player), std::nullopt);
    EXPECT_EQ(club.decide("t1", [](const auto& s, const auto& o) { return decide_start(s, o); }),
              std::nullopt);
    now += 15s;
    club.look("t1");
    club.decide("t1", [](const auto& s, const auto& o) { return decide_pause(s, o); });
    const auto games = playing(store, "t1");
    ASSERT_THAT(games, SizeIs(1));
    play_out(store, games[0].game.game);
    club.look("t1");
    now += 7 * 24h - 1ms;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::running) << "it may be played again";
    now += 1ms;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::finished);
  }
}

// It would keep others from being played.
TEST(Tournaments, APausedOneWhosePlayersNeverCameIsCancelledSoon) {
  for (const bool come : {false, true}) {
    MortalStore store;
    TimePoint now = server_now();
    Club club(store, {.now = [&] { return now; }});
    gather(store, club);
    club.start("t1");
    club.decide("t1", [](const auto& state, const auto& order) { return decide_pause(state, order); });
    for (const auto& game : playing(store, "t1"))
      store.commit_as_others(ending(store, game.game.game, come ? Status::finished : Status::aborted));
    club.look("t1");
    now += 6h - 1ms;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), Phase::running);
    now += 1ms;
    club.look("t1");
    EXPECT_EQ(read_tournament(store, "t1")->state.phase(), come ? Phase::running : Phase::cancelled);
  }
}

TEST(Tournaments, OneThatNobodyStartsIsCancelledHoweverManyAreNewer) {
  MortalStore store;
  create_tournament(store, "old", club_rules(), server_now() - 8 * 24h);
  for (int i = 0; i < 1'000; ++i)
    create_tournament(store, std::to_string(i), club_rules(), server_now(), "g_" + std::to_string(i));
  Club club(store);
  club.tournaments.restore();
  club.wait_until([&] { return store.tournament("old")->phase == "cancelled"; });
}

// ---- the director's rulings -----------------------------------------------------------------------------

/// Of the first table of the first round.
Tournaments::Act exchange() {
  return [](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
    const bool has_moves = step.has_moves({1, 1, 1});
    const auto refusal = step.follow(
        decide_exchange_seats(step.state(), {1, 1, 1}, has_moves, step.order("", "slips exchanged")));
    return refusal ? std::optional(to_error(*refusal)) : std::nullopt;
  };
}

Tournaments::Act replay() {
  return [](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
    const auto refusal = step.follow(decide_replay(step.state(), {1, 1, 1}, step.order("", "wrong board")));
    return refusal ? std::optional(to_error(*refusal)) : std::nullopt;
  };
}

Tournaments::Act annul() {
  return [](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
    const auto refusal = step.follow(
        decide_annul_round(step.state(), 1, step.has_moves_in(1), step.order("", "one more came")));
    return refusal ? std::optional(to_error(*refusal)) : std::nullopt;
  };
}

/// Every game that runs has one record, under its own number, and no record has two.
void expect_one_record_a_game(storage::Reader& store) {
  const auto state = read_tournament(store, "t1")->state;
  std::map<tournament::GameId, std::string> records;
  std::set<std::string> ids;
  for (const auto& result : store.tournament_results("t1")) {
    const auto& [round, table, number, game] = result.game;
    EXPECT_TRUE(records.try_emplace({round, table, number}, game).second);
    EXPECT_TRUE(ids.insert(game).second);
  }
  std::set<std::pair<int, int>> tables;
  for (const tournament::GameId id : state.running_games()) {
    EXPECT_TRUE(records.contains(id));
    EXPECT_TRUE(tables.insert({id.round, id.table}).second) << "one game a table";
  }
}

TEST(Tournaments, AGameThatIsPlayedAgainKeepsItsRecord) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  const std::string old = playing(store, "t1").front().game.game;
  store.commit_as_others(next_move(store, old));
  EXPECT_EQ(club.act("t1", replay()), std::nullopt);
  const auto results = store.tournament_results("t1");
  ASSERT_THAT(results, SizeIs(3));
  EXPECT_EQ(results[0].game.game, old) << "the old one keeps its id";
  EXPECT_EQ(results[0].plies, 1);
  EXPECT_EQ(results[1].game.number, 2);
  EXPECT_EQ(results[1].users, results[0].users);
  expect_one_record_a_game(store);
  EXPECT_EQ(club.act("t1", replay())->reason, "alreadyDone");
  store.commit_as_others(ending(store, old, Status::finished));
  club.look("t1");
  const auto table = [&] { return read_tournament(store, "t1")->state.rounds()[0].tables[0]; };
  EXPECT_FALSE(table().games[0].outcome) << "what the old one comes to does not count";
  EXPECT_FALSE(table().games[1].outcome);
  store.commit_as_others(ending(store, results[1].game.game, Status::finished));
  club.look("t1");
  EXPECT_TRUE(table().games[1].outcome);
}

TEST(Tournaments, AGameThatIsOverIsPlayedAgainAndItsResultStaysOnRecord) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  const std::string old = playing(store, "t1").front().game.game;
  store.commit_as_others(ending(store, old, Status::finished));
  club.look("t1");
  EXPECT_EQ(club.act("t1", replay()), std::nullopt);
  EXPECT_EQ(store.tournament_results("t1")[0].ending.reason, "resign");
  EXPECT_TRUE(read_tournament(store, "t1")->state.rounds()[0].tables[0].games[0].outcome);
  expect_one_record_a_game(store);
}

// Late for a game, there for the one in its place: they waited for a round that was paired without them.
TEST(Tournaments, WhoPlaysInPlaceOfAGameThatTheyMissedIsBack) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  const auto missed = playing(store, "t1").front();
  store.commit_as_others(ending(store, missed.game.game, Status::aborted, Seat::b));
  club.look("t1");
  const auto late = [&] {
    const auto state = read_tournament(store, "t1")->state;
    return state.player(state.find(missed.users[0])).attendance;
  };
  ASSERT_EQ(late(), tournament::Attendance::away);
  EXPECT_EQ(club.act("t1", replay()), std::nullopt);
  EXPECT_EQ(late(), tournament::Attendance::away) << "called, but not there yet";
  for (const auto& game : playing(store, "t1")) play_out(store, game.game.game);
  club.look("t1");
  EXPECT_EQ(late(), tournament::Attendance::here);
  EXPECT_THAT(playing(store, "t1"), SizeIs(2)) << "the next round is of all";
}

TEST(Tournaments, ExchangedSeatsAreThoseOfAnotherGame) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  const auto before = store.tournament_results("t1")[0];
  EXPECT_EQ(club.act("t1", exchange()), std::nullopt);
  const auto after = store.tournament_results("t1")[1];
  EXPECT_EQ(after.users, (std::array{before.users[1], before.users[0]}));
  EXPECT_NE(after.game.game, before.game.game);
  EXPECT_THAT(club.first_begun, testing::Contains(after.game.game));
  expect_one_record_a_game(store);
  EXPECT_EQ(club.act("t1", exchange())->reason, "alreadyDone") << "not exchanged back";
}

/// Games of which players are told, on a device of each.
std::set<std::string> announced(storage::Store& store) {
  std::set<std::string> games;
  const auto later = (server_now() + 1min).time_since_epoch().count();
  for (const auto& message : store.open_reader()->due_pushes(later, 100)) games.insert(message.key.subject);
  return games;
}

/// The same four players with devices.
void gather_with_devices(storage::Store& store, Club& club) {
  for (const std::string& player : kPlayers) {
    const std::vector<storage::Write> writes{
        storage::CreateAccount{{{player, player, false, 1}, {player}, "password"}, player},
        storage::KeepPushSubscription{{player, player, "https://push.test/" + player, "", "", "en"}, 1}};
    EXPECT_EQ(store.commit(writes), std::vector(2, storage::WriteResult::done));
  }
  gather(store, club);
}

// Both players went on in the old room, and were away at the new board.
TEST(Tournaments, AGameThatCountsNoMoreIsToEndAndNobodyIsCalledToIt) {
  for (const auto& ruling : {exchange(), replay(), annul()}) {
    MortalStore store;
    std::vector<std::string> annulled;
    Tournaments::Options options{.pause = Millis(0)};
    options.annulled = [&](const std::string& game, bool) { annulled.push_back(game); };
    Club club(store, options);
    gather_with_devices(store, club);
    club.start("t1");
    const std::string old = playing(store, "t1").front().game.game;
    EXPECT_TRUE(announced(store).contains(old));
    EXPECT_EQ(club.act("t1", ruling), std::nullopt);
    EXPECT_THAT(annulled, testing::Contains(old));
    EXPECT_FALSE(announced(store).contains(old));

    annulled.clear();
    club.look("t1");
    EXPECT_THAT(annulled, SizeIs(0)) << "not at each look";
    Club next(store, options);
    next.tournaments.restore();
    next.wait_until([&] { return !annulled.empty(); });
    EXPECT_THAT(annulled, testing::Contains(old)) << "the server before died of it";
  }
}

// Boards on which none had moved went on threatening "or lose", of a tournament that was cancelled.
TEST(Tournaments, WithItsCancellingGamesEndThatHaveNotBegun) {
  MortalStore store;
  std::set<std::pair<std::string, bool>> annulled;
  Tournaments::Options options;
  options.annulled = [&](const std::string& game, bool even_begun) { annulled.emplace(game, even_begun); };
  Club club(store, options);
  gather(store, club);
  club.start("t1");
  club.decide("t1", [](const auto& state, const auto& order) { return decide_cancel(state, order); });
  std::set<std::pair<std::string, bool>> running;
  for (const auto& game : store.tournament_results("t1")) running.emplace(game.game.game, false);
  EXPECT_THAT(running, SizeIs(2));
  EXPECT_EQ(annulled, running);
}

TEST(Tournaments, NobodyIsCalledToAGameThatIsOver) {
  MortalStore store;
  Club club(store);
  gather_with_devices(store, club);
  club.start("t1");
  const auto games = playing(store, "t1");
  store.commit_as_others(ending(store, games[0].game.game, Status::finished));
  club.look("t1");
  EXPECT_EQ(announced(store), std::set{games[1].game.game});
}

TEST(Tournaments, AfterAFirstMoveNeitherSeatsNorRoundsChange) {
  for (const auto& ruling : {exchange(), annul()}) {
    MortalStore store;
    Club club(store);
    gather(store, club);
    club.start("t1");
    store.commit_as_others(next_move(store, playing(store, "t1").front().game.game));
    EXPECT_EQ(club.act("t1", ruling)->reason, "begun");
    EXPECT_TRUE(read_tournament(store, "t1")->state.rulings().empty());
    expect_one_record_a_game(store);
  }
}

TEST(Tournaments, AnAnnulledRoundIsPairedAnewWithWhoHasCome) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  club.start("t1");
  const auto old = playing(store, "t1");
  EXPECT_EQ(club.act("t1", annul()), std::nullopt);
  EXPECT_EQ(club.join("t1", "g_late"), std::nullopt);
  EXPECT_EQ(club.act("t1", annul())->reason, "alreadyDone");
  club.act("t1", [](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
    (void)step.go_on(step.order());
    return std::nullopt;
  });
  expect_one_record_a_game(store);
  for (const auto& game : old) store.commit_as_others(ending(store, game.game.game, Status::finished));
  club.look("t1");
  const auto state = read_tournament(store, "t1")->state;
  EXPECT_EQ(state.rounds_paired(), 1);
  EXPECT_EQ(state.running_games(), (std::vector<tournament::GameId>{{2, 1, 1}, {2, 2, 1}}))
      << "the end of an old game ends none of these";
}

TEST(Tournaments, AKillAtARulingLeavesAllOfItOrNothing) {
  for (const bool is_written : {false, true}) {
    for (const auto& ruling : {exchange(), replay(), annul()}) {
      MortalStore store;
      auto club = std::make_unique<Club>(store);
      gather(store, *club);
      club->start("t1");
      const int version = read_tournament(store, "t1")->state.version();
      store.writes_left = 0;
      store.is_written = is_written;
      EXPECT_TRUE(club->act("t1", ruling)) << "the director is not told that it has happened";
      EXPECT_TRUE(store.has_died);
      club = std::make_unique<Club>(store);
      const auto again = club->act("t1", ruling);
      EXPECT_EQ(again ? again->reason : "", is_written ? "alreadyDone" : "");
      EXPECT_EQ(read_tournament(store, "t1")->state.version(), version + 1) << "once";
      expect_one_record_a_game(store);
    }
  }
}

// Only the server that has counted the last game knows when the next round is due.
TEST(Tournaments, AServerThatIsGoneIsReplacedBeforeTheNextSurvey) {
  MortalStore store;
  TimePoint now = server_now();
  const Tournaments::Options options{
      .now = [&] { return now; }, .pause = 30s, .survey_every = 1h, .survey_after = 1ms};
  Club other(store, options);
  {
    Club club(store, options);
    gather(store, club);
    club.start("t1");
    other.look("t1");
    for (const auto& game : playing(store, "t1"))
      store.commit_as_others(ending(store, game.game.game, Status::finished));
    club.look("t1");
  }
  now += 30s;
  for (int i = 0; i < 9; ++i) other.tournaments.take_up();
  other.wait_until([&] { return other.begun.size() == 2; });
  EXPECT_THAT(playing(store, "t1"), SizeIs(2));
  EXPECT_EQ(read_tournament(store, "t1")->state.rounds_paired(), 2);
}

// At another server than the one that has ended it, and that knew its players.
TEST(Tournaments, WhoIsForgottenIsSoAtEveryServer) {
  MortalStore store;
  Club club(store), other(store);
  const storage::User guest{"g_a", "Wang", true, 1};
  store.commit_as_others({storage::CreateUser{guest, "hash"}});
  create_tournament(store, "t1");
  EXPECT_EQ(other.decide("t1",
                         [](const auto& state, const auto& order) {
                           return decide_join(state, {.user = "g_a", .name = "Wang"},
                                              {.now = order.now, .by = "g_a"});
                         }),
            std::nullopt);
  club.decide("t1", [](const auto& state, const auto& order) { return decide_cancel(state, order); });
  store.commit_as_others({storage::ForgetGuest{"g_a"}});
  const TournamentPtr known = other.tournaments.known("t1");
  ASSERT_TRUE(known);
  EXPECT_EQ(known->state.player(1).name, "Wang");
  EXPECT_EQ(read_tournament(store, "t1", known)->state.player(1).name, "Guest");
  other.tournaments.restore();
  other.wait_until([&] { return !other.tournaments.known("t1"); });
}

// Pairing 256 players takes tens of milliseconds: not where games wait for it.
TEST(Tournaments, NothingIsDecidedOnTheNetworkThread) {
  MortalStore store;
  Club club(store);
  gather(store, club);
  std::thread::id decided;
  const auto start = [&](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
    decided = std::this_thread::get_id();
    (void)step.follow(decide_start(step.state(), step.order()));
    (void)step.go_on(step.order());
    return std::nullopt;
  };
  EXPECT_EQ(club.act("t1", start), std::nullopt);
  EXPECT_NE(decided, std::this_thread::get_id());
}

/// One evening to its end, whatever dies.
void live_through(MortalStore& store, std::unique_ptr<Club>& club) {
  for (int steps = 0; steps < 100; ++steps) {
    if (store.has_died.exchange(false)) {
      club = std::make_unique<Club>(store);
      club->tournaments.restore();
    }
    const auto now = read_tournament(store, "t1");
    if (now->state.is_over()) return;
    if (now->state.phase() == Phase::open) (void)club->start("t1");
    const auto games = playing(store, "t1");
    if (!games.empty()) store.commit_as_others(ending(store, games[0].game.game, Status::finished));
    club->look("t1");
  }
  ADD_FAILURE() << "it does not end";
}

TEST(Tournaments, AKillAtAnyWriteLosesNothingAndPairsNobodyTwice) {
  for (const bool is_written : {false, true}) {
    for (int writes = 0; writes < 9; ++writes) {
      SCOPED_TRACE(std::to_string(writes) + (is_written ? " and one more" : ""));
      MortalStore store;
      auto club = std::make_unique<Club>(store);
      gather(store, *club);
      store.writes_left = writes;
      store.is_written = is_written;
      live_through(store, club);
      const auto over = read_tournament(store, "t1");
      EXPECT_EQ(over->state.rounds().size(), 3u);
      EXPECT_EQ(over->state.pairs_met().size(), 6u) << "each pair once";
      EXPECT_THAT(store.tournament_results("t1"), SizeIs(6));
      EXPECT_THAT(store.list({}).games, SizeIs(6)) << "and no game besides";
      int points = 0;
      for (const auto& standing : standings_of(over->state)) points += standing.points;
      EXPECT_EQ(points, 6 * tournament::kWin) << "each result counts once";
    }
  }
}

}  // namespace
}  // namespace server
