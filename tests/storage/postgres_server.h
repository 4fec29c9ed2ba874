#pragma once

#include <memory>
#include <string>

#include "tests/storage/temporary_folder.h"

namespace storage {
class PostgresConnection;
}

/// A PostgreSQL of this program's own; see tests/system/lib/postgres_server. Started when it is first asked
/// for, stopped when the program ends.
class PostgresServer {
 public:
  /// Whether this machine has PostgreSQL. Throws where SANQI_POSTGRES_TESTS=required and it has not.
  static bool is_there();
  static PostgresServer& shared();

  PostgresServer();
  ~PostgresServer();

  enum class Contents : bool { schema, nothing };
  /// The address of a new database: a copy of one with the tables of this program, or without any.
  std::string new_database(Contents contents = Contents::schema);
  /// Frees its disk, whatever is still connected. A server that is down keeps it.
  void drop(const std::string& address) noexcept;
  /// Of a database, through the socket in another folder.
  static std::string through(const std::string& address, const std::string& folder);
  std::string folder() const { return folder_ / ""; }

  /// SIGKILL to all of its processes, and the same databases again.
  void kill();
  void start();

 private:
  void control(const std::string& command);
  /// On one connection for all statements: to open one takes as long as a test.
  void run(const std::string& statement);
  std::string address_of(const std::string& database) const;
  /// " TEMPLATE ..." of a database with the tables, which is made when it is first asked for.
  const std::string& like_migrated();

  TemporaryFolder folder_;
  std::string address_, like_migrated_;
  std::unique_ptr<storage::PostgresConnection> connection_;
  int databases_ = 0;
};
