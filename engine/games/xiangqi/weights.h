#pragma once

#include <array>

#include "engine/games/xiangqi/types.h"

/// Every number of the evaluation, in centipawns. Set by hand from the common teaching values (rook 9,
/// cannon 4.5, horse 4, advisor and elephant 2, pawn 1, over the river 2) and from general principles.
namespace engine::xiangqi {

// The network, where it is used, corrects what these numbers say (network.h); without it they play alone.
// It was trained over these numbers: after a change of them it has to be trained anew.

/// A weight for the middlegame and one for the endgame; the evaluation blends the two by what is left.
struct Tapered {
  int mg = 0;
  int eg = 0;

  constexpr Tapered operator+(Tapered o) const { return {mg + o.mg, eg + o.eg}; }
  constexpr Tapered operator-(Tapered o) const { return {mg - o.mg, eg - o.eg}; }
  constexpr Tapered operator*(int n) const { return {mg * n, eg * n}; }
  constexpr Tapered& operator+=(Tapered o) { return *this = *this + o; }
  constexpr Tapered& operator-=(Tapered o) { return *this = *this - o; }
  constexpr bool operator==(const Tapered&) const = default;
};

/// How much of the attacking force a piece is; kFullPhase is that of the start position.
inline constexpr std::array<int, kPieceTypes> kPhase = {4, 2, 2, 0, 0, 0, 0};
inline constexpr int kFullPhase = 32;

namespace weights {

/// By PieceType: rook, horse, cannon, pawn, advisor, elephant, king.
inline constexpr std::array<Tapered, kPieceTypes> kMaterial = {
    {{900, 950}, {400, 440}, {450, 420}, {80, 110}, {180, 190}, {190, 200}, {0, 0}}};

/// Files a to e (the others mirror them); the first row is the owner's back rank.
using HalfBoard = std::array<std::array<int, 5>, kRanks>;

// Added to the material of the piece: where it usually works, which the rest of the evaluation does not ask.
inline constexpr HalfBoard kRookPlace = {{{-24, -4, 2, 14, 0},
                                          {-12, 4, 6, 16, 6},
                                          {-14, 4, 2, 16, 6},
                                          {-6, 6, 4, 18, 8},
                                          {4, 10, 10, 22, 22},
                                          {8, 16, 14, 24, 26},
                                          {10, 16, 16, 26, 28},
                                          {8, 18, 16, 28, 32},
                                          {14, 20, 20, 32, 36},
                                          {8, 14, 12, 26, 26}}};

inline constexpr HalfBoard kHorsePlace = {{{-30, -18, -10, -16, -40},
                                           {-22, -10, -4, 0, -46},
                                           {-12, -2, 12, 8, 2},
                                           {-8, 6, 10, 14, 14},
                                           {-6, 16, 16, 22, 24},
                                           {2, 20, 24, 30, 28},
                                           {8, 26, 30, 36, 36},
                                           {8, 30, 38, 44, 36},
                                           {6, 24, 46, 34, 10},
                                           {-10, 2, 14, 10, 2}}};

inline constexpr HalfBoard kCannonPlace = {{{-6, -4, 0, 4, 4},
                                            {-6, -2, 2, 4, 2},
                                            {-2, 2, 6, 6, 16},
                                            {-4, 0, 4, 2, 10},
                                            {-4, 0, 4, 4, 14},
                                            {-4, 2, 2, 6, 18},
                                            {0, 4, 4, 4, 20},
                                            {6, 6, 2, -6, 4},
                                            {8, 8, 2, -10, -8},
                                            {16, 14, 4, -6, -8}}};

inline constexpr HalfBoard kPawnPlace = {{{0, 0, 0, 0, 0},
                                          {0, 0, 0, 0, 0},
                                          {0, 0, 0, 0, 0},
                                          {-4, 0, -2, 0, 18},
                                          {0, 0, 14, 0, 20},
                                          {30, 46, 58, 70, 76},
                                          {50, 78, 98, 112, 116},
                                          {56, 92, 116, 140, 150},
                                          {46, 84, 120, 158, 170},
                                          {-20, 4, 20, 40, 50}}};

inline constexpr HalfBoard kAdvisorPlace = {
    {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 8}, {0, 0, 0, -8, 0}, {}, {}, {}, {}, {}, {}, {}}};

inline constexpr HalfBoard kElephantPlace = {
    {{0, 0, 0, 0, 0}, {}, {-14, 0, 0, 0, 12}, {}, {0, 0, -4, 0, 0}, {}, {}, {}, {}, {}}};

inline constexpr HalfBoard kKingPlace = {
    {{0, 0, 0, -6, 8}, {0, 0, 0, -30, -22}, {0, 0, 0, -50, -44}, {}, {}, {}, {}, {}, {}, {}}};

/// How much of a place's worth remains in the endgame, in eighths, by PieceType.
// Negative for the general: in an ending it stands better away from its back rank.
inline constexpr std::array<int, kPieceTypes> kPlaceInEndgame = {4, 6, 3, 8, 4, 4, -2};

inline constexpr std::array<const HalfBoard*, kPieceTypes> kPlaces = {
    &kRookPlace, &kHorsePlace, &kCannonPlace, &kPawnPlace, &kAdvisorPlace, &kElephantPlace, &kKingPlace};

inline constexpr Tapered kRookMobility = {4, 5};  // Per square that it can go to.
inline constexpr Tapered kCannonMobility = {2, 2};
/// By the number of jumps that are open to it.
// A horse has eight jumps at most: nine entries.
inline constexpr std::array<Tapered, 9> kHorseMobility = {
    {{-44, -40}, {-22, -24}, {-6, -8}, {4, 4}, {12, 12}, {17, 18}, {21, 24}, {24, 28}, {26, 30}}};

/// Attacked points in and before the palace weigh by attacker, and the more, the more pieces attack together.
inline constexpr std::array<int, kPieceTypes> kPressure = {3, 4, 3, 3, 0, 0, 0};
// By the number of attackers; more than five count as five.
inline constexpr std::array<int, 6> kTogether = {0, 1, 3, 5, 7, 8};
inline constexpr int kPressureUnit = 8;
/// In units of 1 / kPressureUnit centipawn, per missing guard and attacker (rooks, cannons count twice).
inline constexpr Tapered kNoAdvisor = {70, 40};
inline constexpr Tapered kNoElephant = {40, 30};

inline constexpr Tapered kHollowCannon = {130, 70};  // On the general's file, nothing between.
inline constexpr Tapered kBottomCannon = {40, 20};   // On the general's rank, nothing between.
inline constexpr Tapered kCentralCannon = {24, 8};   // On the general's file, two screens.
inline constexpr Tapered kSideCannon = {22, 8};      // On the general's rank, two screens.

// Below the worth of the piece by far: a threat can be answered by moving away.
inline constexpr Tapered kRookAttacked = {34, 30};  // By anything less.
inline constexpr Tapered kHorseCannonAttackedByPawn = {26, 30};
inline constexpr Tapered kLoosePiece = {22, 26};  // Attacked and not protected.
inline constexpr Tapered kLooseGuard = {8, 12};   // The same for pawns, advisors, elephants.
inline constexpr Tapered kPawnPair = {14, 18};    // Two pawns side by side over the river.

inline constexpr Score kTempo = 12;

// Both wings share the half board, and black sees it from its own side: the evaluation has no colour.
constexpr Tapered piece_square(Side side, PieceType type, Square s) {
  const int file = file_of(s) < 5 ? file_of(s) : kFiles - 1 - file_of(s);
  const int place = (*kPlaces[index(type)])[relative_rank(side, s)][file];
  const Tapered sum = kMaterial[index(type)] + Tapered{place, place * kPlaceInEndgame[index(type)] / 8};
  return side == Side::first ? sum : Tapered{} - sum;
}

}  // namespace weights

/// Material and place of a piece, positive for red: [piece][square].
inline constexpr auto kPieceSquare = [] {
  std::array<std::array<Tapered, kSquares>, kPieceCodes> table{};
  for (const Side side : {Side::first, Side::second})
    for (std::size_t type = 0; type < kPieceTypes; ++type)
      for (Square s = 0; s < kSquares; ++s) {
        const Piece piece = make_piece(side, static_cast<PieceType>(type));
        table[index(piece)][s] = weights::piece_square(side, static_cast<PieceType>(type), s);
      }
  return table;
}();

}  // namespace engine::xiangqi
