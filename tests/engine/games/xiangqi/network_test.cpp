#include "engine/games/xiangqi/network.h"

#include <gtest/gtest.h>

#include <memory>

#include "engine/core/zobrist.h"
#include "engine/games/xiangqi/endings.h"
#include "engine/games/xiangqi/evaluation.h"
#include "engine/games/xiangqi/network_evaluator.h"
#include "engine/games/xiangqi/policy.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

/// Weights as large as they may be, so that what overflows or clips does so here.
std::unique_ptr<Network> random_network(std::uint64_t seed, bool corrects) {
  SplitMix64 random(seed);
  auto network = std::make_unique<Network>();
  const auto fill = [&](auto& row, int max) {
    for (auto& weight : row)
      weight = static_cast<std::int16_t>(random.below(static_cast<std::uint32_t>(2 * max + 1))) - max;
  };
  for (auto& row : network->inputs) fill(row, Network::kMaxInput);
  fill(network->bias, 300);
  for (auto& bucket : network->outputs)
    for (auto& row : bucket) fill(row, Network::kMaxOutput);
  network->output_bias.fill(-70);
  network->scale = 400;
  network->corrects = corrects;
  return network;
}

std::span<const unsigned char> bytes_of(const std::string& text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

TEST(XiangqiNetwork, IsReadAsItWasWritten) {
  const auto network = random_network(1, true);
  const std::string bytes = write_network(*network);
  EXPECT_LT(bytes.size(), std::size_t{2} << 20);
  const auto read = read_network(bytes_of(bytes));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, *network);
}

TEST(XiangqiNetwork, RefusesWhatIsNoneOrMayOverflow) {
  const auto network = random_network(2, false);
  const std::string good = write_network(*network);
  EXPECT_FALSE(read_network({}));
  EXPECT_FALSE(read_network(bytes_of("SQXQNET1")));
  EXPECT_FALSE(read_network(bytes_of(good.substr(0, good.size() - 1))));
  EXPECT_FALSE(read_network(bytes_of(good + '\0')));
  std::string other_shape = good;
  ++other_shape[12];
  EXPECT_FALSE(read_network(bytes_of(other_shape)));
  network->inputs[7][3] = Network::kMaxInput + 1;
  EXPECT_FALSE(read_network(bytes_of(write_network(*network))));
  network->inputs[7][3] = Network::kMaxInput;
  EXPECT_TRUE(read_network(bytes_of(write_network(*network))));
  network->outputs[1][0][5] = -Network::kMaxOutput - 1;
  EXPECT_FALSE(read_network(bytes_of(write_network(*network))));
}

TEST(XiangqiNetwork, OfThisProgramIsThere) {
  ASSERT_NE(own_network(), nullptr);
}

/// By the definition, one unit and one square at a time.
Score by_the_book(const Network& network, const Position& position) {
  const Board& board = position.board();
  const Side us = position.side_to_move();
  const std::size_t bucket = bucket_of(phase_of(board));
  std::int64_t sum = 0;
  for (const Side view : {Side::first, Side::second})
    for (const bool mirrored : {false, true})
      for (std::size_t unit = 0; unit < Network::kHidden; ++unit) {
        std::int64_t in = network.bias[unit];
        for_each(board.occupied(),
                 [&](Square s) { in += network.inputs[input_of(view, mirrored, board.at(s), s)][unit]; });
        in = std::clamp<std::int64_t>(in, 0, Network::kOne);
        sum += in * in * network.outputs[bucket][view == us ? 0 : 1][unit];
      }
  const std::int64_t value = sum / Network::kOne + network.output_bias[bucket];
  return std::clamp<Score>(static_cast<Score>(value * network.scale / (Network::kOne * Network::kOutputOne)),
                           -5000, 5000);
}

/// Walks there and back through random games; every position is asked about, or only some, and in any order.
void expect_sums_to_be_kept_right(const Network& network, std::uint32_t asked_of_ten) {
  SplitMix64 random(77 + asked_of_ten);
  int compared = 0;
  for (const std::string& line : verified_lines("xiangqi_perft.epd")) {
    Position position = position_of(line.substr(0, line.find(" ;")));
    NetworkEvaluator evaluator(network);
    std::vector<Move> played;
    for (int ply = 0; ply < 200; ++ply) {
      MoveList moves;
      position.generate(moves);
      const std::uint32_t what = random.below(10);
      if (moves.empty() || (what < 3 && !played.empty())) {
        if (played.empty()) break;
        played.back() == kNoMove ? position.undo_null_move() : position.undo_move();
        played.pop_back();
      } else if (what == 3 && !position.in_check()) {
        position.do_null_move();
        played.push_back(kNoMove);
      } else {
        played.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        position.do_move(played.back());
      }
      if (random.below(10) >= asked_of_ten) continue;
      const Score said = evaluator.evaluate(position);
      ASSERT_EQ(said, NetworkEvaluator(network).evaluate(position)) << write_fen(position);
      const Side us = position.side_to_move();
      const Score plain = by_the_book(network, position);
      const Score before = network.corrects ? evaluate(position) : 0;
      const Side ahead = before + plain > 0 ? us : other(us);
      ASSERT_EQ(said, before + plain * winning_chances(position.board(), ahead) / kCertain)
          << write_fen(position);
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(XiangqiNetwork, SumsKeptAlongTheLineAreThoseMadeAnew) {
  for (const std::uint32_t asked_of_ten : {1u, 5u, 10u})
    expect_sums_to_be_kept_right(*random_network(3, asked_of_ten == 5), asked_of_ten);
}

TEST(XiangqiNetwork, TheFullBoardDoesNotOverflow) {
  auto network = random_network(4, false);
  for (auto& row : network->inputs) row.fill(Network::kMaxInput);
  network->bias.fill(Network::kMaxBias);
  for (auto& bucket : network->outputs)
    for (auto& row : bucket) row.fill(Network::kMaxOutput);
  const Position start = position_of(kStartFen);
  EXPECT_EQ(NetworkEvaluator(*network).evaluate(start), 5000);
  EXPECT_EQ(by_the_book(*network, start), 5000);
}

TEST(XiangqiNetwork, CanBeLeftOut) {
  Policy with, without(Policy::SharedState(BotOptions{.network = false}));
  int different = 0;
  for (const std::string& line : verified_lines("xiangqi_perft.epd")) {
    const Position position = position_of(line.substr(0, line.find(" ;")));
    EXPECT_EQ(without.evaluate(position), evaluate(position));
    different += with.evaluate(position) != evaluate(position);
  }
  EXPECT_GT(different, 3);
}

}  // namespace
}  // namespace engine::xiangqi
