#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

/// Anti-Reversi on an array of characters, square by square: slow, obvious, and sharing nothing with the
/// engine's bitboards, which the tests compare with it.
namespace oracle {

struct ArrayBoard {
  static constexpr int kEdge = 8;
  std::array<char, kEdge * kEdge> squares{};
  char turn = 'X';

  /// From `BOARD SIDE`. @pre the text is a position
  static ArrayBoard from(std::string_view text) {
    ArrayBoard board;
    for (int i = 0; i < kEdge * kEdge; ++i) board.squares[i] = text[i];
    board.turn = text.back();
    return board;
  }
  std::string text() const { return std::string(squares.begin(), squares.end()) + ' ' + turn; }

  static char other(char side) { return side == 'X' ? 'O' : 'X'; }

  /// Squares whose discs turn when `side` plays on (file, rank).
  std::vector<int> flips(int file, int rank, char side) const {
    std::vector<int> turned;
    if (squares[rank * kEdge + file] != '-') return turned;
    for (int dr = -1; dr <= 1; ++dr) {
      for (int df = -1; df <= 1; ++df) {
        if (df == 0 && dr == 0) continue;
        std::vector<int> run;
        int f = file + df, r = rank + dr;
        while (on_board(f, r) && squares[r * kEdge + f] == other(side)) {
          run.push_back(r * kEdge + f);
          f += df, r += dr;
        }
        if (on_board(f, r) && squares[r * kEdge + f] == side)
          turned.insert(turned.end(), run.begin(), run.end());
      }
    }
    return turned;
  }

  std::vector<int> moves(char side) const {
    std::vector<int> found;
    for (int square = 0; square < kEdge * kEdge; ++square) {
      if (!flips(square % kEdge, square / kEdge, side).empty()) found.push_back(square);
    }
    return found;
  }

  void play(int square) {
    for (int turned : flips(square % kEdge, square / kEdge, turn)) squares[turned] = turn;
    squares[square] = turn;
    turn = other(turn);
  }
  void pass() { turn = other(turn); }

  bool over() const { return moves('X').empty() && moves('O').empty(); }
  int discs(char side) const {
    int found = 0;
    for (char c : squares) found += c == side;
    return found;
  }

 private:
  static bool on_board(int file, int rank) { return file >= 0 && file < kEdge && rank >= 0 && rank < kEdge; }
};

}  // namespace oracle
