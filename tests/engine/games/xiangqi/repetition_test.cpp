#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/games/xiangqi/rules.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

Position play(std::string_view fen, const std::vector<std::string>& moves) {
  Position position = position_of(fen);
  for (const std::string& move : moves) position.do_move(move_of(position, move));
  return position;
}

std::string verdict_of(const std::optional<Outcome>& outcome) {
  if (!outcome) return "ongoing";
  if (!outcome->winner) return "draw";
  return *outcome->winner == Side::first ? "red_wins" : "black_wins";
}

/// The reason as our protocol words it.
std::string reason_of(const nlohmann::json& line) {
  const std::string reason = line["reason"];
  if (reason == "mutual_check" || reason == "disputed") return "repetition";
  if (reason == "no_capture_120") return "move_limit";
  return reason;
}

/// The one disputed line, a pinned rook that chases while it is chased, is a draw here: both sides chase. The
/// AXF book's diagram 39 has the chaser of the pinned rook lose.
TEST(XiangqiRepetition, JudgesTheVerifiedLines) {
  int judged = 0;
  for (const std::string& text : verified_lines("xiangqi_repetition.jsonl")) {
    const auto line = nlohmann::json::parse(text);
    const auto outcome = Rules::outcome(play(line["fen"].get<std::string>(), line["moves"]));
    EXPECT_EQ(verdict_of(outcome), line["verdict"].get<std::string>()) << line["id"];
    EXPECT_EQ(outcome ? std::string(outcome->reason) : "none", reason_of(line)) << line["id"];
    ++judged;
  }
  EXPECT_EQ(judged, 17);
}

TEST(XiangqiRepetition, GivesTheSearchTheSameVerdictAsThePlayers) {
  for (const std::string& text : verified_lines("xiangqi_repetition.jsonl")) {
    const auto line = nlohmann::json::parse(text);
    const Position position = play(line["fen"].get<std::string>(), line["moves"]);
    const auto outcome = Rules::outcome(position);
    const auto score = position.count_moves() == 0 ? position.no_moves(0) : position.verdict(0);
    ASSERT_EQ(outcome.has_value(), score.has_value()) << line["id"];
    if (!outcome) continue;
    const Score expected = !outcome->winner                              ? 0
                           : *outcome->winner == position.side_to_move() ? win_in(0)
                                                                         : loss_in(0);
    EXPECT_EQ(*score, expected) << line["id"];
  }
}

const std::vector<std::string> kRookChecks = {"i0i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8", "i9i8", "e8e9"};
constexpr std::string_view kRookEndgame = "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1";

TEST(XiangqiRepetition, WarnsBeforeTheFatalMove) {
  const Look look = Rules::look(play(kRookEndgame, kRookChecks));
  EXPECT_EQ(look.perilous, std::vector<std::string>{"i8i9"});
  EXPECT_TRUE(Rules::look(position_of(kRookEndgame)).perilous.empty());
}

/// In a search one round is enough, if all of it lies behind the root.
TEST(XiangqiRepetition, IsForeseenInTheSearch) {
  const std::vector<std::string> one_round(kRookChecks.begin(), kRookChecks.begin() + 5);
  const Position position = play(kRookEndgame, one_round);
  EXPECT_FALSE(position.verdict(0));
  EXPECT_FALSE(position.verdict(4)) << "the first occurrence is the root itself";
  const auto foreseen = position.verdict(5);
  ASSERT_TRUE(foreseen);
  EXPECT_GT(*foreseen, 9000) << "black, to move, is being checked perpetually";
  EXPECT_FALSE(is_win(*foreseen)) << "but that is no proof: red may still deviate";
}

TEST(XiangqiRepetition, ForgetsWhatWasBeforeACapture) {
  Position position =
      play("4k4/9/9/9/9/9/9/9/p8/3K4R w - - 0 1", {"i0i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8"});
  position.do_move(move_of(position, "i9i1"));
  position.do_move(move_of(position, "e8e9"));
  position.do_move(move_of(position, "i1a1"));  // Takes the pawn.
  EXPECT_EQ(position.clock(), 0);
  for (const char* move : {"e9e8", "a1a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9"})
    position.do_move(move_of(position, move));
  EXPECT_FALSE(position.verdict(0));
}

TEST(XiangqiRepetition, ANullMoveEndsItsReach) {
  Position position = play(kRookEndgame, {"i0i1", "e9e8", "i1i0", "e8e9", "i0i1", "e9e8", "i1i0"});
  position.do_null_move();
  position.do_move(move_of(position, "i0i1"));
  EXPECT_FALSE(position.verdict(9));
  position.undo_move();
  position.undo_null_move();
  position.do_move(move_of(position, "e8e9"));
  EXPECT_EQ(position.verdict(0), 0);
}

}  // namespace
}  // namespace engine::xiangqi
