#include "storage/postgres/postgres_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <thread>

#include "storage/postgres/queries.h"
#include "storage/sql/migrations.h"
#include "storage/sql/queries.h"
#include "tests/storage/cutting_proxy.h"
#include "tests/storage/postgres_fixture.h"
#include "tests/storage/sample_game.h"

/// What only a server of its own can do: go away, come back, be locked by somebody else, lose an answer.
namespace storage {
namespace {

using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Cut = CuttingProxy::Cut;
using enum WriteResult;

Write append(int v) {
  return Append{sample_event(sample_game().id, v), {}, {}};
}

// ---- the schema ------------------------------------------------------------------------------------------

TEST_F(PostgresStoreTest, GamesSurviveReopening) {
  {
    PostgresStore store(address_);
    commit_one(store, CreateGame{sample_game()});
    commit_one(store, append(1));
  }
  PostgresStore store(address_);
  EXPECT_EQ(versions(store, sample_game().id), std::vector{1});
}

TEST_F(PostgresStoreTest, RefusesASchemaFromTheFuture) {
  { const PostgresStore store(address_); }
  shell()->run("INSERT INTO schema_version VALUES (999)");
  EXPECT_THAT([&] { const PostgresStore store(address_); },
              ThrowsMessage<Error>(HasSubstr("schema 999, but this program knows only")));
}

// The last schema in which a name had one key, the skeleton of the server's own.
TEST_F(PostgresSchemaTest, AccountsOfTheFourteenthSchemaAreFoundByTheirNames) {
  const auto database = shell();
  database->run("CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY)");
  for (const sql::Migration& step : sql::migrations().first(14)) {
    database->run(std::string(step.postgres.empty() ? step.text : step.postgres));
    database->run("INSERT INTO schema_version VALUES (" + std::to_string(step.version) + ")");
  }
  database->run(R"(
    INSERT INTO users VALUES ('u_bob', 'Bob', 0, 5), ('u_lin', 'Lin', 0, 6), ('g_x', 'Lin', 1, 7);
    INSERT INTO accounts VALUES ('u_bob', 'bob', 'phc of bob'), ('u_lin', 'lln', 'phc');
    INSERT INTO tokens VALUES ('hash', 'u_bob', 6, 'Firefox', 7))");
  PostgresStore store(address_);
  const auto reader = store.open_reader();
  EXPECT_EQ(reader->find_account({"Bob"})->password, "phc of bob");
  EXPECT_EQ(reader->find_account({"BOB", "bob"})->user.id, "u_bob");
  EXPECT_EQ(reader->find_account({"Lin"})->user.id, "u_lin");
  EXPECT_EQ(reader->find_token("hash")->user.name, "Bob");
  EXPECT_EQ(reader->accounts_keyed_otherwise("1", 10).size(), 2u);
  EXPECT_EQ(commit_one(store, KeyAccount{"u_lin", {"Lin", "lin", "lln"}, "1"}), done);
  EXPECT_EQ(reader->find_account({"x", "lin"})->user.id, "u_lin");
  EXPECT_EQ(commit_one(store, StartSession{"u_bob", "phone", "", 8, "phc of bob", "site"}), done);
}

TEST_F(PostgresSchemaTest, OfServersThatStartTogetherOneMakesTheSchema) {
  std::vector<std::thread> servers;
  std::atomic<int> started = 0;
  for (int i = 0; i < 4; ++i) {
    servers.emplace_back([&] {
      const PostgresStore store(address_);
      ++started;
    });
  }
  for (std::thread& server : servers) server.join();
  EXPECT_EQ(started, 4);
  EXPECT_EQ(value_of("SELECT COUNT(*)::text FROM schema_version"), std::to_string(sql::migrations().size()));
}

// Three that started together on two processors took each other's two seconds, and one of them ended.
TEST(PostgresStart, AServerWaitsForADatabaseThatIsBusy) {
  const TemporaryFolder folder;
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder / ".s.PGSQL.5432";
  ASSERT_LT(path.size(), sizeof address.sun_path);
  std::strcpy(address.sun_path, path.c_str());
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener, 5), 0) << "and nothing is ever accepted";
  auto start = std::async(std::launch::async, [&] {
    const PostgresStore store("postgresql://sanqi@/test?host=" + (folder / "").string());
  });
  EXPECT_EQ(start.wait_for(std::chrono::seconds(3)), std::future_status::timeout);
  ::close(listener);
  EXPECT_THROW(start.get(), Error);
}

