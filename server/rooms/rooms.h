#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/base/rate_limit.h"
#include "server/base/timer.h"
#include "server/room/room.h"
#include "server/rooms/last_signs.h"

namespace server {

/// All rooms in memory, by id and by code, and the way of the others from the records into memory. Owns them:
/// a room lives from its creation, or from being found, until it says that it is not needed. Network thread
/// only; records are read on the record thread, and answers come back here.
///
/// The way into memory: find() → in memory? → records read and replayed on a thread of the pool (paid by
/// RequestBudget, for it costs with the game's length) → restore() on the network thread, with the signs of
/// life that bound what is charged → Room. Two look-ups of one game at a time end in one room: the later
/// finds it in memory. Which server keeps a game is decided by the store (Claim); another one's makes a
/// refusal `elsewhere`.
///
/// Bounded by `most`: rooms without use give their place to others (make_place()), first idle ones, for
/// players also those that are only watched.
class Rooms : private RoomOwner {
 public:
  /// Shared, for a room may be asked while it is being given up; Rooms holds it while it is in use.
  using RoomPtr = std::shared_ptr<Room>;
  /// A room; none: there is no such game, or a refusal says why it cannot be looked at now.
  struct Lookup {
    RoomPtr room{};
    std::optional<protocol::Error> refusal{};
    const char* limit = "joins";  ///< For whose sake it is refused, if it is for a limit's.
  };
  /// Told of every room whose looks have changed; null: this game has left the memory.
  /// May be called from within a room's own turn: it must not destroy the room.
  using Changed = std::function<void(const std::string& id, const Room* room)>;
  /// Told of every viewer that is not in a room: it was refused, or the room has left the memory.
  using TurnedAway = std::function<void(const std::string& id, ViewerId viewer)>;

  /// `lived_until`: the last sign of life of a server of before; from then on no clock has run, nor did one
  /// in `outages`. All references outlive this. `most`: rooms in memory. Both functions outlive it too.
  Rooms(boost::asio::io_context::executor_type network, RecordQueue& records, Bots& bots, Ratings& ratings,
        Metrics& metrics, std::size_t most, TimePoint lived_until, std::vector<storage::Outage> outages,
        Changed changed, TurnedAway turned_away);

  /// Opens a room for a new game; gives it id, time of creation and, if it has none, a code. Null if it could
  /// A code that is in use is drawn anew, some times. Answers after the commit, in a later turn.
  /// not be written down, one of the seeks of which it comes does not wait any more, or full().
  /// @pre header makes a game: GameLog::begin() accepts it
  /// @param of the seeks or the rematch of which the game comes; they are used up in the same transaction
  void create(storage::Game header, std::function<void(RoomPtr)> done, ComesOf of = {});
  /// The room of a game, from the records if need be. May answer inside the call.
  void find(const std::string& id, const RequestBudget& budget, std::function<void(Lookup)> done);
  /// The same by code, in whatever case, of a game that is not over.
  void find_code(std::string_view code, const RequestBudget& budget, std::function<void(Lookup)> done);
  /// Only what is in memory; null if it is not.
  /// For messages of clients that are in the room already: a pointer for this call only.
  Room* loaded(const std::string& id) const;
  RoomPtr loaded_by_code(const std::string& code) const;

  /// Takes up every game that has something to do by itself and that no other server keeps, some at a time.
  /// One that cannot be read is logged and counted. `done` is called once, at once if this is under way
  /// already. Games that cannot be looked up now are looked for again.
  /// Games with a running clock or a bot to move, by pages; beyond the places too, for they must go on.
  void restore_all(std::function<void()> done);
  /// The same while the server runs, as long as there are places: the rest is for other servers.
  void take_up_orphans();
  /// The game is overdue, says its record: it ends unless a player has come back to it, or a clock goes on.
  /// Returns at once; loads the game if it is not here. Not `may_end`: no more than that.
  void lapse(const std::string& id, bool may_end);
  /// The game counts no more in its tournament: it ends, unless another server keeps it, or it has begun and
  /// not `even_begun`. Returns at once.
  void annul(const std::string& id, bool even_begun);
  /// The server goes down: no room decides anything more; commits that are under way are finished.
  /// Call it once, before the last commits (Hub::drain()).
  void stop();

  const std::unordered_map<std::string, RoomPtr>& all() const { return rooms_; }
  /// No place is free for a new game, nor can be made free.
  /// Idle and watched rooms count as free: their places can be had.
  bool full() const { return rooms_.size() >= most_ + idle_.size() + watched_.size(); }

 private:
  // Tries: how many codes may still be drawn.
  void create(storage::Game header, int tries, ComesOf of, std::function<void(RoomPtr)> done);
  RoomPtr make(GameLog log);
  // Idle rooms first; watched ones only for a room in which a player is.
  bool make_place(bool even_of_watched);
  void spare_one_of(std::unordered_set<std::string>& rooms);
  // The lists idle_ and watched_ as the room's use tells.
  void note(const Room& room);
  /// A game of the records, replayed on a thread of the pool.
  struct Replayed {
    std::string id;
    std::optional<GameLog> log;  ///< None: the record makes no game.
  };
  static Replayed replay(const storage::Record& record);
  void load(const std::string& id, const RequestBudget& budget, std::function<void(Lookup)> done);
  RoomPtr restore(Replayed replayed);
  /// A walk through the games to be restored: one at a time.
  struct Restoring {
    storage::Cursor last{};  ///< The game that was restored last.
    bool beyond_places = false;
    std::function<void()> done;
  };
  // Reads the next page; none is under way.
  void restore_page();
  std::optional<ShownRating> rating_of(const std::string& user, const storage::Game& game) const;

  // RoomOwner: what rooms ask of this. All are called within a room's turn.
  void changed(Room& room) override;
  void turned_away(Room& room, ViewerId viewer) override { turned_away_(room.id(), viewer); }
  void retired(Room& room) override;
  // A room that threw: it is dropped and loaded again from its record (docs/architecture.md, "A defect ends
  // what it is in").
  void broke(Room& room) override;
  std::optional<ShownRating> rating_of(const protocol::User& user, const storage::Game& game) override;
  std::optional<storage::Write> rate(const storage::Game& game) override;
  std::optional<protocol::RatingChanges> rating_changes(const std::string& game_id, bool is_written) override;
  void create_rematch(storage::Game header, storage::Event event,
                      std::function<void(const Room*)> done) override;

  RecordQueue& records_;
  Ratings& ratings_;
  const std::size_t most_;
  LastSigns last_signs_;
  Changed changed_;
  TurnedAway turned_away_;
  KeyedBuckets reloads_;  // Of games that broke.
  std::optional<Restoring> restoring_;
  Timer restore_again_;
  bool stopped_ = false;
  RoomContext context_;
  std::unordered_map<std::string, RoomPtr> rooms_;
  std::unordered_set<std::string> idle_;                // Ids of the rooms whose places others may have,
  std::unordered_set<std::string> watched_;             // and those that play may: there people only look on.
  std::unordered_map<std::string, std::string> codes_;  // Ids of the rooms whose code still opens them.
};

}  // namespace server
