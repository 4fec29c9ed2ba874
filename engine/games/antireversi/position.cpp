#include "engine/games/antireversi/position.h"

#include "engine/core/letter_case.h"

namespace engine::antireversi {

namespace {

/// By Side.
constexpr char kSign[] = {'X', 'O'};

template <int N>
char sign_at(const PositionOn<N>& position, int square) {
  for (Side side : {Side::first, Side::second}) {
    if (position.discs_of(side) & bit(square)) return kSign[index(side)];
  }
  return '-';
}

/// Where the board of N x N begins among the eight files and ranks.
template <int N>
constexpr int kFirst = (kFiles - N) / 2;

/// Square `i` of the N * N that people count: a1, b1, ...
template <int N>
constexpr int square_number(int i) {
  return square_at(kFirst<N> + i % N, kFirst<N> + i / N);
}

}  // namespace

Key key_of(Bitboard own, Bitboard opponent) {
  // Odd multipliers (of SplitMix64) keep the sides apart and carry bits upwards, the shifts bring them down
  // again to where tables look. Twice: after one round the last ranks of the opponent had not reached the low
  // bits.
  Key key = own * 0x9e3779b97f4a7c15;
  key ^= key >> 32;
  key = (key + opponent) * 0xbf58476d1ce4e5b9;
  key ^= key >> 32;
  key *= 0x94d049bb133111eb;
  return key ^ key >> 29;
}

template <int N>
void PositionOn<N>::generate(MoveList& moves) const {
  // Order by square: it depends on the position alone, as the search asks. Policy::order() makes it a good
  // one.
  Bitboard squares = discs_.moves();
  if (squares == 0 && discs_.opponent_moves() != 0) moves.push_back(kPass);
  for (; squares != 0; squares &= squares - 1) moves.push_back(move_to(lowest_square(squares)));
}

template <int N>
int PositionOn<N>::count_moves() const {
  if (const Bitboard squares = discs_.moves()) return count(squares);
  return discs_.opponent_moves() != 0 ? 1 : 0;
}

template <int N>
bool PositionOn<N>::is_legal(Move move) const {
  const Bitboard squares = discs_.moves();
  if (move == kPass) return squares == 0 && discs_.opponent_moves() != 0;
  return square_of(move) < kSquares && (squares & bit(square_of(move)));
}

template <int N>
std::optional<PositionOn<N>> read_position(std::string_view text) {
  constexpr int squares = N * N;
  if (text.size() != squares + 2 || text[squares] != ' ') return std::nullopt;
  // By the sign, then turned to the view of the side to move.
  Bitboard discs[2] = {0, 0};
  for (int i = 0; i < squares; ++i) {
    if (text[i] == '-') continue;
    if (text[i] != kSign[0] && text[i] != kSign[1]) return std::nullopt;
    discs[text[i] == kSign[1]] |= bit(square_number<N>(i));
  }
  if (text.back() == kSign[0]) return PositionOn<N>({discs[0], discs[1]}, Side::first);
  if (text.back() == kSign[1]) return PositionOn<N>({discs[1], discs[0]}, Side::second);
  return std::nullopt;
}

template <int N>
std::string write_position(const PositionOn<N>& position) {
  std::string text(N * N, '-');
  for (int i = 0; i < N * N; ++i) text[i] = sign_at(position, square_number<N>(i));
  return text + ' ' + kSign[index(position.side_to_move())];
}

template <int N>
std::string write_move(Move move) {
  if (move == kPass) return "pass";
  const int square = square_of(move);
  return {static_cast<char>('a' + square % kFiles - kFirst<N>),
          static_cast<char>('1' + square / kFiles - kFirst<N>)};
}

template <int N>
std::optional<Move> read_move(std::string_view text) {
  const std::string lower = lower_case(std::string(text));
  if (lower == "pass" || lower == "pa" || lower == "--") return kPass;
  if (lower.size() != 2) return std::nullopt;
  const int file = lower[0] - 'a', rank = lower[1] - '1';
  if (file < 0 || file >= N || rank < 0 || rank >= N) return std::nullopt;
  return move_to(square_at(kFirst<N> + file, kFirst<N> + rank));
}

template class PositionOn<8>;
template std::optional<PositionOn<8>> read_position<8>(std::string_view);
template std::string write_position<8>(const PositionOn<8>&);
template std::string write_move<8>(Move);
template std::optional<Move> read_move<8>(std::string_view);

template class PositionOn<6>;
template std::optional<PositionOn<6>> read_position<6>(std::string_view);
template std::string write_position<6>(const PositionOn<6>&);
template std::string write_move<6>(Move);
template std::optional<Move> read_move<6>(std::string_view);

template class PositionOn<4>;
template std::optional<PositionOn<4>> read_position<4>(std::string_view);
template std::string write_position<4>(const PositionOn<4>&);
template std::string write_move<4>(Move);
template std::optional<Move> read_move<4>(std::string_view);

}  // namespace engine::antireversi
