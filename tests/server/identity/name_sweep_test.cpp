#include "server/identity/name_sweep.h"

#include <gtest/gtest.h>

#include <limits>

#include "server/identity/names.h"
#include "tests/server/identity/network.h"

namespace server {
namespace {

using std::chrono::milliseconds;

constexpr storage::Millis kLast = std::numeric_limits<storage::Millis>::max();

class NameSweepTest : public NetworkTest {
 protected:
  /// As a server of before has left it: found by the name, and by the skeleton of that server.
  void add_account(const std::string& name, const std::string& skeleton) {
    (void)answer<Persisted>([&](auto done) {
      const storage::Account account{{"u_" + name, name, false, 1}, {name, skeleton}, "phc"};
      records_.commit({storage::CreateAccount{account, "token of " + name}}, done);
    });
  }
  std::string found(const std::string& name) {
    using Found = std::optional<std::optional<storage::Account>>;
    const auto account = answer<Found>([&](auto done) {
      records_.read([&](storage::Reader& store) { return store.find_account(name_keys(name)); }, done);
    });
    return *account ? (*account)->user.name : "";
  }
};

TEST_F(NameSweepTest, AccountsOfBeforeGetTheKeysOfTheirNames) {
  for (const char* name : {"Mei", "Bob", "𝐋𝐢𝐧", "Lin"}) add_account(name, std::string("old ") + name);
  EXPECT_EQ(found("Bob"), "Bob") << "the name itself opens it at once";
  EXPECT_EQ(found("BOB"), "");
  const NameSweep sweep(io_.get_executor(), records_,
                        {.page = 2, .step = milliseconds(1), .rest = milliseconds(1)});
  run_io_until(io_, [&] { return !found("BOB").empty() && !found("MEI").empty() && found("LIN") == "Lin"; });
  EXPECT_EQ(found("B0B"), "Bob");
  EXPECT_EQ(found("Lin"), "Lin");
  EXPECT_EQ(found("𝐋𝐢𝐧"), "𝐋𝐢𝐧") << "both were allowed, and both stay";
  EXPECT_EQ(store_.accounts_keyed_otherwise(name_rules(), 10).size(), 0u);
}

TEST_F(NameSweepTest, ClubsGetTheKeysOfTheirNames) {
  add_account("Mei", "mei");
  const storage::Club club{"c1", "u_Mei", "Red Cannons", "", "open", 1};
  const std::vector<storage::Write> writes{
      storage::CreateClub{club, {"Red Cannons", "as of before"}, "of before"}};
  (void)answer<Persisted>([&](auto done) { records_.commit(writes, done); });
  EXPECT_EQ(store_.club_named(name_keys("RED_CANNONS")), std::nullopt);
  const NameSweep sweep(io_.get_executor(), records_, {.step = milliseconds(1), .rest = milliseconds(1)});
  run_io_until(io_, [&] { return store_.club_named(name_keys("RED_CANNONS")) == "c1"; });
  EXPECT_EQ(store_.clubs_keyed_otherwise(name_rules(), 10).size(), 0u);
  EXPECT_EQ(store_.clubs({kLast, ""}, "cannon", 1, 9).clubs.size(), 1u) << "and is found by a part";
}

}  // namespace
}  // namespace server
