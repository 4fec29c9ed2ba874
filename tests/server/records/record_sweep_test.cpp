#include "server/records/record_sweep.h"

#include <gtest/gtest.h>

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
  add_aborted(store, "young", 23h);
  boost::asio::io_context network;
  const auto work = boost::asio::make_work_guard(network);
  RecordQueue records(store, network.get_executor());
  const RecordSweep sweep(network.get_executor(), records,
                          {.now = [] { return kNow; }, .page = 2, .step = 1ms, .rest = 1ms});
  for (const char* id : {"a", "b", "c"}) run_io_until(network, [&] { return !store.load(id); });
  add_aborted(store, "later", 25h);
  run_io_until(network, [&] { return !store.load("later"); });
  EXPECT_TRUE(store.load("young"));
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
