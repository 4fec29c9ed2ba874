#include "engine/games/xiangqi/fen.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/core/to_number.h"
#include "engine/games/xiangqi/notation.h"

namespace engine::xiangqi {
namespace {

constexpr std::string_view kFenLetters = "RNCPABK";  // By PieceType.
// As at the start: no piece of Xiangqi is promoted.
constexpr std::array<int, kPieceTypes> kAtMost = {2, 2, 2, 5, 2, 2, 1};
constexpr int kLastMoveNumber = 9999;
constexpr std::array<std::string_view, kPieceTypes> kNames = {"rooks",    "horses",    "cannons", "pawns",
                                                              "advisors", "elephants", "generals"};

constexpr std::string_view side_name(Side side) {
  return side == Side::first ? "red" : "black";
}

Unexpected<Rejection> bad_syntax(std::string message) {
  return Unexpected(Rejection{"syntax", std::move(message)});
}

Rejection impossible(std::string message) {
  return {"impossible_position", std::move(message)};
}

/// The next field of a text of fields separated by blanks; empty at the end.
std::string_view next_field(std::string_view& text) {
  const auto start = text.find_first_not_of(' ');
  if (start == std::string_view::npos) return text = {};
  text.remove_prefix(start);
  const std::string_view field = text.substr(0, text.find(' '));
  text.remove_prefix(field.size());
  return field;
}

Piece read_piece(char c) {
  char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (upper == 'H') upper = 'N';
  if (upper == 'E') upper = 'B';
  const auto type = kFenLetters.find(upper);
  if (type == std::string_view::npos) return Piece::none;
  const Side side = std::isupper(static_cast<unsigned char>(c)) ? Side::first : Side::second;
  return make_piece(side, static_cast<PieceType>(type));
}

/// One rank, from file a on; digits are runs of empty squares. @return whether it is nine squares of known
/// pieces
bool read_rank(std::string_view text, int rank, Board& board) {
  int file = 0;
  for (const char c : text) {
    if (c >= '1' && c <= '9') {
      file += c - '0';
      continue;
    }
    const Piece piece = read_piece(c);
    if (piece == Piece::none || file >= kFiles) return false;
    board.put(square(file++, rank), piece);
  }
  return file == kFiles;
}

/// Ten ranks from black's back rank down, separated by slashes.
/// None for another number of ranks, or a rank that is not nine squares wide.
std::optional<Board> read_board(std::string_view text) {
  Board board;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    const auto end = text.find('/');
    if ((end == std::string_view::npos) != (rank == 0)) return std::nullopt;
    if (!read_rank(text.substr(0, end), rank, board)) return std::nullopt;
    if (rank > 0) text.remove_prefix(end + 1);
  }
  return board;
}

/// A number in [least, most]; `otherwise` when the field is missing, nothing when it is something else.
std::optional<int> read_number(std::string_view text, int otherwise, int min, int max) {
  if (text.empty()) return otherwise;
  const auto number = to_number<int>(text);
  return number && *number >= min && *number <= max ? number : std::nullopt;
}

/// Whether a piece of that kind can ever stand there.
bool can_stand(Piece piece, Square s) {
  const Side side = side_of(piece);
  const int rank = relative_rank(side, s);
  const int file = file_of(s);
  switch (type_of(piece)) {
    case PieceType::king:
      return in_palace(side, s);
    case PieceType::advisor:
      return in_palace(side, s) && (rank + file) % 2 == 1;
    case PieceType::elephant:
      // c0 g0 a2 e2 i2 c4 g4: even ranks, and every fourth file, beginning at c or at a.
      return rank <= 4 && rank % 2 == 0 && file % 4 == (rank == 2 ? 0 : 2);
    case PieceType::pawn:
      return rank >= 5 || (rank >= 3 && file % 2 == 0);
    default:
      return true;
  }
}

/// Pawns go sideways only beyond the river: before it, a file has room for the one pawn that started on it.
bool has_crowded_file(const Board& board, Side side) {
  Bitboard files;
  bool crowded = false;
  for_each(board.pieces(side, PieceType::pawn), [&](Square s) {
    if (has_crossed(side, s)) return;
    const Bitboard file = Bitboard::of(square(file_of(s), 0));
    crowded |= !(files & file).empty();
    files |= file;
  });
  return crowded;
}

std::optional<Rejection> find_fault_of(const Board& board, Side side) {
  for (std::size_t type = 0; type < kPieceTypes; ++type) {
    const int count = board.pieces(side, static_cast<PieceType>(type)).count();
    if (count <= kAtMost[type]) continue;
    return impossible(std::string(side_name(side)) + " has too many " + std::string(kNames[type]) + ".");
  }
  if (board.pieces(side, PieceType::king).empty())
    return impossible(std::string(side_name(side)) + " has no general.");
  for (Bitboard rest = board.pieces(side); rest;) {
    const Square s = rest.pop_first();
    const Piece piece = board.at(s);
    if (!can_stand(piece, s))
      return impossible("The " + std::string(1, letter_of(piece)) + " on " + square_name(s) +
                        " stands where it can never come.");
  }
  if (has_crowded_file(board, side))
    return impossible(std::string(side_name(side)) + " has two pawns on one file before the river.");
  return std::nullopt;
}

// What can be seen without knowing the game's past. Whether a position can really be reached is not asked.
std::optional<Rejection> find_fault(const Board& board, Side turn) {
  for (const Side side : {Side::first, Side::second})
    if (auto fault = find_fault_of(board, side)) return fault;
  // For either side to move: no legal move leads to generals that face each other.
  const bool facing = !(board.checkers(turn) & board.pieces(PieceType::king)).empty();
  if (facing) return impossible("The generals face each other on an open file.");
  return std::nullopt;
}

std::string write_rank(const Board& board, int rank) {
  std::string text;
  int gap = 0;
  for (int file = 0; file < kFiles; ++file) {
    const Piece piece = board.at(square(file, rank));
    if (piece == Piece::none) {
      ++gap;
      continue;
    }
    if (gap > 0) text += static_cast<char>('0' + std::exchange(gap, 0));
    text += letter_of(piece);
  }
  if (gap > 0) text += static_cast<char>('0' + gap);
  return text;
}

}  // namespace

