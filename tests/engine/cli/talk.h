#pragma once

#include <sstream>
#include <string>

#include "engine/cli/protocols.h"

/// What the engine says to a conversation of these lines, all of them.
inline std::string talk(const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  engine::cli::speak(in, out);
  return out.str();
}
