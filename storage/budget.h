#pragma once

#include <chrono>
#include <string>

namespace storage {

/// What somebody may do so many times at once, and as many times again in each `per`, wherever he does it.
struct Budget {
  std::string key;  ///< Whose, and for what.
  int count;
  std::chrono::milliseconds per;
};

}  // namespace storage
