#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "server/match/game_log.h"

namespace server {

/// A move may be sent again, in any notation, when its acknowledgement was lost. To read one the position
/// before it is set up, from one such move to the next; the record's own text needs none.
class RepeatedMoves {
 public:
  /// The move as the record has it if this is the last one of `seat`, said again; else `text`.
  std::string as_played(const GameLog& log, Seat seat, int ply, const std::string& text);

 private:
  struct Before {
    std::vector<std::string> moves;  // That lead to it.
    std::unique_ptr<engine::Match> match;
  };

  static void set_up(Before& before, const GameLog& log, int ply);

  std::array<Before, 2> before_;
};

}  // namespace server
