#include "tests/storage/postgres_server.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

#include "storage/postgres/postgres_connection.h"
#include "storage/postgres/postgres_schema.h"

using storage::PostgresConnection;

namespace {

constexpr int kNotInstalled = 3;

/// What a command prints, and its status.
std::pair<std::string, int> output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string text;
  std::array<char, 256> piece{};
  while (std::fgets(piece.data(), piece.size(), pipe) != nullptr) text += piece.data();
  const int status = ::pclose(pipe);
  while (text.ends_with('\n')) text.pop_back();
  return {text, WEXITSTATUS(status)};
}

std::string script(const std::string& command, const std::string& folder) {
  return std::string(SANQI_SOURCE_DIR) + "/tests/system/lib/postgres_server " + command + ' ' + folder + ' ' +
         std::to_string(::getpid());
}

}  // namespace

bool PostgresServer::is_there() {
  static const bool there = [] {
    const TemporaryFolder nothing;
    const bool missing = output_of(script("look", nothing / "") + " 2>/dev/null").second == kNotInstalled;
    const char* const wish = std::getenv("SANQI_POSTGRES_TESTS");
    if (missing && wish != nullptr && std::string(wish) == "required")
      throw std::runtime_error("PostgreSQL is not installed, and SANQI_POSTGRES_TESTS=required");
    return !missing;
  }();
  return there;
}

PostgresServer& PostgresServer::shared() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer() {
  start();
}

PostgresServer::~PostgresServer() {
  output_of(script("stop", folder()));
}

void PostgresServer::control(const std::string& command) {
  const auto [text, status] = output_of(script(command, folder()));
  if (status != 0) throw std::runtime_error("PostgreSQL: " + command + " failed");
  if (!text.empty()) address_ = text;
}

void PostgresServer::kill() {
  connection_.reset();
  control("kill");
}

void PostgresServer::start() {
  control("start");
}

void PostgresServer::run(const std::string& statement) {
  auto connection = std::move(connection_);  // Of no use any more when the statement fails.
  if (!connection)
    connection = std::make_unique<PostgresConnection>(address_, PostgresConnection::Use::write);
  connection->run(statement);
  connection_ = std::move(connection);
}

std::string PostgresServer::address_of(const std::string& database) const {
  std::string address = address_;
  return address.replace(address.find("/postgres?"), 9, "/" + database);
}

// Since release 15 a copy is written page by page into the log, which takes three times as long as its files.
const std::string& PostgresServer::like_migrated() {
  if (like_migrated_.empty()) {
    run("CREATE DATABASE migrated");
    PostgresConnection database(address_of("migrated"), PostgresConnection::Use::write);
    storage::migrate(database);
    const int release = std::stoi(database.ask("SHOW server_version_num").row(0).text());
    like_migrated_ = std::string(" TEMPLATE migrated") + (release >= 150000 ? " STRATEGY file_copy" : "");
  }
  return like_migrated_;
}

std::string PostgresServer::new_database(Contents contents) {
  const std::string name = "test" + std::to_string(++databases_);
  run("CREATE DATABASE " + name + (contents == Contents::schema ? like_migrated() : ""));
  return address_of(name);
}

void PostgresServer::drop(const std::string& address) noexcept {
  const auto slash = address.rfind('/', address.find('?')) + 1;
  try {
    run("DROP DATABASE " + address.substr(slash, address.find('?') - slash) + " WITH (FORCE)");
  } catch (const storage::Error&) {
  }
}

std::string PostgresServer::through(const std::string& address, const std::string& folder) {
  return address.substr(0, address.find("?host=")) + "?host=" + folder;
}
