#include "server/identity/people_sweep.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/server/identity/network.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

using std::chrono::milliseconds;

constexpr TimePoint kSweptAt = std::chrono::sys_days(std::chrono::year(2026) / 3 / 1);

std::vector<std::string> nobody() {
  return {};
}

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
  for (const char* id : {"a", "b", "c", "d", "e"}) add_guest(id, std::chrono::hours(25));
  add_guest("f", std::chrono::hours(23));
  const PeopleSweep sweep(
      io_.get_executor(), records_, nobody,
      {.now = [] { return kSweptAt; }, .page = 2, .step = milliseconds(1), .rest = milliseconds(1)});
  for (const char* id : {"a", "b", "c", "d", "e"}) {
    run_io_until(io_, [&] { return !is_known(id); });
  }
  add_guest("aa", std::chrono::hours(25));
  run_io_until(io_, [&] { return !is_known("aa"); });
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
  const PeopleSweep sweep(io_.get_executor(), records_, nobody,
                          {.now = [] { return kSweptAt; }, .step = milliseconds(1), .rest = milliseconds(1)});
  run_io_until(io_, [&] { return !is_known("a"); });
  EXPECT_TRUE(is_known("b"));
}

TEST_F(PeopleSweepTest, NoticesEndAfterNinetyDays) {
  const auto write = [this](storage::Write each) {
    const std::vector<storage::Write> writes{std::move(each)};
    (void)answer<Persisted>([&](auto done) { records_.commit(writes, done); });
  };
  const auto put = [&write](const char* subject, int days) {
    storage::PutNotice notice{.user = "a", .kind = "over", .subject = subject};
    notice.at = (kSweptAt - std::chrono::days(days)).time_since_epoch().count();
    write(std::move(notice));
  };
  write(storage::CreateAccount{{{"a", "A", false, 1}, {"a"}, "password"}, "token of a"});
  put("old", 91);
  put("new", 89);
  const auto notices = [this] {
    using Found = std::optional<std::vector<storage::Notice>>;
    return *answer<Found>([&](auto done) {
      records_.read([](storage::Reader& store) { return store.notices("a", INT64_MAX, 0, 9); }, done);
    });
  };
  ASSERT_EQ(notices().size(), 2u);
  const PeopleSweep sweep(io_.get_executor(), records_, nobody,
                          {.now = [] { return kSweptAt; }, .step = milliseconds(1), .rest = milliseconds(1)});
  run_io_until(io_, [&] { return notices().size() < 2; });
  ASSERT_EQ(notices().size(), 1u);
  EXPECT_EQ(notices()[0].subject, "new");
}

TEST_F(PeopleSweepTest, AMailAddressThatIsNotConfirmedEndsAfterADay) {
  const auto write = [this](storage::Write each) {
    const std::vector<storage::Write> writes{std::move(each)};
    (void)answer<Persisted>([&](auto done) { records_.commit(writes, done); });
  };
  const auto ask = [&](const char* user, std::chrono::milliseconds ago) {
    // Of today: mail goes with an account that is not used, too.
    const storage::Millis today = kSweptAt.time_since_epoch().count();
    write(storage::CreateAccount{{{user, user, false, today}, {user}, "password"},
                                 std::string("token of ") + user});
    storage::AskForMail ask{.user = user, .mailbox = {"a@b.test", "en"}, .address_hash = user};
    ask.at = (kSweptAt - ago).time_since_epoch().count();
    write(std::move(ask));
  };
  ask("a", std::chrono::hours(24));
  ask("b", std::chrono::hours(24) - milliseconds(1));
  const auto has_mail = [this](const char* user) {
    using Found = std::optional<std::optional<storage::Mailbox>>;
    return answer<Found>([&](auto done) {
             records_.read([user](storage::Reader& store) { return store.mailbox(user); }, done);
           })
        ->has_value();
  };
  ASSERT_TRUE(has_mail("a"));
  const PeopleSweep sweep(io_.get_executor(), records_, nobody,
                          {.now = [] { return kSweptAt; }, .step = milliseconds(1), .rest = milliseconds(1)});
  run_io_until(io_, [&] { return !has_mail("a"); });
  EXPECT_TRUE(has_mail("b"));
}

// A page that is only looked at says hello once.
TEST_F(PeopleSweepTest, WhoIsHereStays) {
  for (const char* id : {"a", "b", "c"}) add_guest(id, std::chrono::days(30));
  std::vector<std::string> here{"b", "elsewhere"};
  TimePoint now = kSweptAt;
  const PeopleSweep sweep(
      io_.get_executor(), records_, [&here] { return here; },
      {.now = [&now] { return now; }, .page = 2, .step = milliseconds(1), .rest = milliseconds(1)});
  for (const char* id : {"a", "c"}) {
    run_io_until(io_, [&] { return !is_known(id); });
  }
  EXPECT_TRUE(is_known("b"));
  here.clear();
  add_guest("d", std::chrono::days(30));
  run_io_until(io_, [&] { return !is_known("d"); });
  EXPECT_TRUE(is_known("b")) << "for a day from now on";
  now += std::chrono::hours(25);
  run_io_until(io_, [&] { return !is_known("b"); });
}

}  // namespace
}  // namespace server
