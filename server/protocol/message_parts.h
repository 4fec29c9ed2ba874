#pragma once

#include <optional>
#include <string>

#include "engine/core/types.h"

/// What messages of both directions are made of.
namespace server::protocol {

using engine::Side;

struct User {
  std::string id;  ///< Of an account or a guest; unguessable, and the same for life.
  std::string name;
  bool guest = true;     ///< Without a password.
  bool program = false;  ///< An account that a program plays for.
  bool operator==(const User&) const = default;
};

/// Ratings that an opponent may have; 0: no bound. With a bound an opponent must have a rating.
/// Bounds are inclusive.
struct RatingRange {
  int min = 0;
  int max = 0;
  bool admits(std::optional<int> rating) const {
    if (min == 0 && max == 0) return true;
    return rating && *rating >= min && (max == 0 || *rating <= max);
  }
  bool operator==(const RatingRange&) const = default;
};

enum class SideChoice { first, second, random };

/// What an opening lets a player choose: to keep the side, to exchange the sides, to place two stones more
/// and let the other choose, to offer the other moves to pick from, to declare how many will be offered. The
/// last five actions.
enum class Choice { keep, swap, more, offer, declare };

/// Why a challenge is declined: not now, the game should be faster or slower, rated or casual, or another.
enum class DeclineReason { later, faster, slower, rated, casual, game };

/// Who reads a chat line: those with a seat, or all in the room.
// The players' own chat is not shown to spectators, even in the snapshot.
enum class ChatRoom { players, all };

}  // namespace server::protocol
