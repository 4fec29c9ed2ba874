#include "engine/games/gomoku/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <vector>

#include "engine/core/zobrist.h"
#include "engine/games/gomoku/network_evaluator.h"
#include "engine/games/gomoku/policy.h"
#include "tests/engine/games/gomoku/board.h"
#include "tests/thorough.h"

namespace engine::gomoku {
namespace {

/// With inputs small enough to leave many units between 0 and 1, and outputs as large as they may be.
std::unique_ptr<Network> random_network(std::uint64_t seed) {
  SplitMix64 random(seed);
  auto network = std::make_unique<Network>();
  const auto fill = [&](auto& row, int max) {
    for (auto& weight : row)
      weight = static_cast<std::int16_t>(random.below(static_cast<std::uint32_t>(2 * max + 1))) - max;
  };
  for (std::size_t i = 2; i < Network::kInputs; ++i) fill(network->inputs[i], 40);
  fill(network->bias, 1200);
  for (auto& bucket : network->outputs)
    for (auto& row : bucket) fill(row, Network::kMaxOutput);
  network->output_bias.fill(-70);
  network->scale = 330;
  return network;
}

std::span<const unsigned char> bytes_of(const std::string& text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

TEST(GomokuNetwork, IsReadAsItWasWritten) {
  const auto network = random_network(1);
  const std::string bytes = write_network(*network);
  EXPECT_LT(bytes.size(), std::size_t{2} << 20);
  const auto read = read_network(bytes_of(bytes));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, *network);
}

TEST(GomokuNetwork, RefusesWhatIsNone) {
  const auto network = random_network(2);
  const std::string good = write_network(*network);
  EXPECT_FALSE(read_network({}));
  EXPECT_FALSE(read_network(bytes_of("SQGONET2")));
  EXPECT_FALSE(read_network(bytes_of(good.substr(0, good.size() - 1))));
  EXPECT_FALSE(read_network(bytes_of(good + '\0')));
  std::string other_shape = good;
  ++other_shape[12];
  EXPECT_FALSE(read_network(bytes_of(other_shape)));
  const auto is_refused_with = [&](std::int16_t& weight, int value) {
    const std::int16_t before = weight;
    weight = static_cast<std::int16_t>(value);
    const bool refused = !read_network(bytes_of(write_network(*network)));
    weight = before;
    return refused;
  };
  EXPECT_TRUE(is_refused_with(network->inputs[7][3], Network::kMaxInput + 1));
  EXPECT_FALSE(is_refused_with(network->inputs[7][3], Network::kMaxInput));
  EXPECT_TRUE(is_refused_with(network->outputs[1][0][5], -Network::kMaxOutput - 1));
  EXPECT_TRUE(is_refused_with(network->inputs[1][5], 1)) << "nothing has to weigh nothing";
}

TEST(GomokuNetwork, OfThisProgramIsThere) {
  ASSERT_NE(own_networks(), nullptr);
  EXPECT_NE(own_networks()->usual, own_networks()->large);
}

/// For tests of one network, whatever the size of the board.
std::unique_ptr<Networks> twice(const Network& network) {
  return std::make_unique<Networks>(Networks{network, network});
}

/// By the definition, one unit and one point at a time.
template <Rule R>
Score by_the_book(const Network& network, const PatternBoard<R>& board) {
  std::int64_t sum = 0;
  for (const Side view : {Side::first, Side::second})
    for (std::size_t unit = 0; unit < Network::kHidden; ++unit) {
      std::int64_t in = network.bias[unit];
      for (const Point p : board.empty_points())
        for (const Side side : {Side::first, Side::second})
          if (board.threat(side, p) != Threat::foul)
            in += network.inputs[input_of(combination_of(board.code(side, p)), side == view)][unit];
      in = std::clamp<std::int64_t>(in >> Network::kInputShift, 0, Network::kOne);
      sum += in * in * network.outputs[bucket_of(board.stones())][view == board.side_to_move() ? 0 : 1][unit];
    }
  const std::int64_t value = sum / Network::kOne + network.output_bias[bucket_of(board.stones())];
  return static_cast<Score>(
      std::clamp<std::int64_t>(value * network.scale / (Network::kOne * Network::kOutputOne), -5000, 5000));
}

/// Walks there and back through random games; every position is asked about, or only some, and in any order.
template <Rule R>
void expect_sums_to_be_kept_right(std::uint32_t asked_of_ten) {
  const auto network = random_network(3);
  SplitMix64 random(77 + asked_of_ten);
  const auto networks = twice(*network);
  NetworkEvaluator<R> evaluator(*networks);
  int compared = 0;
  std::size_t played = 0;
  PatternBoard<R> board(position_after(R, "h8 h9 i8"));
  for (int step = 0; step < some_of(600); ++step) {
    std::vector<Move> moves;
    MoveList legal;
    board.generate(legal);
    // Near the centre, where rows and fouls arise.
    std::ranges::copy_if(legal, std::back_inserter(moves), [](Move move) {
      return std::abs(file_of(point_of(move)) - 7) <= 3 && std::abs(rank_of(point_of(move)) - 7) <= 3;
    });
    if (moves.empty() || (random.below(10) < 4 && played > 0)) {
      board.undo_move();
      --played;
    } else {
      board.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      ++played;
    }
    if (random.below(10) >= asked_of_ten) continue;
    const Score said = evaluator.correction(board);
    ASSERT_EQ(said, by_the_book(*network, board)) << "step " << step;
    ASSERT_EQ(said, NetworkEvaluator<R>(*networks).correction(board));
    ++compared;
  }
  EXPECT_GT(compared, some_of(30));
}

TEST(GomokuNetwork, SumsKeptAlongTheLineAreThoseMadeAnew) {
  for (const std::uint32_t asked_of_ten : {1u, 5u, 10u}) {
    expect_sums_to_be_kept_right<Rule::freestyle>(asked_of_ten);
    expect_sums_to_be_kept_right<Rule::standard>(asked_of_ten);
    expect_sums_to_be_kept_right<Rule::renju>(asked_of_ten);
    expect_sums_to_be_kept_right<Rule::caro>(asked_of_ten);
  }
}

TEST(GomokuNetwork, JudgesLargeBoardsByTheirOwn) {
  constexpr Rule R = Rule::freestyle;
  const auto usual = random_network(5), large = random_network(6);
  const auto networks = std::make_unique<Networks>(Networks{*usual, *large});
  NetworkEvaluator<R> evaluator(*networks);
  for (const int size : {15, 19, 20, 15}) {
    const PatternBoard<R> board(position_after(R, "h8 i9 j8 i7 i8 k9 g10", size));
    const Network& its_own = size == 15 ? *usual : *large;
    EXPECT_EQ(evaluator.correction(board), by_the_book(its_own, board)) << size;
  }
}

/// The unit that is farthest from 0, without 16 bits to wrap around in.
template <Rule R>
int farthest_unit(const Network& network, const PatternBoard<R>& board) {
  int farthest = 0;
  for (const Side view : {Side::first, Side::second})
    for (std::size_t unit = 0; unit < Network::kHidden; ++unit) {
      int sum = network.bias[unit];
      for (const Point p : board.empty_points())
        for (const Side side : {Side::first, Side::second})
          sum += network.inputs[input_of(board.combination(side, p), side == view)][unit];
      farthest = std::max(farthest, std::abs(sum));
    }
  return farthest;
}

// Where there are few stones hundreds of points are the same, and their weights add up.
TEST(GomokuNetwork, OfThisProgramStaysWithin16Bits) {
  constexpr Rule R = Rule::freestyle;
  SplitMix64 random(11);
  for (const int size : kSizes) {
    int farthest = 0;
    for (int game = 0; game < some_of(20); ++game) {
      PatternBoard<R> board(Position(R, size));
      for (int stones = 0; stones < 60 && !board.verdict(0); ++stones) {
        farthest = std::max(farthest, farthest_unit(own_networks()->of(size), board));
        MoveList moves;
        board.generate(moves);
        board.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
    EXPECT_LT(farthest, 32'000) << size;
  }
}

TEST(GomokuNetwork, CanBeLeftOut) {
  constexpr Rule R = Rule::freestyle;
  Policy<R> with, without(Policy<R>::SharedState(BotOptions{.network = false}));
  const PatternBoard<R> board(position_after(R, "h8 i9 j8 i7 i8 k9 g10"));
  EXPECT_EQ(without.evaluate(board), board.weight_sum());
  EXPECT_NE(with.evaluate(board), board.weight_sum());
}

}  // namespace
}  // namespace engine::gomoku
