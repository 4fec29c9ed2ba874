#include "server/formats/xiangqi_board.h"

#include <utility>

namespace server {

char XiangqiBoard::at(int file, int rank) const {
  if (file < 0 || file >= kFiles || rank < 0 || rank >= kRanks) return kEmpty;
  return ranks_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
}

std::string XiangqiBoard::fen(bool black_begins) const {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int gap = 0;
    for (const char piece : ranks_[static_cast<std::size_t>(rank)] + '/') {  // The stroke ends the last gap.
      if (piece == kEmpty) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(std::exchange(gap, 0));
      text += piece;
    }
  }
  text.back() = ' ';
  return text + (black_begins ? 'b' : 'w');
}

}  // namespace server
