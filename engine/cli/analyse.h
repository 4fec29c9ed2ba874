#pragma once

#include <iosfwd>

namespace engine::cli {

/// `analyse`: JSON Lines; what the engine thinks of positions (docs/engine-protocols.md).
void serve_analyse(std::istream& in, std::ostream& out);

}  // namespace engine::cli
