#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "storage/postgres/postgres_connector.h"
#include "storage/postgres/wake_up.h"
#include "storage/tasks.h"

namespace storage {

/// Has a connection of its own while it is open; each call is a round trip or two. One thread, but for
/// wake(). What throws has lost the connection and may have happened: the next call is open().
class PostgresTaskConsumer final : public TaskConsumer {
 public:
  /// Connects with open().
  explicit PostgresTaskConsumer(const std::string& url) : connector_(url) {}

  void open(const Self& self) override;
  void leave() override;
  bool beat(WorkerNews& news) override;
  std::vector<BegunTask> begin(int most, int urgency) override;
  void answer(const BegunTask& task, const std::string& text) override;
  void wait(std::chrono::milliseconds patience) override;
  void wake() override { wake_.call(); }

 private:
  template <class Do>
  auto ask(Do what);
  void sweep();

  PostgresConnector connector_;
  WakeUp wake_;
  std::string engine_;
  std::int64_t id_ = 0;  // Of its row; 0: it has none.
  std::chrono::steady_clock::time_point swept_{};
  std::unique_ptr<PostgresConnection> connection_;
};

}  // namespace storage
