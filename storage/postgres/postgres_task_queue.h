#pragma once

#include <memory>
#include <string>

#include "storage/postgres/postgres_connector.h"
#include "storage/postgres/wake_up.h"
#include "storage/tasks.h"

namespace storage {

struct PostgresNode;

/// Has a connection of its own while it is open.
/// Answers are heard on a channel named after this node's epoch.
class PostgresTaskQueue final : public TaskQueue {
 public:
  /// What it is given outlives it.
  PostgresTaskQueue(PostgresConnector& connector, const PostgresNode& node)
      : connector_(connector), node_(node) {}

  void open(const std::string& engine) override;
  void close() override { connection_.reset(); }
  TaskNews exchange(const TaskWishes& wishes) override;
  void wait(std::chrono::milliseconds patience) override;
  void wake() override { wake_.call(); }

 private:
  void send(const TaskWishes& wishes);
  TaskNews receive(const TaskWishes& wishes);

  PostgresConnector& connector_;
  const PostgresNode& node_;
  WakeUp wake_;
  std::string engine_;
  std::unique_ptr<PostgresConnection> connection_;
};

}  // namespace storage
