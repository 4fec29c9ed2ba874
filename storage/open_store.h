#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "storage/store.h"

namespace storage {

/// The store behind a file; without one, a store that forgets. Throws Error.
std::unique_ptr<Store> open_store(const std::filesystem::path& file);

/// Bytes of this process that its databases hold, nearly all of it pages of their files: at most 16 MiB of
/// who writes and 2 MiB of each who reads. From any thread.
std::int64_t memory_in_use();

}  // namespace storage
