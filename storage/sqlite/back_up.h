#pragma once

#include <chrono>
#include <filesystem>

namespace storage {

/// Writes a consistent copy of a database as it is, whatever its schema, while others may read and write it.
/// Throws Error when there is none, when `copy` exists, or when another process keeps readers out for longer
/// than `patience`; a copy that fails is removed, and only a whole one has the name.
/// Blocks for as long as copying takes. The copy is readable by its owner only.
void back_up(const std::filesystem::path& file, const std::filesystem::path& copy,
             std::chrono::milliseconds patience = std::chrono::seconds(5));

}  // namespace storage
