#include "engine/games/antireversi/position.h"

#include "engine/core/letter_case.h"

namespace engine::antireversi {

namespace {

constexpr char kSign[] = {'X', 'O'};

char sign_at(const Position& position, int square) {
  for (Side side : {Side::first, Side::second}) {
    if (position.discs_of(side) & bit(square)) return kSign[index(side)];
  }
  return '-';
}

}  // namespace

Key Position::key() const {
  // Odd multipliers (of SplitMix64) keep the sides apart and carry bits upwards, the shifts bring them down
  // again to where tables look. Twice: after one round the last ranks of the opponent had not reached the low
  // bits.
  Key key = discs_.own * 0x9e3779b97f4a7c15;
  key ^= key >> 32;
  key = (key + discs_.opponent) * 0xbf58476d1ce4e5b9;
  key ^= key >> 32;
  key *= 0x94d049bb133111eb;
  return key ^ key >> 29;
}

void Position::generate(MoveList& moves) const {
  Bitboard squares = discs_.moves();
  if (squares == 0 && discs_.opponent_moves() != 0) moves.push_back(kPass);
  for (; squares != 0; squares &= squares - 1) moves.push_back(move_to(lowest_square(squares)));
}

int Position::count_moves() const {
  if (const Bitboard squares = discs_.moves()) return count(squares);
  return discs_.opponent_moves() != 0 ? 1 : 0;
}

bool Position::is_legal(Move move) const {
  const Bitboard squares = discs_.moves();
  if (move == kPass) return squares == 0 && discs_.opponent_moves() != 0;
  return square_of(move) < kSquares && (squares & bit(square_of(move)));
}

std::optional<Position> read_position(std::string_view text) {
  if (text.size() != kSquares + 2 || text[kSquares] != ' ') return std::nullopt;
  Bitboard discs[2] = {0, 0};
  for (int square = 0; square < kSquares; ++square) {
    if (text[square] == '-') continue;
    if (text[square] != kSign[0] && text[square] != kSign[1]) return std::nullopt;
    discs[text[square] == kSign[1]] |= bit(square);
  }
  if (text.back() == kSign[0]) return Position({discs[0], discs[1]}, Side::first);
  if (text.back() == kSign[1]) return Position({discs[1], discs[0]}, Side::second);
  return std::nullopt;
}

std::string write_position(const Position& position) {
  std::string text(kSquares, '-');
  for (int square = 0; square < kSquares; ++square) text[square] = sign_at(position, square);
  return text + ' ' + kSign[index(position.side_to_move())];
}

std::string write_move(Move move) {
  if (move == kPass) return "pass";
  const int square = square_of(move);
  return {static_cast<char>('a' + square % kFiles), static_cast<char>('1' + square / kFiles)};
}

std::optional<Move> read_move(std::string_view text) {
  const std::string lower = lower_case(std::string(text));
  if (lower == "pass" || lower == "pa" || lower == "--") return kPass;
  if (lower.size() != 2) return std::nullopt;
  const int file = lower[0] - 'a', rank = lower[1] - '1';
  if (file < 0 || file >= kFiles || rank < 0 || rank >= kFiles) return std::nullopt;
  return move_to(square_at(file, rank));
}

}  // namespace engine::antireversi
