#include "engine/games/xiangqi/evaluation.h"

#include <algorithm>

#include "engine/games/xiangqi/endings.h"

namespace engine::xiangqi {
namespace {

using namespace weights;

/// What the pieces of one side reach, gathered while their mobility is counted.
struct Reach {
  Bitboard all;
  Bitboard by_pawns;
  Bitboard by_minors;  ///< By anything that a rook should not be traded for.
  int pressure = 0;    ///< On the other side's palace, weighted squares.
  int attackers = 0;   ///< Pieces that exert it.
};

/// The palace and the points in front of it: where mates happen.
constexpr std::array<Bitboard, 2> kRoyalZone = [] {
  std::array<Bitboard, 2> zones;
  for (const Side side : {Side::first, Side::second})
    for (Square s = 0; s < kSquares; ++s)
      if (file_of(s) >= 3 && file_of(s) <= 5 && relative_rank(side, s) <= 3)
        zones[index(side)] |= Bitboard::of(s);
  return zones;
}();

/// Evaluates one side of a board; a second object evaluates the other.
class SideEvaluation {
 public:
  SideEvaluation(const Board& board, Side side)
      : board_(board), us_(side), them_(other(side)), king_(board.king(other(side))) {}

  const Reach& reach() const { return reach_; }

  /// Mobility and pressure. First, since the rest builds on the reach of both sides.
  Tapered pieces();
  /// Our cannons on lines to their general.
  Tapered cannons_at_general() const;
  Tapered exposed_general() const;
  Tapered threats(const Reach& theirs) const;
  Tapered pawns() const;

 private:
  Bitboard ours(PieceType type) const { return board_.pieces(us_, type); }
  int count(Side side, PieceType type) const { return board_.pieces(side, type).count(); }
  void add_attacks(PieceType type, Bitboard attacks);
  Tapered rooks();
  Tapered horses();
  Tapered cannons();
  void defenders();

