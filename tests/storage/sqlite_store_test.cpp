#include "storage/sqlite/sqlite_store.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/VariadicBind.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "storage/sql/library_queries.h"
#include "storage/sql/migrations.h"
#include "storage/sql/people_queries.h"
#include "storage/sql/push_writes.h"
#include "storage/sql/queries.h"
#include "storage/sql/tournament_queries.h"
#include "storage/sqlite/back_up.h"
#include "tests/patience.h"
#include "tests/storage/sample_game.h"
#include "tests/storage/temporary_folder.h"

/// What only a file can do: outlive its writer, be damaged, be from another version.
namespace storage {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(SqliteStoreTest, GamesSurviveReopening) {
  const TemporaryFolder folder;
  {
    SqliteStore store(folder / "games.db");
    commit_one(store, CreateGame{sample_game()});
    commit_one(store, Append{sample_event(sample_game().id, 1), {}, {}});
  }
  SqliteStore store(folder / "games.db");
  EXPECT_EQ(store.open_reader()->load(sample_game().id)->events.size(), 1u);
}

TEST(SqliteStoreTest, WhatCannotBeReadIsClaimedByItsName) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  commit_one(store, CreateGame{sample_game("one", 1)});
  commit_one(store, CreateGame{sample_game("two", 2)});
  SQLite::Database(folder / "games.db", SQLite::OPEN_READWRITE).exec("DROP TABLE events");
  const auto claimed = store.open_reader()->claim_orphans({}, 10);
  ASSERT_EQ(claimed.size(), 2u);
  EXPECT_EQ(claimed[0].game.id, "one");
  EXPECT_EQ(claimed[1].game.created, 2);
  EXPECT_TRUE(claimed[1].game.game.empty()) << "of which no game is made";
}

TEST(SqliteStoreTest, StoresInMemoryKnowNothingOfEachOther) {
  SqliteStore one;
  SqliteStore other;
  commit_one(one, CreateGame{sample_game()});
  EXPECT_TRUE(one.open_reader()->load(sample_game().id));
  EXPECT_FALSE(other.open_reader()->load(sample_game().id));
}

// They share one connection, on which one transaction at a time can be open.
TEST(SqliteStoreTest, InMemoryOneThreadReadsWhileAnotherWrites) {
  SqliteStore store;
  commit_one(store, CreateGame{sample_game()});
  std::atomic<bool> written = false;
  std::jthread writer([&] {
    for (int v = 1; v <= 500; ++v)
      EXPECT_EQ(commit_one(store, Append{sample_event(sample_game().id, v), {}, {}}), WriteResult::done);
    written = true;
  });
  const std::shared_ptr<Reader> reader = store.open_reader();
  const auto events = [&] { return reader->load(sample_game().id)->events.size(); };
  std::size_t seen = 0;
  while (!written) {
    ASSERT_GE(events(), seen);
    seen = events();
  }
  EXPECT_EQ(events(), 500u);
}

/// Commits event after event and reports each on `report`, until somebody kills it.
[[noreturn]] void write_until_killed(const std::filesystem::path& file, int report) {
  SqliteStore store(file);
  store.reserve_log();
  commit_one(store, CreateGame{sample_game()});
  for (int v = 1;; ++v) {
    commit_one(store, Append{sample_event(sample_game().id, v), {}, {}});
    if (::write(report, &v, sizeof v) != sizeof v) ::_exit(1);
  }
}

TEST(SqliteStoreTest, NoCommittedEventIsLostWhenTheProcessIsKilled) {
  const TemporaryFolder folder;
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t writer = ::fork();
  if (writer == 0) write_until_killed(folder / "games.db", pipe[1]);
  ::close(pipe[1]);

  int acknowledged = 0;
  while (acknowledged < 50)
    ASSERT_EQ(::read(pipe[0], &acknowledged, sizeof acknowledged), sizeof acknowledged);
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  while (::read(pipe[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) continue;
  ::close(pipe[0]);

  SqliteStore store(folder / "games.db");
  const auto events = store.open_reader()->load(sample_game().id)->events;
  EXPECT_GE(static_cast<int>(events.size()), acknowledged);
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(events[i].v, static_cast<int>(i) + 1);
}

// A commit that makes the log longer costs the file system more than one that does not.
TEST(SqliteStoreTest, AReservedLogGrowsNoMore) {
  const TemporaryFolder folder;
  if (std::filesystem::space(folder / ".").available < std::uintmax_t{1} << 30)
    GTEST_SKIP() << "a small disk";
  SqliteStore store(folder / "games.db");
  store.reserve_log();
  const auto reserved = std::filesystem::file_size(folder / "games.db-wal");
  EXPECT_GE(reserved, 16'000'000u);
  commit_one(store, CreateGame{sample_game()});
  for (int v = 1; v <= 500; ++v) commit_one(store, Append{sample_event(sample_game().id, v), {}, {}});
  EXPECT_EQ(std::filesystem::file_size(folder / "games.db-wal"), reserved);
  EXPECT_EQ(store.open_reader()->load(sample_game().id)->events.size(), 500u);
}

TEST(SqliteStoreTest, OnlyTheOwnerMayReadTheFiles) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "deep/er/games.db");
  commit_one(store, CreateGame{sample_game()});
  for (const char* name : {"deep/er/games.db", "deep/er/games.db-wal"}) {
    EXPECT_EQ(std::filesystem::status(folder / name).permissions(), std::filesystem::perms(0600)) << name;
  }
}

