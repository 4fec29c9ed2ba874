#pragma once

namespace storage {

class PostgresConnection;

/// Brings the schema of a database up to date, in one transaction; of several servers that start together
/// one. Throws Error when it is newer than this program.
void migrate(PostgresConnection& connection);

}  // namespace storage