// Every later migration has to keep to it: a column in the language of the database would sort ids otherwise.
TEST_F(PostgresStoreTest, ComparesAllTextByItsBytes) {
  const PostgresStore store(address_);
  EXPECT_EQ(
      value_of(
          "SELECT string_agg(table_name || '.' || column_name, ' ') FROM information_schema.columns "
          "WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"),
      "");
  EXPECT_EQ(value_of("SELECT ('a' < 'B')::text"), "true") << "or this test shows nothing";
}

TEST_F(PostgresStoreTest, RefusesADatabaseOfAnotherEncoding) {
  shell()->run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0");
  const auto slash = address_.find("/test");
  const std::string latin = address_.substr(0, slash) + "/latin" + address_.substr(address_.find('?'));
  EXPECT_THAT([&] { const PostgresStore store(latin); }, ThrowsMessage<Error>(HasSubstr("must have UTF8")));
}

// Whoever lists the games of one player, or of a kind, must not make the database sort or scan them all.
TEST_F(PostgresStoreTest, ListsAlongItsIndexes) {
  const PostgresStore store(address_);
  for (const char* query : {sql::kListGames, sql::kListGamesOfKind, sql::kListGamesOfRule, sql::kListPlaying,
                            sql::postgres::kListGamesOf, sql::postgres::kListGamesOfUser}) {
    std::string text(query);
    for (const auto& [parameter, value] :
         {std::pair("$1", "0"), {"$2", "9"}, {"$3", "9"}, {"$4", "''"}, {"$5", "'five'"}, {"$6", "'6'"}}) {
      for (std::size_t at; (at = text.find(parameter)) != std::string::npos;) text.replace(at, 2, value);
    }
    const auto connection = shell();  // An empty table is scanned unless that is forbidden.
    connection->run(
        "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashagg = off; SET enable_sort = "
        "off");
    connection->send_once("EXPLAIN " + text + " LIMIT 50");
    connection->sync();
    const PostgresResult plan = connection->receive();
    std::string steps;
    for (int line = 0; line < plan.rows(); ++line) steps += plan.row(line).text() + '\n';
    // Of the parts of a player's games what was found is sorted, and no more.
    const bool has_parts = query == sql::postgres::kListGamesOf || query == sql::postgres::kListGamesOfUser;
    const std::size_t parts = has_parts ? steps.find("Append") : 0;
    ASSERT_NE(parts, std::string::npos) << steps;
    EXPECT_THAT(steps.substr(parts), testing::Not(HasSubstr("Sort"))) << query;
    EXPECT_THAT(steps, testing::Not(HasSubstr("Seq Scan"))) << query;
  }
}

// The plan of a statement is made while there are few games. To count one, all of its collection were read.
TEST_F(PostgresStoreTest, ImportsGamesWithoutReadingThoseThatAreThere) {
  constexpr int kBatches = 10, kGames = 32;
  {
    PostgresStore store(address_);
    commit_one(store,
               CreateCollection{{.id = "one", .owner = "u_lin", .name = "n", .visibility = "private"}, 9});
    commit_one(store, BeginImport{{.id = "imp", .collection = 1, .owner = "u_lin", .bytes = 1}});
    commit_one(store, StartImport{"imp", "", ""});
    for (int batch = 0; batch < kBatches; ++batch) {
      AddGames add{.import = "imp", .collection = 1, .from = batch * kGames, .next = (batch + 1) * kGames};
      for (int i = add.from; i < add.next; ++i) add.games.push_back({.game = "xiangqi", .digest = i});
      EXPECT_EQ(commit_one(store, add), done);
    }
    EXPECT_EQ(store.open_reader()->library().collection("one")->games, kBatches * kGames);
  }
  // A server tells its statistics when the connection ends, and not at once.
  wait_until(*shell(),
             "SELECT 1 FROM pg_stat_user_tables WHERE relname = 'library_games' AND n_tup_ins = 320");
  EXPECT_LE(std::stoi(value_of("SELECT (COALESCE(idx_tup_fetch, 0) + seq_tup_read)::text "
                               "FROM pg_stat_user_tables WHERE relname = 'library_games'")),
            kBatches * kGames);
}

