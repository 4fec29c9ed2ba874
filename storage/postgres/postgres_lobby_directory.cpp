#include "storage/postgres/postgres_lobby_directory.h"

#include <utility>

#include "storage/postgres/postgres_store.h"
#include "storage/postgres/queries.h"

namespace storage {

std::vector<NodeLobby> PostgresLobbyDirectory::exchange(std::optional<std::string> own) {
  if (own) {
    own_ = *std::move(own);
    ++version_;
  }
  if (node_.left) return {};
  try {
    if (!connection_) connection_ = connector_.connect(PostgresConnection::Use::write);
    std::int64_t shown = 0;
    std::vector<NodeLobby> others = look(shown);
    show_and_read(shown, others);
    read_.clear();
    for (const NodeLobby& other : others)
      if (other.content) read_.emplace(other.epoch, other);
    return others;
  } catch (...) {
    connection_.reset();  // It was left in the middle of something.
    throw;
  }
}

/// The other servers. @param shown the version of this server's row; 0: it has none, or none any more
std::vector<NodeLobby> PostgresLobbyDirectory::look(std::int64_t& shown) {
  connection_->send(sql::postgres::kBeatLobby, node_.epoch);
  connection_->send(sql::postgres::kOtherNodes, node_.epoch, kMostNodes);
  connection_->sync();
  shown = read_one(connection_->receive(), [](PostgresRow& row) { return row.millis(); }).value_or(0);
  auto others = read_all(connection_->receive(), [](PostgresRow& row) {
    const std::int64_t epoch = row.millis();
    std::string node = row.text();
    return NodeLobby{.epoch = epoch, .node = std::move(node), .version = row.millis()};
  });
  connection_->receive_sync();
  return others;
}

/// What is new here and at the others, which show it: @post each has its content.
void PostgresLobbyDirectory::show_and_read(std::int64_t shown, std::vector<NodeLobby>& others) {
  const bool is_new = version_ != shown && !others.empty();
  std::vector<NodeLobby*> unknown;
  for (NodeLobby& other : others) {
    if (is_known(other)) {
      other = read_.at(other.epoch);
    } else if (other.version != 0) {
      unknown.push_back(&other);
    }
  }
  if (!is_new && unknown.empty()) return;
  if (is_new)
    connection_->send(shown == 0 ? sql::postgres::kShowLobbyFirst : sql::postgres::kShowLobby, node_.epoch,
                      version_, own_);
  for (const NodeLobby* other : unknown) connection_->send(sql::postgres::kReadLobby, other->epoch);
  connection_->sync();
  if (is_new) connection_->receive();
  for (NodeLobby* other : unknown) {
    const PostgresResult found = connection_->receive();
    if (found.rows() == 0) continue;  // It is gone meanwhile.
    PostgresRow row = found.row(0);
    other->version = row.millis();
    other->content = std::make_shared<const std::string>(row.text());
    other->age = std::chrono::milliseconds(row.millis());
  }
  connection_->receive_sync();
}

bool PostgresLobbyDirectory::is_known(const NodeLobby& other) const {
  const auto known = read_.find(other.epoch);
  return known != read_.end() && known->second.version == other.version;
}

}  // namespace storage
