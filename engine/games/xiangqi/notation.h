#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/xiangqi/position.h"

/// Moves and squares as text.
///
/// - Protocol text is ICCS without a dash: h2e2, files a-i, ranks 0-9.
/// - WXF: piece, file counted from the mover's right, direction, number: C2=5.
/// - Chinese: 炮二平五 for red, 炮2平5 for black.
namespace engine::xiangqi {

/// "a0" to "i9".
std::string square_name(Square s);
/// Whatever the position: squares alone.
std::string write_move(Move move);

/// @pre The piece on the move's first square goes to the other.
std::string write_wxf(const Board& board, Move move);
/// In simplified characters, UTF-8; four of them.
std::string write_chinese(const Board& board, Move move);

/// All that WXF and Chinese texts may say for a move, in one normal form: "C2=5", "R++3" for the front rook,
/// "#4=8" for the fourth of the tandem pawns. The first is what write_wxf() gives.
std::vector<std::string> spellings(const Board& board, Move move);

/// Two squares from h2e2, H2-E2 or, with ranks 1-10, h3e3 and a10a9. A text may be readable in both ways.
struct CoordinateMove {
  std::optional<Move> ranks_from_0;
  std::optional<Move> ranks_from_1;
};
/// Nothing in both for what is no such text. Squares off the board are none.
CoordinateMove read_coordinates(std::string_view text);

/// WXF or Chinese (simplified or traditional, any kind of digits) in the normal form of spellings(); nothing
/// when the text is neither.
std::optional<std::string> normal_spelling(std::string_view text);
/// Whether the direction and the number of a spelling are those of the move: quick, unlike spellings().
bool ends_like(const Board& board, Move move, std::string_view spelling);

/// The legal move that a text names in any notation, if exactly one. Coordinates mean ranks 0-9 if that makes
/// a legal move, else ranks 1-10.
std::optional<Move> read_move(const Position& position, std::string_view text);

}  // namespace engine::xiangqi
