#pragma once

#include <cstdint>

namespace storage {

/// Milliseconds of a duration, or since 1970-01-01 UTC where a field is a moment.
using Millis = std::int64_t;

}  // namespace storage
