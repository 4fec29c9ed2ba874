#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/load/connection.h"

namespace load {

using Clock = std::chrono::steady_clock;

/// What was measured in all games together.
struct Tally {
  std::vector<std::chrono::microseconds> acks;  ///< From when a move was due to its acknowledgement.
  long deliveries = 0;                          ///< Moves that arrived at a player or spectator.
  long gaps = 0;                                ///< Events whose version did not follow the last.
};

/// One room with its two players and its spectators. The players fill a gomoku board in a pattern that never
/// has five in a row, so that a game lasts for 224 moves.
class PlayedGame {
 public:
  /// Opens the room and brings everybody in, blocking.
  PlayedGame(std::uint16_t port, int source, int spectators, Tally& tally);

  std::size_t members() const { return members_.size(); }
  int descriptor(std::size_t member) const { return members_[member].connection->descriptor(); }
  bool may_move() const { return !waiting_ && ply_ < longest(); }
  static int longest();
  /// @pre may_move()
  void move(Clock::time_point due);
  /// Takes what a member has got.
  void receive(std::size_t member);

 private:
  struct Member {
    std::unique_ptr<Connection> connection;
    int version = 0;
  };

  Member& bring_in(std::uint16_t port, int source, const std::string& name);
  std::string ask(Member& member, const std::string& message, std::string_view answer);
  void take(Member& member, std::string_view message);

  Tally& tally_;
  std::vector<Member> members_;  // Players first.
  std::string id_;
  int ply_ = 0;
  bool waiting_ = false;  // For the acknowledgement of the last move.
  Clock::time_point due_{};
};

}  // namespace load
