#pragma once

#include <cstddef>
#include <filesystem>

namespace server {

/// Bytes that this process may use before the system ends it: the least of the machine's memory and of the
/// limits of the control groups (version 2) around the process, which is how systemd's MemoryMax= and
/// containers set theirs.
/// @param root of the system, for tests
/// Read anew at each call: limits may be changed while the process runs.
std::size_t usable_memory(const std::filesystem::path& root = "/");

/// Bytes of this process that are in memory.
/// Zero if it cannot be read.
std::size_t resident_memory();

}  // namespace server
