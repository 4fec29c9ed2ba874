#pragma once

#include <chrono>
#include <string>

namespace storage {

/// What may be done so many times at once, and as many times again in each `per`, at all servers together.
struct Budget {
  std::string key;  ///< Whose, and for what.
  int count;
  std::chrono::milliseconds per;
};

}  // namespace storage