// ---- durability ------------------------------------------------------------------------------------------

// The server of these tests says "off", as somebody's may.
TEST_F(PostgresStoreTest, WaitsForTheDiskWhateverTheServerIsUsedTo) {
  EXPECT_EQ(value_of("SELECT current_setting('synchronous_commit')"), "on");
  shell()->run("ALTER DATABASE " + value_of("SELECT current_database()::text") +
               " SET synchronous_commit = remote_apply");
  EXPECT_EQ(value_of("SELECT current_setting('synchronous_commit')"), "remote_apply")
      << "stricter than we need";
}

TEST_F(PostgresStoreTest, TwoServersCannotContinueTheSameGame) {
  PostgresStore one(address_);
  PostgresStore two(address_);
  commit_one(one, CreateGame{sample_game()});
  EXPECT_EQ(commit_one(one, append(1)), done);
  EXPECT_EQ(commit_one(two, append(1)), refused);
  EXPECT_EQ(commit_one(two, append(2)), done);
  EXPECT_EQ(commit_one(one, append(2)), refused);
}

/// Adds to the rating of the first, takes from that of the second.
std::array<Standing, 2> plus_and_minus(const std::array<Standing, 2>& before, std::string_view, Millis at) {
  std::array<Standing, 2> after = before;
  after[0].rating += 1;
  after[1].rating -= 1;
  for (Standing& each : after) {
    ++each.games;
    each.updated = at;
  }
  return after;
}

// Each of two servers ends games of the same two players, all at the same time: they meet at their ratings,
// some of them crosswise, and nothing is lost.
TEST_F(PostgresStoreTest, TwoServersRateGamesOfTheSamePlayersAtOnce) {
  constexpr int kGames = 40;
  PostgresStore setup(address_);
  const std::array<std::string, 2> players{"u_lin", "u_mei"};
  for (const std::string& id : players)
    commit_one(setup, CreateAccount{Account{{id, id, false, 1}, {id}, "password"}, "token " + id, ""});
  for (int i = 0; i < 2 * kGames; ++i) {
    Game game = sample_game("game" + std::to_string(i));
    for (const std::size_t side : {0u, 1u}) {
      game.seats[side] = Seat();
      game.seats[side].user = players[(static_cast<std::size_t>(i) + side) % 2];
    }
    commit_one(setup, CreateGame{game});
    commit_one(setup, Append{sample_event(game.id, 1), Ending{"finished", "first", "five", 9}, {}});
  }
  std::vector<std::thread> servers;
  for (int server = 0; server < 2; ++server) {
    servers.emplace_back([&, server] {
      PostgresStore store(address_);
      for (int i = 0; i < kGames; i += 2) {
        std::vector<Write> writes;
        for (int k = 0; k < 2; ++k)
          writes.push_back(RateGame{"game" + std::to_string(2 * (i + k) + server), "blitz", Standing{1500},
                                    plus_and_minus});
        EXPECT_EQ(store.commit(writes), std::vector(2, done));
      }
    });
  }
  for (std::thread& server : servers) server.join();
  for (const std::string& id : players)
    EXPECT_EQ(setup.open_reader()->ratings(id).at(0).standing.games, 2 * kGames);
}

// ---- lost connections ------------------------------------------------------------------------------------

/// A batch of each kind of result: the second event is refused.
std::vector<Write> mixed_batch() {
  return {append(2), append(2), append(3)};
}
const std::vector kMixedResults{done, refused, done};

class CutPostgresTest : public PostgresStoreTest {
 protected:
  void SetUp() override {
    PostgresStoreTest::SetUp();
    if (IsSkipped()) return;
    proxy_ = std::make_unique<CuttingProxy>(PostgresServer::shared().folder());
    through_ = PostgresServer::through(address_, proxy_->folder());
    store_ = std::make_unique<PostgresStore>(through_, Node{"a"}, kPatience);
    commit_one(*store_, CreateGame{sample_game()});
    commit_one(*store_, append(1));
  }

