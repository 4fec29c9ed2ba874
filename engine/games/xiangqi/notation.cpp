#include "engine/games/xiangqi/notation.h"

#include <cstdlib>

namespace engine::xiangqi {
namespace {

constexpr std::string_view kWxfLetters = "RHCPAEK";  // By PieceType.
// Written in simplified characters; read in both (read_notation.cpp).
constexpr std::array<std::array<std::string_view, kPieceTypes>, 2> kCharacters = {
    {{"车", "马", "炮", "兵", "仕", "相", "帅"}, {"车", "马", "炮", "卒", "士", "象", "将"}}};
constexpr std::array<std::string_view, 10> kChineseDigits = {"",   "一", "二", "三", "四",
                                                             "五", "六", "七", "八", "九"};

/// 1 to 9 from the mover's right to its left.
// Each player counts from the own right hand: red's file 1 is i, black's is a.
int file_number(Side side, Square s) {
  return side == Side::first ? kFiles - file_of(s) : file_of(s) + 1;
}

// For these the number is always a file, since their steps along a file say too little.
bool moves_diagonally(PieceType type) {
  return type == PieceType::horse || type == PieceType::advisor || type == PieceType::elephant;
}

char direction(Side side, Move move) {
  const int advance = relative_rank(side, to_of(move)) - relative_rank(side, from_of(move));
  return advance == 0 ? '=' : advance > 0 ? '+' : '-';
}

/// Steps for a move along the file, else the file on which the move ends.
int number(Side side, PieceType type, Move move) {
  const bool along_file = direction(side, move) != '=' && !moves_diagonally(type);
  if (!along_file) return file_number(side, to_of(move));
  return std::abs(rank_of(to_of(move)) - rank_of(from_of(move)));
}

/// Where a piece stands among those of its kind that share its file.
struct Tandem {
  int place = 0;  ///< 0 is the front-most, nearest the other side.
  int count = 1;
  bool several_files = false;  ///< Pawns: another file has two or more as well.
  int ordinal = 0;             ///< Pawns: from 1, over all such files from the mover's right, front to rear.

  bool needs_ordinal() const { return count > 3 || (count > 1 && several_files); }
};

// Front and rear are seen from the mover. Pawns on one file may be up to five, and two files may have several
// at once: only then does an ordinal over all such files tell them apart.
Tandem tandem_of(const Board& board, Square from) {
  const Side side = side_of(board.at(from));
  const Bitboard kind = board.pieces(side, type_of(board.at(from)));
  Tandem tandem{.count = 0};
  std::array<int, kFiles + 1> on_file{};
  for_each(kind, [&](Square s) {
    const bool same_file = file_of(s) == file_of(from);
    tandem.count += same_file;
    tandem.place += same_file && relative_rank(side, s) > relative_rank(side, from);
    ++on_file[file_number(side, s)];
  });
  tandem.ordinal = tandem.place + 1;
  for (int file = 1; file <= kFiles; ++file) {
    if (on_file[file] < 2 || file == file_number(side, from)) continue;
    tandem.several_files = true;
    if (file < file_number(side, from)) tandem.ordinal += on_file[file];
  }
  return tandem;
}

/// Advisors and elephants on one file never can make the same move: the direction tells which one is meant.
bool stands_alone(PieceType type, const Tandem& tandem) {
  return tandem.count == 1 || type == PieceType::advisor || type == PieceType::elephant;
}

std::string digits(std::initializer_list<int> numbers) {
  std::string text;
  for (const int n : numbers) text += static_cast<char>('0' + n);
  return text;
}

/// The first two characters: the piece and where it stands, or which of several it is.
std::string wxf_head(const Board& board, Square from) {
  const Side side = side_of(board.at(from));
  const PieceType type = type_of(board.at(from));
  const Tandem tandem = tandem_of(board, from);
  std::string head(1, kWxfLetters[index(type)]);
  if (stands_alone(type, tandem)) return head += digits({file_number(side, from)});
  if (tandem.count > 2 || tandem.needs_ordinal()) return digits({tandem.place + 1, file_number(side, from)});
  return head += tandem.place == 0 ? '+' : '-';
}

std::string chinese_number(Side side, int n) {
  return side == Side::first ? std::string(kChineseDigits[n]) : digits({n});
}

/// The same in Chinese, whose rule for three on a file is front, middle, rear.
std::string chinese_head(const Board& board, Square from) {
  const Side side = side_of(board.at(from));
  const PieceType type = type_of(board.at(from));
  const Tandem tandem = tandem_of(board, from);
  const std::string name(kCharacters[index(side)][index(type)]);
  if (stands_alone(type, tandem)) return name + chinese_number(side, file_number(side, from));
  if (tandem.needs_ordinal()) return std::string(kChineseDigits[tandem.ordinal]) + name;
  if (tandem.place == 0) return "前" + name;
  return (tandem.place == tandem.count - 1 ? "后" : "中") + name;
}

}  // namespace

std::string square_name(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('0' + rank_of(s))};
}

std::string write_move(Move move) {
  return square_name(from_of(move)) + square_name(to_of(move));
}

std::string write_wxf(const Board& board, Move move) {
  return spellings(board, move).front();
}

std::string write_chinese(const Board& board, Move move) {
  const Piece piece = board.at(from_of(move));
  const Side side = side_of(piece);
  const char way = direction(side, move);
  return chinese_head(board, from_of(move)) +
         (way == '+'   ? "进"
          : way == '-' ? "退"
                       : "平") +
         chinese_number(side, number(side, type_of(piece), move));
}

bool ends_like(const Board& board, Move move, std::string_view spelling) {
  const Piece piece = board.at(from_of(move));
  const Side side = side_of(piece);
  return spelling.ends_with(
      std::string{direction(side, move), static_cast<char>('0' + number(side, type_of(piece), move))});
}

std::vector<std::string> spellings(const Board& board, Move move) {
  const Square from = from_of(move);
  const Side side = side_of(board.at(from));
  const PieceType type = type_of(board.at(from));
  const Tandem tandem = tandem_of(board, from);
  const std::string letter(1, kWxfLetters[index(type)]);
  // The usual one first, then what other writers may say. Some name two pieces at once: read_move() finds
  // out.
  std::vector<std::string> texts = {wxf_head(board, from), letter + digits({file_number(side, from)})};
  if (tandem.count > 1) {
    if (tandem.place == 0) texts.push_back(letter + '+');
    if (tandem.place == tandem.count - 1) texts.push_back(letter + '-');
    if (tandem.count == 3 && tandem.place == 1) texts.push_back(letter + 'm');
    if (type == PieceType::pawn) {
      texts.push_back(digits({tandem.place + 1, file_number(side, from)}));
      texts.push_back('#' + digits({tandem.ordinal}));
      // 前四平五 names the file in place of the piece.
      const std::string file = digits({file_number(side, from)});
      if (tandem.place == 0) texts.push_back('+' + file);
      if (tandem.place == tandem.count - 1) texts.push_back('-' + file);
    }
  }
  for (std::string& text : texts) text += direction(side, move) + digits({number(side, type, move)});
  return texts;
}

}  // namespace engine::xiangqi
