#include "storage/postgres/postgres_lease.h"

#include "storage/postgres/postgres_store.h"
#include "storage/postgres/queries.h"

namespace storage {

// The heartbeat is committed before other nodes are judged, which may make this wait.
bool PostgresLease::renew() {
  if (node_.left) return false;
  try {
    if (!connection_) connection_ = connector_.connect(PostgresConnection::Use::write);
    // Without its row this node has been taken over, or has left meanwhile, on the thread of the store.
    if (!connection_->ask(sql::postgres::kBeat, node_.epoch).any() && !node_.left) throw TakenOver();
    connection_->ask(sql::postgres::kTakeOver, node_.epoch);
    return connection_->ask(sql::postgres::kGoneOwners).rows() > 0;
  } catch (...) {
    connection_.reset();  // It was left in the middle of something.
    throw;
  }
}

}  // namespace storage
