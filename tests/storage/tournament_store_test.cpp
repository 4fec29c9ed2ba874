#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of tournaments; every implementation goes through all of
/// it.
namespace storage {
namespace {

class TournamentStoreTest : public StoreTest {
 protected:
  static constexpr int kMost = 2;

  static Tournament tournament(const std::string& id, const std::string& owner = "u_lin",
                               Millis created = 5) {
    return {id, owner, "Lin 林", "'Evening'; --", "gomoku", "renju", "swap2", 15, created, "open"};
  }
  static TournamentEvent event(int v) {
    return {v, "joined", "{\"user\":\"u_" + std::to_string(v) + "\"}", "u_wu", "'why'", 1'000 + v};
  }
  static AppendTournament::NewGame new_game(int table, const std::string& id) {
    Game game = sample_game(id);
    Event start = sample_event(id, 1);
    start.kind = EventKind::start;
    start.ply = 0;
    return {{1, table, 1, id}, game, start};
  }
  /// A round of one table.
  static AppendTournament round(int v, const std::string& game) {
    return {"t1", "running", {event(v), event(v + 1)}, {{1, 1, 1}, {1, 2, 1}}, {new_game(1, game)}};
  }

  /// Ends it, or corrects a result of it.
  static AppendTournament finish(const std::string& id, int v, std::vector<std::string> users,
                                 Millis started = 7) {
    AppendTournament append{id, "finished", {event(v)}};
    append.ranking = {"swiss", started, {}};
    for (const std::string& user : users)
      append.ranking->ranks.push_back({user, static_cast<int>(append.ranking->ranks.size()) + 1});
    return append;
  }
  std::vector<std::string> ids_of(const std::string& user, const Cursor& last, int most) {
    std::vector<std::string> ids;
    for (const PlayedTournament& played : reader_->tournaments_of(user, last, most)) ids.push_back(played.id);
    return ids;
  }
  static inline const Cursor kNow{1'000'000, ""};

  WriteResult create(const Tournament& tournament) {
    return commit(CreateTournament{tournament, event(1), kMost});
  }
  std::vector<TournamentEvent> events() { return reader_->tournament_events("t1", 0, 100); }
};

INSTANTIATE_TEST_SUITE_P(All, TournamentStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(TournamentStoreTest, KeepsATournamentWithItsFirstEvent) {
  EXPECT_EQ(create(tournament("t1")), kDone);
  EXPECT_EQ(reader_->tournament("t1"), tournament("t1"));
  EXPECT_EQ(reader_->tournament("t2"), std::nullopt);
  EXPECT_EQ(events(), std::vector{event(1)});
  EXPECT_EQ(create(tournament("t1", "u_wu")), kRefused) << "the id is known";
  EXPECT_EQ(events().size(), 1u);
}

TEST_P(TournamentStoreTest, LetsAUserHaveSoManyThatAreNotOver) {
  EXPECT_EQ(create(tournament("t1")), kDone);
  EXPECT_EQ(create(tournament("t2")), kDone);
  EXPECT_EQ(create(tournament("t3")), kRefused);
  EXPECT_EQ(reader_->tournament_events("t3", 0, 9).size(), 0u) << "nor its event";
  EXPECT_EQ(create(tournament("t3", "u_wu")), kDone);
  commit(AppendTournament{"t1", "cancelled", {event(2)}, {}, {}});
  EXPECT_EQ(create(tournament("t4")), kDone);
}

TEST_P(TournamentStoreTest, LetsSoManyRun) {
  for (const char* id : {"t1", "t2"}) create(tournament(id));
  const auto start = [&](const char* id, int v, int most) {
    AppendTournament append{id, "running", {event(v)}};
    append.most_running = most;
    return commit(append);
  };
  EXPECT_EQ(start("t1", 2, 1), kDone);
  EXPECT_EQ(start("t2", 2, 1), kRefused);
  EXPECT_EQ(reader_->tournament("t2")->phase, "open");
  EXPECT_EQ(reader_->tournament_events("t2", 1, 9).size(), 0u);
  EXPECT_EQ(start("t1", 3, 0), kDone) << "one that runs goes on";
  EXPECT_EQ(start("t2", 2, 2), kDone);
}

TEST_P(TournamentStoreTest, ListsThoseOfAPhase) {
  create(tournament("t1", "u_lin", 1));
  create(tournament("t2", "u_lin", 2));
  create(tournament("t3", "u_wu", 3));
  commit(AppendTournament{"t2", "running", {event(2)}, {}, {}});
  const std::vector<Tournament> open{tournament("t3", "u_wu", 3), tournament("t1", "u_lin", 1)};
  EXPECT_EQ(reader_->tournaments("open", 9), open);
  EXPECT_EQ(reader_->tournaments("open", 1), std::vector{open[0]});
  EXPECT_EQ(reader_->tournaments("running", 9).size(), 1u);
  EXPECT_EQ(reader_->tournaments("open", -1).size(), 0u);
  create(tournament("t4", "u_mei", 1));
  EXPECT_EQ(reader_->old_tournaments("open", 3, 9), (std::vector<std::string>{"t1", "t4"}));
  EXPECT_EQ(reader_->old_tournaments("open", 4, 2), (std::vector<std::string>{"t1", "t4"})) << "oldest first";
}

// Of one moment and of several.
TEST_P(TournamentStoreTest, ListsThoseOfAPhasePageByPage) {
  const std::vector<std::pair<std::string, Millis>> made{
      {"t1", 1}, {"t2", 5}, {"t3", 5}, {"t4", 5}, {"t5", 9}};
  for (const auto& [id, created] : made) create(tournament(id, "u_" + id, created));
  commit(AppendTournament{"t3", "running", {event(2)}, {}, {}});
  std::vector<std::string> listed;
  auto page = reader_->tournaments("open", 1);
  while (!page.empty() && listed.size() < made.size()) {
    listed.push_back(page.back().id);
    page = reader_->tournaments_after({page.back().created, page.back().id}, "open", 1);
  }
  EXPECT_EQ(listed, (std::vector<std::string>{"t5", "t4", "t2", "t1"}));
  EXPECT_EQ(reader_->tournaments_after({5, "t3"}, "open", 9).size(), 2u) << "it has begun meanwhile";
}

// Two servers, or two who believe that they own the tournament.
TEST_P(TournamentStoreTest, OfTwoWritersWithOneVersionOneGoesOn) {
  create(tournament("t1"));
  EXPECT_EQ(commit(round(2, "game1")), kDone);
  const auto before = events();
  EXPECT_EQ(commit(round(2, "game2")), kRefused);
  EXPECT_EQ(events(), before);
  EXPECT_EQ(reader_->load("game2"), std::nullopt) << "none of it happens";
  EXPECT_EQ(commit(AppendTournament{"t1", "open", {event(9)}, {}, {}}), kRefused) << "there is no eighth";
  EXPECT_EQ(commit(AppendTournament{"t2", "open", {event(1)}, {}, {}}), kRefused) << "no such tournament";
  EXPECT_EQ(reader_->tournament("t1")->phase, "running");
  EXPECT_EQ(reader_->tournament_events("t1", 1, 1), std::vector{event(2)});
}

TEST_P(TournamentStoreTest, BeginsARoundWithItsGames) {
  create(tournament("t1"));
  ASSERT_EQ(commit(round(2, "game1")), kDone);
  const auto record = reader_->load("game1");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->game.tournament, "t1");
  EXPECT_EQ(record->events.size(), 1u);
  const std::vector<TournamentResult> results{{{1, 1, 1, "game1"}, {"g_lin", ""}, sample_game().ending, 0}};
  EXPECT_EQ(reader_->tournament_results("t1"), results);
  EXPECT_EQ(reader_->tournament_results_from("t1", 1), results);
  EXPECT_TRUE(reader_->tournament_results_from("t1", 2).empty());
  EXPECT_EQ(reader_->tournament_games("t1", 1), std::vector{results[0].game});
  EXPECT_TRUE(reader_->tournament_games("t1", 2).empty());
  EXPECT_EQ(reader_->claim("game1").record, record);
}

TEST_P(TournamentStoreTest, GamesOfNoTournamentHaveNone) {
  StoreTest::create(sample_game("game1"));
  EXPECT_EQ(reader_->load("game1")->game.tournament, "");
}

// The end of a game is one write, and nothing else has to be.
TEST_P(TournamentStoreTest, TheEndOfAGameIsItsResult) {
  create(tournament("t1"));
  commit(round(2, "game1"));
  Event end = sample_event("game1", 2);
  end.kind = EventKind::end;
  const Ending ending{"finished", "first", "resign", 77, "pos"};
  ASSERT_EQ(commit(Append{end, ending, {}}), kDone);
  const std::vector<TournamentResult> results{{{1, 1, 1, "game1"}, {"g_lin", ""}, ending, end.ply}};
  EXPECT_EQ(reader_->tournament_results("t1"), results);
}

TEST_P(TournamentStoreTest, NoPlayerSitsTwiceInARound) {
  create(tournament("t1"));
  AppendTournament twice = round(2, "game1");
  twice.seats.push_back({1, 2, 2});
  EXPECT_THROW(commit(twice), WriteFailed);
  EXPECT_EQ(events().size(), 1u) << "nothing of it has happened";
  EXPECT_EQ(reader_->load("game1"), std::nullopt);
}

TEST_P(TournamentStoreTest, ATakenGameLeavesNothingOfTheRound) {
  create(tournament("t1"));
  StoreTest::create(sample_game("game1"));
  EXPECT_THROW(commit(round(2, "game1")), WriteFailed);
  AppendTournament same_code = round(2, "game2");
  same_code.games[0].game.code = sample_game("game1").code;
  EXPECT_THROW(commit(same_code), WriteFailed);
  EXPECT_EQ(events().size(), 1u);
  EXPECT_EQ(reader_->tournament_results("t1").size(), 0u);
}

TEST_P(TournamentStoreTest, AnAbortedGameStaysAsLongAsItsTournamentRuns) {
  create(tournament("t1"));
  commit(round(2, "game1"));
  Event end = sample_event("game1", 2);
  end.kind = EventKind::end;
  commit(Append{end, Ending{"aborted", "", "no_start", 77, ""}, {}});
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 1'000}), kRefused);
  EXPECT_TRUE(reader_->load("game1"));
  commit(AppendTournament{"t1", "finished", {event(4)}});
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 1'000}), kDone);
  EXPECT_FALSE(reader_->load("game1"));
  EXPECT_TRUE(reader_->tournament_results("t1").empty());
  EXPECT_EQ(events().size(), 4u) << "what is said of it stays";
}

TEST_P(TournamentStoreTest, NamesNoGuestWhoWasForgotten) {
  for (const char* id : {"g_lin", "g_mei"}) commit(CreateUser{User{id, "Lin", true, 5}, id});
  create(tournament("t1", "g_lin"));
  TournamentEvent joined = event(2);
  joined.by = "g_mei";
  joined.body = R"({"lot":7,"name":"\"Mei\" 梅","rating":0,"user":"g_mei"})";
  TournamentEvent left{3, "withdrew", R"({"player":1})", "g_mei", "", 1'003};
  commit(AppendTournament{"t1", "open", {joined, left}});
  for (const char* id : {"g_lin", "g_mei"}) {
    EXPECT_EQ(commit(ForgetSeats{id, 9}), kRefused) << "it is not over";
    EXPECT_EQ(commit(ForgetGuest{id}), kRefused);
  }
  commit(AppendTournament{"t1", "finished", {event(4)}});
  EXPECT_EQ(commit(ForgetSeats{"g_mei", 1}), kDone);
  EXPECT_EQ(commit(ForgetSeats{"g_mei", 1}), kDone);
  EXPECT_EQ(commit(ForgetSeats{"g_mei", 1}), kRefused);
  const TournamentEvent forgotten = events()[1];
  EXPECT_EQ(forgotten.by, "");
  for (const char* part : {"\"Guest\"", "\"-2\"", "\"lot\"", "7"})
    EXPECT_NE(forgotten.body.find(part), std::string::npos) << forgotten.body;
  EXPECT_EQ(forgotten.body.find("ei"), std::string::npos) << forgotten.body;
  left.by = "";
  EXPECT_EQ(events()[2], left);
  for (const char* id : {"g_lin", "g_mei"}) EXPECT_EQ(commit(ForgetGuest{id}), kDone) << "all that is left";
  EXPECT_EQ(reader_->tournament("t1")->owner, "");
  EXPECT_EQ(reader_->tournament("t1")->owner_name, "Guest");
}

TEST_P(TournamentStoreTest, AGuestWhoJoinedStaysAsOneWithAGame) {
  for (const char* id : {"g_lin", "g_mei"}) commit(CreateUser{User{id, "Lin", true, 5}, id});
  create(tournament("t1"));
  TournamentEvent joined = event(2);
  joined.by = "g_mei";
  commit(AppendTournament{"t1", "open", {joined}});
  commit(SweepUsers{.after = "", .until = "z", .guests_before = 100});
  EXPECT_FALSE(reader_->find_token("g_lin"));
  EXPECT_TRUE(reader_->find_token("g_mei"));
  commit(SweepUsers{.after = "", .until = "z", .guests_before = 100, .players_before = 100});
  EXPECT_FALSE(reader_->find_token("g_mei"));
}

TEST_P(TournamentStoreTest, TellsHowAUserCameOutOfThoseThatAreOver) {
  for (const char* id : {"g_lin", "g_mei"}) commit(CreateUser{User{id, "Lin", true, 5}, id});
  create(tournament("t1"));
  ASSERT_EQ(commit(finish("t1", 2, {"g_nobody", "g_mei", "g_lin"})), kDone);
  const PlayedTournament second{"t1", "'Evening'; --", "gomoku", "swiss", 7, 2, 3};
  EXPECT_EQ(reader_->tournaments_of("g_mei", kNow, 9), std::vector{second});
  EXPECT_EQ(reader_->tournaments_of("g_lin", kNow, 9).at(0).rank, 3);
  EXPECT_TRUE(ids_of("g_nobody", kNow, 9).empty()) << "who is no user";
}

TEST_P(TournamentStoreTest, ACorrectionOfOneThatIsOverChangesRanks) {
  for (const char* id : {"g_lin", "g_mei"}) commit(CreateUser{User{id, "Lin", true, 5}, id});
  create(tournament("t1"));
  commit(finish("t1", 2, {"g_lin", "g_mei"}));
  EXPECT_EQ(commit(finish("t1", 2, {"g_mei", "g_lin"})), kRefused) << "another server was first";
  EXPECT_EQ(reader_->tournaments_of("g_lin", kNow, 9).at(0).rank, 1);
  ASSERT_EQ(commit(finish("t1", 3, {"g_mei", "g_lin"})), kDone);
  ASSERT_EQ(reader_->tournaments_of("g_lin", kNow, 9).size(), 1u);
  EXPECT_EQ(reader_->tournaments_of("g_lin", kNow, 9)[0].rank, 2);
  EXPECT_EQ(reader_->tournaments_of("g_mei", kNow, 9).at(0).rank, 1);
}

TEST_P(TournamentStoreTest, TellsTheLastBegunFirstAndTheOthersPageByPage) {
  commit(CreateUser{User{"g_lin", "Lin", true, 5}, "g_lin"});
  const std::vector<std::pair<std::string, Millis>> begun{{"t1", 9}, {"t2", 7}, {"t3", 7}, {"t4", 8}};
  for (const auto& [id, started] : begun) {
    create(tournament(id, "u_" + id));
    commit(finish(id, 2, {"g_lin"}, started));
  }
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids_of("g_lin", kNow, 2), (Ids{"t1", "t4"}));
  EXPECT_EQ(ids_of("g_lin", {8, "t4"}, 1), Ids{"t3"});
  EXPECT_EQ(ids_of("g_lin", {7, "t3"}, 9), Ids{"t2"});
  EXPECT_EQ(ids_of("g_lin", kNow, -1), Ids{});
}

TEST_P(TournamentStoreTest, AGuestWhoWasForgottenHasNoRanks) {
  commit(CreateUser{User{"g_lin", "Lin", true, 5}, "g_lin"});
  for (const char* id : {"t1", "t2"}) {
    create(tournament(id));
    commit(finish(id, 2, {"g_lin"}));
  }
  EXPECT_EQ(commit(ForgetSeats{"g_lin", 1}), kDone);
  EXPECT_EQ(ids_of("g_lin", kNow, 9).size(), 1u);
  EXPECT_EQ(commit(ForgetGuest{"g_lin"}), kDone);
  EXPECT_TRUE(ids_of("g_lin", kNow, 9).empty());
  EXPECT_EQ(commit(finish("t1", 3, {"g_lin"})), kDone);
  EXPECT_TRUE(ids_of("g_lin", kNow, 9).empty()) << "nor after a correction";
}

// An event of version v is of the moment 1,000 + v.
TEST_P(TournamentStoreTest, WhatWasCancelledLongAgoGoesAFewRowsAtATime) {
  for (const char* id : {"t1", "t2", "t3", "t4"}) create(tournament(id, id));
  commit(round(2, "game1"));
  commit(AppendTournament{"t1", "cancelled", {event(4)}});
  commit(AppendTournament{"t2", "cancelled", {event(2)}});
  commit(AppendTournament{"t3", "finished", {event(2)}});
  const auto sweep = [&](Millis before, int rows) {
    return commit(SweepRecords{.cancelled_before = before, .rows = rows});
  };
  EXPECT_EQ(sweep(1'002, 2), kRefused);
  EXPECT_EQ(sweep(1'003, 2), kDone);
  EXPECT_EQ(reader_->tournament("t2"), std::nullopt);
  EXPECT_TRUE(reader_->tournament_events("t2", 0, 9).empty());
  EXPECT_EQ(sweep(1'004, 2), kRefused) << "it was cancelled in that moment";
  EXPECT_EQ(sweep(1'005, 3), kDone);
  EXPECT_EQ(reader_->tournament("t1"), std::nullopt) << "half of it is not shown";
  EXPECT_EQ(events(), std::vector{event(4)});
  EXPECT_EQ(sweep(1'005, 3), kDone);
  EXPECT_EQ(sweep(1'005, 3), kRefused);
  EXPECT_EQ(create(tournament("t1")), kDone) << "nothing of it is left";
  EXPECT_EQ(reader_->load("game1")->game.tournament, "") << "its games stay";
  for (const char* id : {"t3", "t4"}) EXPECT_TRUE(reader_->tournament(id)) << id;
}

}  // namespace
}  // namespace storage
