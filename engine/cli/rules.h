#pragma once

#include <iosfwd>

namespace engine::cli {

/// `rules`: JSON Lines; the referee for scripts, bots and tests (docs/engine-protocols.md).
void serve_rules(std::istream& in, std::ostream& out);

}  // namespace engine::cli