  const Board& board_;
  Side us_;
  Side them_;
  Square king_;  ///< Theirs.
  Reach reach_;
};

/// Pressure counts attacked points, occupied or not: an empty point beside the general is one that it cannot
/// flee to.
void SideEvaluation::add_attacks(PieceType type, Bitboard attacks) {
  reach_.all |= attacks;
  const int squares = (attacks & kRoyalZone[index(them_)]).count();
  reach_.pressure += squares * kPressure[index(type)];
  reach_.attackers += squares > 0;
}

Tapered SideEvaluation::rooks() {
  Tapered sum;
  for_each(ours(PieceType::rook), [&](Square s) {
    const Bitboard attacks = rook_attacks(s, board_.occupied());
    sum += kRookMobility * attacks.without(board_.pieces(us_)).count();
    add_attacks(PieceType::rook, attacks);
  });
  return sum;
}

/// A horse with blocked legs is worth little, one in the open nearly a cannon: the table is steep at its
/// beginning.
Tapered SideEvaluation::horses() {
  Tapered sum;
  for_each(ours(PieceType::horse), [&](Square s) {
    const Bitboard attacks = horse_attacks(s, board_.occupied());
    sum += kHorseMobility[attacks.without(board_.pieces(us_)).count()];
    reach_.by_minors |= attacks;
    add_attacks(PieceType::horse, attacks);
  });
  return sum;
}

/// A cannon moves over empty points, but attacks only behind a screen.
Tapered SideEvaluation::cannons() {
  Tapered sum;
  const Bitboard all = board_.occupied();
  for_each(ours(PieceType::cannon), [&](Square s) {
    const Bitboard captures = cannon_attacks(s, all);
    sum += kCannonMobility * rook_attacks(s, all).without(all).count();
    reach_.by_minors |= captures;
    add_attacks(PieceType::cannon, captures);
  });
  return sum;
}

/// Pieces whose mobility is not counted still attack and protect.
void SideEvaluation::defenders() {
  for_each(ours(PieceType::pawn), [&](Square s) {
    reach_.by_pawns |= kAttacks.pawn[index(us_)][s];
    add_attacks(PieceType::pawn, kAttacks.pawn[index(us_)][s]);
  });
  reach_.by_minors |= reach_.by_pawns;
  for_each(ours(PieceType::advisor), [&](Square s) { reach_.by_minors |= kAttacks.advisor[s]; });
  for_each(ours(PieceType::elephant),
           [&](Square s) { reach_.by_minors |= elephant_attacks(s, board_.occupied()); });
  reach_.all |= reach_.by_minors | kAttacks.king[board_.king(us_)];
}

Tapered SideEvaluation::pieces() {
  const Tapered mobility = rooks() + horses() + cannons();
  defenders();
  return mobility;
}

/// A cannon that looks at the general binds that side even without a screen or with one too many: no piece
/// may step between, or neither of two may leave. (With exactly one it gives check, and the search looks
/// further.)
Tapered SideEvaluation::cannons_at_general() const {
  Tapered sum;
  for_each(ours(PieceType::cannon) & kAttacks.cross[king_], [&](Square s) {
    const int screens = (kAttacks.between[s][king_] & board_.occupied()).count();
    const bool on_file = file_of(s) == file_of(king_);
    if (screens == 0) sum += on_file ? kHollowCannon : kBottomCannon;
    if (screens == 2) sum += on_file ? kCentralCannon : kSideCannon;
  });
  return sum;
}

/// Rooks and horses profit from missing advisors, cannons from missing elephants. Attackers of the palace are
/// worth more together than one by one, and most against a general without advisors.
Tapered SideEvaluation::exposed_general() const {
  const int missing_advisors = 2 - count(them_, PieceType::advisor);
  const int missing_elephants = 2 - count(them_, PieceType::elephant);
  const int rooks = count(us_, PieceType::rook);
  const int cannons = count(us_, PieceType::cannon);
  const int horses = count(us_, PieceType::horse);
  Tapered sum = kNoAdvisor * (missing_advisors * (2 * rooks + horses));
  sum += kNoElephant * (missing_elephants * (2 * cannons + horses));
  const int together = std::min<int>(reach_.attackers, kTogether.size() - 1);
  sum += Tapered{reach_.pressure, reach_.pressure / 2} * kTogether[together] * (4 + missing_advisors);
  return {sum.mg / kPressureUnit, sum.eg / kPressureUnit};
}

/// What is attacked by something cheaper, or attacked and not protected, will have to move. Quiescence sees
/// one such threat carried out; this counts that there are several, and those of the side that has just
/// moved.
Tapered SideEvaluation::threats(const Reach& theirs) const {
  const Bitboard rooks = board_.pieces(them_, PieceType::rook);
  const Bitboard horses_cannons =
      board_.pieces(them_, PieceType::horse) | board_.pieces(them_, PieceType::cannon);
  const Bitboard loose = reach_.all.without(theirs.all);
  Tapered sum = kRookAttacked * (rooks & reach_.by_minors).count();
  sum += kHorseCannonAttackedByPawn * (horses_cannons & reach_.by_pawns).count();
  sum += kLoosePiece * ((horses_cannons | rooks) & loose).count();
  sum += kLooseGuard * (board_.pieces(them_).without(horses_cannons | rooks) & loose).count();
  return sum;
}

/// Two pawns side by side beyond the river protect each other against everything but the general.
Tapered SideEvaluation::pawns() const {
  Tapered sum;
  for_each(ours(PieceType::pawn), [&](Square s) {
    if (!has_crossed(us_, s) || file_of(s) == kFiles - 1) return;
    if (ours(PieceType::pawn).contains(s + 1)) sum += kPawnPair;
  });
  return sum;
}

/// Tapered evaluation: from middlegame to endgame linearly by the phase.
int blend(Tapered sum, int phase) {
  return (sum.mg * phase + sum.eg * (kFullPhase - phase)) / kFullPhase;
}

}  // namespace

int phase_of(const Board& board) {
  int phase = 0;
  for (std::size_t type = 0; type < kPieceTypes; ++type)
    // Types without a phase are not counted: this is called for every evaluation.
    if (kPhase[type] > 0) phase += kPhase[type] * board.pieces(static_cast<PieceType>(type)).count();
  return std::min(phase, kFullPhase);
}

Score evaluate(const Position& position) {
  const Board& board = position.board();
  // The order matters: pieces() fills in the reach that threats() and exposed_general() read.
  SideEvaluation red(board, Side::first);
  SideEvaluation black(board, Side::second);
  // Kept by Position from move to move; all else is made anew.
  Tapered sum = position.psq() + red.pieces() - black.pieces();
  sum += red.threats(black.reach()) - black.threats(red.reach());
  sum += red.cannons_at_general() - black.cannons_at_general();
  sum += red.exposed_general() - black.exposed_general();
  sum += red.pawns() - black.pawns();
  // Red's view until here. What the side ahead cannot win is worth little (endings.h).
  const int advantage = blend(sum, phase_of(board));
  const Side ahead = advantage > 0 ? Side::first : Side::second;
  const int likely = advantage * winning_chances(board, ahead) / kCertain;
  return (position.side_to_move() == Side::first ? likely : -likely) + kTempo;
}

}  // namespace engine::xiangqi
