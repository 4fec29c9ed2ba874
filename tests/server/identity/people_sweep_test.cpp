#include "server/identity/people_sweep.h"

#include <gtest/gtest.h>

#include "tests/server/identity/network.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

using std::chrono::milliseconds;

constexpr TimePoint kSweptAt = std::chrono::sys_days(std::chrono::year(2026) / 3 / 1);

class PeopleSweepTest : public NetworkTest {
 protected:
  void add_guest(const std::string& id, std::chrono::hours age) {
    const auto created = (kSweptAt - age).time_since_epoch().count();
    const auto written = answer<Persisted>([&](auto done) {
      records_.commit({storage::CreateUser{{id, id, true, created}, "token of " + id}}, done);
    });
    EXPECT_EQ(written, Persisted::done);
  }
  bool is_known(const std::string& id) {
    using Found = std::optional<std::optional<storage::Session>>;
    return answer<Found>([&](auto done) {
             records_.read([&](storage::Reader& store) { return store.find_token("token of " + id); }, done);
           })
        ->has_value();
  }
};

// In pages of two, and then from the beginning again.
TEST_F(PeopleSweepTest, ReachesEveryIdleGuestAndNobodyElse) {
  for (const char* id : {"a", "b", "c", "d", "e"}) add_guest(id, std::chrono::days(91));
  add_guest("f", std::chrono::days(89));
  const PeopleSweep sweep(
      io_.get_executor(), records_,
      {.now = [] { return kSweptAt; }, .page = 2, .step = milliseconds(1), .rest = milliseconds(1)});
  for (const char* id : {"a", "b", "c", "d", "e"}) {
    while (is_known(id)) io_.run_one();
  }
  add_guest("aa", std::chrono::days(91));
  while (is_known("aa")) io_.run_one();
  EXPECT_TRUE(is_known("f"));
}

TEST_F(PeopleSweepTest, AGuestWithAGameStaysLonger) {
  for (const auto& [id, age] : {std::pair("a", 401), {"b", 399}}) {
    add_guest(id, std::chrono::days(age));
    storage::Game game = storage::sample_game(id);
    game.seats[0].user = id;
    game.ending.status = "finished";
    (void)answer<Persisted>([&](auto done) { records_.commit({storage::CreateGame{game}}, done); });
  }
  const PeopleSweep sweep(io_.get_executor(), records_,
                          {.now = [] { return kSweptAt; }, .step = milliseconds(1), .rest = milliseconds(1)});
  while (is_known("a")) io_.run_one();
  EXPECT_TRUE(is_known("b"));
}

}  // namespace
}  // namespace server
