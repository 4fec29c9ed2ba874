#pragma once

#include <memory>

#include "storage/postgres/postgres_connector.h"
#include "storage/store.h"

namespace storage {

struct PostgresNode;

/// Has a connection of its own, and waits for the batch under way at most.
/// A connection of its own, because a batch that fails for minutes must not look like a dead node (decision
/// 0007).
class PostgresLease final : public Lease {
 public:
  /// What it is given outlives it.
  PostgresLease(PostgresConnector& connector, const PostgresNode& node)
      : connector_(connector), node_(node) {}

  bool renew() override;

 private:
  PostgresConnector& connector_;
  const PostgresNode& node_;
  std::unique_ptr<PostgresConnection> connection_;
};

}  // namespace storage
