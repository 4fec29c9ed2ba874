#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/room/room.h"

namespace server {

/// An owner that keeps no rooms and knows nothing of anybody: games are not rated.
class LoneOwner : public RoomOwner {
 public:
  void changed(Room&) override {}
  void turned_away(Room&, ViewerId) override { ++turned_away_; }
  void retired(Room&) override {}
  void broke(Room&) override {}
  std::optional<ShownRating> rating_of(const protocol::User&, const storage::Game&) override { return {}; }
  std::optional<storage::Write> rate(const storage::Game&) override { return {}; }
  std::optional<protocol::RatingChanges> rating_changes(const std::string&, bool) override { return {}; }
  void create_rematch(storage::Game, storage::Event, std::function<void(const Room*)>) override {}

  int turned_away_ = 0;  ///< How often.
};

}  // namespace server
