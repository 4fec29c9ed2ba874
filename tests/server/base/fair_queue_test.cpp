#include "server/base/fair_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace server {
namespace {

using testing::ElementsAre;

std::vector<int> drain(FairQueue<int>& queue) {
  std::vector<int> items;
  while (const auto item = queue.pop()) items.push_back(*item);
  return items;
}

TEST(FairQueueTest, ServesOneOwnerInOrder) {
  FairQueue<int> queue(10);
  for (int i = 1; i <= 3; ++i) EXPECT_FALSE(queue.push("a", i));
  EXPECT_EQ(queue.size(), 3u);
  EXPECT_THAT(drain(queue), ElementsAre(1, 2, 3));
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(FairQueueTest, OwnersTakeTurnsHoweverMuchEachHas) {
  FairQueue<int> queue(100);
  for (int i = 1; i <= 5; ++i) queue.push("greedy", i);
  queue.push("b", 10);
  queue.push("c", 20);
  queue.push("b", 11);
  EXPECT_THAT(drain(queue), ElementsAre(1, 10, 20, 2, 11, 3, 4, 5));
}

TEST(FairQueueTest, WhatIsTakenOutTakesNoTurn) {
  FairQueue<int> queue(3);
  for (const int item : {1, 2}) queue.push("a", item);
  queue.push("b", 10);
  const auto is_odd = [](int item) { return item % 2 == 1; };
  EXPECT_THAT(queue.take_out("a", is_odd), ElementsAre(1));
  EXPECT_THAT(queue.take_out("b", is_odd), ElementsAre());
  EXPECT_THAT(queue.take_out("c", is_odd), ElementsAre());
  EXPECT_FALSE(queue.push("b", 11)) << "there is a place";
  EXPECT_THAT(drain(queue), ElementsAre(2, 10, 11));
  EXPECT_THAT(queue.take_out("a", is_odd), ElementsAre());
}

TEST(FairQueueTest, WhoeverComesAgainIsServedAfterThoseWhoWait) {
  FairQueue<int> queue(100);
  queue.push("a", 1);
  queue.push("b", 2);
  EXPECT_EQ(queue.pop(), 1);
  queue.push("a", 3);
  EXPECT_THAT(drain(queue), ElementsAre(2, 3));
}

TEST(FairQueueTest, AFullQueueTakesFromWhoHasMost) {
  FairQueue<int> queue(4);
  for (int i = 1; i <= 4; ++i) queue.push("greedy", i);
  EXPECT_EQ(queue.push("modest", 10), 4) << "the newest of the greedy one goes";
  EXPECT_EQ(queue.push("greedy", 5), 5) << "he gets no further himself";
  EXPECT_EQ(queue.push("modest", 11), 3);
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_THAT(drain(queue), ElementsAre(1, 10, 2, 11));
}

TEST(FairQueueTest, OfEqualsTheNewcomerIsRefused) {
  FairQueue<int> queue(2);
  queue.push("a", 1);
  queue.push("b", 2);
  EXPECT_EQ(queue.push("c", 3), 3);
  EXPECT_THAT(drain(queue), ElementsAre(1, 2));
}

}  // namespace
}  // namespace server
