#include "engine/lab/training/network_samples.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/games/xiangqi/evaluation.h"
#include "engine/games/xiangqi/network.h"
#include "engine/games/xiangqi/rules.h"

namespace engine::lab {
namespace {

using namespace xiangqi;

/// Legal moves in the order of their texts, which numbers the moves of self-play files.
void generate_sorted(const Position& position, MoveList& moves) {
  position.generate(moves);
  // As texts sort: the file letter before the rank.
  const auto place = [](Square s) { return file_of(s) * kRanks + rank_of(s); };
  std::ranges::sort(moves, {},
                    [&](Move move) { return place(from_of(move)) * kSquares + place(to_of(move)); });
}

}  // namespace

// From the view of the side to move, so the training has no colours.
NetworkSample pack(const Position& position) {
  const Side us = position.side_to_move();
  NetworkSample sample{};
  unsigned i = 0;
  Bitboard seen;
  for_each(position.board().occupied(),
           [&](Square s) { seen |= Bitboard::of(us == Side::first ? s : flip_ranks(s)); });
  for_each(seen, [&](Square s) {
    const Piece piece = position.board().at(us == Side::first ? s : flip_ranks(s));
    const std::size_t kind = (side_of(piece) == us ? 0 : kPieceTypes) + index(type_of(piece));
    sample.kinds[i / 2] |= static_cast<std::uint8_t>(kind << (i % 2 * 4));
    ++i;
  });
  sample.low = seen.low();
  sample.high = static_cast<std::uint32_t>(seen.high()) & ((1u << 26) - 1);
  sample.bucket = static_cast<std::uint32_t>(bucket_of(phase_of(position.board()))) & 15;
  // What the network corrects is computed once, not in each epoch.
  sample.by_hand = static_cast<std::int16_t>(evaluate(position));
  return sample;
}

Position unpack(const NetworkSample& sample) {
  Board board;
  for_each_piece(sample, [&](std::size_t kind, Square s) {
    const Side side = kind < kPieceTypes ? Side::first : Side::second;
    board.put(s, make_piece(side, static_cast<PieceType>(kind % kPieceTypes)));
  });
  return {board, Side::first, 0, 1};
}

void add_samples(const SelfPlaySettings& settings, const SelfPlayGame& game, const Filter& filter,
                 std::vector<NetworkSample>& samples) {
  auto start = Rules::read_position(settings.setup);
  if (!start) throw std::runtime_error("no position of Xiangqi: " + start.error().message);
  Position position = *std::move(start);
  const std::size_t before = samples.size();
  for (const auto& ply : game.plies) {
    MoveList moves;
    generate_sorted(position, moves);
    if (ply.move >= moves.size()) throw std::runtime_error("a move of a game is none");
    const Move move = moves[ply.move];
    const bool quiet = !position.in_check() && position.board().at(to_of(move)) == Piece::none;
    const bool decided = filter.decided > 0 && std::abs(ply.score) > filter.decided;
    if (ply.score != SelfPlayGame::kNoScore && !decided && (quiet || !filter.quiet)) {
      NetworkSample& sample = samples.emplace_back(pack(position));
      sample.score = ply.score;
      const int result = position.side_to_move() == Side::first ? game.result : -game.result;
      sample.points = static_cast<std::uint32_t>(result + 1) & 3;
    }
    position.do_move(move);
    // Counts the plies behind the last sample, whether or not they became samples.
    if (samples.size() > before) ++samples.back().next_in;
  }
  if (samples.size() > before) samples.back().next_in = 0;
}

}  // namespace engine::lab
