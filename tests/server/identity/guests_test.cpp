#include "server/identity/guests.h"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>

#include "storage/memory/memory_store.h"

namespace server {
namespace {

using protocol::ErrorCode;

class GuestsTest : public testing::Test {
 protected:
  Guests::Result identify(std::optional<std::string> token, std::optional<std::string> name) {
    std::optional<Guests::Result> result;
    guests_.identify(token, name, [&](Guests::Result answer) { result.emplace(std::move(answer)); });
    EXPECT_FALSE(result) << "the answer comes later";
    while (!result) io_.run_one();
    return *result;
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<RecordQueue::Executor> keep_running_{io_.get_executor()};
  storage::MemoryStore store_;
  RecordQueue records_{store_, io_.get_executor()};
  Guests guests_{records_};
};

TEST_F(GuestsTest, NewGuestsGetAnIdAndATokenAndKeepTheirName) {
  const auto lin = identify({}, "Lin");
  ASSERT_TRUE(lin);
  EXPECT_EQ(lin->user.name, "Lin");
  EXPECT_TRUE(lin->user.guest);
  const auto mei = identify({}, "Mei");
  EXPECT_NE(lin->user.id, mei->user.id);
  EXPECT_NE(lin->token, mei->token);
}

TEST_F(GuestsTest, ATokenMakesTheSameGuestAgain) {
  const auto before = identify({}, "Lin");
  const auto after = identify(before->token, {});
  EXPECT_EQ(after->user, before->user);
  EXPECT_EQ(after->token, before->token);
}

TEST_F(GuestsTest, AGuestMayTakeANewName) {
  const auto before = identify({}, "Lin");
  EXPECT_EQ(identify(before->token, "林小")->user.name, "林小");
  EXPECT_EQ(identify(before->token, {})->user.name, "林小") << "and keeps it";
}

TEST_F(GuestsTest, AnUnknownTokenMakesANewGuest) {
  const auto guest = identify("forgotten", "Lin");
  ASSERT_TRUE(guest);
  EXPECT_NE(guest->token, "forgotten");
}

TEST_F(GuestsTest, WhoSaysNoNameGetsOne) {
  EXPECT_TRUE(identify({}, {})->user.name.starts_with("Guest"));
}

TEST_F(GuestsTest, RefusesABadNameEvenWithAToken) {
  const auto lin = identify({}, "Lin");
  EXPECT_EQ(identify({}, "a b").error(), ErrorCode::bad_name);
  EXPECT_EQ(identify(lin->token, "admin").error(), ErrorCode::bad_name);
}

TEST_F(GuestsTest, AFullQueueIsBusy) {
  RecordQueue full(store_, io_.get_executor(), {}, 0);
  Guests guests(full);
  std::vector<ErrorCode> errors;
  const auto note = [&](Guests::Result result) { errors.push_back(result.error()); };
  guests.identify({}, "Lin", note);
  guests.identify("token", {}, note);
  while (errors.size() < 2) io_.run_one();
  EXPECT_EQ(errors, (std::vector{ErrorCode::busy, ErrorCode::busy}));
}

}  // namespace
}  // namespace server
