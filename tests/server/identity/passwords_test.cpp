#include "server/identity/passwords.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>

#include "tests/server/identity/cheap_passwords.h"

namespace server {
namespace {

class PasswordsTest : public testing::Test {
 protected:
  std::string hash(Passwords& passwords, const std::string& password) {
    std::optional<std::string> phc;
    EXPECT_TRUE(passwords.hash(password, [&](std::string made) { phc = std::move(made); }));
    while (!phc) io_.run_one();
    return *phc;
  }
  bool check(Passwords& passwords, const std::string& password, const std::string& stored) {
    std::optional<bool> right;
    EXPECT_TRUE(passwords.check(password, stored, [&](bool is) { right = is; }));
    while (!right) io_.run_one();
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

// A storm of logins must neither take all memory nor make everybody wait: beyond the queue it is refused.
TEST_F(PasswordsTest, AFullQueueRefuses) {
  Passwords passwords(io_.get_executor(), {4, std::size_t{8} << 20}, 2);
  int accepted = 0, answered = 0;
  for (int i = 0; i < 50; ++i) accepted += passwords.hash("storm", [&](const std::string&) { ++answered; });
  EXPECT_GE(accepted, 2);
  EXPECT_LT(accepted, 50);
  while (answered < accepted) io_.run_one();
  EXPECT_TRUE(passwords.check("storm", "", [&](bool) { ++answered; })) << "and then goes on";
}

TEST_F(PasswordsTest, MayEndWhileWorkIsWaiting) {
  Passwords passwords(io_.get_executor(), kPasswordCost);
  for (int i = 0; i < 3; ++i) (void)passwords.hash("late", [](const std::string&) {});
}

}  // namespace
}  // namespace server
