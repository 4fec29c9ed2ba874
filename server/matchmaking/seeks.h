#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "server/base/address_limits.h"
#include "server/base/timer.h"
#include "server/identity/ratings.h"
#include "server/lobby/lobby_feed.h"
#include "server/matchmaking/pairing.h"
#include "server/records/record_queue.h"
#include "server/room/subscriber.h"
#include "server/rooms/game_quota.h"
#include "server/rooms/rooms.h"

namespace server {

/// Seeks, here and at other servers that share the store, and the games that come of them: all other seeks of
/// a user who is paired end. Pairing decides which two fit; here pairs are timed, seated and announced.
///
/// Of seeks the store has the last word, when it is shared: one is open when it is written down, and a game
/// comes of two of them only if both still stand there. Network thread only.
class Seeks {
 public:
  /// The id of the new seek, or why there is none.
  using Begun = std::function<void(engine::Expected<std::string, GameQuota::Refusal>)>;
  /// Why it goes on, or has ended by itself; none: nothing comes of it any more.
  using Ended = std::function<void(std::optional<protocol::Error>)>;

  /// A user has a game. `viewers`: the connections here on which that user seeks.
  using Paired = std::function<void(const std::string& user, std::set<ViewerId> viewers,
                                    const protocol::Created& created)>;

  /// All outlive this.
  Seeks(Timer::Executor network, RecordQueue& records, Rooms& rooms, Ratings& ratings, LobbyFeed& feed,
        GameQuota& quota, Paired paired);

  /// The id of the new seek, or why there is none. May answer inside the call. It is not paired before
  /// pair_up(), so that the seek can be acknowledged before its game is told.
  /// @param viewer the id of `client`, which has said hello
  void begin(ViewerId viewer, const Subscriber& client, const protocol::Seek& seek, Begun done);
  /// A seek of this user, on whichever connection: one that is lost may not be known to be. May answer inside
  /// the call.
  void end(std::string_view user, const std::string& seek_id, const Ended& done);
  /// All that this connection seeks.
  void end_all(ViewerId viewer);

  /// Seats the new one if another fits, at a cost that grows with the seeks; and looks at all again soon:
  /// who waits is content with less. While there is no room for a game, or it cannot be written down, all
  /// wait.
  void pair_up(const std::string& seek_id);
  /// Other servers have changed their seeks, or paired one of ours.
  void look_at_store();
  /// The server goes down: no seeks are paired any more.
  void stop();

  std::vector<protocol::LobbySeek> list(std::size_t most) const { return pairing_.list(most); }
  /// Of all servers: list() sorts them.
  std::size_t size() const { return pairing_.size(); }

 private:
  Seeker seeker_of(ViewerId viewer, const Subscriber& client, const protocol::Seek& seek);
  void open(const std::string& seek_id);
  void begun(const std::string& seek_id, Persisted outcome, const Begun& done);
  void withdrawn(const std::string& seek_id, Persisted outcome, const Ended& done);
  void end(const std::vector<Seeker>& seekers);

  void pair_all_up();
  void pair_up_later();
  void seat(const Pairing::Pair& pair);
  void seated(const Pairing::Pair& pair, const Room* room);
  void found(const Seeker& seeker, const std::string& game, const std::string& code);

  void look();
  void rested();
  void compare(const std::vector<storage::Seek>& stored, const std::vector<std::string>& known);
  void compare_own(const storage::Seek& stored);
  void compare_other(const storage::Seek& stored);

  RecordQueue& records_;
  Rooms& rooms_;
  Ratings& ratings_;
  LobbyFeed& feed_;
  GameQuota& quota_;
  const Paired paired_;
  AddressCounts tickets_;  // Outlives the seeks.
  Pairing pairing_;
  TimePoint last_;  // Of the seeks here: no two begin at the same moment.
  Timer timer_, look_timer_;
  bool pairs_up_later_ = false;  // The timer runs.
  bool looking_ = false;         // At the store, or just has.
  bool look_again_ = false;      // There was something new meanwhile.
  bool stopped_ = false;
};

}  // namespace server
