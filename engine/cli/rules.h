#pragma once

#include <iosfwd>

namespace engine::cli {

/// `rules`: JSON Lines; the referee for scripts, bots and tests (docs/engine-protocols.md).
/// No search and no bot: an answer takes as long as its moves take to be played. Returns at the end of input.
void serve_rules(std::istream& in, std::ostream& out);

}  // namespace engine::cli
