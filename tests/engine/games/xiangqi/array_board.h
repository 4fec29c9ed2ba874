#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace engine::xiangqi {

/// A second implementation of the rules of movement: characters on an array with a frame around it, moves
/// tried and taken back if the general can then be taken. It shares no code with the bitboards that it
/// checks, and it is the plain array board that they were measured against
/// (docs/decisions/0001-xiangqi-board.md).
class ArrayBoard {
 public:
  struct Move {
    int from, to;
  };

  /// From the board and side fields of a FEN.
  explicit ArrayBoard(const std::string& fen) {
    at_.fill('#');
    for (int s = 0; s < kWidth * kHeight; ++s)
      if (on_board(s)) at_[s] = '.';
    int s = at(0, 9);
    std::size_t i = 0;
    for (; fen[i] != ' '; ++i) {
      if (fen[i] == '/')
        s = at(0, rank(s) - 1);
      else if (std::isdigit(fen[i]))
        s += fen[i] - '0';
      else
        at_[s++] = fen[i];
    }
    red_ = fen[i + 1] == 'w';
  }

  std::set<std::string> legal_moves() {
    std::set<std::string> texts;
    for (const Move move : legal()) texts.insert(name(move.from) + name(move.to));
    return texts;
  }

  bool in_check() const { return attacked(red_); }

  /// Leaves of the tree of moves; those of the last ply are counted, not made.
  std::uint64_t perft(int depth) {
    const auto moves = legal();
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const Move move : moves) {
      const char captured = make(move);
      leaves += perft(depth - 1);
      unmake(move, captured);
    }
    return leaves;
  }

 private:
  static constexpr int kWidth = 13, kHeight = 14, kNorth = kWidth;  // Two squares of frame on all sides.
  static constexpr std::array kStraight = {kNorth, -kNorth, 1, -1};
  static constexpr std::array kDiagonal = {kNorth + 1, kNorth - 1, -kNorth + 1, -kNorth - 1};

  static constexpr int at(int file, int rank) { return (rank + 2) * kWidth + file + 2; }
  static int file(int s) { return s % kWidth - 2; }
  static int rank(int s) { return s / kWidth - 2; }
  static bool on_board(int s) { return file(s) >= 0 && file(s) < 9 && rank(s) >= 0 && rank(s) < 10; }
  static bool palace(int s) { return file(s) >= 3 && file(s) <= 5 && (rank(s) <= 2 || rank(s) >= 7); }
  static bool red_bank(int s) { return rank(s) <= 4; }
  static bool is_piece(char c) { return c >= 'A'; }
  static bool is_red(char c) { return c <= 'Z'; }
  static char upper(char c) { return static_cast<char>(c & ~0x20); }
  static std::string name(int s) {
    return {static_cast<char>('a' + file(s)), static_cast<char>('0' + rank(s))};
  }
  char own(bool red, char piece) const { return red ? piece : static_cast<char>(piece | 0x20); }

  char make(Move move) {
    const char captured = at_[move.to];
    at_[move.to] = at_[move.from];
    at_[move.from] = '.';
    red_ = !red_;
    return captured;
  }
  void unmake(Move move, char captured) {
    at_[move.from] = at_[move.to];
    at_[move.to] = captured;
    red_ = !red_;
  }

  std::vector<Move> legal() {
    std::vector<Move> moves;
    moves.reserve(64);
    for (int y = 0; y < 10; ++y)
      for (int s = at(0, y); s < at(9, y); ++s)
        if (is_piece(at_[s]) && is_red(at_[s]) == red_) add_moves(s, moves);
    std::erase_if(moves, [this](Move move) {
      const char captured = make(move);
      const bool exposed = attacked(!red_);
      unmake(move, captured);
      return exposed;
    });
    return moves;
  }

  /// @return whether the square was empty
  bool add(int from, int to, std::vector<Move>& moves) const {
    if (at_[to] == '.' || (is_piece(at_[to]) && is_red(at_[to]) != red_)) moves.push_back({from, to});
    return at_[to] == '.';
  }

  void add_moves(int s, std::vector<Move>& moves) const {
    switch (upper(at_[s])) {
      case 'R':
        for (const int step : kStraight)
          for (int to = s + step; add(s, to, moves); to += step) continue;
        break;
      case 'C':
        add_cannon_moves(s, moves);
        break;
      case 'N':
        for (const int step : kStraight)
          if (at_[s + step] == '.')
            for (const int turn : {kNorth + 1 - std::abs(step), std::abs(step) - kNorth - 1})
              add(s, s + 2 * step + turn, moves);
        break;
      case 'B':
        for (const int step : kDiagonal)
          if (at_[s + step] == '.' && red_bank(s + 2 * step) == red_bank(s)) add(s, s + 2 * step, moves);
        break;
      case 'A':
        for (const int step : kDiagonal)
          if (palace(s + step)) add(s, s + step, moves);
        break;
      case 'K':
        for (const int step : kStraight)
          if (palace(s + step)) add(s, s + step, moves);
        break;
      default:
        add(s, s + (red_ ? kNorth : -kNorth), moves);
        if (red_bank(s) != red_) add(s, s + 1, moves), add(s, s - 1, moves);
    }
  }

  void add_cannon_moves(int s, std::vector<Move>& moves) const {
    for (const int step : kStraight) {
      int to = s + step;
      for (; at_[to] == '.'; to += step) moves.push_back({s, to});
      if (at_[to] == '#') continue;
      for (to += step; at_[to] == '.';) to += step;
      add(s, to, moves);
    }
  }

  /// Whether the general of a side could be taken, or faces the other.
  bool attacked(bool red) const {
    const int king = find_king(red);
    for (const int step : kStraight) {
      int s = king + step;
      while (at_[s] == '.') s += step;
      if (at_[s] == own(!red, 'R') || at_[s] == own(!red, 'K')) return true;
      if (at_[s] == '#') continue;
      for (s += step; at_[s] == '.';) s += step;
      if (at_[s] == own(!red, 'C')) return true;
    }
    for (const int forward : {kNorth, -kNorth})
      for (const int sideways : {1, -1}) {
        const int leg = king + forward + sideways;
        const char horse = own(!red, 'N');
        if (at_[leg] == '.' && (at_[leg + forward] == horse || at_[leg + sideways] == horse)) return true;
      }
    const char pawn = own(!red, 'P');
    return at_[king + 1] == pawn || at_[king - 1] == pawn || at_[king + (red ? kNorth : -kNorth)] == pawn;
  }

  int find_king(bool red) const {
    for (int y = red ? 0 : 7; y <= (red ? 2 : 9); ++y)
      for (int s = at(3, y); s <= at(5, y); ++s)
        if (at_[s] == own(red, 'K')) return s;
    return 0;
  }

  std::array<char, kWidth * kHeight> at_;
  bool red_ = true;
};

}  // namespace engine::xiangqi