  std::unique_ptr<CuttingProxy> proxy_;
  std::string through_;
  std::unique_ptr<PostgresStore> store_;
};

TEST_F(CutPostgresTest, WhatNeverArrivedIsSentAgain) {
  proxy_->cut(Cut::before_statements);
  EXPECT_EQ(store_->commit(mixed_batch()), kMixedResults);
  EXPECT_EQ(versions(*store_, sample_game().id), (std::vector{1, 2, 3}));
}

// The move was on disk, but its acknowledgement was lost: sent again it would have been refused, and the room
// would have closed.
TEST_F(CutPostgresTest, WhatWasCommittedWithoutAnAnswerIsNotSentAgain) {
  proxy_->cut(Cut::before_commit_answer);
  EXPECT_EQ(store_->commit(mixed_batch()), kMixedResults);
  EXPECT_EQ(versions(*store_, sample_game().id), (std::vector{1, 2, 3}));
  EXPECT_EQ(commit_one(*store_, append(4)), done);
}

// That it has happened is known, but not what of it was refused: whoever asked reads the record.
TEST_F(CutPostgresTest, ResultsThatNobodyHeardAreUnknown) {
  proxy_->cut(Cut::before_all_answers);
  EXPECT_THROW(store_->commit(mixed_batch()), OutcomeUnknown);
  EXPECT_EQ(versions(*store_, sample_game().id), (std::vector{1, 2, 3}));
  EXPECT_EQ(commit_one(*store_, append(4)), done);
}

TEST_F(CutPostgresTest, AnOutcomeIsUnknownWhileTheDatabaseStaysAway) {
  store_.reset();
  store_ = std::make_unique<PostgresStore>(through_, Node{"a"}, std::chrono::seconds(2));
  proxy_->cut(Cut::before_commit_answer, /*away=*/true);
  EXPECT_THROW(store_->commit(mixed_batch()), OutcomeUnknown);
  const auto began = steady_clock::now();
  EXPECT_THROW(commit_one(*store_, append(4)), Error) << "nothing is sent, and it says so";
  EXPECT_LT(steady_clock::now() - began, kPatience);
  EXPECT_THROW(store_->open_reader()->load(sample_game().id), Error);
  proxy_->come_back();
  const auto deadline = steady_clock::now() + kPatience;
  std::optional<WriteResult> result;
  while (!result && steady_clock::now() < deadline) {
    try {
      result = commit_one(*store_, append(4));
    } catch (const Error&) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(result, done);
  EXPECT_EQ(versions(*store_, sample_game().id), (std::vector{1, 2, 3, 4}));
}

// A connection that everybody believes to be dead delivers what it was given after all: too late.
TEST_F(CutPostgresTest, WhatAnOldConnectionLeftBehindHappensNoMore) {
  commit_one(*store_, CreateUser{User{"g_lin", "Lin", true, 5}, "token"});
  proxy_->cut(Cut::before_statements);
  EXPECT_EQ(commit_one(*store_, RenameUser{"g_lin", "first"}), done);
  EXPECT_EQ(commit_one(*store_, RenameUser{"g_lin", "second"}), done);
  proxy_->release();
  EXPECT_EQ(store_->open_reader()->find_token("token")->user.name, "second");
}

// What was sent on such a connection was of unknown outcome, and its rooms were closed, although nothing
// could have arrived.
TEST_F(PostgresStoreTest, AConnectionThatWasEndedWithAReasonIsNotAlive) {
  PostgresConnection connection(address_, PostgresConnection::Use::write);
  EXPECT_TRUE(connection.is_alive());
  const std::string process = std::to_string(connection.ask("SELECT pg_backend_pid()").row(0).number());
  shell()->run("SELECT pg_terminate_backend(" + process + ")");
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::filesystem::exists("/proc/" + process) && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_FALSE(connection.is_alive());
}

TEST_F(PostgresStoreTest, ReadersComeBackByThemselves) {
  PostgresStore store(address_);
  commit_one(store, CreateGame{sample_game()});
  const auto reader = store.open_reader();
  EXPECT_TRUE(reader->load(sample_game().id));
  PostgresServer::shared().kill();
  EXPECT_THROW(reader->load(sample_game().id), Error);
  PostgresServer::shared().start();
  const auto deadline = steady_clock::now() + kPatience;
  bool found = false;
  while (!found && steady_clock::now() < deadline) {
    try {
      found = reader->load(sample_game().id).has_value();
    } catch (const Error&) {
      std::this_thread::yield();
    }
  }
  EXPECT_TRUE(found);
}

/// Commits event after event on a thread of its own while `disturb` does its work.
template <class Disturb>
void write_while(PostgresStore& store, Disturb disturb) {
  std::mutex mutex;
  std::condition_variable went_on;
  int acknowledged = 0;
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    bool is_unknown = false;  // Whether the event was stored: asked when the database can be reached again.
    for (int v = 1; !stop;) {
      try {
        if (is_unknown) v = static_cast<int>(store.open_reader()->load(sample_game().id)->events.size()) + 1;
        is_unknown = false;
        ASSERT_EQ(commit_one(store, append(v)), done) << "event " << v << " was there already";
        const std::lock_guard lock(mutex);
        acknowledged = v++;
        went_on.notify_one();
      } catch (const OutcomeUnknown&) {
        is_unknown = true;
      } catch (const Error&) {
        std::this_thread::yield();
      }
    }
  });
  const auto progress = [&] {
    std::unique_lock lock(mutex);
    const int wanted = acknowledged + 20;
    EXPECT_TRUE(went_on.wait_for(lock, kPatience, [&] { return acknowledged >= wanted; }))
        << "it does not go on";
  };
  disturb(progress);
  stop = true;
  writer.join();
  const auto record = store.open_reader()->load(sample_game().id);
  const std::vector<Event>& events = record->events;
  EXPECT_GE(static_cast<int>(events.size()), acknowledged);
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(events[i].v, static_cast<int>(i) + 1);
}

