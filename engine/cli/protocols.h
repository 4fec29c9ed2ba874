#pragma once

#include <iosfwd>

namespace engine::cli {

/// Speaks an engine protocol with another program, recognised by the first word that it sends. Returns at the
/// end of input or when told to quit.
void speak(std::istream& in, std::ostream& out);

}  // namespace engine::cli
