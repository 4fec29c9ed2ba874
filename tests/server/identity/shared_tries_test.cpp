#include <gtest/gtest.h>

#include "server/identity/accounts.h"
#include "tests/server/identity/budget_store.h"
#include "tests/server/identity/cheap_passwords.h"
#include "tests/server/identity/network.h"

/// Passwords that are tried at several servers that share their records.
namespace server {
namespace {

using protocol::ErrorCode;

constexpr const char* kRight = "correct horse";

class SharedTriesTest : public NetworkTest {
 protected:
  using Admission = Accounts::Result<Accounts::Admission>;

  static Accounts::Limits limits() {
    Accounts::Limits limits;
    limits.tries_of_pair = {4, std::chrono::minutes(30)};
    limits.tries_of_address = {8, std::chrono::minutes(30)};
    limits.tries_of_name = {6, std::chrono::minutes(30)};
    return limits;
  }
  void SetUp() override {
    for (const char* name : {"Lin", "Mei", "Wang"}) {
      const Accounts::Caller caller{.token = "", .address = "192.0.2.1", .client = ""};
      ASSERT_TRUE(answer<Admission>([&](auto done) { one_.sign_up(caller, name, kRight, done); }));
    }
  }
  Admission log_in(Accounts& server, const std::string& name, const std::string& address,
                   const std::string& password = kRight) {
    const Accounts::Caller caller{.token = "", .address = address, .client = ""};
    return answer<Admission>([&](auto done) { server.log_in(caller, name, password, done); });
  }
  /// How many of so many guesses are looked at, at both servers in turns.
  int admitted(int tries, const std::string& name, const std::string& address) {
    int admitted = 0;
    for (int i = 0; i < tries; ++i) {
      const Admission answer = log_in(i % 2 == 0 ? one_ : other_, name, address, "wrong");
      if (answer.error().code == ErrorCode::unauthorized) {
        ++admitted;
      } else {
        EXPECT_EQ(answer.error().code, ErrorCode::rate_limited);
        EXPECT_TRUE(answer.error().retry);
      }
    }
    return admitted;
  }

  BudgetStore shared_;
  RecordQueue records_of_one_{shared_, io_.get_executor()}, records_of_other_{shared_, io_.get_executor()};
  Passwords passwords_{io_.get_executor(), kCheap};
  Accounts one_{records_of_one_, passwords_, limits()}, other_{records_of_other_, passwords_, limits()};
};

TEST_F(SharedTriesTest, ANameFromAnAddressHasAsManyAtAllTogether) {
  EXPECT_EQ(admitted(7, "Lin", "192.0.2.7"), 4);
  EXPECT_EQ(admitted(1, "Lin", "192.0.2.8"), 1) << "whose name it is may still come from elsewhere";
  EXPECT_EQ(admitted(1, "Mei", "192.0.2.7"), 1);
}

TEST_F(SharedTriesTest, ANameHasAsManyFromEverywhere) {
  int total = 0;
  for (const char* address : {"192.0.2.7", "192.0.2.8", "192.0.2.9"}) total += admitted(3, "Lin", address);
  EXPECT_EQ(total, 6);
}

TEST_F(SharedTriesTest, AnAddressHasAsManyForAllNames) {
  int total = 0;
  for (const char* name : {"Lin", "Mei", "Wang"}) total += admitted(3, name, "192.0.2.7");
  EXPECT_EQ(total, 8);
}

TEST_F(SharedTriesTest, RightOnesAreGivenBackEverywhere) {
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(log_in(i % 2 == 0 ? one_ : other_, "Lin", "192.0.2.7")) << i;
  run_io_until(io_, [&] { return shared_.taken()["passwords for lin"] == 0; });
  EXPECT_EQ(shared_.taken()["passwords of 192.0.2.7"], 6) << "the address has paid for the work";
  EXPECT_EQ(admitted(7, "Lin", "192.0.2.7"), 2) << "of its eight";
}

// The network is known at whatever server it has logged in.
TEST_F(SharedTriesTest, StrangersLockNobodyOut) {
  EXPECT_TRUE(log_in(one_, "Lin", "192.0.2.7"));
  int total = 0;
  for (const char* address : {"192.0.2.17", "192.0.2.18", "192.0.2.19"}) total += admitted(3, "Lin", address);
  EXPECT_EQ(total, 6);
  EXPECT_TRUE(log_in(other_, "Lin", "192.0.2.7"));
  EXPECT_EQ(log_in(other_, "Lin", "192.0.2.20").error().code, ErrorCode::rate_limited);
}

TEST_F(SharedTriesTest, WhoeverSitsAtTheServerIsNoAddress) {
  EXPECT_EQ(admitted(7, "Lin", ""), 4) << "the name counts";
  EXPECT_EQ(shared_.taken().size(), 2u);
}

}  // namespace
}  // namespace server
