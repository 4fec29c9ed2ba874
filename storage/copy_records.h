#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace storage {

/// For the report to the operator.
struct CopiedTable {
  std::string name;
  std::int64_t rows = 0;
};

/// Copies all records from one database, a file or a "postgresql://..." address, into an empty one, and reads
/// them again before it commits: all of them are there, value by value, or none. Neither may be in use when
/// it begins. Blocks as long as it takes. Throws Error.
/// Rows come in the order of copied_tables(). Memory does not grow with what is copied, but PostgreSQL keeps
/// one transaction open for all of it.
std::vector<CopiedTable> copy_records(const std::string& from, const std::string& to);

/// Tables that are copied, those first to which others refer. Not among them: the last sign of life, which is
/// copied all the same; the schema's own version, what only servers that run have to say, and what they make
/// again from the games of the library.
const std::vector<std::string>& copied_tables();

}  // namespace storage
