#pragma once

#include <set>
#include <string>

#include "storage/time.h"

namespace storage {

/// A user at one of the servers that share a store looks for an opponent. Ends with its server; a store that
/// is not shared keeps none. Decision 0008: no server owns the lobby. Of two seeks that fit, the server of
/// the later one makes the game.
struct Seek {
  std::string id;
  std::string user;  ///< User::id
  std::string name;
  bool guest = true;
  std::string wish;  ///< For what game, in words of the server.
  int rating = 0;    ///< At that; 0: none.
  bool provisional = false;
  std::string token_hash;  ///< Of the future seat.
  Millis since = 0;
  // What the store says besides.
  bool is_here = true;              ///< It is this server's.
  std::string game{};               ///< That came of it; empty: it still waits.
  std::string code{};               ///< Of that game.
  std::set<std::string> blocked{};  ///< User::id of those whom the user blocks.
  bool program = false;             ///< User::program
};

}  // namespace storage
