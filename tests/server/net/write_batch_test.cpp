#include "server/net/write_batch.h"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <functional>

namespace server {
namespace {

class WriteBatchTest : public testing::Test {
 protected:
  struct Member final : WriteBatch::Member {
    void end_turn() override { ++prompt; }
    void idle() override { ++idled; }
    int prompt = 0;
    int idled = 0;
  };

  std::vector<std::shared_ptr<Member>> add_when_idle(int count) {
    std::vector<std::shared_ptr<Member>> members;
    for (int i = 0; i < count; ++i) {
      members.push_back(std::make_shared<Member>());
      turn_.add_when_idle(io_.get_executor(), members.back());
    }
    return members;
  }
  static int idled(const std::vector<std::shared_ptr<Member>>& members) {
    int sum = 0;
    for (const auto& member : members) sum += member->idled;
    return sum;
  }

  boost::asio::io_context io_;
  WriteBatch turn_;
};

TEST_F(WriteBatchTest, ServesBothOnceForEachTimeThatTheyAreAdded) {
  const auto member = std::make_shared<Member>();
  turn_.add(io_.get_executor(), member);
  turn_.add_when_idle(io_.get_executor(), member);
  EXPECT_EQ(member->prompt + member->idled, 0) << "never inside the call";
  io_.run();
  EXPECT_EQ(member->prompt, 1);
  EXPECT_EQ(member->idled, 1);
}

// Somebody moves while a game that many watch is told: he waits for a few of them, not for all.
TEST_F(WriteBatchTest, WhoIsWaitedForOvertakesThoseWhoWatch) {
  const auto watching = add_when_idle(1'000);
  const auto player = std::make_shared<Member>();
  while (idled(watching) == 0) io_.poll_one();
  turn_.add(io_.get_executor(), player);
  while (player->prompt == 0) io_.poll_one();
  EXPECT_LT(idled(watching), 100);
  io_.run();
  EXPECT_EQ(idled(watching), 1'000);
}

TEST_F(WriteBatchTest, WhoWatchesWaitsWhileThereIsWorkButNotForEver) {
  const auto began = std::chrono::steady_clock::now();
  const auto watching = add_when_idle(1);
  std::function<void()> work = [&] {
    turn_.worked();
    if (idled(watching) == 0) boost::asio::post(io_, work);
  };
  boost::asio::post(io_, work);
  io_.run();
  EXPECT_EQ(idled(watching), 1);
  EXPECT_GE(std::chrono::steady_clock::now() - began, WriteBatch::kLongestWait);
}

}  // namespace
}  // namespace server
