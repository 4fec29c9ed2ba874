#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace server {

/// A chair in a room, whose holder is a player: with several sockets, or for a while with none. Which
/// side a seat plays is the game's business and may change: see GameLog::side_of().
/// Not a side: seats stay with their holders, sides may change.
enum class Seat : std::uint8_t { a, b };

inline constexpr std::array kSeats = {Seat::a, Seat::b};

constexpr Seat other(Seat seat) {
  return seat == Seat::a ? Seat::b : Seat::a;
}
constexpr std::size_t index(Seat seat) {
  return static_cast<std::size_t>(seat);
}

}  // namespace server
