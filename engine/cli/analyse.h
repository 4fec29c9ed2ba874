#pragma once

#include <iosfwd>

namespace engine::cli {

/// `analyse`: JSON Lines; what the engine thinks of positions (docs/engine-protocols.md).
/// One request at a time; each blocks for as long as its limits say. Returns at the end of input.
void serve_analyse(std::istream& in, std::ostream& out);

}  // namespace engine::cli
