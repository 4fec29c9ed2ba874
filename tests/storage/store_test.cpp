#include "storage/store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>

#include "tests/storage/sample_game.h"
#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of games; every implementation goes through all of it.
namespace storage {
namespace {

INSTANTIATE_TEST_SUITE_P(All, StoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

using Ids = std::vector<std::string>;

// A filter that no index knows of made the database look at every game there was.
TEST_P(StoreTest, AListLooksAtABoundedNumberOfGames) {
  constexpr int kGames = Page::kMostExamined + 20;
  std::vector<Write> writes;
  for (int i = 0; i < kGames; ++i) {
    Game game = sample_game(std::to_string(100'000 + i));
    game.code.clear();
    game.created = i;
    game.ending = {.status = "finished", .result = i < 10 ? "second" : "first", .reason = "", .ended = 1};
    writes.push_back(CreateGame{game});
  }
  store_->commit(writes);
  const Page first = reader_->list({.result = "second", .limit = 5});
  EXPECT_TRUE(first.games.empty());
  ASSERT_TRUE(first.next) << "it has not looked at all of them";
  const Page second = reader_->list({.result = "second", .after = first.next, .limit = 5});
  EXPECT_EQ(second.games.size(), 5u);
  const Page third = reader_->list({.result = "second", .after = second.next, .limit = 50});
  EXPECT_EQ(third.games.size(), 5u);
  EXPECT_FALSE(third.next) << "this was the last";
}

TEST_P(StoreTest, TheSizeOfAGameIsKnownWithoutReadingIt) {
  EXPECT_EQ(reader_->record_size("one"), std::nullopt);
  create(sample_game("one"));
  EXPECT_EQ(reader_->record_size("one"), RecordSize());
  for (int v = 1; v <= 3; ++v) commit(Append{sample_event("one", v), {}, {}});
  EXPECT_EQ(reader_->record_size("one"), (RecordSize{3, sample_event("one", 3).ply}));
}

TEST_P(StoreTest, TheEndOfAGameIsReadWithoutTheRest) {
  EXPECT_EQ(reader_->load_end("one", 2), std::nullopt);
  create(sample_game("one"));
  EXPECT_EQ(reader_->load_end("one", 2), reader_->load("one"));
  for (int v = 1; v <= 3; ++v) commit(Append{sample_event("one", v), {}, {}});
  Record end = *reader_->load("one");
  EXPECT_EQ(reader_->load_end("one", 3), end);
  end.events.erase(end.events.begin());
  EXPECT_EQ(reader_->load_end("one", 2), end);
}

TEST_P(StoreTest, EveryReaderSeesWhatWasCommittedBefore) {
  const auto another = store_->open_reader();
  EXPECT_EQ(another->record_size("one"), std::nullopt);
  create(sample_game("one"));
  EXPECT_TRUE(another->load("one"));
  EXPECT_TRUE(store_->open_reader()->load("one"));
}

TEST_P(StoreTest, ReadersWorkOnOtherThreadsWhileTheWriterWrites) {
  create(sample_game("one"));
  std::atomic<int> committed = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      const auto reader = store_->open_reader();
      while (committed < 200) {
        const int before = committed;
        EXPECT_GE(reader->record_size("one")->events, before);
        EXPECT_GE(static_cast<int>(reader->load("one")->events.size()), before);
      }
    });
  }
  for (int v = 1; v <= 200; ++v) {
    commit(Append{sample_event("one", v), {}, {}});
    committed = v;
  }
  for (std::thread& reader : readers) reader.join();
}

TEST_P(StoreTest, OnlyAStoreThatOthersShareHasNotices) {
  EXPECT_EQ(store_->change_feed() != nullptr, GetParam() == "postgres");
}

TEST_P(StoreTest, OnlyAStoreThatOthersShareShowsThemLobbies) {
  EXPECT_EQ(store_->lobby_directory() != nullptr, GetParam() == "postgres");
}

TEST_P(StoreTest, FindsWhatAUserStillHasToPlay) {
  for (const auto& [id, created] : {std::pair("young", 3), {"over", 2}, {"old", 1}})
    create(sample_game(id, created));
  Game other = sample_game("other");
  other.seats[1].user = std::exchange(other.seats[0].user, "g_wang");
  create(other);
  commit(Append{sample_event("over", 1), Ending{"finished", "first", "five", 9}, {}});
  EXPECT_EQ(reader_->unfinished_of("g_lin", 9), (Ids{"old", "young", "other"}));
  EXPECT_EQ(reader_->unfinished_of("g_lin", 2), (Ids{"old", "young"}));
  EXPECT_EQ(reader_->unfinished_of("g_wang", 9), Ids{"other"});
  EXPECT_EQ(reader_->unfinished_of("", 9), Ids{}) << "a free seat is nobody's";
}

// Where nobody else looks for them they are in the memory of the server.
TEST_P(StoreTest, OnlyAStoreThatOthersShareKeepsSeeks) {
  const bool is_shared = GetParam() == "postgres";
  for (const char* id : {"s1", "s2"})
    EXPECT_EQ(commit(BeginSeek{{.id = id, .user = id, .name = "", .wish = "", .token_hash = ""}}),
              WriteResult::done);
  EXPECT_EQ(reader_->seeks().size(), is_shared ? 2u : 0u);
  EXPECT_EQ(commit(CreateGame{sample_game("one"), {"s1", "s2"}}), WriteResult::done);
  EXPECT_EQ(commit(EndSeeks{{"s1", "s2"}}), WriteResult::done);
  EXPECT_TRUE(reader_->seeks().empty());
}

TEST_P(StoreTest, AHeartbeatChangesNothing) {
  EXPECT_EQ(commit(Heartbeat{5}), WriteResult::done);
  EXPECT_EQ(commit(Heartbeat{6}), WriteResult::done);
  EXPECT_TRUE(ids({}).empty());
}

TEST_P(StoreTest, ForgetsNothingWithItsCaches) {
  create(sample_game());
  EXPECT_EQ(commit(DropCaches{}), WriteResult::done);
  EXPECT_TRUE(reader_->load(sample_game().id));
  EXPECT_EQ(commit(Append{sample_event(sample_game().id, 1), {}, {}}), WriteResult::done);
}

TEST_P(StoreTest, LoadsWhatWasWritten) {
  const Game game = sample_game();
  create(game);
  const std::vector<Event> events{sample_event(game.id, 1), sample_event(game.id, 2)};
  for (const Event& event : events) EXPECT_EQ(commit(Append{event, {}, {}}), WriteResult::done);

  EXPECT_EQ(reader_->load(game.id), (Record{game, events}));
  EXPECT_EQ(reader_->load("unknown"), std::nullopt);
}

TEST_P(StoreTest, KeepsTextAsItIs) {
  Game game = sample_game();
  game.seats[0].name = "三棋 'quoted' \"name\"; DROP TABLE games; --";
  create(game);
  EXPECT_EQ(reader_->load(game.id)->game, game);
}

TEST_P(StoreTest, RefusesAnIdOrACodeThatIsTaken) {
  create(sample_game("one"));
  EXPECT_EQ(commit(CreateGame{sample_game("one")}), WriteResult::refused);
  Game same_code = sample_game("two");
  same_code.code = sample_game("one").code;
  EXPECT_EQ(commit(CreateGame{same_code}), WriteResult::refused);
  EXPECT_EQ(reader_->load("two"), std::nullopt);
}

// Two writes, and a power cut between them: nobody found the next game.
TEST_P(StoreTest, AGameIsWrittenDownWithTheEventThatLeadsToIt) {
  create(sample_game("one"));
  commit(Append{sample_event("one", 1), {}, {}});
  const CreateGame next{sample_game("two"), {}, sample_event("one", 2)};
  EXPECT_EQ(commit(next), WriteResult::done);
  EXPECT_TRUE(reader_->load("two"));
  EXPECT_EQ(reader_->load("one")->events.back(), *next.link);

  EXPECT_EQ(commit(CreateGame{sample_game("three"), {}, sample_event("one", 2)}), WriteResult::refused);
  EXPECT_EQ(commit(CreateGame{sample_game("three"), {}, sample_event("one", 4)}), WriteResult::refused);
  EXPECT_FALSE(reader_->load("three")) << "the game before has gone on";
  EXPECT_EQ(commit(CreateGame{sample_game("two"), {}, sample_event("one", 3)}), WriteResult::refused);
  EXPECT_EQ(reader_->record_size("one")->events, 2) << "the id was taken";
}

TEST_P(StoreTest, LetsManyGamesGoWithoutACode) {
  for (const char* id : {"one", "two"}) {
    Game game = sample_game(id);
    game.code = "";
    create(game);
  }
  EXPECT_EQ(reader_->find_code(""), std::nullopt);
}

TEST_P(StoreTest, FreesTheCodeOfAGameThatHasEnded) {
  create(sample_game("one"));
  EXPECT_EQ(reader_->find_code("CODEone"), "one");
  EXPECT_EQ(commit(Append{sample_event("one", 1), Ending{"finished", "first", "five", 9}, {}}),
            WriteResult::done);
  EXPECT_EQ(reader_->find_code("CODEone"), std::nullopt);
  Game next = sample_game("two");
  next.code = "CODEone";
  create(next);
  EXPECT_EQ(reader_->find_code("CODEone"), "two");
}

TEST_P(StoreTest, RefusesAVersionThatDoesNotFollowTheLast) {
  const std::string id = "one";
  create(sample_game(id));
  EXPECT_EQ(commit(Append{sample_event(id, 2), {}, {}}), WriteResult::refused) << "a gap at the start";
  EXPECT_EQ(commit(Append{sample_event(id, 1), {}, {}}), WriteResult::done);
  EXPECT_EQ(commit(Append{sample_event(id, 1), {}, {}}), WriteResult::refused) << "the same again";
  EXPECT_EQ(commit(Append{sample_event(id, 3), {}, {}}), WriteResult::refused) << "a gap";
  EXPECT_EQ(reader_->load(id)->events.size(), 1u);
}

TEST_P(StoreTest, RefusesAnEventOfAnUnknownGame) {
  EXPECT_EQ(commit(Append{sample_event("unknown", 1), {}, {}}), WriteResult::refused);
}

// Two servers that both believe to own a room: the second event of the same version must change nothing,
// neither the log nor what the event would have changed in the game's row.
TEST_P(StoreTest, ARefusedEventChangesNothingElse) {
  const Game game = sample_game();
  create(game);
  EXPECT_EQ(commit(Append{sample_event(game.id, 1), {}, {}}), WriteResult::done);
  EXPECT_EQ(commit(Append{sample_event(game.id, 1), Ending{"finished", "second", "resign", 9},
                          std::array{Seat{}, Seat{}}}),
            WriteResult::refused);
  EXPECT_EQ(reader_->load(game.id)->game, game);
}

TEST_P(StoreTest, ARefusalDoesNotHinderTheOthers) {
  const std::vector<Write> writes{CreateGame{sample_game("one")}, CreateGame{sample_game("one")},
                                  Append{sample_event("one", 1), {}, {}}};
  EXPECT_EQ(store_->commit(writes),
            (std::vector{WriteResult::done, WriteResult::refused, WriteResult::done}));
  EXPECT_EQ(reader_->load("one")->events.size(), 1u);
}

TEST_P(StoreTest, AnEventCanSeatSomebodyAndEndTheGame) {
  Game game = sample_game();
  create(game);
  game.seats = {Seat{"Mei", "g_mei", 0, "x"}, Seat{"Lin", "g_lin", 0, "y"}};
  game.ending = {"finished", "draw", "agreement", 77};
  EXPECT_EQ(commit(Append{sample_event(game.id, 1), game.ending, game.seats}), WriteResult::done);
  EXPECT_EQ(reader_->load(game.id)->game, game);
}

// ---- who keeps a game ------------------------------------------------------------------------------------

TEST_P(StoreTest, ClaimsAGameWithItsWholeRecord) {
  const Game game = sample_game();
  create(game);
  commit(Append{sample_event(game.id, 1), {}, {}});
  const Record record{game, {sample_event(game.id, 1)}};
  for (const char* again : {"its own", "once more"}) {
    const Claim claim = reader_->claim(game.id);
    EXPECT_EQ(claim.record, record) << again;
    EXPECT_FALSE(claim.elsewhere) << again;
  }
  restart();
  EXPECT_EQ(reader_->claim(game.id).record, record);
}

TEST_P(StoreTest, ClaimsAGameThatIsOver) {
  create(sample_game("over"));
  commit(Append{sample_event("over", 1), Ending{"finished", "first", "five", 9}, {}});
  restart();
  ASSERT_TRUE(reader_->claim("over").record);
  EXPECT_EQ(reader_->claim("over").record->game.ending.reason, "five");
}

TEST_P(StoreTest, AGameThatIsUnknownIsNobodys) {
  const Claim claim = reader_->claim("unknown");
  EXPECT_FALSE(claim.record);
  EXPECT_FALSE(claim.elsewhere);
}

TEST_P(StoreTest, AfterARestartAllGamesBeingPlayedAreClaimedOldestFirst) {
  create(sample_game("young", 300));
  create(sample_game("old", 100));
  create(sample_game("over", 200));
  commit(Append{sample_event("old", 1), {}, {}});
  commit(Append{sample_event("over", 1), Ending{"aborted", "", "no_start", 201}, {}});
  restart();
  const std::vector<Record> claimed = reader_->claim_orphans({}, 10);
  ASSERT_EQ(claimed.size(), 2u);
  EXPECT_EQ(claimed[0], (Record{sample_game("old", 100), {sample_event("old", 1)}}));
  EXPECT_EQ(claimed[1], (Record{sample_game("young", 300), {}}));
  EXPECT_EQ(commit(Append{sample_event("old", 2), {}, {}}), WriteResult::done) << "and gone on with";
}

TEST_P(StoreTest, ClaimsInSlicesOfWhichNoneHasAGameOfAnother) {
  // Several of one moment: only the id tells them apart.
  for (const char* id : {"e", "d", "c", "b", "a"}) create(sample_game(id, 500));
  create(sample_game("first", 400));
  for (const int slice : {1, 2, 5, 6, 7}) {
    restart();
    EXPECT_EQ(claim_all(slice), (Ids{"first", "a", "b", "c", "d", "e"})) << slice << " at a time";
  }
}

TEST_P(StoreTest, AStartClaimsOnlyGamesInWhichSomethingMayHappenAtAnyMoment) {
  for (const char* id : {"clock", "idle", "over", "woken"}) create(sample_game(id));
  for (const char* id : {"idle", "over", "woken"})
    commit(Append{sample_event(id, 1), {}, {}, {}, /*due=*/5'000});
  commit(Append{sample_event("over", 2), Ending{"aborted", "", "no_start", 201}, {}});
  commit(Append{sample_event("woken", 2), {}, {}, {}, /*due=*/0});
  restart();
  EXPECT_EQ(claim_all(), (Ids{"clock", "woken"}));
  EXPECT_EQ(reader_->load("idle")->game.due, 5'000);
  EXPECT_TRUE(reader_->claim("idle").record) << "when somebody asks";
}

TEST_P(StoreTest, FindsWhatIsOverduePageByPage) {
  for (const auto& [id, due] :
       {std::pair("later", 300), {"a", 200}, {"b", 200}, {"first", 100}, {"clock", 0}}) {
    create(sample_game(id));
    commit(Append{sample_event(id, 1), {}, {}, {}, due});
  }
  commit(Append{sample_event("first", 2), Ending{"aborted", "", "untouched", 201}, {}});
  EXPECT_EQ(reader_->overdue({}, 199, 9), std::vector<Cursor>{});
  EXPECT_EQ(reader_->overdue({}, 200, 9), (std::vector<Cursor>{{200, "a"}, {200, "b"}}));
  EXPECT_EQ(reader_->overdue({200, "a"}, 300, 1), (std::vector<Cursor>{{200, "b"}}));
  EXPECT_EQ(reader_->overdue({200, "b"}, 300, 1), (std::vector<Cursor>{{300, "later"}}));
}

TEST_P(StoreTest, RemovesGamesThatWereAbortedLongAgo) {
  const auto end = [&](const std::string& id, const std::string& status, Millis ended) {
    create(sample_game(id));
    commit(Append{sample_event(id, 1), Ending{status, "", "untouched", ended}, {}});
  };
  end("old", "aborted", 99);
  end("reported", "aborted", 98);
  end("young", "aborted", 100);
  end("finished", "finished", 1);
  create(sample_game("playing"));
  commit(RequestAnalysis{"old", 1, 100});
  commit(AppendAnalysis{"old", {.ply = 0}});
  commit(ReportLine{{.game = "reported",
                     .room = "all",
                     .text = "",
                     .said = 5,
                     .accused = "",
                     .accused_name = "",
                     .reporter = "",
                     .reporter_name = "",
                     .reported = 50}});
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 100, .reports_before = 50}), WriteResult::done);
  EXPECT_FALSE(reader_->load("old"));
  EXPECT_FALSE(reader_->record_size("old")) << "no event is left";
  EXPECT_FALSE(reader_->load_analysis("old"));
  for (const char* kept : {"reported", "young", "finished", "playing"})
    EXPECT_TRUE(reader_->load(kept)) << kept;
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 100, .reports_before = 50}), WriteResult::refused);
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 100, .reports_before = 51}), WriteResult::done);
  EXPECT_TRUE(reader_->reports(9).empty());
  EXPECT_FALSE(reader_->load("reported")) << "nobody needs it any more";
}

