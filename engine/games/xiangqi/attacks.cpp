#include "engine/games/xiangqi/attacks.h"

#include <initializer_list>

namespace engine::xiangqi {
namespace {

/// The targets from `at` on a line of `length` squares. `occupied` is exact but for the two edges.
// An edge square is told as a hop target whether a piece is there or not, since its bit is not in the index:
// cannon_targets() cuts the result to occupied squares.
constexpr LineTargets line_targets(int at, int length, unsigned occupied) {
  LineTargets targets{};
  for (const int step : {-1, 1}) {
    int i = at + step;
    for (; i >= 0 && i < length; i += step) {
      targets.slide |= 1u << i;
      if (occupied >> i & 1) break;
    }
    for (i += step; i >= 0 && i < length; i += step) {
      const bool edge = i == 0 || i == length - 1;
      if (edge || occupied >> i & 1) {
        targets.hop |= 1u << i;
        break;
      }
    }
  }
  return targets;
}

// The index lacks the edge squares: whether they are occupied changes neither where a slide ends nor what is
// behind it.
constexpr void fill_lines(AttackTables& tables) {
  for (int file = 0; file < kFiles; ++file)
    for (unsigned inner = 0; inner < 128; ++inner)
      tables.rank[file][inner] = line_targets(file, kFiles, inner << 1);
  for (int rank = 0; rank < kRanks; ++rank)
    for (unsigned inner = 0; inner < 256; ++inner)
      tables.file[rank][inner] = line_targets(rank, kRanks, inner << 1);
  for (unsigned bits = 0; bits < 1024; ++bits)
    for (int rank = 0; rank < kRanks; ++rank)
      if (bits >> rank & 1) tables.a_file[bits] |= Bitboard::of(square(0, rank));
}

constexpr Bitboard step(Square from, int files, int ranks) {
  const int file = file_of(from) + files;
  const int rank = rank_of(from) + ranks;
  return on_board(file, rank) ? Bitboard::of(square(file, rank)) : Bitboard();
}

constexpr int kOrthogonal[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
constexpr int kDiagonal[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

/// The two squares that a horse reaches over the leg in direction (files, ranks).
constexpr Bitboard horse_fork(Square s, int files, int ranks) {
  return step(s, files != 0 ? 2 * files : 1, ranks != 0 ? 2 * ranks : 1) |
         step(s, files != 0 ? 2 * files : -1, ranks != 0 ? 2 * ranks : -1);
}

/// An elephant's step over the eye in direction (files, ranks); it never crosses the river.
constexpr Bitboard elephant_step(Square s, int files, int ranks) {
  const Bitboard target = step(s, 2 * files, 2 * ranks);
  const bool same_bank = target && has_crossed(Side::first, target.first()) == has_crossed(Side::first, s);
  return same_bank ? target : Bitboard();
}

/// The blocked legs of one table entry as the gathering functions see them on a board.
// So tables and look-ups agree by construction: both number the legs by the same gathering function.
constexpr std::uint64_t leg_bits(const int (&directions)[4][2], unsigned blocked, int centre) {
  std::uint64_t bits = 0;
  for (int d = 0; d < 4; ++d)
    if (blocked >> d & 1) bits |= 1ULL << (centre + directions[d][0] + directions[d][1] * kFiles);
  return bits;
}

// Each entry is filled for each of the 16 ways in which legs or eyes may be blocked.
constexpr void fill_leapers(AttackTables& tables, Square s) {
  for (unsigned blocked = 0; blocked < 16; ++blocked) {
    Bitboard& horse = tables.horse[s][gather_orthogonal(leg_bits(kOrthogonal, blocked, 9))];
    Bitboard& elephant = tables.elephant[s][gather_diagonal(leg_bits(kDiagonal, blocked, 10))];
    for (int d = 0; d < 4; ++d) {
      if (blocked >> d & 1) continue;
      horse |= horse_fork(s, kOrthogonal[d][0], kOrthogonal[d][1]);
      elephant |= elephant_step(s, kDiagonal[d][0], kDiagonal[d][1]);
    }
  }
  tables.horse_jumps[s] = tables.horse[s][0];
}

constexpr void fill_palace(AttackTables& tables, Square s) {
  for (const Side side : {Side::first, Side::second}) {
    if (!in_palace(side, s)) continue;
    Bitboard king;
    Bitboard advisor;
    for (int d = 0; d < 4; ++d) {
      king |= step(s, kOrthogonal[d][0], kOrthogonal[d][1]);
      advisor |= step(s, kDiagonal[d][0], kDiagonal[d][1]);
    }
    for (Square to = 0; to < kSquares; ++to) {
      if (in_palace(side, to)) continue;
      king = king.without(Bitboard::of(to));
      advisor = advisor.without(Bitboard::of(to));
    }
    tables.king[s] = king;
    tables.advisor[s] = advisor;
  }
}

/// A pawn goes forward; once over the river also sideways.
constexpr void fill_pawns(AttackTables& tables, Square s) {
  for (const Side side : {Side::first, Side::second}) {
    Bitboard& targets = tables.pawn[index(side)][s];
    targets = step(s, 0, side == Side::first ? 1 : -1);
    if (has_crossed(side, s)) targets |= step(s, -1, 0) | step(s, 1, 0);
    for (Bitboard rest = targets; rest;) tables.pawn_from[index(side)][rest.pop_first()] |= Bitboard::of(s);
  }
}

constexpr void fill_between(AttackTables& tables, Square s) {
  for (const auto& direction : kOrthogonal) {
    Bitboard passed;
    for (int n = 1; n < kRanks; ++n) {
      const Bitboard to = step(s, n * direction[0], n * direction[1]);
      if (!to) break;
      tables.between[s][to.first()] = passed;
      passed |= to;
    }
    tables.cross[s] |= passed;
  }
}

// At compile time, so that no code can run before the tables are there.
constexpr AttackTables make_tables() {
  AttackTables tables;
  fill_lines(tables);
  for (Square s = 0; s < kSquares; ++s) {
    fill_leapers(tables, s);
    fill_palace(tables, s);
    fill_pawns(tables, s);
    fill_between(tables, s);
  }
  return tables;
}

}  // namespace

constinit const AttackTables kAttacks = make_tables();

}  // namespace engine::xiangqi
