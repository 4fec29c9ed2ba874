#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/postgres/postgres_store.h"
#include "tests/patience.h"
#include "tests/storage/postgres_server.h"

namespace storage {

inline const std::chrono::seconds kPatience = patience();

/// A database of PostgreSQL whose tables are empty.
class PostgresStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!PostgresServer::is_there()) GTEST_SKIP() << "there is no PostgreSQL here";
    address_ = PostgresServer::shared().new_database(contents_);
  }
  ~PostgresStoreTest() override {
    if (!address_.empty()) PostgresServer::shared().drop(address_);
  }

  std::unique_ptr<PostgresStore> node(const std::string& name) const {
    return std::make_unique<PostgresStore>(address_, Node{name, "http://" + name + ".example"});
  }
  /// Somebody else at the same database.
  std::unique_ptr<PostgresConnection> shell() const {
    return std::make_unique<PostgresConnection>(address_, PostgresConnection::Use::write);
  }
  /// The first column of the first row, as text.
  std::string value_of(const std::string& query) const {
    auto connection = shell();
    connection->send_once(query);
    connection->sync();
    const PostgresResult found = connection->receive();
    return found.rows() == 0 ? "" : found.row(0).text();
  }
  /// Until a query finds something. To open a connection for each look takes long on a busy machine.
  static void wait_until(PostgresConnection& connection, const char* query) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (connection.ask(query).rows() == 0) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline) << query;
      std::this_thread::yield();
    }
  }
  /// As if it had been silent for that long.
  void silence(const std::string& node, const std::string& time = "5.1 s") const {
    shell()->run("UPDATE nodes SET heartbeat = now() - interval '" + time + "' WHERE node = '" + node + "'");
  }
  /// As if it had said for long that it lives, and just now, however slow this machine is.
  void settle(const std::string& node) const {
    shell()->run(
        "UPDATE nodes SET since = now() - interval '5.1 s', heartbeat = now() + interval '1 h' WHERE node = "
        "'" +
        node + "'");
  }
  /// `by` does what it does once a second, when `node` was silent for too long.
  void take_over(const std::string& node, Store& by, const std::string& its_name) const {
    settle(its_name);
    silence(node);
    by.lease()->renew();
  }
  static std::vector<int> versions(Store& store, const std::string& game) {
    std::vector<int> versions;
    const auto record = store.open_reader()->load(game);
    for (const Event& event : record->events) versions.push_back(event.v);
    return versions;
  }

  PostgresServer::Contents contents_ = PostgresServer::Contents::schema;
  std::string address_;
};

/// Without any table.
class PostgresSchemaTest : public PostgresStoreTest {
 protected:
  PostgresSchemaTest() { contents_ = PostgresServer::Contents::nothing; }
};

/// The same with two servers, a and b.
class TwoNodesTest : public PostgresStoreTest {
 protected:
  void SetUp() override {
    PostgresStoreTest::SetUp();
    if (IsSkipped()) return;
    a_ = node("a");
    b_ = node("b");
  }

  std::unique_ptr<PostgresStore> a_, b_;
};

}  // namespace storage
