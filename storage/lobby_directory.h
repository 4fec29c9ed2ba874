#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace storage {

/// What another server that shares the store shows of its lobby.
/// Decision 0010: rows that are read, no notices.
struct NodeLobby {
  std::int64_t epoch = 0;  ///< Of that server: never given twice.
  std::string node;
  std::int64_t version = 0;                      ///< Each thing that it shows has another.
  std::shared_ptr<const std::string> content{};  ///< In words of the server; null: it shows nothing.
  std::chrono::milliseconds age{0};              ///< How long ago it was shown, when it was first read here.
};

/// Where servers that share a store show each other their lobbies. One thread at a time.
class LobbyDirectory {
 public:
  virtual ~LobbyDirectory() = default;
  /// Says that this server still shows what it showed last, or from now on `own`; to be said once a second,
  /// for a server that is silent for five shows nothing. Gives all other servers there are, up to kMostNodes.
  /// Throws Error when the store is away: what was to be shown is shown the next time.
  /// Blocks for one or two round trips. `own` is at most what the caller bounds it to (32 KB).
  virtual std::vector<NodeLobby> exchange(std::optional<std::string> own) = 0;

  /// Of so many servers at most the lobbies are read.
  static constexpr int kMostNodes = 64;
};

}  // namespace storage
