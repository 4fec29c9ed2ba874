#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/identity/held_by_user.h"
#include "server/protocol/messages.h"
#include "storage/store.h"

namespace server {

/// A rating as people see it.
struct ShownRating {
  int value = 0;
  bool provisional = false;
  bool operator==(const ShownRating&) const = default;
};

/// `now` counts, for a rating grows less certain with time.
ShownRating shown(const storage::Standing& standing, TimePoint now);
/// Both rounded by themselves: the difference that a client computes may be off by one.
protocol::RatingChanges shown(const std::array<storage::RatingChange, 2>& changes);

/// The ratings of those who are here, and the writing of new ones. The store has the last word: new ratings
/// are computed inside its transaction, and what is here follows. Network thread only.
class Ratings {
 public:
  /// The standings of one account by game and speed. Its holder keeps it up to date.
  using Standings = std::map<std::pair<std::string, std::string>, storage::Standing>;

  /// The standings of an account whose ratings have just been read.
  /// Hold it as long as the user is here. Where one is held already it is given and `read` is ignored: the
  /// one that is held has seen all changes since.
  std::shared_ptr<const Standings> open(const std::string& user, const std::vector<storage::Rating>& read);

  /// They have been read anew, for another server has written some. Of an account without a holder: nothing.
  void refresh(const std::string& user, const std::vector<storage::Rating>& read);

  /// None: the standings of this user have no holder.
  /// Of a game and speed that the user has not played: the first rating, as a guess.
  std::optional<ShownRating> find(const std::string& user, const std::string& game, const std::string& speed,
                                  TimePoint now) const;

  /// What makes a game count that is over; to be written after its end.
  /// Its formula runs within the transaction, maybe several times where PostgreSQL begins it again; the last
  /// run counts. @pre take_changes() is called for each game once its write has ended, however it ended
  storage::RateGame rate(const storage::Game& game, const std::string& speed);
  /// What that did, once it is on disk; none: the game did not count. Only the first call is told.
  std::optional<protocol::RatingChanges> take_changes(const std::string& game, bool is_written);

 private:
  /// Filled by the thread of the store, read when the commit is done.
  struct Outcome {
    std::array<std::string, 2> users;
    std::pair<std::string, std::string> game_and_speed;
    std::array<storage::Standing, 2> before, after;
    bool counted = false;
  };

  HeldByUser<Standings> standings_;
  std::unordered_map<std::string, std::shared_ptr<Outcome>> outcomes_;  // By game, until asked for.
};

}  // namespace server