TEST_P(StoreTest, RemovesGamesThatWereAbortedSinceAMoment) {
  for (const Millis ended : {98, 99, 100}) {
    const std::string id = std::to_string(ended);
    create(sample_game(id));
    commit(Append{sample_event(id, 1), Ending{"aborted", "", "untouched", ended}, {}});
  }
  const SweepRecords sweep{.aborted_since = 99, .aborted_before = 100, .rows = 0};
  EXPECT_EQ(commit(sweep), WriteResult::done);
  EXPECT_FALSE(reader_->load("99"));
  for (const char* kept : {"98", "100"}) EXPECT_TRUE(reader_->load(kept)) << kept;
  EXPECT_EQ(commit(sweep), WriteResult::refused);
}

TEST_P(StoreTest, RemovesSoManyAtATime) {
  for (const char* id : {"a", "b", "c"}) {
    create(sample_game(id));
    commit(Append{sample_event(id, 1), Ending{"aborted", "", "untouched", 1}, {}});
  }
  for (const std::size_t left : {1u, 0u}) {
    EXPECT_EQ(commit(SweepRecords{.aborted_before = 2, .most = 2}), WriteResult::done);
    EXPECT_EQ(ids({.status = "aborted"}).size(), left);
  }
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 2, .most = 2}), WriteResult::refused);
}

