#pragma once

namespace engine {

/// The commit that the program was built from, in twelve digits, with "-dirty" behind it where files
/// differed; "unknown" outside of Git. Defined by cmake/commit.cmake; library sanqi_commit.
const char* commit();

}  // namespace engine
