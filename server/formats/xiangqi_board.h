#pragma once

#include <array>
#include <string>

namespace server {

/// Pieces of Xiangqi on their points, as files of other programs set them up: files from 0 (a), ranks from 0
/// (red's), pieces as letters of a FEN.
/// Checks no rule: any number of pieces may stand anywhere.
class XiangqiBoard {
 public:
  static constexpr int kFiles = 9, kRanks = 10;
  static constexpr char kEmpty = ' ';

  /// Empty.
  XiangqiBoard() { ranks_.fill(std::string(kFiles, kEmpty)); }

  /// @pre the point is on the board
  /// A piece that stands there is replaced.
  void put(int file, int rank, char piece) { point(file, rank) = piece; }
  /// kEmpty beside the board, too.
  char at(int file, int rank) const;
  static bool is_black(char piece) { return 'a' <= piece && piece <= 'z'; }
  /// Board and side to move, without counters: "rnbakabnr/... w".
  std::string fen(bool black_begins) const;

 private:
  char& point(int file, int rank) {
    return ranks_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
  }

  std::array<std::string, kRanks> ranks_;
};

}  // namespace server
