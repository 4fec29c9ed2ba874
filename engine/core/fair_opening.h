#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/points.h"

/// How the engine opens Gomoku where one side places stones and the other chooses between the sides (swap,
/// swap2, Taraguchi-10, Soosyrv-8): what follows from the values that searches gave. Pure; the server's bots
/// and Gomocup's SWAP2BOARD both go by it.
namespace engine {

/// From here on, in hundredths of a stone, a side is worth having; below, it may be left to the other. As
/// much as ten times the thought commonly changes the engine's mind about three stones.
inline constexpr Score kWorthHaving = 60;
/// Enough lines to find one that favours neither side.
inline constexpr int kLinesForEven = 24;

/// Which side to have.
enum class SideWish { ours, theirs, either };
/// `value`: points of the position for the side that is ours unless we choose the other.
SideWish wish_for(Score value);

/// The move after which neither side is worth having, as nearly as the lines know. They need not be in order:
/// those of a search that was cut short are not. @pre !lines.empty()
const std::string& most_even_move(const std::vector<Line>& lines);

/// Black, white, black, about the centre: a trio that favours neither side under freestyle, standard and caro
/// alike. The seed chooses which of them, and how it is mirrored and turned.
std::array<std::string, 3> balanced_trio(int board_size, std::uint64_t seed);

/// One of the 26 openings of renju, each as likely: the first stone in the centre, the second beside it, the
/// third at most two lines away. The seed chooses as above.
std::array<std::string, 3> renju_trio(int board_size, std::uint64_t seed);

}  // namespace engine