TEST_P(StoreTest, WhoLeavesGoesDown) {
  create(sample_game("one"));
  const std::vector<Write> last{Append{sample_event("one", 1), {}, {}}, Leave{}};
  EXPECT_EQ(store_->commit(last), std::vector(2, WriteResult::done));
  restart();
  EXPECT_EQ(claim_all(), Ids{"one"});
  EXPECT_EQ(reader_->load("one")->events.size(), 1u);
}

// ---- lists -----------------------------------------------------------------------------------------------

TEST_P(StoreTest, ListsPageByPageNewestFirst) {
  // Three games of one moment: only the id tells them apart.
  for (const char* id : {"a", "b", "c", "d"}) create(sample_game(id, 500));
  create(sample_game("newest", 501));
  create(sample_game("oldest", 499));

  GameQuery query;
  query.limit = 2;
  Ids seen;
  for (int page = 0; page < 4; ++page) {
    const Page found = reader_->list(query);
    for (const Summary& summary : found.games) seen.push_back(summary.game.id);
    if (found.next) query.after = found.next;
    EXPECT_EQ(found.next.has_value(), page < 3) << page;
  }
  EXPECT_EQ(seen, (Ids{"newest", "d", "c", "b", "a", "oldest"}));
}

TEST_P(StoreTest, CountsThePliesOfAListedGame) {
  create(sample_game("one"));
  EXPECT_EQ(reader_->list({}).games.at(0).plies, 0);
  commit(Append{sample_event("one", 1), {}, {}});
  EXPECT_EQ(reader_->list({}).games.at(0).plies, sample_event("one", 1).ply);
  EXPECT_EQ(reader_->list({}).games.at(0).game, sample_game("one"));
}

