#pragma once

namespace storage {

class PostgresConnection;

/// Brings the schema of a database up to date, in one transaction; of several servers that start together
/// one. Throws Error when it is newer than this program.
/// Blocks without a time-out while another server migrates. @post `connection` is outside a transaction
void migrate(PostgresConnection& connection);

}  // namespace storage