TEST(SqliteStoreTest, RefusesASchemaFromTheFuture) {
  const TemporaryFolder folder;
  { SqliteStore store(folder / "games.db"); }
  SQLite::Database(folder / "games.db", SQLite::OPEN_READWRITE)
      .exec("INSERT INTO schema_version VALUES (999)");
  EXPECT_THAT([&] { SqliteStore store(folder / "games.db"); },
              ThrowsMessage<Error>(HasSubstr("schema 999, but this program knows only")));
}

TEST(SqliteStoreTest, MigratesOnlyWhatIsMissing) {
  const TemporaryFolder folder;
  for (int run = 0; run < 2; ++run) {
    SqliteStore store(folder / "games.db");
  }
  SQLite::Database database(folder / "games.db");
  EXPECT_EQ(database.execAndGet("SELECT COUNT(*) FROM schema_version").getInt(),
            static_cast<int>(sql::migrations().size()));
}

/// A database as the first schema left it, with a guest and a game of his.
void write_first_schema(const std::filesystem::path& file) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY)");
  database.exec(std::string(sql::migrations().front().text));
  database.exec(R"(
    INSERT INTO schema_version VALUES (1);
    INSERT INTO users VALUES ('g_lin', 'Lin', 1, 5);
    INSERT INTO tokens VALUES ('hash', 'g_lin', 6);
    INSERT INTO games VALUES ('aB3dE9xQ', 'K7QMX', 'gomoku', 'renju', '', 15, '', 300000, 3000, 0, 0, 0, 0,
                              'Lin', 'g_lin', 0, 'seat', 'Bot 5', '', 5, '', 0, 0, 1000, 'playing', '', '', 0);
    INSERT INTO events VALUES ('aB3dE9xQ', 1, 'move', 1, 'first', 'h8', '', 1, 2, 0, 0, 'second', 3, 4, 5);
  )");
}

TEST(SqliteStoreTest, KeepsWhatTheFirstSchemaHeld) {
  const TemporaryFolder folder;
  write_first_schema(folder / "games.db");
  SqliteStore store(folder / "games.db");

  const User lin{"g_lin", "Lin", true, 5};
  EXPECT_EQ(store.open_reader()->find_token("hash"), (Session{"hash", lin, "", 6, 6}))
      << "last seen when it was made";
  const auto record = store.open_reader()->load("aB3dE9xQ");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->game.seats, (std::array{Seat{"Lin", "g_lin", 0, "seat"}, Seat{"Bot 5", "", 5, ""}}));
  EXPECT_EQ(record->game.time, (TimeControl{.initial = 300'000, .increment = 3'000}));
  EXPECT_EQ(record->game.ending, Ending{});
  EXPECT_EQ(record->events.size(), 1u);
  EXPECT_EQ(record->ratings, std::nullopt);
  EXPECT_EQ(store.open_reader()->list({.player = "Lin"}).games.at(0).plies, 1);
  // And the game goes on.
  EXPECT_EQ(commit_one(store, Append{sample_event("aB3dE9xQ", 2), {}, {}}), WriteResult::done);
}

