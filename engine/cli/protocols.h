#pragma once

#include <iosfwd>

namespace engine::cli {

// Conversations with other programs: lines in, lines out. Each protocol has a speak_*() that takes the first
// line and then reads on until it is told to quit or the input ends. None throws for bad input.

/// Speaks an engine protocol with another program, recognised by the first word that it sends. Returns at the
/// end of input or when told to quit.
void speak(std::istream& in, std::ostream& out);

}  // namespace engine::cli
