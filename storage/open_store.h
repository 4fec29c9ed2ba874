#pragma once

#include <filesystem>
#include <memory>

#include "storage/store.h"

namespace storage {

/// The store behind a file; without one, a store that forgets. Throws Error.
std::unique_ptr<Store> open_store(const std::filesystem::path& file);

/// Copies the database while others may use it. Throws Error when there is none.
void back_up(const std::filesystem::path& file, const std::filesystem::path& copy);

}  // namespace storage