/// A database as the fifth schema left it: the last whose rows had numbers of their own.
void write_fifth_schema(const std::filesystem::path& file) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY)");
  for (const sql::Migration& step : sql::migrations().first(5)) {
    database.exec(std::string(step.text));
    database.exec("INSERT INTO schema_version VALUES (" + std::to_string(step.version) + ")");
  }
  database.exec(R"(
    INSERT INTO users VALUES ('u_lin', 'Lin', 0, 5), ('u_wu', 'Wu', 0, 5);
    INSERT INTO accounts VALUES ('u_lin', 'lin', 'phc'), ('u_wu', 'wu', 'phc');
    INSERT INTO tokens VALUES ('hash', 'u_lin', 6, 'Firefox', 7);
    INSERT INTO games VALUES ('aB3dE9xQ', '', 'gomoku', 'renju', '', 15, '', 0, 0, 0, 0, 0, 0, 'Lin', 'u_lin', 0, 's', 'Wu',
                              'u_wu', 0, '', 1, 0, 1000, 'finished', 'first', 'five', 2000, 1500, 0, 1600, 1, 'sgf', 'Cup');
    INSERT INTO events VALUES ('aB3dE9xQ', 2, 'move', 2, 'second', 'h9', '', 1, 2, 0, 0, 'first', 3, 4, 5),
                              ('aB3dE9xQ', 1, 'move', 1, 'first', 'h8', '', 1, 2, 0, 0, 'second', 3, 4, 5);
    INSERT INTO rating_changes VALUES ('aB3dE9xQ', 'first', 'u_lin', 'gomoku', 'blitz', 1500, 1510, 2000),
                                      ('aB3dE9xQ', 'second', 'u_wu', 'gomoku', 'blitz', 1600, 1590, 2000);
    INSERT INTO analyses VALUES ('aB3dE9xQ', 3, 2500, NULL, NULL);
    INSERT INTO analysis_plies VALUES ('aB3dE9xQ', 0, 'eval', 10, 0.5, 'h8', 'h8 h9', '');
    INSERT INTO reports VALUES ('aB3dE9xQ', 'all', 'text', 1, 'u_wu', 'Wu', 'u_lin', 'Lin', 2);
  )");
}

