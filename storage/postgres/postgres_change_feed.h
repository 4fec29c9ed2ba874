#pragma once

#include <memory>

#include "storage/change_feed.h"
#include "storage/postgres/postgres_connector.h"
#include "storage/postgres/wake_up.h"

namespace storage {

/// Listens on a connection of its own, which is opened by wait() and does nothing else.
class PostgresChangeFeed final : public ChangeFeed {
 public:
  /// `connector` outlives it.
  explicit PostgresChangeFeed(PostgresConnector& connector) : connector_(connector) {}

  /// LISTEN and NOTIFY. A connection that is lost is opened again by the next call, which then says
  /// `anything`.
  Changes wait(std::chrono::milliseconds patience) override;
  void wake() override { wake_.call(); }

 private:
  void listen();

  PostgresConnector& connector_;
  WakeUp wake_;
  std::unique_ptr<PostgresConnection> connection_;
};

}  // namespace storage
