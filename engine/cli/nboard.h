#pragma once

#include <iosfwd>
#include <string>

namespace engine::cli {

/// NBoard 2, the protocol of Othello's analysis boards, for anti-Reversi. `first` is the line that opened the
/// conversation.
void speak_nboard(const std::string& first, std::istream& in, std::ostream& out);

}  // namespace engine::cli
