#include "server/library/library_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <mutex>

#include "server/base/attempt.h"
#include "server/formats/game_file.h"
#include "server/library/ended_games.h"
#include "server/library/opening_explorer.h"
#include "server/library/pattern_search.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"
#include "tests/server/library/random_games.h"
#include "tests/server/run_until.h"
#include "tests/storage/failing_stores.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using testing::ElementsAre;

/// Notes which imports had a batch, one after another, and how often it was swept.
class NotingStore final : public storage::Store {
 public:
  explicit NotingStore(const std::filesystem::path& file) : store_(file) {}

  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    auto results = store_.commit(writes);
    const std::lock_guard lock(mutex_);
    for (const storage::Write& write : writes) {
      if (const auto* add = std::get_if<storage::AddGames>(&write)) batches_.push_back(add->import);
      if (std::holds_alternative<storage::SweepLibrary>(write)) ++sweeps_;
    }
    return results;
  }
  std::shared_ptr<storage::Reader> open_reader() override { return store_.open_reader(); }

  std::vector<std::string> batches() {
    const std::lock_guard lock(mutex_);
    return batches_;
  }
  int sweeps() {
    const std::lock_guard lock(mutex_);
    return sweeps_;
  }

 private:
  storage::SqliteStore store_;
  std::mutex mutex_;
  std::vector<std::string> batches_;
  int sweeps_ = 0;
};

std::string pgn_of_games(int games) {
  std::string text;
  for (int i = 0; i < games; ++i)
    text += write_game("pgn", random_game({engine::find_game("xiangqi"), "standard"}, 30))->text + "\n";
  return text;
}

class LibraryWorkTest : public testing::Test {
 protected:
  void write(storage::Write write) {
    ASSERT_EQ(store_.commit(std::span(&write, 1)).front(), storage::WriteResult::done);
  }
  storage::LibraryReader& library() { return reader_->library(); }
  void receive(const std::string& owner, const std::string& import, const std::string& file,
               const std::string& address = "") {
    write(storage::CreateUser{{owner, owner, false, 1}, "hash of " + owner});
    write(storage::CreateCollection{
        {.id = "of " + owner, .owner = owner, .name = "n", .visibility = "private"}, 10});
    receive_again(owner, import, file, address);
  }
  /// Into the same collection.
  void receive_again(const std::string& owner, const std::string& import, const std::string& file,
                     const std::string& address) {
    write(storage::BeginImport{{.id = import,
                                .collection = library().collection("of " + owner)->number,
                                .owner = owner,
                                .bytes = static_cast<std::int64_t>(file.size()),
                                .created = server_now().time_since_epoch().count()}});
    for (std::size_t at = 0; at < file.size(); at += kBytesOfPart)
      write(storage::KeepPart{import, static_cast<int>(at / kBytesOfPart), {file.substr(at, kBytesOfPart)}});
    write(storage::StartImport{import, "", address});
  }
  /// Until nothing is left to do.
  void work(ImportTurn turn) {
    LibraryWork work(store_, records_, quota_, {}, turn);
    run_io_until(io_, [&] { return !library().waiting_import("") && !library().unindexed_collection(""); });
  }

