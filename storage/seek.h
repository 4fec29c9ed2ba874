#pragma once

#include <string>

#include "storage/time.h"

namespace storage {

/// Somebody at one of the servers that share a store looks for an opponent.
struct Seek {
  std::string id;
  std::string user;  ///< User::id
  std::string name;
  bool guest = true;
  std::string wish;  ///< For what game, in words of the server.
  int rating = 0;    ///< At that; 0: he has none.
  bool provisional = false;
  std::string token_hash;  ///< Of the seat that he will have.
  Millis since = 0;
  // What the store says besides.
  bool is_here = true;  ///< It is this server's.
  std::string game{};   ///< That came of it; empty: he still waits.
  std::string code{};   ///< Of that game.
};

}  // namespace storage