char letter_of(Piece piece) {
  const char letter = kFenLetters[index(type_of(piece))];
  return side_of(piece) == Side::first ? letter : static_cast<char>(std::tolower(letter));
}

Expected<Position, Rejection> read_fen(std::string_view text) {
  const auto board = read_board(next_field(text));
  if (!board) return bad_syntax("A board is ten ranks of nine squares, black's first, separated by slashes.");
  const std::string_view turn_text = next_field(text);
  if (turn_text != "w" && turn_text != "r" && turn_text != "b")
    return bad_syntax("After the board comes w (or r) if red is to move, b if black is.");
  const Side turn = turn_text == "b" ? Side::second : Side::first;
  // They are always dashes in Xiangqi; a text may also end before them.
  // Castling and en passant in the chess that FEN comes from.
  for (int i = 0; i < 2; ++i)
    if (const auto field = next_field(text); !field.empty() && field != "-")
      return bad_syntax("The third and fourth field must be a dash each.");
  const auto clock = read_number(next_field(text), 0, 0, Position::kMoveLimit);
  if (!clock) return bad_syntax("The plies since the last capture must be a number from 0 to 120.");
  const auto move_number = read_number(next_field(text), 1, 0, kLastMoveNumber);
  if (!move_number) return bad_syntax("The move number must be a number below 10000.");
  if (!next_field(text).empty()) return bad_syntax("There is text after the move number.");
  if (auto fault = find_fault(*board, turn)) return Unexpected(*std::move(fault));
  return Position(*board, turn, *clock, *move_number);
}

std::string write_fen(const Position& position) {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    text += write_rank(position.board(), rank);
    text += rank > 0 ? '/' : ' ';
  }
  text += position.side_to_move() == Side::first ? 'w' : 'b';
  // Moves may follow the limit of moves (Setup::past_rulings); read_fen() reads no greater numbers.
  const int clock = std::min(position.clock(), Position::kMoveLimit);
  const int move_number = std::min(position.move_number(), kLastMoveNumber);
  return text + " - - " + std::to_string(clock) + ' ' + std::to_string(move_number);
}

}  // namespace engine::xiangqi
