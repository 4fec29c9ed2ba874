#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/messages.h"
#include "server/room/presence.h"

namespace server {

/// Somebody who looks for an opponent.
struct Seeker {
  std::string seek_id;
  ViewerId viewer = 0;  ///< The connection that seeks; the seek ends with it.
  protocol::User user;
  protocol::Seek wish;  ///< With its rule by name.
  std::optional<int> rating;
  TimePoint since;
  std::shared_ptr<void> place = {};  ///< Counts among those of its address.
};

/// Who is to play whom. Pure: seeks come in and go, pairs come out, `now` is an argument.
///
/// Only those meet who seek the same game, rule, opening, time control and rating mode, and whose sides go
/// together; nobody meets himself. Of two with ratings the nearer are paired, and who waits accepts more and
/// more distance; otherwise who came first is served first.
class Pairing {
 public:
  struct Limits {
    std::size_t of_user = 10;
    std::size_t all = 1'000;
  };
  struct Pair {
    Seeker one, other;
    protocol::SideChoice side_of_one;
  };

  Pairing() : Pairing(Limits()) {}
  explicit Pairing(const Limits& limits) : limits_(limits) {}

  /// Why this user may not seek any more; none: he may.
  std::optional<protocol::ErrorCode> refuse(const std::string& user) const;
  void add(Seeker seeker);
  /// Two who should play now; they stay until they are removed.
  std::optional<Pair> next(TimePoint now) const;

  /// The connections on which somebody seeks.
  std::set<ViewerId> viewers_of(std::string_view user) const;
  /// The seeks that end, by id.
  std::vector<std::string> remove_user(std::string_view user);
  std::vector<std::string> remove_viewer(ViewerId viewer);
  /// False if this user has no such seek.
  bool remove(std::string_view user, std::string_view seek_id);

  std::size_t size() const;
  /// Oldest first within what is sought; at most so many.
  std::vector<protocol::LobbySeek> list(std::size_t most) const;

 private:
  using Pool = std::vector<Seeker>;  // In the order in which they came.

  template <class Test>
  std::vector<std::string> remove_if(Test test);

  Limits limits_;
  std::map<std::string, Pool> pools_;  // By all that must be equal. None is empty.
};

protocol::LobbySeek to_lobby(const Seeker& seeker);

}  // namespace server