TEST(SqliteStoreTest, KeepsWhatTheFifthSchemaHeld) {
  const TemporaryFolder folder;
  write_fifth_schema(folder / "games.db");
  SqliteStore store(folder / "games.db");
  const auto reader = store.open_reader();
  const auto record = reader->load("aB3dE9xQ");
  ASSERT_TRUE(record);
  ASSERT_EQ(record->events.size(), 2u);
  EXPECT_EQ(record->events[0].move, "h8");
  EXPECT_EQ(record->game.source, "sgf");
  EXPECT_EQ(record->game.opening_code, kUnclassified);
  EXPECT_EQ(reader->unclassified(1), std::vector<std::string>{"aB3dE9xQ"});
  EXPECT_EQ(record->game.seats[1].rating, 1600);
  EXPECT_EQ(record->ratings, (std::array{RatingChange{1500, 1510}, RatingChange{1600, 1590}}));
  EXPECT_EQ(reader->find_token("hash"), (Session{"hash", {"u_lin", "Lin", false, 5}, "Firefox", 6, 7}));
  EXPECT_EQ(reader->load_analysis("aB3dE9xQ")->plies.size(), 1u);
  EXPECT_EQ(reader->reports(10).size(), 1u);
  EXPECT_EQ(reader->list({.result = "won", .player = "u_lin"}).games.size(), 1u);
  SQLite::Database database(folder / "games.db");
  SQLite::Statement broken(database, "PRAGMA foreign_key_check");
  EXPECT_FALSE(broken.executeStep());
  EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

/// The first steps of the schema.
void write_schema(SQLite::Database& database, std::size_t steps) {
  database.exec("CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY)");
  for (const sql::Migration& step : sql::migrations().first(steps)) {
    database.exec(std::string(step.text));
    database.exec("INSERT INTO schema_version VALUES (" + std::to_string(step.version) + ")");
  }
}

TEST(SqliteStoreTest, AccountsOfTheSchemaBeforeMailMayAskForIt) {
  constexpr Millis kNow = 2 * kMailDay;
  const TemporaryFolder folder;
  {
    SQLite::Database database(folder / "games.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    write_schema(database, 42);
    database.exec(R"(
      INSERT INTO users (id, name, guest, created) VALUES ('lin', 'Lin', 0, 5);
      INSERT INTO accounts (user_id, password, keyed_by) VALUES ('lin', 'phc', '');
      INSERT INTO inbox VALUES ('lin', 7, 'over', 'game', 'gomoku', 'Mei', 7, 0);
    )");
  }
  SqliteStore store(folder / "games.db");
  const auto reader = store.open_reader();
  EXPECT_FALSE(reader->mailbox("lin"));
  EXPECT_EQ(
      commit_one(store,
                 AskForMail{.user = "lin", .mailbox = {"a@b.test", "en"}, .code_hash = "c", .at = kNow}),
      WriteResult::done);
  EXPECT_EQ(commit_one(store, ConfirmMail{"c", kNow}), WriteResult::done);
  commit_one(store, PutNotice{.user = "lin", .kind = "over", .subject = "other", .at = kNow});
  const auto due = reader->due_mails(kNow + kMailDelay, 9);
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(reader->unread_after("lin", due[0].mailed_until, kNow).size(), 2u) << "also what came before";
}

/// A database as the fourteenth schema left it: the last in which a name had one key, the skeleton of the
/// server's own.
void write_fourteenth_schema(const std::filesystem::path& file) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  write_schema(database, 14);
  database.exec(R"(
    INSERT INTO users VALUES ('u_bob', 'Bob', 0, 5), ('u_math', '𝐋𝐢𝐧', 0, 5), ('u_lin', 'Lin', 0, 6), ('g_x', 'Lin', 1, 7);
    INSERT INTO accounts VALUES ('u_bob', 'bob', 'phc of bob'), ('u_math', '𝐋𝐢𝐧', 'phc'), ('u_lin', 'lln', 'phc'),
                                ('u_gone', 'gone', '');
    INSERT INTO users VALUES ('u_gone', 'Gone', 0, 5);
  )");
}

TEST(SqliteStoreTest, AccountsOfTheFourteenthSchemaAreFoundByTheirNames) {
  const TemporaryFolder folder;
  write_fourteenth_schema(folder / "games.db");
  SqliteStore store(folder / "games.db");
  const auto reader = store.open_reader();
  const auto found = [&](const NameKeys& keys) {
    const auto account = reader->find_account(keys);
    return account ? account->user.id : "";
  };
  EXPECT_EQ(found({"Bob"}), "u_bob");
  EXPECT_EQ(found({"BOB", "bob"}), "u_bob") << "by the skeleton of before";
  EXPECT_EQ(found({"Lin"}), "u_lin") << "and not the guest";
  EXPECT_EQ(found({"𝐋𝐢𝐧"}), "u_math");
  EXPECT_EQ(found({"lin", "lin", "lin", "lin", "lln"}), "u_lin");
  EXPECT_EQ(reader->find_account({"Bob"})->password, "phc of bob");
  EXPECT_EQ(reader->find_account({"Gone"})->password, "") << "closed, and still taken";
  EXPECT_EQ(reader->accounts_keyed_otherwise("1", 10).size(), 4u);
  EXPECT_EQ(commit_one(store, KeyAccount{"u_math", {"𝐋𝐢𝐧", "lin", "lln"}, "1"}), WriteResult::done);
  EXPECT_EQ(commit_one(store, KeyAccount{"u_lin", {"Lin", "lin", "lln"}, "1"}), WriteResult::done);
  EXPECT_EQ(found({"𝐋𝐢𝐧"}), "u_math");
  EXPECT_EQ(found({"Lin"}), "u_lin") << "names that look alike were allowed";
  SQLite::Database database(folder / "games.db");
  SQLite::Statement broken(database, "PRAGMA foreign_key_check");
  EXPECT_FALSE(broken.executeStep());
}

// Of a version that loaded all games being played at each start.
TEST(SqliteStoreTest, GamesOfTheFourteenthSchemaWithoutAClockWaitForTheirPlayers) {
  const TemporaryFolder folder;
  {
    SQLite::Database database(folder / "games.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    write_schema(database, 14);
    struct Row {
      const char* id;
      int initial, days, second_level, ply;
      const char* second_user;
      const char* last;
    };
    for (const Row& row :
         {Row{"unlimited", 0, 0, 0, 0, "wang", "start"}, Row{"waits", 0, 0, 0, 0, "", ""},
          Row{"bot", 0, 0, 3, 2, "", "move"}, Row{"bot_unplayed", 0, 0, 3, 1, "", "move"},
          Row{"clock", 60'000, 0, 0, 9, "wang", "move"}, Row{"paused", 60'000, 0, 0, 9, "wang", "pause"},
          Row{"days", 0, 3, 0, 2, "wang", "move"}, Row{"days_unplayed", 0, 3, 0, 1, "wang", "move"}}) {
      SQLite::Statement game(
          database, R"(INSERT INTO games VALUES (?1, ?1, 'gomoku', 'freestyle', '', 15, '', ?2, 0, 0, 0, 0,
        ?3, 'Lin', 'lin', 0, '', 'Wang', ?4, ?5, '', 0, 0, 1, 'playing', '', '', 0, 0, 0, 0, 0, '', '', 0, ''))");
      SQLite::bind(game, row.id, row.initial, row.days, row.second_user, row.second_level);
      game.exec();
      if (*row.last == '\0') continue;
      SQLite::Statement event(database,
                              "INSERT INTO events VALUES (?, 1, ?, ?, '', '', '', 0, 0, 0, 0, '', 0, 0, 1)");
      SQLite::bind(event, row.id, row.last, row.ply);
      event.exec();
    }
  }
  SqliteStore store(folder / "games.db");
  const auto reader = store.open_reader();
  std::vector<std::string> at_work, later;
  for (const Record& record : reader->claim_orphans({}, 10)) at_work.push_back(record.game.id);
  const auto in_two_weeks = std::chrono::system_clock::now() + std::chrono::days(15);
  const Millis latest =
      std::chrono::floor<std::chrono::milliseconds>(in_two_weeks).time_since_epoch().count();
  for (const Cursor& game : reader->overdue({}, latest, 10)) later.push_back(game.id);
  EXPECT_THAT(at_work, testing::UnorderedElementsAre("waits", "bot_unplayed", "clock", "days"));
  EXPECT_THAT(later, testing::UnorderedElementsAre("unlimited", "bot", "paused", "days_unplayed"));
  EXPECT_TRUE(reader->overdue({}, latest - Millis{2 * 86'400'000}, 10).empty()) << "nobody was told";
}

// Of a version that called openings of Xiangqi by other codes, and did not know how games ended.
TEST(SqliteStoreTest, GamesOfTheFourteenthSchemaAreLookedAtAgain) {
  const TemporaryFolder folder;
  write_fourteenth_schema(folder / "games.db");
  SQLite::Database(folder / "games.db", SQLite::OPEN_READWRITE).exec(R"(
    INSERT INTO games VALUES ('elephant', 'elephant', 'xiangqi', 'standard', '', 0, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
      'Wang', '', 0, '', 0, 0, 1, 'finished', '', '', 0, 0, 0, 0, 0, '', '', 0, 'A1b');
    INSERT INTO games VALUES ('flowers', 'flowers', 'gomoku', 'renju', '', 15, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
      'Wang', '', 0, '', 0, 0, 3, 'playing', '', '', 0, 0, 0, 0, 0, '', '', 0, '4D');
    INSERT INTO games VALUES ('moon', 'moon', 'gomoku', 'renju', '', 15, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
      'Wang', '', 0, '', 0, 0, 2, 'finished', '', '', 0, 0, 0, 0, 0, '', '', 0, '4D');
  )");
  SqliteStore store(folder / "games.db");
  const auto reader = store.open_reader();
  EXPECT_THAT(reader->unclassified(10), testing::ElementsAre("elephant", "moon"))
      << "how a finished one ended";
  EXPECT_EQ(reader->list({.opening_code = "4D"}).games.size(), 2u) << "called as before until then";
  EXPECT_EQ(reader->load("moon")->game.ending.pos, "");
  EXPECT_EQ(commit_one(store, ClassifyGame{"moon", "4D", "a position"}), WriteResult::done);
  EXPECT_EQ(reader->load("moon")->game.ending.pos, "a position");
  EXPECT_EQ(commit_one(store, ClassifyGame{"elephant", "A2b", ""}), WriteResult::done);
  EXPECT_EQ(reader->load("elephant")->game.opening_code, "A2b") << "by today's names";
  EXPECT_EQ(commit_one(store, ClassifyGame{"flowers", "4D", "a position"}), WriteResult::refused);
  EXPECT_TRUE(reader->unclassified(10).empty()) << "what makes no game is not looked at again";
}

// The nineteenth step was another one for some days: it wrote all finished games, to be looked at again.
TEST(SqliteStoreTest, GamesOfTheFormerNineteenthSchemaAreLookedAtAgain) {
  const TemporaryFolder folder;
  {
    SQLite::Database database(folder / "games.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    write_schema(database, 18);
    database.exec(R"(
      INSERT INTO games VALUES ('moon', 'moon', 'gomoku', 'renju', '', 15, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
        'Wang', '', 0, '', 0, 0, 2, 'finished', '', '', 0, 0, 0, 0, 0, '', '', 0, '4D', 0);
      ALTER TABLE games ADD COLUMN final_pos TEXT NOT NULL DEFAULT '';
      UPDATE games SET opening_code = '?' WHERE status = 'finished';
      INSERT INTO games VALUES ('seen', 'seen', 'gomoku', 'renju', '', 15, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
        'Wang', '', 0, '', 0, 0, 3, 'finished', '', '', 0, 0, 0, 0, 0, '', '', 0, '4D', 0, 'a position');
      INSERT INTO schema_version VALUES (19);
    )");
  }
  SqliteStore store(folder / "games.db");
  const auto reader = store.open_reader();
  EXPECT_THAT(reader->unclassified(10), testing::ElementsAre("moon"));
  EXPECT_EQ(commit_one(store, ClassifyGame{"moon", "4D", "another position"}), WriteResult::done);
  EXPECT_EQ(reader->load("moon")->game.ending.pos, "another position");
  EXPECT_EQ(reader->load("seen")->game.ending.pos, "a position");
  EXPECT_TRUE(reader->unclassified(10).empty());
}

// A start waits for it, however many games there are.
TEST(SqliteStoreTest, StepsOfTheSchemaWriteNoFinishedGame) {
  constexpr std::size_t kRowsByKey = 6;  // The step that stores each row under its key.
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  write_schema(database, kRowsByKey);
  database.exec(R"(
    INSERT INTO games VALUES ('elephant', 'elephant', 'xiangqi', 'standard', '', 0, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
      'Wang', '', 0, '', 0, 0, 1, 'finished', '', '', 0, 0, 0, 0, 0, '', ''),
      ('cannon', 'cannon', 'xiangqi', 'standard', '', 0, '', 0, 0, 0, 0, 0, 0, 'Lin', 'lin', 0, '',
      'Wang', '', 0, '', 0, 0, 2, 'finished', '', '', 0, 0, 0, 0, 0, '', '');
  )");
  for (const sql::Migration& step : sql::migrations().subspan(kRowsByKey)) {
    const int before = database.getTotalChanges();
    database.exec(std::string(step.text));
    EXPECT_LE(database.getTotalChanges(), before + 1) << step.version << ": the salt, but not both games";
  }
}

TEST(SqliteStoreTest, StepsOfTheSchemaReadNoFinishedGameForOpenings) {
  constexpr std::size_t kBefore = 17;
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  write_schema(database, kBefore);
  SQLite::Statement plan(database, "EXPLAIN QUERY PLAN " + std::string(sql::migrations()[kBefore].text));
  ASSERT_TRUE(plan.executeStep());
  EXPECT_THAT(plan.getColumn(3).getString(), HasSubstr("games_playing"));
}

// Whoever lists the games of one player, or of a kind, must not make the database sort or scan them all.
TEST(SqliteStoreTest, ListsAlongItsIndexes) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  SQLite::Database database(folder / "games.db");
  for (const char* query :
       {sql::kListGames, sql::kListGamesOfKind, sql::kListGamesOfRule, sql::kListPlaying, sql::kListGamesOf,
        sql::kListGamesOfUser, sql::kListGamesOfOpening, sql::kUnfinished, sql::kOverdue, sql::kLongAborted,
        sql::kHideCancelled, sql::kOldTournaments, sql::kOlderGames}) {
    std::string text(query);
    std::ranges::replace(text, '$', '?');
    SQLite::Statement plan(database, "EXPLAIN QUERY PLAN " + text);
    while (plan.executeStep()) {
      const std::string step = plan.getColumn(3).getString();
      EXPECT_THAT(step, testing::Not(HasSubstr("B-TREE"))) << query;
      EXPECT_TRUE(!step.starts_with("SCAN") || step.find("INDEX") != std::string::npos ||
                  step.find("CONSTANT ROW") != std::string::npos)
          << query << '\n'
          << step;
    }
  }
}

/// Takes a step of SQLite's virtual machine into account.
int count_step(void* steps) {
  ++*static_cast<int*>(steps);
  return 0;
}

// A page of a player's games read the numbers of all of them.
TEST(SqliteStoreTest, APageOfGamesOfAPlayerCostsAsMuchAsThePage) {
  constexpr int kGames = 2'000;
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  commit_one(store, CreateUser{{"u_lin", "Lin", false, 1}, "hash"});
  commit_one(store, CreateCollection{{.id = "c", .owner = "u_lin", .name = "n", .visibility = "public"}, 1});
  commit_one(store, BeginImport{{.id = "i", .collection = 1, .owner = "u_lin"}});
  commit_one(store, StartImport{"i", ""});
  AddGames add{.import = "i", .collection = 1, .next = 1};
  for (int i = 0; i < kGames; ++i) add.games.push_back({.names = {"Lin", "Mei"}, .digest = i});
  ASSERT_EQ(commit_one(store, add), WriteResult::done);

  SQLite::Database database(folder / "games.db");
  std::string text = sql::library_queries(true).of_player;
  std::ranges::replace(text, '$', '?');
  for (const char* player : {"Lin", "Mei"}) {
    SQLite::Statement page(database, text);
    SQLite::bind(page, 1, player, 0, 5);
    int games = 0, steps = 0;
    sqlite3_progress_handler(database.getHandle(), 1, count_step, &steps);
    while (page.executeStep()) ++games;
    sqlite3_progress_handler(database.getHandle(), 0, nullptr, nullptr);
    EXPECT_EQ(games, 5);
    EXPECT_GT(steps, games);
    EXPECT_LT(steps, kGames);
  }
}

// Of one user with very many games, and of many users: what is counted, or chosen, is read in an index, and
// whether a guest plays in one of the few games that are being played.
TEST(SqliteStoreTest, CountsAndChoosesInItsIndexes) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  SQLite::Database database(folder / "games.db");
  const auto plan_of = [&database](std::string text) {
    std::ranges::replace(text, '$', '?');
    SQLite::Statement plan(database, "EXPLAIN QUERY PLAN " + text);
    std::string steps;
    while (plan.executeStep()) steps += plan.getColumn(3).getString() + '\n';
    return steps;
  };
  EXPECT_THAT(plan_of(sql::kTally),
              testing::AllOf(HasSubstr("USING COVERING INDEX games_counted_by_first_user"),
                             HasSubstr("USING COVERING INDEX games_counted_by_second_user")));
  for (const char* query : {sql::kUnindexedAfter, sql::kUnindexedUpTo})
    EXPECT_THAT(plan_of(query), testing::AllOf(HasSubstr("SEARCH collections_to_index USING PRIMARY KEY"),
                                               testing::Not(HasSubstr("SCAN"))));
  EXPECT_THAT(plan_of(sql::kLeaders), HasSubstr("USING COVERING INDEX ratings_by_strength"));
  EXPECT_THAT(
      plan_of(sql::kFindUnclassified),
      testing::AllOf(HasSubstr("SEARCH games USING COVERING INDEX games_by_opening"),
                     HasSubstr("INDEX games_without_final_pos"), testing::Not(HasSubstr("SCAN games\n"))));
  for (const char* query : {sql::kSweepTokensOfGuests, sql::kMayForget})
    EXPECT_THAT(plan_of(query), testing::AllOf(HasSubstr("INDEX games_playing_by_first_user"),
                                               HasSubstr("INDEX games_playing_by_second_user")))
        << query;
  EXPECT_THAT(plan_of(sql::kMayForget), HasSubstr("INDEX tournament_events_by_user"));
  for (const char* query : {sql::kSweepSubscriptions, sql::kSweepPushSettings})
    EXPECT_THAT(plan_of(query), testing::Not(HasSubstr("SCAN"))) << query;
  EXPECT_EQ(plan_of(sql::kEndedGames), "SCAN games_to_index\n") << "in its own order";
  const std::string of_player = plan_of(sql::kLastGamesOf);
  for (const char* side : {"first_name", "second_name"}) {
    EXPECT_THAT(of_player, HasSubstr("INDEX library_games_by_" + std::string(side) + " (collection=? AND " +
                                     side + "=?)"));
  }
  EXPECT_THAT(of_player, testing::Not(HasSubstr("SCAN library_games")));
  EXPECT_THAT(plan_of(sql::kForgetSeats[1]),
              HasSubstr("library_games_by_first_name (collection=? AND first"));
  EXPECT_THAT(plan_of(sql::kForgetSeats[2]),
              HasSubstr("library_games_by_second_name (collection=? AND second"));
}