  TemporaryFolder folder_;
  NotingStore store_{folder_ / "games.db"};
  std::shared_ptr<storage::Reader> reader_ = store_.open_reader();
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor()};
  ImportQuota quota_{{.kept = {.count = 20'000, .per = std::chrono::days(1)}}};
};

// A file of a hundred thousand games held up all others for minutes.
TEST_F(LibraryWorkTest, FilesOfOwnersAreReadInTurns) {
  receive("u_a", "long", pgn_of_games(200));
  receive("u_b", "short", pgn_of_games(10));
  work({.games = 64});
  EXPECT_THAT(store_.batches(), ElementsAre("long", "short", "long", "long", "long"));
  EXPECT_EQ(library().collection("of u_a")->games, 200);
}

TEST_F(LibraryWorkTest, AnImportIntoWhatWasRemovedHoldsUpNothing) {
  receive("u_a", "removed", pgn_of_games(2));
  receive("u_b", "short", pgn_of_games(2));
  write(storage::RemoveCollection{"of u_a", "u_a"});
  work({});
  EXPECT_THAT(store_.batches(), ElementsAre("short"));
}

// It was begun again in every round: no other file was imported, and no positions were found.
TEST_F(LibraryWorkTest, AnImportThatThrowsHoldsUpNothing) {
  receive("u_a", "broken", "[Game \"Chinese Chess\"]\n\n1. a0a9 *\n");
  write(storage::AddGames{
      .import = "broken", .collection = library().collection("of u_a")->number, .notes = "no JSON"});
  receive("u_b", "short", pgn_of_games(2));
  LibraryWork work(store_, records_, quota_, {});
  const auto is_done = [&] {
    const auto collection = library().collection("of u_b");
    return collection->games > 0 && collection->indexed == collection->games;
  };
  run_io_until(io_, [&] {
    work.wake();  // It rests for half a minute after a failure.
    boost::asio::post(io_, [] {});
    return is_done();
  });
  EXPECT_EQ(library().library_import("short")->status, "done");
  // It stayed at work for ever, and no other file could come into its collection.
  run_io_until(io_, [&] {
    work.wake();
    boost::asio::post(io_, [] {});
    return library().library_import("broken")->status != "waiting";
  });
  EXPECT_EQ(library().library_import("broken")->status, "failed");
}

// Announced and not sent it kept a place of others, as long as files of others came.
TEST_F(LibraryWorkTest, AnImportThatIsLostEndsWhileOthersGoOn) {
  receive("u_a", "long", pgn_of_games(600));
  write(storage::CreateUser{{"u_b", "u_b", false, 1}, "hash"});
  write(storage::CreateCollection{{.id = "c", .owner = "u_b", .name = "n", .visibility = "private"}, 10});
  write(storage::BeginImport{
      {.id = "lost", .collection = library().collection("c")->number, .owner = "u_b", .bytes = 9}});
  LibraryWork work(store_, records_, quota_, {});
  run_io_until(io_, [&] { return store_.sweeps() > 0; });
  EXPECT_EQ(library().library_import("lost")->status, "cancelled");
  EXPECT_EQ(library().library_import("long")->status, "waiting");
}

// A guest had 512 MiB, and one address makes a hundred guests in ten minutes.
TEST_F(LibraryWorkTest, AnAddressPaysForAllOfItsGuests) {
  const std::string file = pgn_of_games(10);
  for (const std::string number : {"1", "2", "3"}) {
    receive("g_" + number, "imp" + number, file, "192.0.2.1");
    quota_.begin("imp" + number, "192.0.2.1");
  }
  receive("g_4", "of another", file, "192.0.2.2");
  quota_.begin("of another", "192.0.2.2");
  work({});
  EXPECT_EQ(library().library_import("imp1")->status, "done");
  for (const char* import : {"imp2", "imp3"}) {
    EXPECT_EQ(library().library_import(import)->status, "full");
    EXPECT_THAT(library().library_import(import)->notes,
                testing::HasSubstr("your network has imported what it may in a day"))
        << "no collection is full";
  }
  EXPECT_EQ(library().library_import("of another")->status, "done");
  EXPECT_THAT(quota_.imports(), testing::IsEmpty());
}

// Another server, or this one before a restart, knew alone who was to pay.
TEST_F(LibraryWorkTest, AnAddressPaysForWhatAnotherServerHasBegun) {
  const std::string file = pgn_of_games(10);
  for (const std::string number : {"1", "2"}) receive("g_" + number, "imp" + number, file, "192.0.2.1");
  work({});
  EXPECT_EQ(library().library_import("imp1")->status, "done");
  EXPECT_EQ(library().library_import("imp2")->status, "full");
  EXPECT_EQ(library().library_import("imp1")->address, "") << "is kept no longer than it pays";
  EXPECT_THAT(quota_.imports(), testing::IsEmpty());
}

// The file that was imported once more took what all of its address may keep in a day, and nothing was kept.
TEST_F(LibraryWorkTest, AnAddressPaysForNoGameThatIsThere) {
  const std::string file = pgn_of_games(10);
  ImportQuota of_two_files{{.kept = {.count = 30'000, .per = std::chrono::days(1)}}};
  const auto work_until_done = [&](const std::string& import) {
    LibraryWork work(store_, records_, of_two_files, {});
    run_io_until(io_, [&] { return library().library_import(import)->status != "waiting"; });
    EXPECT_EQ(library().library_import(import)->status, "done") << import;
  };
  receive("u_a", "first", file, "192.0.2.1");
  work_until_done("first");
  for (const char* again : {"second", "third", "fourth"}) {
    receive_again("u_a", again, file, "192.0.2.1");
    work_until_done(again);
    EXPECT_EQ(library().library_import(again)->added, 0);
  }
  receive("u_b", "new", pgn_of_games(10), "192.0.2.1");
  work_until_done("new");
  receive("u_c", "too much", pgn_of_games(10), "192.0.2.1");
  LibraryWork work(store_, records_, of_two_files, {});
  run_io_until(io_, [&] { return library().library_import("too much")->status != "waiting"; });
  EXPECT_EQ(library().library_import("too much")->status, "full") << "what is new is paid for";
}

/// A game of two people that ends.
struct Ends {
  std::string id;
  std::vector<std::string> moves{};
  bool rated = true, is_private = false;
  std::string status = "finished";
};

std::vector<storage::Write> writes_of(const Ends& ends, storage::Millis ended) {
  storage::Game game;
  game.id = ends.id;
  game.game = "xiangqi";
  game.rule = "standard";
  game.seats = {storage::Seat{"Lin", "u_a", 0, "", 1500}, storage::Seat{"Wu", "u_b", 0, "", 1700}};
  game.rated = ends.rated;
  game.is_private = ends.is_private;
  game.created = 1'700'000'000'000;
  std::vector<storage::Write> writes{storage::CreateGame{game}};
  storage::Event event;
  event.game = ends.id;
  event.kind = storage::EventKind::move;
  for (const std::string& move : ends.moves) {
    event.ply = ++event.v;
    event.move = move;
    writes.emplace_back(storage::Append{event, {}, {}});
  }
  event.kind = storage::EventKind::end;
  ++event.v;
  writes.emplace_back(
      storage::Append{event, storage::Ending{ends.status, "first", "resignation", ended}, {}});
  return writes;
}

class EndedGamesTest : public LibraryWorkTest {
 protected:
  void play(const Ends& ends) { store_.commit(writes_of(ends, ++ended_)); }
  /// As it was in a schema without places for them.
  void forget_that_they_wait() {
    for (const storage::EndedGame& each : library().ended_games(1'000)) {
      storage::IndexGames index;
      index.games.push_back({.of = each});
      write(index);
    }
  }
  bool is_done() {
    return library().ended_games(1).empty() && !library().older_games(1) &&
           !library().unindexed_collection("");
  }
  void index() {
    LibraryWork work(store_, records_, quota_, {});
    run_io_until(io_, [&] { return is_done(); });
  }
  int games_at_start(int collection) {
    const AskedPosition start{.game = "xiangqi", .rule = "standard"};
    const auto explored = explore_collections(library(), std::array{collection}, start);
    int games = 0;
    for (const ExploredMove& each : explored->moves) games += each.stats.games();
    return games;
  }

  storage::Millis ended_ = 0;
};

TEST_F(EndedGamesTest, AreFoundByTheirPositionsEachWhereItBelongs) {
  play({"rated001", {"h2e2"}});
  play({"casual01", {"h2e2"}, false});
  play({"casual02", {"h2e2"}, false});
  play({"secret01", {"h2e2"}, true, true});
  play({"empty001"});
  play({"aborted1", {"h2e2"}, true, false, "aborted"});
  index();
  EXPECT_EQ(games_at_start(storage::kRatedGames), 1);
  EXPECT_EQ(games_at_start(storage::kCasualGames), 2) << "the same moves twice are two games";
  EXPECT_EQ(games_at_start(storage::kPrivateGames), 0) << "positions of private games are nobody's to find";
  const auto secret = library().last_games_of(storage::kPrivateGames, "u_b", 5);
  ASSERT_EQ(secret.size(), 1u);
  EXPECT_EQ(secret[0].site, "secret01");
  const auto rated = library().library_game(storage::kRatedGames, 1);
  EXPECT_EQ(rated->names, (std::array<std::string, 2>{"u_a", "u_b"})) << "no names of people";
  EXPECT_EQ(rated->ratings, (std::array{1500, 1700}));
  EXPECT_EQ(rated->date, "2023-11-14");
  EXPECT_EQ(rated->result, "first");
}

TEST_F(EndedGamesTest, OfProgramsAreNotAmongTheRatedOnesOfPeople) {
  write(storage::CreateAccount{{{"u_b", "Wu", false, 1, true}, {"Wu"}, "password"}, "token"});
  play({"programs", {"h2e2"}});
  index();
  EXPECT_EQ(games_at_start(storage::kRatedGames), 0);
  EXPECT_EQ(games_at_start(storage::kCasualGames), 1);
  EXPECT_EQ(library().library_game(storage::kCasualGames, 1)->ratings, (std::array{1500, 0}));
}

TEST_F(EndedGamesTest, OfBeforeAnUpgradeAreCaughtUpWithInTheOrderOfTheirEnds) {
  for (int i = 0; i < 250; ++i) play({"game" + std::to_string(1'250 - i), {"c3c4"}});
  forget_that_they_wait();
  play({"later001", {"c3c4"}});
  index();
  EXPECT_EQ(games_at_start(storage::kRatedGames), 251);
  EXPECT_EQ(library().library_game(storage::kRatedGames, 1)->site, "game1250");
  EXPECT_EQ(library().library_game(storage::kRatedGames, 251)->site, "later001");
}

TEST_F(EndedGamesTest, WaitThroughRestarts) {
  for (int i = 0; i < 150; ++i) play({"game" + std::to_string(1'000 + i), {"c3c4"}});
  {
    LibraryWork killed(store_, records_, quota_, {});
    run_io_until(io_, [&] { return library().library_game(storage::kRatedGames, 1).has_value(); });
  }
  play({"later001", {"c3c4"}});
  index();
  EXPECT_EQ(games_at_start(storage::kRatedGames), 151);
}

TEST_F(EndedGamesTest, ThatAreNoneHoldUpNothing) {
  play({"strange1", {"a0a9", "z9z9"}});
  play({"normal01", {"c3c4"}});
  index();
  EXPECT_EQ(games_at_start(storage::kRatedGames), 1);
}

/// On a disk that has lost a game.
class DamagedStore final : public storage::MemoryStore {
 public:
  std::optional<storage::Record> load(std::string_view game) override {
    if (game == "damaged1") throw storage::Error("database disk image is malformed");
    return MemoryStore::load(game);
  }
};

// The thread of the library threw, rested, and began with the same game again: nothing was indexed or swept.
TEST(EndedGames, ThatCannotBeReadHoldUpNothing) {
  DamagedStore store;
  store.commit(writes_of({"damaged1", {"h2e2"}}, 1));
  store.commit(writes_of({"normal01", {"h2e2"}}, 2));
  int writes = 0, failures = 0;
  const std::size_t defects = failed_attempts();
  while (const auto next = next_of_ended_games(store, [&failures] { ++failures; })) {
    store.commit(std::span(&*next, 1));
    ASSERT_LT(++writes, 5);
  }
  const auto placed = store.library().library_game(storage::kRatedGames, 1);
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed->site, "normal01");
  EXPECT_GT(failures, 0);
  EXPECT_EQ(failed_attempts(), defects) << "a disk is no defect";
  EXPECT_EQ(store.library().ended_games(5), (std::vector<storage::EndedGame>{{1, "damaged1"}})) << "waits on";
}

/// Whose database is gone from the first game on.
class LostStore final : public storage::MemoryStore {
 public:
  std::optional<storage::Record> load(std::string_view) override {
    ++loads;
    throw storage::Error("connection refused");
  }
  storage::LibraryReader& library() override {
    if (loads > 0) throw storage::Error("connection refused");
    return MemoryStore::library();
  }

  int loads = 0;
};

// Each of 64 games would wait for a connection as long, and a server that is to end for its thread.
TEST(EndedGames, AreNotAskedForOneAfterAnotherOfAStoreThatIsLost) {
  LostStore store;
  store.commit(writes_of({"normal01", {"h2e2"}}, 1));
  store.commit(writes_of({"normal02", {"h2e2"}}, 2));
  const auto queued = next_of_ended_games(store);
  ASSERT_TRUE(queued);
  store.commit(std::span(&*queued, 1));
  EXPECT_THROW(next_of_ended_games(store), storage::Error);
  EXPECT_EQ(store.loads, 1);
}

// A thousand games of each kind take a quarter of a second where the rules play them, and others of the pool
// wait as long.
TEST_F(EndedGamesTest, OfOnesOwnAreReplayedForSomeTimeAndNoLonger) {
  using Clock = std::chrono::steady_clock;
  for (int i = 0; i < 5; ++i) play({"game" + std::to_string(1'000 + i), {"h2e2"}});
  index();
  const AskedPosition start{.game = "xiangqi", .rule = "standard"};
  for (const auto& [until, games] :
       {std::pair(Clock::time_point::min(), 1), std::pair(Clock::time_point::max(), 5)}) {
    const auto explored = explore_own_games(library(), "u_a", start, until);
    ASSERT_EQ(explored->moves.size(), 1u);
    EXPECT_EQ(explored->moves[0].stats.games(), games);
    EXPECT_EQ(explored->is_whole, games == 5);
  }
  const auto search = PatternSearch::begin({.game = "xiangqi", .rule = "standard", .material = "C2"}, {}, 50);
  ASSERT_TRUE(search);
  (*search)->look_at_own_games(library(), "u_a", Clock::time_point::min());
  EXPECT_EQ((*search)->looked(), 1);
  (*search)->look_at_own_games(library(), "u_a", Clock::time_point::max());
  EXPECT_EQ((*search)->looked(), 5);
  EXPECT_FALSE((*search)->next());
}

// What another server had left waited for half a minute.
TEST_F(EndedGamesTest, AreIndexedWithWhatAnotherServerHasWritten) {
  LibraryWork work(store_, records_, quota_, {});
  run_io_until(io_, [&] { return store_.sweeps() > 0; });
  storage::AddGames add{.import = "imp", .collection = 1, .next = 1};
  add.games.push_back({.game = "xiangqi", .rule = "standard", .digest = 1});
  std::vector<storage::Write> writes = writes_of({"rated001", {"h2e2"}}, 1);
  // As another server writes them.
  writes.emplace_back(storage::CreateUser{{"u_a", "Lin", false, 1}, "hash"});
  writes.emplace_back(
      storage::CreateCollection{{.id = "c", .owner = "u_a", .name = "n", .visibility = "private"}, 10});
  writes.emplace_back(storage::BeginImport{{.id = "imp", .collection = 1, .owner = "u_a"}});
  writes.emplace_back(storage::StartImport{"imp", ""});
  writes.emplace_back(add);
  writes.emplace_back(storage::EndImport{"imp", "done"});
  records_.commit(std::move(writes), [&work](Persisted) { work.wake(); });
  run_io_until(io_, [&] {
    return library().games_in(storage::kRatedGames) == 1 && !library().unindexed_collection("");
  });
  EXPECT_EQ(library().collection("c")->indexed, 1);
}

TEST(LibraryWork, CountsFailuresOfTheStore) {
  storage::UnreadableStore store;
  boost::asio::io_context io{1};
  const auto waiting = boost::asio::make_work_guard(io);
  std::atomic<int> failures = 0;
  RecordQueue records(store, io.get_executor(), {.failed = [&] {
                        ++failures;
                        boost::asio::post(io, [] {});
                      }});
  ImportQuota quota;
  const std::size_t defects = failed_attempts();
  const LibraryWork work(store, records, quota, {});
  run_io_until(io, [&] { return failures > 0; });
  EXPECT_EQ(failed_attempts(), defects);
}

// A file of a hundred thousand games takes a minute.
TEST_F(EndedGamesTest, DoNotWaitForFiles) {
  receive("u_a", "long", pgn_of_games(600));
  play({"between1", {"c3c4"}});
  LibraryWork work(store_, records_, quota_, {});
  run_io_until(io_, [&] { return library().library_game(storage::kRatedGames, 1).has_value(); });
  EXPECT_EQ(library().library_import("long")->status, "waiting");
}

TEST(ImportQuota, SoManyOfAnAddressWaitAndOfANetworkFourTimesAsMany) {
  ImportQuota quota({.waiting = 2, .most = 20});
  int number = 0;
  const auto begin = [&](const std::string& address) {
    return quota.begin("imp" + std::to_string(++number), address);
  };
  EXPECT_TRUE(begin("192.0.2.1"));
  EXPECT_TRUE(begin("192.0.2.1"));
  EXPECT_FALSE(begin("192.0.2.1"));
  EXPECT_TRUE(quota.begin("imp1", "192.0.2.1")) << "asked twice";
  quota.end("imp1");
  EXPECT_TRUE(begin("192.0.2.1"));
  int of_network = 0;
  for (const char* network : {"1", "2", "3", "4", "5", "6"})
    while (begin("2001:db8:1:" + std::string(network) + "::/64")) ++of_network;
  EXPECT_EQ(of_network, 8);
  for (int other = 0; quota.imports().size() < 20; ++other)
    EXPECT_TRUE(begin("198.51.100." + std::to_string(other)));
  EXPECT_FALSE(begin("203.0.113.1")) << "of all";
}

}  // namespace
}  // namespace server
