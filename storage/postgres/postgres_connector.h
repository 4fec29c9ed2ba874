#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "storage/postgres/postgres_connection.h"

namespace storage {

/// Opens connections to one database. When it is away it is not asked again for a while, longer each time: 50
/// ms to 2 s. Any thread.
class PostgresConnector {
 public:
  explicit PostgresConnector(std::string url) : url_(std::move(url)) {}

  /// Throws ConnectionLost, at once where the last attempt was a moment ago.
  /// Blocks for two seconds an address at most (connect_timeout).
  std::unique_ptr<PostgresConnection> connect(PostgresConnection::Use use);

 private:
  const std::string url_;

  std::mutex mutex_;  // Guards what follows.
  std::chrono::milliseconds rest_{0};
  std::chrono::steady_clock::time_point rests_until_{};
  std::string why_;
};

}  // namespace storage
