#pragma once

#include <string>

#include "engine/lab/tournament.h"

namespace engine::lab {

/// A game as a line of JSON: {"game","number","first","second","rule","size","pos","opening","moves","times",
/// "winner","reason","note","overrun"}; read_game() reads it back.
std::string to_json(const Pairing& pairing, const Numbered& played);
/// Throws std::runtime_error for a line that is none, std::out_of_range for a number outside of the pairing.
Numbered read_game(const Pairing& pairing, const std::string& line);

/// PGN with moves as H2-E2, as programs for Xiangqi read it.
std::string to_pgn(const Pairing& pairing, const Numbered& played);
/// SGF with GM[4], for Gomoku.
std::string to_sgf(const Pairing& pairing, const Numbered& played);
/// GGF with type 8a, for anti-Reversi.
std::string to_ggf(const Pairing& pairing, const Numbered& played);

}  // namespace engine::lab