TEST_F(PostgresStoreTest, NothingIsLostOrDoubledWhenTheServerIsKilledUnderLoad) {
  PostgresStore store(address_);
  commit_one(store, CreateGame{sample_game()});
  write_while(store, [](const auto& progress) {
    for (int round = 0; round < 5; ++round) {
      progress();
      PostgresServer::shared().kill();
      PostgresServer::shared().start();
    }
    progress();
  });
}

TEST_F(PostgresStoreTest, NothingIsLostOrDoubledWhenConnectionsAreEndedUnderLoad) {
  PostgresStore store(address_);
  commit_one(store, CreateGame{sample_game()});
  write_while(store, [this](const auto& progress) {
    for (int round = 0; round < 20; ++round) {
      progress();
      shell()->run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
          "WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
    progress();
  });
}

// Somebody's shell that holds a table makes writes fail in bounded time, and hinders no reader.
TEST_F(PostgresStoreTest, AForeignLockFailsWritesInBoundedTime) {
  PostgresStore store(address_);
  commit_one(store, CreateGame{sample_game()});
  const auto holder = shell();
  holder->run("BEGIN");
  holder->run("LOCK TABLE events IN EXCLUSIVE MODE");
  const auto began = steady_clock::now();
  EXPECT_THAT([&] { commit_one(store, append(1)); }, ThrowsMessage<Error>(HasSubstr("lock timeout")));
  EXPECT_LT(steady_clock::now() - began, kPatience);
  EXPECT_TRUE(store.open_reader()->load(sample_game().id));
  holder->run("ROLLBACK");
  EXPECT_EQ(commit_one(store, append(1)), done);
}

// A statement that cannot be carried out fails its batch as a whole, and no other.
TEST_F(PostgresStoreTest, AFailureIsThatOfItsBatchAlone) {
  PostgresStore store(address_);
  commit_one(store, CreateGame{sample_game()});
  shell()->run("ALTER TABLE reports RENAME TO elsewhere");
  Report report;
  report.game = sample_game().id;
  const std::vector<Write> writes{append(1), ReportLine{report}};
  EXPECT_THAT([&] { store.commit(writes); }, ThrowsMessage<Error>(HasSubstr("reports")));
  EXPECT_TRUE(store.open_reader()->load(sample_game().id)->events.empty());
  EXPECT_EQ(commit_one(store, append(1)), done);
}

}  // namespace
}  // namespace storage
