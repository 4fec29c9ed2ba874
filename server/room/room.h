#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "server/bots/bots.h"
#include "server/records/record_queue.h"
#include "server/room/room_state.h"
#include "server/room/subscriber.h"

namespace server {

class Metrics;
class Room;

/// The registry that rooms report to, and ask what they cannot know. Outlives them. Called on the network
/// thread, from inside Room::handle().
/// An interface, because rooms know neither Rooms nor Hub, which stand above them.
class RoomOwner {
 public:
  virtual ~RoomOwner() = default;
  /// This room is to be shown anew.
  /// Called for each Changed, so several times a move: it must be cheap.
  virtual void changed(Room& room) = 0;
  /// This viewer asked to come in and was refused, or the room is dropped: it is not in the room.
  virtual void turned_away(Room& room, ViewerId viewer) = 0;
  /// The room is not needed in memory: drop it. The room itself lives until its caller has returned.
  virtual void retired(Room& room) = 0;
  /// Something in the room failed in an unforeseen way, and nothing of it in memory can be trusted: drop it,
  /// and load the game again.
  virtual void broke(Room& room) = 0;
  /// The rating of a user who is here, at what this game is; none: a guest.
  virtual std::optional<ShownRating> rating_of(const protocol::User& user, const storage::Game& game) = 0;
  /// What makes a rated game that has its result count: written in one transaction with its end. None: games
  /// are not rated here.
  virtual std::optional<storage::Write> rate(const storage::Game& game) = 0;
  /// What that did to the players' ratings, if it is on disk. Asked whenever rate() gave something, so that
  /// nothing of it is kept.
  /// @param is_written false: it is not known, so that nothing is told
  virtual std::optional<protocol::RatingChanges> rating_changes(const std::string& game_id,
                                                                bool is_written) = 0;
  /// The players want another game: `done` gets its room, or null, perhaps inside the call.
  /// `event` becomes part of this game's record with it.
  virtual void create_rematch(storage::Game header, storage::Event event,
                              std::function<void(const Room*)> done) = 0;
};

/// What rooms live on. Outlives them.
struct RoomContext {
  boost::asio::io_context::executor_type network;
  RecordQueue& records;
  Bots& bots;
  Metrics& metrics;
  RoomOwner& owner;
};

/// Runs one RoomState: feeds it inputs one at a time, none while a commit is under way, and carries out its
/// effects in their order, with the timer, the subscribers, the record queue and the bot pool. Network thread
/// only.
///
/// Owned by Rooms; shared only so that callbacks of timers, threads and commits can find out that it has
/// gone. An input's way: handle() → queue (a place of its share) → run() → RoomState::handle() → effects in
/// their order → the next input. A Persist ends the loop; RecordQueue's answer calls settle(), which feeds
/// Committed or CommitFailed, and then the loop goes on.
///
/// Bounded: the queue by kMost of each share, subscribers by the limits of Joins. It ends by Retire, by a
/// defect (broke()), or with the process.
class Room : public std::enable_shared_from_this<Room> {
 public:
  Room(const RoomContext& context, RoomState state);

  /// The first input of a new game; `done` says whether it is written down. If not, the room is retired.
  /// @pre not opened or restored before
  void open(std::function<void(Persisted)> done, ComesOf of = {});
  /// The first input of a game that comes from its record.
  void restore(TimePoint lived_until) { handle(Restored{lived_until}); }

  /// The viewer will be reached by `subscriber` until leave().
  /// Replaces the subscriber of the same viewer; its rating is looked up here. Answered by the room's events
  /// or an error.
  void enter(std::shared_ptr<Subscriber> subscriber, Joined joined);
  /// Only the room is left; the subscriber's own life goes on.
  void leave(ViewerId viewer, Leaving how);
  /// Something happened, now. Too many at once are answered by `busy`.
  /// A defect in it breaks the room and does not reach the caller: see RoomOwner::broke().
  void handle(Input input);
  /// The server goes down: nothing more is decided, only what is under way is finished.
  /// Twice does no harm. Its subscribers stay: the hub closes them.
  void stop();

  const RoomState& state() const { return state_; }
  const storage::Game& header() const { return state_.log().header(); }
  const std::string& id() const { return header().id; }

 private:
  /// Of the places in the queue. Those of the server's own inputs are not counted.
  // What may wait for one commit is bounded by its share, so that spectators cannot take a player's place.
  enum Share { spectators, seat_a, seat_b, arriving, unbounded };
  /// An input and when it came: a move is judged by its arrival, however long a commit kept it waiting.
  struct Waiting {
    Input input;
    TimePoint arrived;
    Share share;
  };

  void run();
  void arm(TimePoint at);
  template <class Task>
  void attempt_or_break_down(Task task);
  void break_down();
  void timer_fired();
  void feed(const Input& input, TimePoint now);
  void forget_join(ViewerId viewer);
  Share share_of(const Input& input) const;
  bool is_full_for(const Input& input) const;
  void refuse(const ReplyTo& reply_to, protocol::ErrorCode code, std::string message);
  void settle(Persisted outcome, bool rated);

  // One for each effect. None calls back into the state: what follows from it comes as a new input.
  void perform(Persist& persist);
  void perform(Send& send);
  void perform(Broadcast& broadcast);
  void perform(Publish& publish);
  void perform(SetTimer& set);
  void perform(AskBot& ask);
  void perform(CancelBot&);
  void perform(AskHint& ask);
  void perform(CreateRematch& create);
  void perform(TurnedAway& turned);
  void perform(Dismiss& dismiss);
  void perform(ChatReported& reported);
  void perform(Changed&) { context_.owner.changed(*this); }
  void perform(Retire&);

  void deliver(ViewerId viewer, Subscriber::Text text);
  // Counts for the metrics and writes the log line of an end.
  void count(const protocol::GameEvent& event);

  const RoomContext& context_;
  RoomState state_;
  protocol::GameState published_;  // With the last event: what all viewers know.
  // In arrival order; bounded by kMost of each share.
  std::deque<Waiting> waiting_;
  std::array<std::size_t, 5> shares_{};      // Of those who wait, by Share.
  std::unordered_map<ViewerId, int> joins_;  // That wait, of each viewer.
  bool running_ = false;                     // run() is on the stack.
  bool stopped_ = false;                     // By stop(): inputs are refused, timers and bots are quiet.
  std::function<void(Persisted)> opened_;    // Until the first commit is answered.
  std::unordered_map<ViewerId, std::shared_ptr<Subscriber>> subscribers_;
  boost::asio::steady_timer timer_;
  std::optional<TimePoint> deadline_;   // Of the state; ...
  std::optional<TimePoint> armed_for_;  // ... and when the timer fires: not later.
  std::stop_source thinking_;           // Of the last bot that was asked.
};

}  // namespace server
