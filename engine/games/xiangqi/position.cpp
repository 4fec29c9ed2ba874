#include "engine/games/xiangqi/position.h"

#include "engine/core/zobrist.h"
#include "engine/games/xiangqi/repetition.h"
#include "engine/search/position.h"

namespace engine::xiangqi {
namespace {

static_assert(search::Position<Position>);

constexpr std::uint64_t kPieceSeed = 0x9a1c;
constexpr Key kTurnKey = SplitMix64(0x9a1d)();

// Made at compile time from fixed seeds: keys are the same in every build, as the fingerprint wants it.
constexpr auto kPieceKeys = zobrist_keys<kPieceCodes * kSquares>(kPieceSeed);

Key piece_key(Piece piece, Square s) {
  return kPieceKeys[index(piece) * kSquares + static_cast<std::size_t>(s)];
}

/// A forecast is no proof: the side that it blames may still deviate. It weighs more than all the material on
/// the board, and less than any forced win.
constexpr Score kForecast = 10000;

}  // namespace

Position::Position(const Board& board, Side turn, int clock, int move_number)
    : board_(board), turn_(turn), first_turn_(turn), first_move_number_(move_number) {
  // More than nearly every game and search needs together, so that states hardly ever move in memory.
  states_.reserve(2 * kMaxPly);
  State& start = states_.emplace_back();
  start.key = key_from_scratch();
  start.checkers = board_.checkers(turn_);
  for_each(board_.occupied(), [&](Square s) { start.psq += kPieceSquare[index(board_.at(s))][s]; });
  start.clock = static_cast<std::uint16_t>(clock);
  ++filter(start.key);
}

Key Position::key_from_scratch() const {
  Key key = turn_ == Side::second ? kTurnKey : 0;
  for_each(board_.occupied(), [&](Square s) { key ^= piece_key(board_.at(s), s); });
  return key;
}

Position::State& Position::push() {
  const State last = states_.back();
  State& state = states_.emplace_back(last);
  state.key ^= kTurnKey;
  return state;
}

void Position::move_piece(Piece piece, Square from, Square to, State& state) {
  board_.remove(from, piece);
  board_.put(to, piece);
  state.key ^= piece_key(piece, from) ^ piece_key(piece, to);
  state.psq += kPieceSquare[index(piece)][to] - kPieceSquare[index(piece)][from];
}

void Position::do_move(Move move) {
  const Square from = from_of(move);
  const Square to = to_of(move);
  const Piece captured = board_.at(to);
  State& state = push();
  state.move = move;
  state.captured = captured;
  state.moved = board_.at(from);
  ++state.clock;
  ++state.reversible;
  if (captured != Piece::none) {
    board_.remove(to, captured);
    state.key ^= piece_key(captured, to);
    state.psq -= kPieceSquare[index(captured)][to];
    // After a capture no earlier position can come back.
    state.clock = state.reversible = 0;
  }
  move_piece(state.moved, from, to, state);
  turn_ = other(turn_);
  state.checkers = board_.checkers(turn_);
  ++filter(state.key);
}

// The terms of do_move(), without the board.
Key Position::key_after(Move move) const {
  const Square from = from_of(move);
  const Square to = to_of(move);
  const Piece piece = board_.at(from);
  const Piece captured = board_.at(to);
  const Key key = this->key() ^ kTurnKey ^ piece_key(piece, from) ^ piece_key(piece, to);
  return captured == Piece::none ? key : key ^ piece_key(captured, to);
}

void Position::undo_move() {
  const State& state = states_.back();
  const Square from = from_of(state.move);
  const Square to = to_of(state.move);
  --filter(state.key);
  // The board is undone move by move, since copying it would cost more; the rest is dropped with the state.
  board_.remove(to, state.moved);
  board_.put(from, state.moved);
  if (state.captured != Piece::none) board_.put(to, state.captured);
  turn_ = other(turn_);
  states_.pop_back();
}

void Position::do_null_move() {
  State& state = push();
  state.move = kNoMove;
  state.captured = state.moved = Piece::none;
  state.reversible = 0;
  turn_ = other(turn_);
  state.checkers = board_.checkers(turn_);
  ++filter(state.key);
}

void Position::undo_null_move() {
  --filter(key());
  states_.pop_back();
  turn_ = other(turn_);
}

int Position::move_number() const {
  const auto plies = static_cast<int>(states_.size()) - 1 + (first_turn_ == Side::second ? 1 : 0);
  return first_move_number_ + plies / 2;
}

/// The cycle that the last move closed, if it is to be judged now: by the rules when the position occurs for
/// the third time (then it spans both rounds). In a search, a position that occurred once before, and after
/// the root, is judged at once: the side that repeats found nothing better, and would repeat again.
std::optional<Position::Cycle> Position::cycle(int ply) const {
  constexpr int kShortest = 4;  // Plies after which a position can be back.
  const int reach = states_.back().reversible;
  if (reach < kShortest || filter(key()) < 2) return std::nullopt;
  const State* now = &states_.back();
  std::optional<Cycle> forecast;
  int earlier = 0;
  // Only positions with the same side to move can be equal. `back < ply`: the earlier one lies after the
  // root.
  for (int back = kShortest; back <= reach; back += 2) {
    if (now[-back].key != now->key) continue;
    if (++earlier == 2) return Cycle{back, false};
    if (back < ply) forecast = Cycle{back, true};
  }
  return forecast;
}

std::optional<Ending> Position::ending(int ply) const {
  if (const auto cycle = this->cycle(ply)) {
    Ending ending = judge_repetition(*this, cycle->length);
    ending.is_forecast = cycle->is_forecast;
    return ending;
  }
  const Bitboard can_cross = board_.pieces(PieceType::rook) | board_.pieces(PieceType::horse) |
                             board_.pieces(PieceType::cannon) | board_.pieces(PieceType::pawn);
  // Legal moves are only counted where a draw is at hand.
  // A side without moves has lost, whatever else is true.
  if (!can_cross && has_moves()) return Ending{std::nullopt, "insufficient_material"};
  if (clock() >= kMoveLimit && has_moves()) return Ending{std::nullopt, "move_limit"};
  return std::nullopt;
}

std::optional<Score> Position::verdict(int ply) const {
  const auto end = ending(ply);
  if (!end) return std::nullopt;
  if (!end->loser) return 0;
  const Score loss = end->is_forecast ? -kForecast + ply : loss_in(ply);
  return *end->loser == turn_ ? loss : -loss;
}

int Position::verdict_depends_from(int ply) const {
  if (const auto cycle = this->cycle(ply)) return ply - cycle->length;
  // The move limit looks back to the last capture. Lack of material looks back at nothing: this claims too
  // much for it, which costs a store in the TT and no error.
  return ply - clock();
}

}  // namespace engine::xiangqi
