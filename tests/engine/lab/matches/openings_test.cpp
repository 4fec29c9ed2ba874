#include "engine/lab/matches/openings.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "engine/games/registry.h"
#include "tests/storage/temporary_folder.h"

namespace engine::lab {
namespace {

std::string file_of(const std::string& text) {
  static const TemporaryFolder folder;
  const std::string name = folder / "openings.txt";
  std::ofstream(name) << text;
  return name;
}

TEST(Openings, AreReadInTheirWaysOfWriting) {
  const Game& xiangqi = *find_game("xiangqi");
  const auto openings =
      read_openings(file_of("{\"moves\": [\"h2e2\", \"h9g7\"]}\n\n# remark\nstartpos moves h2e2\n"
                            "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1 moves e9f9\nh2e2 h9g7\n"),
                    xiangqi, {});
  ASSERT_EQ(openings.size(), 4u);
  EXPECT_EQ(openings[0].moves, (std::vector<std::string>{"h2e2", "h9g7"}));
  EXPECT_EQ(openings[1].moves, std::vector<std::string>{"h2e2"});
  EXPECT_EQ(openings[3].moves, openings[0].moves);
}

TEST(Openings, NameTheLineThatIsWrong) {
  const Game& xiangqi = *find_game("xiangqi");
  for (const char* bad : {"h2e2\nh2e9\n", "{\"moves\": [\"h2e2\"]}\n{]\n", "h2e2\nposition of no game\n"}) {
    try {
      (void)read_openings(file_of(bad), xiangqi, {});
      ADD_FAILURE() << bad;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(":2: "), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW((void)read_openings("/no/such/file", xiangqi, {}), std::runtime_error);
}

TEST(Openings, TheVerifiedOnesCanBePlayed) {
  const std::string data = SANQI_SOURCE_DIR "/tests/data/verified/";
  EXPECT_EQ(read_openings(data + "xiangqi_openings.jsonl", *find_game("xiangqi"), {}).size(), 210u);
  const auto renju = read_openings(data + "gomoku_openings.jsonl", *find_game("gomoku"), {.rule = "renju"});
  EXPECT_EQ(renju.size(), 10u);
  for (const Opening& opening : renju) EXPECT_EQ(opening.setup.rule, "renju");
}

TEST(Openings, AreOfTheSizeThatIsAskedFor) {
  const Game& gomoku = *find_game("gomoku");
  const std::string moves =
      "h8 i9\n{\"moves\": [\"h8\"], \"size\": 15}\n{\"moves\": [\"t20\"], \"size\": 20}\n";
  const auto openings = read_openings(file_of(moves), gomoku, {.size = 20});
  ASSERT_EQ(openings.size(), 2u);
  for (const Opening& opening : openings) EXPECT_EQ(opening.setup.size, 20);
  EXPECT_EQ(openings[1].moves, std::vector<std::string>{"t20"});
  EXPECT_EQ(read_openings(file_of(moves), gomoku, {}).size(), 3u);
  const std::string usual_board = std::string(225, '-') + " X\n";
  EXPECT_THROW((void)read_openings(file_of(usual_board), gomoku, {.size = 20}), std::runtime_error);
}

TEST(Openings, RandomOnesDifferAndRepeatForASeed) {
  const Game& game = *find_game("antireversi");
  const auto some = random_openings(game, {}, 8, 50, 3);
  ASSERT_EQ(some.size(), 50u);
  EXPECT_EQ(some[7].moves, random_openings(game, {}, 8, 50, 3)[7].moves);
  EXPECT_NE(some[7].moves, random_openings(game, {}, 8, 50, 4)[7].moves);
  EXPECT_EQ(random_openings(game, {}, 1, 50, 3).size(), 4u) << "there are no more";
  std::set<std::string> ends;
  const auto short_ones = random_openings(game, {}, 3, 100, 3);
  for (const Opening& opening : short_ones) {
    const auto match = *game.new_match({});
    for (const std::string& move : opening.moves) EXPECT_TRUE(match->play(move));
    EXPECT_TRUE(ends.insert(match->look().pos).second) << "two ways to one position";
  }
  EXPECT_LT(short_ones.size(), 56u) << "so many ways there are";
  EXPECT_GT(short_ones.size(), 40u);
}

}  // namespace
}  // namespace engine::lab
