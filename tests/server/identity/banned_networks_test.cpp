#include "server/identity/banned_networks.h"

#include <gtest/gtest.h>

#include "server/identity/accounts.h"
#include "server/identity/acts.h"
#include "server/identity/users.h"
#include "tests/server/identity/budget_store.h"
#include "tests/server/identity/cheap_passwords.h"
#include "tests/server/identity/network.h"

/// Who is banned and comes back under another name.
namespace server {
namespace {

using protocol::ErrorCode;

constexpr const char* kWord = "correct horse";
constexpr const char* kSchool = "192.0.2.7";

class BannedNetworksTest : public NetworkTest {
 protected:
  using Admission = Accounts::Result<Accounts::Admission>;
  using Done = Accounts::Result<std::monostate>;

  BannedNetworksTest() { accounts_.keep_out(users_.banned_networks()); }
  static Accounts::Caller caller(const std::string& token = "", const std::string& address = kSchool) {
    return {.token = token, .address = address, .client = "test"};
  }
  Admission sign_up(const std::string& name, const std::string& address = kSchool) {
    return answer<Admission>([&](auto done) { accounts_.sign_up(caller("", address), name, kWord, done); });
  }
  Users::Result come(const std::string& address = kSchool) {
    return answer<Users::Result>(
        [&](auto done) { users_.identify(protocol::Hello(), {.address = address}, done); });
  }
  void ban(const protocol::User& user) {
    const storage::Write act = *make_act(
        {.what = "ban", .whom = {user.id, user.name, user.guest, 0}, .reason = "cheats"}, {}, server_now());
    store_.commit({&act, 1});
  }
  static storage::Measure measure(const std::string& kind, std::chrono::hours age) {
    storage::Measure made;
    made.kind = kind;
    made.since = (server_now() - age).time_since_epoch().count();
    made.until = storage::kNoEnd;
    return made;
  }

  Passwords passwords_{io_.get_executor(), kCheap};
  Users users_{records_};
  Accounts accounts_{records_, passwords_};
};

TEST_F(BannedNetworksTest, WhoClosesABannedAccountMakesNoOtherFromThereForADay) {
  const auto lin = sign_up("Lin");
  ASSERT_TRUE(sign_up("Wu"));
  ban(lin->user);
  ASSERT_TRUE(answer<Done>([&](auto done) { accounts_.close(caller(lin->token), kWord, std::move(done)); }));
  const auto back = sign_up("Mei");
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, ErrorCode::rate_limited);
  ASSERT_TRUE(back.error().retry);
  EXPECT_GT(*back.error().retry, std::chrono::hours(23));
  EXPECT_TRUE(sign_up("Mei", "192.0.2.8"));
  EXPECT_TRUE(answer<Admission>([&](auto done) { accounts_.log_in(caller(), "Wu", kWord, done); }))
      << "another at the same school";
  EXPECT_TRUE(come()) << "and guests play";
}

TEST_F(BannedNetworksTest, ABannedGuestWhoIsForgottenMakesNoAccountFromThere) {
  const auto guest = come();
  ban(guest->user);
  ASSERT_TRUE(
      answer<Done>([&](auto done) { accounts_.forget_guest(caller(guest->token), std::move(done)); }));
  EXPECT_EQ(sign_up("Mei").error().code, ErrorCode::rate_limited);
}

TEST_F(BannedNetworksTest, WhoClosesAnotherAccountMakesANewOne) {
  const auto lin = sign_up("Lin");
  ASSERT_TRUE(answer<Done>([&](auto done) { accounts_.close(caller(lin->token), kWord, std::move(done)); }));
  EXPECT_TRUE(sign_up("Mei"));
}

TEST_F(BannedNetworksTest, OnlyANewBanCountsAndNotOfALocalNetwork) {
  BannedNetworks networks(records_);
  networks.note(measure("ban", std::chrono::hours(25)), kSchool, server_now());
  networks.note(measure("address", std::chrono::hours(0)), kSchool, server_now());
  networks.note(measure("ban", std::chrono::hours(0)), "10.0.0.7", server_now());
  networks.note(measure("ban", std::chrono::hours(0)), "", server_now());
  for (const char* address : {kSchool, "10.0.0.7", ""}) EXPECT_FALSE(networks.wait(address)) << address;
  networks.note(measure("ban", std::chrono::hours(0)), kSchool, server_now());
  const auto first = networks.wait(kSchool);
  ASSERT_TRUE(first);
  networks.note(measure("ban", std::chrono::hours(0)), kSchool, server_now());
  EXPECT_LE(*networks.wait(kSchool), *first) << "the day is not longer for who comes back";
}

TEST_F(BannedNetworksTest, AnotherServerOnTheSameRecordsKnowsOfIt) {
  BudgetStore shared;
  RecordQueue of_one(shared, io_.get_executor()), of_other(shared, io_.get_executor());
  BannedNetworks networks(of_one);
  networks.note(measure("ban", std::chrono::hours(0)), kSchool, server_now());
  run_io_until(io_, [&] { return !shared.taken().empty(); });
  Accounts other(of_other, passwords_);
  const auto back =
      answer<Admission>([&](auto done) { other.sign_up(caller(), "Mei", kWord, std::move(done)); });
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, ErrorCode::rate_limited);
}

}  // namespace
}  // namespace server
