#include "storage/postgres/postgres_connector.h"

#include <algorithm>

namespace storage {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstRest{50};
constexpr std::chrono::milliseconds kLongestRest{2'000};

}  // namespace

std::unique_ptr<PostgresConnection> PostgresConnector::connect(PostgresConnection::Use use) {
  {
    const std::lock_guard lock(mutex_);
    if (steady_clock::now() < rests_until_) throw ConnectionLost(why_);
  }
  try {
    auto connection = std::make_unique<PostgresConnection>(url_, use);
    const std::lock_guard lock(mutex_);
    rest_ = std::chrono::milliseconds(0);
    return connection;
  } catch (const ConnectionLost& lost) {
    const std::lock_guard lock(mutex_);
    // All threads share the rest, so a database that is away is not tried by each of them.
    rest_ = std::clamp(2 * rest_, kFirstRest, kLongestRest);
    rests_until_ = steady_clock::now() + rest_;
    why_ = lost.what();
    throw;
  }
}

}  // namespace storage
