#pragma once

#include <string>

namespace server {

/// What thinks here: the version of the program, and a fingerprint of what its bots think of the fixed
/// positions of each game (weights and search; some tenths of a second). Equal on every machine on which they
/// think alike, so that it makes no difference where a thought was had.
std::string engine_version();

}  // namespace server
