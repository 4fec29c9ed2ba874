#pragma once

#include <array>
#include <string>

#include "engine/lab/matches/tournament.h"

namespace engine::lab {

/// Games as lines of JSON: {"game","number","first","second","players","limits","rule","size","pos",
/// "opening","moves","times","winner","reason","note","overrun"}. "players" are those of the pairing in its
/// order, by PlayerSpec::identity().
class GameLines {
 public:
  /// @param pairing must outlive this.
  explicit GameLines(const Pairing& pairing);
  std::string write(const NumberedGame& played) const;
  /// Throws std::runtime_error for a line that is none, or a game of another pairing: of other players,
  /// limits or opening; std::out_of_range for a number beyond this one.
  /// So a file is never continued by a match that would not belong to it.
  NumberedGame read(const std::string& line) const;

 private:
  const Pairing& pairing_;
  std::array<std::string, 2> players_;  // Made once: it reads programs.
};

/// PGN with moves as H2-E2, as programs for Xiangqi read it.
/// These three write for other programs only; nothing here reads them back.
std::string to_pgn(const Pairing& pairing, const NumberedGame& played);
/// SGF with GM[4], for Gomoku; the stones of a position that is not empty as AB and AW.
std::string to_sgf(const Pairing& pairing, const NumberedGame& played);
/// GGF with type 8a, 6a or 4a, for anti-Reversi.
std::string to_ggf(const Pairing& pairing, const NumberedGame& played);

}  // namespace engine::lab
