#pragma once

#include <filesystem>
#include <memory>

#include "storage/store.h"

namespace storage {

/// The store behind a file; without one, a store that forgets. Throws Error.
std::unique_ptr<Store> open_store(const std::filesystem::path& file);

}  // namespace storage
