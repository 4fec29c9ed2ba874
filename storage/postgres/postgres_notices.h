#pragma once

#include <memory>

#include "storage/notices.h"
#include "storage/postgres/postgres_connector.h"

namespace storage {

/// Listens on a connection of its own, which is opened by wait() and does nothing else.
class PostgresNotices final : public Notices {
 public:
  /// `connector` outlives it.
  explicit PostgresNotices(PostgresConnector& connector);
  ~PostgresNotices() override;
  PostgresNotices(const PostgresNotices&) = delete;
  PostgresNotices& operator=(const PostgresNotices&) = delete;

  Changes wait(std::chrono::milliseconds patience) override;
  void wake() override;

 private:
  void listen();

  PostgresConnector& connector_;
  const int wake_;  // An eventfd.
  std::unique_ptr<PostgresConnection> connection_;
};

}  // namespace storage