TEST_P(StoreTest, ListsByGameStatusAndPlayer) {
  Game xiangqi = sample_game("xiangqi", 1);
  xiangqi.game = "xiangqi";
  xiangqi.seats[1] = Seat{"Mei", "g_mei", 0, ""};
  create(xiangqi);
  create(sample_game("gomoku", 2));
  commit(Append{sample_event("gomoku", 1), Ending{"finished", "first", "five", 9}, {}});

  EXPECT_EQ(ids({.game = "xiangqi"}), Ids{"xiangqi"});
  EXPECT_EQ(ids({.status = "finished"}), Ids{"gomoku"});
  EXPECT_EQ(ids({.player = "g_mei"}), Ids{"xiangqi"});
  EXPECT_EQ(ids({.player = "Lin"}), (Ids{"gomoku", "xiangqi"}));
  EXPECT_EQ(ids({.player = "Bot"}), Ids{}) << "a bot is nobody";
  EXPECT_EQ(ids({.game = "gomoku", .player = "Mei"}), Ids{});
}

TEST_P(StoreTest, ListsByRuleAndTime) {
  for (const Millis created : {10, 20, 30}) create(sample_game(std::to_string(created), created));
  Game caro = sample_game("caro", 40);
  caro.rule = "caro";
  create(caro);
  EXPECT_EQ(ids({.rule = "caro"}), Ids{"caro"});
  EXPECT_EQ(ids({.rule = "renju", .from = 20}), (Ids{"30", "20"}));
  EXPECT_EQ(ids({.from = 20, .until = 30}), Ids{"20"}) << "the last moment is not part of it";
  EXPECT_EQ(ids({.player = "Lin", .from = 20, .until = 41}), (Ids{"caro", "30", "20"}));
}

