#include "server/records/record_sweep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <span>
#include <variant>
#include <vector>

#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

using namespace std::chrono_literals;

constexpr RecordSweep::Moment kNow{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};

void add_aborted(storage::Store& store, const std::string& id, std::chrono::milliseconds age) {
  storage::Game game;
  game.id = game.code = id;
  game.ending = {"aborted", "", "no_start",
                 std::chrono::floor<std::chrono::milliseconds>(kNow - age).time_since_epoch().count()};
  store.commit(std::vector<storage::Write>{storage::CreateGame{game}});
}

// In pages of two, and then from the beginning again.
TEST(RecordSweep, removes_games_that_were_aborted_a_day_ago) {
  storage::MemoryStore store;
  for (const char* id : {"a", "b", "c"}) add_aborted(store, id, 25h);
  add_aborted(store, "young", 22h);
  boost::asio::io_context network;
  const auto work = boost::asio::make_work_guard(network);
  RecordQueue records(store, network.get_executor());
  RecordSweep::Moment now = kNow;
  const RecordSweep sweep(network.get_executor(), records,
                          {.now = [&now] { return now; }, .page = 2, .step = 1ms, .rest = 1ms});
  for (const char* id : {"a", "b", "c"}) run_io_until(network, [&] { return !store.load(id); });
  add_aborted(store, "later", 23h);
  now += 90min;
  run_io_until(network, [&] { return !store.load("later"); });
  EXPECT_TRUE(store.load("young"));
}

/// Counts how often all aborted games are looked at, and how often those that ended since the last look.
class LookedAtStore : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    for (const storage::Write& write : writes) {
      const auto* const sweep = std::get_if<storage::SweepRecords>(&write);
      if (sweep != nullptr && sweep->aborted_before > 0) ++(sweep->aborted_since == 0 ? all : young);
    }
    return MemoryStore::commit(writes);
  }

  std::atomic<int> all = 0, young = 0;
};

// Those that are kept, because their chat was reported, were looked at with every page of others.
TEST(RecordSweep, LooksAtAllAbortedGamesOnceADay) {
  LookedAtStore store;
  boost::asio::io_context network;
  const auto work = boost::asio::make_work_guard(network);
  RecordQueue records(store, network.get_executor());
  RecordSweep::Moment now = kNow;
  const RecordSweep sweep(network.get_executor(), records,
                          {.now = [&now] { return now; }, .step = 1ms, .rest = 1ms});
  run_io_until(network, [&] { return store.young >= 3; });
  now += 23h;
  run_io_until(network, [&] { return store.young >= 6; });
  EXPECT_EQ(store.all.load(), 1);
  now += 1h;
  run_io_until(network, [&] { return store.all == 2; });
  now -= 100h;
  run_io_until(network, [&] { return store.all == 3; });
}

TEST(RecordSweep, RemovesTournamentsThatWereCancelledAMonthAgo) {
  storage::MemoryStore store;
  for (const int days : {31, 29}) {
    const storage::Millis at = std::chrono::floor<std::chrono::milliseconds>(kNow - std::chrono::days(days))
                                   .time_since_epoch()
                                   .count();
    const std::string id = std::to_string(days);
    storage::Tournament tournament;
    tournament.id = id;
    tournament.created = at;
    const storage::TournamentEvent created{1, "created", "{}", "", "", at};
    const storage::TournamentEvent cancelled{2, "cancelled", "{}", "", "", at};
    store.commit(std::vector<storage::Write>{storage::CreateTournament{tournament, created, 9},
                                             storage::AppendTournament{id, "cancelled", {cancelled}}});
  }
  boost::asio::io_context network;
  const auto work = boost::asio::make_work_guard(network);
  RecordQueue records(store, network.get_executor());
  const RecordSweep sweep(network.get_executor(), records,
                          {.now = [] { return kNow; }, .step = 1ms, .rest = 1ms});
  run_io_until(network, [&] { return !store.tournament("31"); });
  EXPECT_TRUE(store.tournament("29"));
}

}  // namespace
}  // namespace server