// Somebody's shell that holds the database makes writes fail in bounded time, and hinders no reader.
TEST(SqliteStoreTest, AForeignLockFailsWritesInBoundedTime) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  commit_one(store, CreateGame{sample_game()});
  SQLite::Database shell(folder / "games.db", SQLite::OPEN_READWRITE);
  shell.exec("BEGIN EXCLUSIVE");
  const auto began = std::chrono::steady_clock::now();
  EXPECT_THROW(commit_one(store, Heartbeat{1}), Error);
  EXPECT_LT(std::chrono::steady_clock::now() - began, patience());
  EXPECT_TRUE(store.open_reader()->load(sample_game().id));
  shell.exec("ROLLBACK");
  EXPECT_EQ(commit_one(store, Heartbeat{2}), WriteResult::done);
}

TEST(SqliteStoreTest, RefusesAFileOfAnotherKind) {
  const TemporaryFolder folder;
  std::ofstream(folder / "letter.txt") << std::string(4096, 'x');
  EXPECT_THAT([&] { SqliteStore store(folder / "letter.txt"); },
              ThrowsMessage<Error>(HasSubstr("file is not a database")));
  EXPECT_THROW(SqliteStore store("/dev/null/games.db"), Error);
}

TEST(SqliteStoreTest, TwoServersCannotContinueTheSameGame) {
  const TemporaryFolder folder;
  SqliteStore one(folder / "games.db");
  SqliteStore two(folder / "games.db");
  commit_one(one, CreateGame{sample_game()});
  EXPECT_EQ(commit_one(one, Append{sample_event(sample_game().id, 1), {}, {}}), WriteResult::done);
  EXPECT_EQ(commit_one(two, Append{sample_event(sample_game().id, 1), {}, {}}), WriteResult::refused);
  EXPECT_EQ(commit_one(two, Append{sample_event(sample_game().id, 2), {}, {}}), WriteResult::done);
  EXPECT_EQ(commit_one(one, Append{sample_event(sample_game().id, 2), {}, {}}), WriteResult::refused);
}

