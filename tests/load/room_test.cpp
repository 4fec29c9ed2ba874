#include "tests/load/room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// The bench must notice when a server breaks its word: here the server is the test.
namespace load {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class SmallRoom : public Room {
 public:
  explicit SmallRoom(Tally& tally)
      : Room(tally, std::make_shared<const Script>(Script{"gomoku", "", {"h8", "a1", "h9"}, false}), 3) {}
  void begin() override {}
  using Room::acknowledged;
  using Room::delivered;
  using Room::lost;
  using Room::shown;
  std::vector<std::string> sent;

 private:
  void send_move(int, int, const std::string& move) override { sent.push_back(move); }
};

struct RoomTest : ::testing::Test {
  void SetUp() override {
    for (std::size_t member = 0; member < room.members(); ++member) room.shown(member, "");
  }
  void play(const char* move, int ply) {
    room.move(Clock::now());
    for (std::size_t member = 0; member < room.members(); ++member) room.delivered(member, move, 100);
    room.acknowledged(ply);
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> words;
    for (const auto& [problem, times] : tally.problems) words.push_back(problem);
    return words;
  }

  Tally tally;
  SmallRoom room{tally};
};

TEST_F(RoomTest, PlaysTheScriptAndHasNoProblem) {
  play("h8", 1);
  play("a1", 2);
  EXPECT_THAT(room.sent, ElementsAre("h8", "a1"));
  EXPECT_TRUE(room.settled());
  EXPECT_FALSE(room.over());
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(RoomTest, IsNotSettledWhileASpectatorMissesAMove) {
  room.move(Clock::now());
  room.delivered(0, "h8", 100);
  room.delivered(1, "h8", 100);
  room.acknowledged(1);
  EXPECT_FALSE(room.settled());
  room.delivered(2, "h8", 100);
  EXPECT_TRUE(room.settled());
}

TEST_F(RoomTest, NoticesAMoveThatComesTwice) {
  play("h8", 1);
  room.delivered(2, "h8", 100);
  EXPECT_THAT(problems(), ElementsAre("a move arrived that nobody made"));
}

TEST_F(RoomTest, NoticesAnotherMove) {
  room.move(Clock::now());
  room.delivered(2, "a1", 100);
  EXPECT_THAT(problems(), ElementsAre("another move arrived than was made"));
}

TEST_F(RoomTest, NoticesASnapshotWithoutWhatWasAcknowledged) {
  play("h8", 1);
  play("a1", 2);
  room.lost(2);
  room.shown(2, "h8");
  EXPECT_THAT(problems(), ElementsAre("an acknowledged move is not in a snapshot"));
}

TEST_F(RoomTest, NoticesASnapshotOfAnotherGame) {
  play("h8", 1);
  room.shown(2, "h9");
  EXPECT_THAT(problems(), ElementsAre("a snapshot shows another game than was played"));
}

TEST_F(RoomTest, NoticesAnAcknowledgementOfNothing) {
  room.acknowledged(1);
  EXPECT_THAT(problems(), ElementsAre("an acknowledgement of a move that was not made"));
}

TEST_F(RoomTest, LearnsFromASnapshotWhetherItsLastMoveWasPlayed) {
  play("h8", 1);
  room.move(Clock::now());
  room.lost(1);
  room.shown(1, "h8 a1");  // It was, and the acknowledgement was lost.
  EXPECT_EQ(room.plies(), 2);
  room.move(Clock::now());
  room.lost(0);
  room.shown(0, "h8 a1");  // It was not, and is sent again.
  EXPECT_EQ(room.plies(), 2);
  EXPECT_FALSE(room.waiting());
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(RoomTest, CountsOnlyWhatHappensInTheWindow) {
  play("h8", 1);
  tally.begin();
  play("a1", 2);
  tally.measuring = false;
  play("h9", 3);
  EXPECT_EQ(tally.acks.size(), 1u);
  EXPECT_EQ(tally.deliveries, 3);
  EXPECT_EQ(tally.delivery_bytes, 300);
  EXPECT_TRUE(room.over());
}

}  // namespace
}  // namespace load
