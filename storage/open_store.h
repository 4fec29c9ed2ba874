#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "storage/store.h"

namespace storage {

/// Whether this names a database of PostgreSQL, and no file.
bool is_postgres(std::string_view database);

/// The store behind a file or a "postgresql://..." address; without one, a store that forgets. Throws Error.
/// @param self which of the servers that share the store this is, if it can be shared
/// Brings the schema up to date, which may take a while where a database is old. Refused if the schema is
/// newer than the program.
std::unique_ptr<Store> open_store(const std::string& database, const Node& self = {});

/// Bytes of this process that its databases hold, nearly all of it pages of their files: at most 16 MiB of
/// the writer and 2 MiB of each reader. From any thread.
std::int64_t memory_in_use();

}  // namespace storage
