#pragma once

#include <chrono>
#include <string>

namespace storage {

/// What may be done so many times at once, and as many times again in each `per`, at all servers together.
/// A token bucket, known by its name alone: servers that ask for the same key share it. Kept as the one
/// moment at which it is full again. `count` and `per` have to be the same at each use of a key.
struct Budget {
  /// Stored as a hash: it may hold names and addresses.
  std::string key;  ///< Whose, and for what.
  int count;
  std::chrono::milliseconds per;
};

}  // namespace storage