/// Lin has the first side and wins, loses and draws; the last game is against a bot.
class ListedResultsTest : public StoreTest {
 protected:
  ListedResultsTest() {
    play("won", Seat{"Mei", "g_mei", 0, ""}, "first");
    play("lost", Seat{"Mei", "g_mei", 0, ""}, "second");
    play("drawn", Seat{"Wang", "g_wang", 0, ""}, "draw");
    play("bot", Seat{"Bot 5", "", 5, ""}, "first");
  }

 private:
  void play(const std::string& id, const Seat& opponent, const std::string& result) {
    Game game = sample_game(id, ++created_);
    game.seats[1] = opponent;
    create(game);
    commit(Append{sample_event(id, 1), Ending{"finished", result, "resign", 9}, {}});
  }
  Millis created_ = 0;
};

INSTANTIATE_TEST_SUITE_P(All, ListedResultsTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(ListedResultsTest, ListsByResult) {
  EXPECT_EQ(ids({.result = "first"}), (Ids{"bot", "won"}));
  EXPECT_EQ(ids({.result = "draw"}), Ids{"drawn"});
  EXPECT_EQ(ids({.result = "won", .player = "Lin"}), (Ids{"bot", "won"}));
  EXPECT_EQ(ids({.result = "won", .player = "g_mei"}), Ids{"lost"}) << "of the one who is asked for";
  EXPECT_EQ(ids({.result = "lost", .player = "Lin"}), Ids{"lost"});
  EXPECT_EQ(ids({.result = "draw", .player = "g_lin"}), Ids{"drawn"});
  EXPECT_EQ(ids({.result = "won"}), Ids{}) << "nobody is asked for";
}

TEST_P(ListedResultsTest, ListsByOpponent) {
  EXPECT_EQ(ids({.player = "Lin", .opponent = "Mei"}), (Ids{"lost", "won"}));
  EXPECT_EQ(ids({.player = "g_mei", .opponent = "g_lin"}), (Ids{"lost", "won"}));
  EXPECT_EQ(ids({.result = "won", .player = "g_lin", .opponent = "Mei"}), Ids{"won"});
  EXPECT_EQ(ids({.player = "Lin", .opponent = "ai"}), Ids{"bot"});
  EXPECT_EQ(ids({.player = "Lin", .opponent = "Lin"}), Ids{}) << "nobody plays against himself";
}

TEST_P(ListedResultsTest, CountsTheGamesOfAUser) {
  create(sample_game("running", 99));
  EXPECT_EQ(reader_->tally("g_lin", 9), (Tally{.played = 4, .won = 2, .lost = 1, .drawn = 1}));
  EXPECT_EQ(reader_->tally("g_mei", 9), (Tally{.played = 2, .won = 1, .lost = 1, .drawn = 0}));
  EXPECT_EQ(reader_->tally("nobody", 9), Tally{});
  EXPECT_EQ(reader_->tally("g_lin", 1), (Tally{.played = 3, .won = 1, .lost = 1, .drawn = 1}))
      << "of each seat and result one";
}

// A file may give its players any names, the ids of users among them.
TEST_P(StoreTest, ImportedGamesAreNoUsers) {
  Game played = sample_game("played", 1);
  played.source = "";
  create(played);
  Game imported = sample_game("imported", 2);
  imported.seats = {Seat{"Lin", "", 0, ""}, Seat{"g_lin", "", 0, ""}};
  create(imported);
  EXPECT_EQ(ids({.player = "g_lin", .player_is_id = true}), Ids{"played"});
  EXPECT_EQ(ids({.player = "Lin", .player_is_id = true}), Ids{});
  EXPECT_EQ(ids({.player = "Lin"}), (Ids{"imported", "played"}));
  EXPECT_EQ(ids({.player = "Lin", .imported = true}), Ids{"imported"});
  EXPECT_EQ(ids({.player = "Lin", .imported = false}), Ids{"played"});
  EXPECT_EQ(ids({.imported = true}), Ids{"imported"});
  EXPECT_EQ(ids({.player = "Lin", .opponent = "g_lin"}), Ids{"imported"});
  EXPECT_EQ(ids({.player = "Lin", .opponent = "g_lin", .opponent_is_id = true}), Ids{});
}

TEST_P(StoreTest, KeepsWhoSitsInAGameThatWaits) {
  Game game = sample_game();
  game.seats[1] = {};
  create(game);
  const std::array seats{game.seats[0], Seat{"Mei", "g_mei", 0, "hash-mei", 1590, true}};
  EXPECT_EQ(commit(TakeSeats{game.id, seats}), WriteResult::done);
  EXPECT_EQ(reader_->load(game.id)->game.seats, seats);
  EXPECT_EQ(reader_->unfinished_of("g_mei", 9), Ids{game.id});
  EXPECT_EQ(commit(TakeSeats{"nowhere", seats}), WriteResult::refused);
}

TEST_P(StoreTest, KeepsTheOrderOfARoom) {
  Game game = sample_game();
  game.order.host = "g_lin";
  create(game);
  EXPECT_EQ(reader_->load(game.id)->game.order, game.order);
  const RoomOrder order{.host = "g_lin", .put_out = {"g_wang", "u_zhao"}, .muted = {"g_mei"}};
  EXPECT_EQ(commit(KeepOrder{game.id, order}), WriteResult::done);
  EXPECT_EQ(reader_->load(game.id)->game.order, order);
  EXPECT_EQ(reader_->claim(game.id).record->game.order, order);
  EXPECT_EQ(commit(KeepOrder{game.id, {}}), WriteResult::done);
  EXPECT_EQ(reader_->load(game.id)->game.order, RoomOrder());
  EXPECT_EQ(commit(KeepOrder{"nowhere", order}), WriteResult::refused);
}

TEST_P(StoreTest, KnowsTheLastSignOfLife) {
  EXPECT_EQ(reader_->last_heartbeat(), 0);
  commit(Heartbeat{1'700'000'000'000});
  EXPECT_EQ(reader_->last_heartbeat(), 1'700'000'000'000);
}

TEST_P(StoreTest, RemembersForAMonthWhenNoServerLived) {
  constexpr Millis kMinute = 60'000, kDay = 24 * 60 * kMinute, kBegin = 1'700'000'000'000;
  for (const Millis at : {Millis(0), 15 * kMinute, 76 * kMinute, 76 * kMinute, 80 * kMinute, 100 * kMinute})
    EXPECT_EQ(commit(Heartbeat{kBegin + at}), WriteResult::done);
  const std::vector<Outage> two{{kBegin + 15 * kMinute, kBegin + 76 * kMinute},
                                {kBegin + 80 * kMinute, kBegin + 100 * kMinute}};
  EXPECT_EQ(reader_->outages(), two) << "the first sign ends none, nor one within a quarter of an hour";
  commit(Heartbeat{kBegin + 31 * kDay});
  const std::vector<Outage> last{{kBegin + 100 * kMinute, kBegin + 31 * kDay}};
  EXPECT_EQ(reader_->outages(), last);
}

TEST_P(StoreTest, KeepsTheFirstSecretOfAName) {
  EXPECT_EQ(reader_->secret("one"), std::nullopt);
  EXPECT_EQ(commit(KeepSecret{"one", "'first'; -- 一"}), WriteResult::done);
  EXPECT_EQ(commit(KeepSecret{"one", "second"}), WriteResult::refused);
  EXPECT_EQ(commit(KeepSecret{"two", "other"}), WriteResult::done);
  restart();
  EXPECT_EQ(reader_->secret("one"), "'first'; -- 一");
  EXPECT_EQ(reader_->secret("two"), "other");
}

TEST_P(StoreTest, ListsPrivateGamesOnlyWhenAsked) {
  Game game = sample_game();
  game.is_private = true;
  create(game);
  EXPECT_EQ(ids({}), Ids{});
  EXPECT_EQ(ids({.player = "Lin"}), Ids{});
  EXPECT_EQ(ids({.player = "Lin", .with_private = true}), Ids{game.id});
  EXPECT_EQ(ids({.with_private = true}), Ids{game.id});
}

}  // namespace
}  // namespace storage
