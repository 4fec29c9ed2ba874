#pragma once

#include <string>

#include "tests/storage/temporary_folder.h"

/// A PostgreSQL of this program's own; see tests/system/lib/postgres_server. Started when it is first asked
/// for, stopped when the program ends.
class PostgresServer {
 public:
  /// Whether this machine has PostgreSQL. Throws where SANQI_POSTGRES_TESTS=required and it has not.
  static bool is_there();
  static PostgresServer& shared();

  PostgresServer();
  ~PostgresServer();

  /// The address of an empty database.
  std::string new_database();
  /// Of a database, through the socket in another folder.
  static std::string through(const std::string& address, const std::string& folder);
  std::string folder() const { return folder_ / ""; }

  /// SIGKILL to all of its processes, and the same databases again.
  void kill();
  void start();

 private:
  void control(const std::string& command);

  TemporaryFolder folder_;
  std::string address_;
  int databases_ = 0;
};