// A statement left in the middle of its rows keeps its snapshot: later writes of another process then made
// ours fail with "database is locked", at once and for ever.
TEST(SqliteStoreTest, ReadingDoesNotKeepASnapshotOpen) {
  const TemporaryFolder folder;
  SqliteStore one(folder / "games.db");
  SqliteStore two(folder / "games.db");
  commit_one(one, CreateGame{sample_game("one")});
  EXPECT_TRUE(one.open_reader()->find_code(sample_game("one").code));
  EXPECT_FALSE(one.open_reader()->find_token("nobody"));
  commit_one(two, CreateGame{sample_game("two")});
  EXPECT_EQ(commit_one(one, CreateGame{sample_game("three")}), WriteResult::done);
}

TEST(BackUpTest, IsACompleteDatabase) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  commit_one(store, CreateGame{sample_game()});
  commit_one(store, Append{sample_event(sample_game().id, 1), {}, {}});
  back_up(folder / "games.db", folder / "copy.db");
  EXPECT_EQ(commit_one(store, Append{sample_event(sample_game().id, 2), {}, {}}), WriteResult::done);

  SqliteStore copy(folder / "copy.db");
  EXPECT_EQ(copy.open_reader()->load(sample_game().id)->events.size(), 1u);
  EXPECT_EQ(std::filesystem::status(folder / "copy.db").permissions(), std::filesystem::perms(0600));
  EXPECT_THAT([&] { back_up(folder / "games.db", folder / "copy.db"); },
              ThrowsMessage<Error>(HasSubstr("File exists")));
}

