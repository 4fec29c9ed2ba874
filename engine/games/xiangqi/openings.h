#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/core/game.h"

namespace engine::xiangqi {

/// Codes of the openings that players have a name for: the group of the Encyclopedia of Chinese Chess
/// Openings (ECCO 2004: "C5", or the first where a system has several) and a letter of ours for each name
/// within it. Sorted.
std::span<const std::string_view> opening_codes();

/// What the first kOpeningPlies moves make; empty if it has no name, or the start is not the usual one. The
/// mirror image of an opening is the same one.
/// Case and spelling of the moves are those of the protocol.
std::string_view opening_code(const Setup& setup, std::span<const std::string> moves);

}  // namespace engine::xiangqi
