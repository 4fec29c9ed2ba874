#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/lobby/featured.h"
#include "server/protocol/messages.h"

namespace server {

/// A game as its server shows it to the others: as it is listed, and its small board.
///
/// Texts, so that a server that does not know the game can show it.
struct SharedGame {
  protocol::LobbyGame game;
  std::string pos = {};
  std::string last_move = {};
  std::optional<protocol::ClockFace> clock = {};
  bool operator==(const SharedGame&) const = default;

  protocol::Mini mini() const;
};

/// What one of several servers shows the others of its lobby.
/// A row of `lobbies` (decision 0010), as text of at most kMostBytes.
struct SharedLobby {
  static constexpr std::size_t kMostGames = 50;
  static constexpr std::size_t kMostAccounts = 500;
  static constexpr std::size_t kMostBytes = 32 * 1024;

  TimePoint now{};  ///< When, by the clock of that server, which those of its games have, too.
  int players = 0;
  int rooms = 0;
  std::optional<FeaturedCandidate> featured = {};  ///< That it would show, with its worth when it was chosen.
  std::set<std::string> accounts = {};  ///< That are there, by User::id; some, if there are too many.
  std::vector<SharedGame> games = {};
  bool operator==(const SharedLobby&) const = default;
};

/// As text of at most kMostBytes: games that would not fit are left out, the last first.
/// Games of the end are left out first; the reader counts on no order.
std::string encode(const SharedLobby& lobby);
/// None: a server of another version has said what we do not understand. Reads no more than kMostGames
/// and kMostAccounts.
/// A server of another version may have written it, so anything may be missing or strange.
std::optional<SharedLobby> decode_lobby(std::string_view text);

}  // namespace server