int schema_of(SQLite::Database& database) {
  return database.execAndGet("SELECT MAX(version) FROM schema_version").getInt();
}

// Opening migrates: a backup made by the new program, before an upgrade, moved the schema away under the old
// server that still ran, and there was no copy left that the old program could read.
TEST(BackUpTest, LeavesAnOlderSchemaAsItIs) {
  const TemporaryFolder folder;
  write_first_schema(folder / "games.db");
  SQLite::Database server(folder / "games.db", SQLite::OPEN_READWRITE);
  server.exec("PRAGMA journal_mode = WAL");
  server.exec("INSERT INTO users VALUES ('g_mei', 'Mei', 1, 6)");  // In the log only, until a checkpoint.
  back_up(folder / "games.db", folder / "copy.db");

  EXPECT_EQ(schema_of(server), 1);
  server.exec("INSERT INTO users VALUES ('g_wu', 'Wu', 1, 7)");
  SQLite::Database copy(folder / "copy.db");
  EXPECT_EQ(schema_of(copy), 1);
  EXPECT_EQ(copy.execAndGet("SELECT COUNT(*) FROM users").getInt(), 2);
  EXPECT_EQ(copy.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

TEST(BackUpTest, OfANewerSchemaToo) {
  const TemporaryFolder folder;
  { SqliteStore store(folder / "games.db"); }
  SQLite::Database(folder / "games.db", SQLite::OPEN_READWRITE)
      .exec("INSERT INTO schema_version VALUES (999)");
  back_up(folder / "games.db", folder / "copy.db");
  SQLite::Database copy(folder / "copy.db");
  EXPECT_EQ(schema_of(copy), 999);
}

TEST(BackUpTest, LeavesNothingWhereItFails) {
  const TemporaryFolder folder;
  EXPECT_THROW(back_up(folder / "games.db", folder / "copy.db"), Error);
  std::ofstream(folder / "letter.txt") << std::string(4096, 'x');
  EXPECT_THAT([&] { back_up(folder / "letter.txt", folder / "copy.db"); },
              ThrowsMessage<Error>(HasSubstr("file is not a database")));
  // Without a log (an old database, somebody's shell) whoever writes keeps readers out.
  write_first_schema(folder / "games.db");
  SQLite::Database writer(folder / "games.db", SQLite::OPEN_READWRITE);
  writer.exec("BEGIN EXCLUSIVE");
  constexpr std::chrono::milliseconds kNoPatience{0};
  EXPECT_THAT([&] { back_up(folder / "games.db", folder / "copy.db", kNoPatience); },
              ThrowsMessage<Error>(HasSubstr("locked")));
  EXPECT_FALSE(exists(folder / "copy.db"));
}

/// Lets no file of this process grow beyond a size: the nearest thing to a full disk that needs no
/// privileges.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(SqliteStoreTest, AFullDiskFailsTheWholeCommitAndHealsByItself) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  commit_one(store, CreateGame{sample_game()});
  std::vector<Write> writes;
  for (int v = 1; v <= 2000; ++v) writes.push_back(Append{sample_event(sample_game().id, v), {}, {}});
  {
    const FileSizeLimit full(std::filesystem::file_size(folder / "games.db-wal") + 20'000);
    EXPECT_THROW(store.commit(writes), Error);
  }
  EXPECT_EQ(store.open_reader()->load(sample_game().id)->events.size(), 0u);
  {
    const FileSizeLimit full(std::filesystem::file_size(folder / "games.db-wal"));
    store.reserve_log();
  }
  store.commit(writes);
  EXPECT_EQ(store.open_reader()->load(sample_game().id)->events.size(), 2000u);
}

}  // namespace
}  // namespace storage
