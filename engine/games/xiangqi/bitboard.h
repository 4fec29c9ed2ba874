#pragma once

#include <bit>
#include <cstdint>

#include "engine/games/xiangqi/types.h"

namespace engine::xiangqi {

/// A set of squares, one bit each: bit s of 128 is square s, so a rank is nine neighbouring bits. The
/// compiler keeps the 128 bits in two registers and makes two instructions of most operations.
class Bitboard {
 public:
  __extension__ typedef unsigned __int128 Bits;

  constexpr Bitboard() = default;
  constexpr explicit Bitboard(Bits bits) : bits_(bits) {}
  /// The set of one square. @pre 0 <= s < kSquares
  static constexpr Bitboard of(Square s) { return Bitboard(Bits{1} << s); }

  constexpr Bits bits() const { return bits_; }
  /// Squares 0 to 63, and with high() the others.
  constexpr std::uint64_t low() const { return static_cast<std::uint64_t>(bits_); }
  constexpr std::uint64_t high() const { return static_cast<std::uint64_t>(bits_ >> 64); }

  constexpr bool empty() const { return bits_ == 0; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  constexpr bool contains(Square s) const { return (bits_ >> s & 1) != 0; }
  constexpr int count() const { return std::popcount(low()) + std::popcount(high()); }
  /// More than one: cheaper than counting.
  constexpr bool has_several() const { return (bits_ & (bits_ - 1)) != 0; }

  /// The lowest square. @pre !empty()
  constexpr Square first() const {
    return low() != 0 ? std::countr_zero(low()) : 64 + std::countr_zero(high());
  }
  /// @pre !empty()
  constexpr Square pop_first() {
    const Square s = first();
    bits_ &= bits_ - 1;
    return s;
  }

  constexpr Bitboard operator&(Bitboard other) const { return Bitboard(bits_ & other.bits_); }
  constexpr Bitboard operator|(Bitboard other) const { return Bitboard(bits_ | other.bits_); }
  constexpr Bitboard operator^(Bitboard other) const { return Bitboard(bits_ ^ other.bits_); }
  /// The squares of this set that are not in the other.
  constexpr Bitboard without(Bitboard other) const { return Bitboard(bits_ & ~other.bits_); }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  constexpr bool operator==(const Bitboard&) const = default;

 private:
  Bits bits_ = 0;
};

/// Calls visit(square) for each square of the set, lowest first.
template <class Visit>
constexpr void for_each(Bitboard set, Visit visit) {
  while (set) visit(set.pop_first());
}

// Bits 90 to 127 are never set in a set of squares: complements are always cut to this.
inline constexpr Bitboard kWholeBoard((Bitboard::Bits{1} << kSquares) - 1);

}  // namespace engine::xiangqi
