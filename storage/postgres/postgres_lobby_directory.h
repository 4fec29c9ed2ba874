#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/postgres/postgres_connector.h"
#include "storage/store.h"

namespace storage {

struct PostgresNode;

/// Has a connection of its own. An exchange is one round trip, and another if a server shows something else
/// than before; what is known already is not read again.
/// Its table is unlogged, and batches of moves do not write it.
class PostgresLobbyDirectory final : public LobbyDirectory {
 public:
  /// What it is given outlives it.
  PostgresLobbyDirectory(PostgresConnector& connector, const PostgresNode& node)
      : connector_(connector), node_(node) {}

  std::vector<NodeLobby> exchange(std::optional<std::string> own) override;

 private:
  std::vector<NodeLobby> look(std::int64_t& shown);
  void show_and_read(std::int64_t shown, std::vector<NodeLobby>& others);
  bool is_known(const NodeLobby& other) const;

  PostgresConnector& connector_;
  const PostgresNode& node_;
  std::unique_ptr<PostgresConnection> connection_;
  std::string own_;
  std::int64_t version_ = 0;                // Of that; 0: there is nothing to be shown yet.
  std::map<std::int64_t, NodeLobby> read_;  // By epoch; of those that are there.
};

}  // namespace storage
