#pragma once

#include <string>
#include <vector>

#include "tests/load/options.h"
#include "tests/load/report.h"

namespace load {

/// Another server, that a shell command starts: it listens on the port of the variable PORT, keeps its
/// records in the file of DATABASE, and says "...:PORT" on a line when it is ready.
struct Peer {
  std::string name;     ///< "ws"
  std::string command;  ///< "node relay.mjs"
  std::string dialect;  ///< "colyseus"; empty: it speaks the messages of our protocol that a game needs.
};

/// The same games on our server and on each peer, in turns, so many rounds, on the same core: saturated, and
/// at 200 moves a second. Reports the median of the CPU a move, and what it is of the cheapest peer's.
void compare(const Options& options, const std::vector<Peer>& peers, Report& report);

}  // namespace load
