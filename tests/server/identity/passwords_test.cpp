#include "server/identity/passwords.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>

#include "tests/server/identity/cheap_passwords.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

/// A callback that knows how often it was copied.
struct Counted {
  explicit Counted(std::atomic<int>& made) : copies(made) {}
  Counted(const Counted& other) : copies(other.copies) { ++copies; }
  Counted(Counted&& other) noexcept : copies(other.copies) {}
  void operator()(const auto&) const {}
  std::atomic<int>& copies;
};

class PasswordsTest : public testing::Test {
 protected:
  std::string hash(Passwords& passwords, const std::string& password) {
    std::optional<std::string> phc;
    passwords.hash("", password, [&](std::optional<std::string> made) { phc = std::move(made); });
    run_io_until(io_, [&] { return phc.has_value(); });
    return *phc;
  }
  bool check(Passwords& passwords, const std::string& password, const std::string& stored) {
    std::optional<bool> right;
    passwords.check("", password, stored, [&](std::optional<bool> is) { right = is; });
    run_io_until(io_, [&] { return right.has_value(); });
    return *right;
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<Passwords::Executor> keep_running_{io_.get_executor()};
};

TEST_F(PasswordsTest, OnlyTheSamePasswordIsRight) {
  Passwords passwords(io_.get_executor(), kCheap);
  const std::string stored = hash(passwords, "correct horse 电池");
  EXPECT_TRUE(check(passwords, "correct horse 电池", stored));
  for (const char* wrong : {"correct horse", "Correct horse 电池", "correct horse 电池 ", ""}) {
    EXPECT_FALSE(check(passwords, wrong, stored)) << wrong;
  }
  EXPECT_FALSE(check(passwords, std::string("correct horse 电池\0", 21), stored)) << "a zero is no end";
}

TEST_F(PasswordsTest, WhatIsStoredSaysHowItWasMadeAndIsSalted) {
  Passwords passwords(io_.get_executor(), kPasswordCost);
  const std::string stored = hash(passwords, "correct horse");
  EXPECT_THAT(stored, testing::StartsWith("$argon2id$v=19$m=19456,t=2,p=1$"));
  EXPECT_NE(stored, hash(passwords, "correct horse"));
}

TEST_F(PasswordsTest, NobodyHasAPassword) {
  Passwords passwords(io_.get_executor(), kCheap);
  EXPECT_FALSE(check(passwords, "", ""));
  EXPECT_FALSE(check(passwords, "anything", ""));
  EXPECT_FALSE(check(passwords, "anything", "no PHC string"));
}

// The side thread may let go of its copy last, and what that holds (a connection) would end there, beside the
// network thread.
TEST_F(PasswordsTest, ItsThreadKeepsNoCopyOfWhatTheAnswerIsFor) {
  std::atomic<int> copies = 0;
  {
    Passwords passwords(io_.get_executor(), kCheap);
    passwords.hash("", "password", Counted(copies));
    passwords.check("", "password", "", Counted(copies));
    hash(passwords, "after both");
  }
  EXPECT_EQ(copies, 0);
}

// A storm of logins must neither take all memory nor make everybody wait: beyond the queue it is refused.
TEST_F(PasswordsTest, AFullQueueRefuses) {
  Passwords passwords(io_.get_executor(), {4, std::size_t{8} << 20}, 2);
  int made = 0, refused = 0;
  for (int i = 0; i < 50; ++i)
    passwords.hash("8.8.8.8", "storm", [&](const auto& phc) { ++(phc ? made : refused); });
  run_io_until(io_, [&] { return made + refused >= 50; });
  EXPECT_GE(made, 2);
  EXPECT_GT(refused, 0);
  EXPECT_FALSE(check(passwords, "storm", "")) << "and then goes on";
}

// Whoever fills the queue loses his own.
TEST_F(PasswordsTest, AStormOfOneAddressKeepsNobodyOut) {
  Passwords passwords(io_.get_executor(), {4, std::size_t{8} << 20}, 4);
  std::vector<std::string> served;
  const auto ask = [&](const std::string& address) {
    passwords.check(address, "password", "", [&, address](std::optional<bool> right) {
      served.push_back(address + (right ? " served" : " refused"));
    });
  };
  for (int i = 0; i < 40; ++i) ask("storm");
  ask("honest");
  ask("other");
  run_io_until(io_, [&] { return served.size() >= 42; });
  EXPECT_EQ(std::ranges::count(served, "honest served"), 1);
  EXPECT_EQ(std::ranges::count(served, "other served"), 1);
  const auto behind = std::find(std::ranges::find(served, "honest served"), served.end(), "storm served");
  EXPECT_NE(behind, served.end()) << "nor does it come first";
}

TEST_F(PasswordsTest, MayEndWhileWorkIsWaiting) {
  Passwords passwords(io_.get_executor(), kPasswordCost);
  for (int i = 0; i < 3; ++i) passwords.hash("", "late", [](const auto&) {});
}

}  // namespace
}  // namespace server
