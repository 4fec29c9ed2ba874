#pragma once

#include <array>

#include "engine/games/xiangqi/bitboard.h"

/// Where pieces go, by table look-up. Sliders look up the occupancy of their rank and of their file; horses
/// and elephants that of their four legs or eyes. All indices are gathered by shifts and one multiplication,
/// so the code is the same, and as fast, on every CPU.
namespace engine::xiangqi {

/// What a rook or cannon sees along one rank or file, as bits of that line.
struct LineTargets {
  std::uint16_t slide;  ///< Up to and including the first piece in both directions.
  std::uint16_t hop;    ///< The first piece behind one screen; the edge when there is none.
};

struct AttackTables {
  // Pieces on the edge of a line block nothing, so lines are indexed by their inner squares only.
  std::array<std::array<LineTargets, 128>, kFiles> rank{};  // [file][occupancy of files b-h]
  std::array<std::array<LineTargets, 256>, kRanks> file{};  // [rank][occupancy of ranks 1-8]
  std::array<Bitboard, 1024> a_file{};                      // Ten bits laid out on file a.
  std::array<std::array<Bitboard, 16>, kSquares> horse{};   // [square][leg_index]
  std::array<std::array<Bitboard, 16>, kSquares> elephant{};
  std::array<Bitboard, kSquares> horse_jumps{};  // As if no leg were blocked.
  std::array<Bitboard, kSquares> advisor{};
  std::array<Bitboard, kSquares> king{};
  std::array<std::array<Bitboard, kSquares>, 2> pawn{};       // [side]: where a pawn goes.
  std::array<std::array<Bitboard, kSquares>, 2> pawn_from{};  // [side]: where a pawn that attacks stands.
  std::array<Bitboard, kSquares> cross{};                     // The rank and the file, without the square.
  std::array<std::array<Bitboard, kSquares>, kSquares> between{};  // Of two squares on a line, both excluded.
};

/// Made at compile time. 31 KiB for lines, 23 KiB each for horses and elephants (decision 0001) and 127 KiB
/// for `between`.
extern const AttackTables kAttacks;

/// Gathers the four neighbours along rank and file of the square that was shifted to bit 9. The factor moves
/// the bits 0, 8, 10, 18 to the top four; no two partial products meet, so nothing carries.
// A multiplication gathers the bits without pext, which not every CPU has.
constexpr unsigned gather_orthogonal(std::uint64_t bits) {
  constexpr std::uint64_t kMask = 1ULL | 1ULL << 8 | 1ULL << 10 | 1ULL << 18;
  constexpr std::uint64_t kFactor = 1ULL << 60 | 1ULL << 54 | 1ULL << 51 | 1ULL << 45;
  return static_cast<unsigned>((bits & kMask) * kFactor >> 60);
}

/// The same for the four diagonal neighbours of the square at bit 10.
constexpr unsigned gather_diagonal(std::uint64_t bits) {
  constexpr std::uint64_t kMask = 1ULL | 1ULL << 2 | 1ULL << 18 | 1ULL << 20;
  constexpr std::uint64_t kFactor = 1ULL << 62 | 1ULL << 58 | 1ULL << 45 | 1ULL << 41;
  return static_cast<unsigned>((bits & kMask) * kFactor >> 60);
}

/// Own pieces on the targets are not taken out, here and in the functions below: they are protected by it.
inline Bitboard horse_attacks(Square s, Bitboard occupied) {
  return kAttacks.horse[s][gather_orthogonal(static_cast<std::uint64_t>(occupied.bits() << 9 >> s))];
}

/// Within the elephant's own side of the river: the table has no square beyond.
inline Bitboard elephant_attacks(Square s, Bitboard occupied) {
  return kAttacks.elephant[s][gather_diagonal(static_cast<std::uint64_t>(occupied.bits() << 10 >> s))];
}

inline const LineTargets& rank_targets(Square s, Bitboard occupied) {
  const auto inner = static_cast<unsigned>(occupied.bits() >> (rank_of(s) * kFiles + 1)) & 127;
  return kAttacks.rank[file_of(s)][inner];
}

/// The squares of file a lie nine bits apart: the factor moves bit 9 i to bit 56 + i.
// Eight inner squares: ranks 1 to 7 lie in the low 64 bits once the file is at file a, rank 8 in the high
// ones.
inline const LineTargets& file_targets(Square s, Bitboard occupied) {
  constexpr std::uint64_t kMask = 0x8040201008040201ULL;
  constexpr std::uint64_t kFactor = 0x0101010101010101ULL;
  const Bitboard shifted(occupied.bits() >> file_of(s));
  const auto ranks_1_to_7 = static_cast<unsigned>((shifted.low() & kMask) * kFactor >> 57);
  const auto rank_8 = static_cast<unsigned>(shifted.high() >> (8 * kFiles - 64)) & 1;
  return kAttacks.file[rank_of(s)][ranks_1_to_7 | rank_8 << 7];
}

/// Bits of a rank and of a file through `s`, as squares.
inline Bitboard on_rank_and_file(Square s, std::uint16_t rank_bits, std::uint16_t file_bits) {
  return Bitboard(Bitboard::Bits{rank_bits} << (rank_of(s) * kFiles)) |
         Bitboard(kAttacks.a_file[file_bits].bits() << file_of(s));
}

/// Up to and including the first piece each way.
inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return on_rank_and_file(s, rank_targets(s, occupied).slide, file_targets(s, occupied).slide);
}

/// Squares with exactly one piece between: what a cannon there captures. May hold empty edge squares.
inline Bitboard cannon_attacks(Square s, Bitboard occupied) {
  return on_rank_and_file(s, rank_targets(s, occupied).hop, file_targets(s, occupied).hop);
}

/// Moves and captures of a cannon; needs only to be cleared of own pieces.
inline Bitboard cannon_targets(Square s, Bitboard occupied) {
  const LineTargets& rank = rank_targets(s, occupied);
  const LineTargets& file = file_targets(s, occupied);
  return on_rank_and_file(s, rank.slide, file.slide).without(occupied) |
         (on_rank_and_file(s, rank.hop, file.hop) & occupied);
}

/// The square that must be empty for a horse to jump from `from` to `to`. @pre They are a horse's jump apart.
constexpr Square horse_leg(Square from, Square to) {
  const int files = file_of(to) - file_of(from);
  const int ranks = rank_of(to) - rank_of(from);
  return from + (ranks == 2 || ranks == -2 ? ranks / 2 * kFiles : files / 2);
}

}  // namespace engine::xiangqi
