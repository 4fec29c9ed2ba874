#pragma once

#include <cctype>
#include <cstdlib>
#include <set>
#include <string>

namespace engine::xiangqi {

/// A second implementation of the rules of movement, on an array of characters and as slow as it is plain: it
/// tries every move and looks whether the general could be taken. Shares no code with the bitboards.
class NaiveBoard {
 public:
  /// From the board and side fields of a FEN.
  explicit NaiveBoard(const std::string& fen) {
    int file = 0;
    int rank = 9;
    std::size_t i = 0;
    for (; fen[i] != ' '; ++i) {
      if (fen[i] == '/') {
        --rank;
        file = 0;
      } else if (std::isdigit(fen[i])) {
        for (int n = fen[i] - '0'; n > 0; --n) at_[file++][rank] = '.';
      } else {
        at_[file++][rank] = fen[i];
      }
    }
    red_ = fen[i + 1] == 'w';
  }

  std::set<std::string> legal_moves() const {
    std::set<std::string> moves;
    for_each_move([&](int x, int y, int u, int v) {
      NaiveBoard next = *this;
      next.at_[u][v] = next.at_[x][y];
      next.at_[x][y] = '.';
      next.red_ = !red_;
      if (!next.can_take_general() && !next.generals_face())
        moves.insert({char('a' + x), char('0' + y), char('a' + u), char('0' + v)});
    });
    return moves;
  }

  /// Whether the general of the side to move is attacked.
  bool in_check() const {
    NaiveBoard turned = *this;
    turned.red_ = !red_;
    return turned.can_take_general();
  }

 private:
  bool is_own(char piece) const { return piece != '.' && (std::isupper(piece) != 0) == red_; }
  static int sign(int n) { return (n > 0) - (n < 0); }
  static bool palace(bool red, int x, int y) { return x >= 3 && x <= 5 && (red ? y <= 2 : y >= 7); }

  /// Pieces strictly between two squares of one line; -1 if they are on none.
  int between(int x, int y, int u, int v) const {
    if ((x == u) == (y == v)) return -1;
    int count = 0;
    for (int i = x + sign(u - x), j = y + sign(v - y); i != u || j != v; i += sign(u - x), j += sign(v - y))
      count += at_[i][j] != '.';
    return count;
  }

  bool goes(int x, int y, int u, int v) const {
    const int dx = std::abs(u - x);
    const int dy = std::abs(v - y);
    const int forward = red_ ? v - y : y - v;
    const bool crossed = red_ ? y >= 5 : y <= 4;
    switch (std::tolower(at_[x][y])) {
      case 'r':
        return between(x, y, u, v) == 0;
      case 'c':
        return between(x, y, u, v) == (at_[u][v] == '.' ? 0 : 1);
      case 'n':
        return dx * dy == 2 && at_[x + (u - x) / 2][y + (v - y) / 2] == '.';
      case 'b':
        return dx == 2 && dy == 2 && at_[(x + u) / 2][(y + v) / 2] == '.' && (red_ ? v <= 4 : v >= 5);
      case 'a':
        return dx == 1 && dy == 1 && palace(red_, u, v);
      case 'k':
        return dx + dy == 1 && palace(red_, u, v);
      default:
        return (dx == 0 && forward == 1) || (crossed && dx == 1 && dy == 0);
    }
  }

  template <class Visit>
  void for_each_move(Visit visit) const {
    for (int from = 0; from < 90; ++from)
      for (int to = 0; to < 90; ++to) {
        const int x = from % 9, y = from / 9, u = to % 9, v = to / 9;
        if (is_own(at_[x][y]) && !is_own(at_[u][v]) && from != to && goes(x, y, u, v)) visit(x, y, u, v);
      }
  }

  bool can_take_general() const {
    bool can = false;
    for_each_move([&](int, int, int u, int v) { can |= std::tolower(at_[u][v]) == 'k'; });
    return can;
  }

  bool generals_face() const {
    for (int x = 3; x <= 5; ++x)
      for (int y = 0; y <= 2; ++y)
        for (int v = 7; v <= 9; ++v)
          if (at_[x][y] == 'K' && at_[x][v] == 'k' && between(x, y, x, v) == 0) return true;
    return false;
  }

  char at_[9][10];
  bool red_ = true;
};

}  // namespace engine::xiangqi
