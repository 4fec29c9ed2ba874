#pragma once

#include <iosfwd>
#include <string>

namespace engine::cli {

/// Go Text Protocol 2, as programs for Othello speak it, for anti-Reversi. `first` is the line that opened
/// the conversation.
void speak_gtp(const std::string& first, std::istream& in, std::ostream& out);

}  // namespace engine::cli
