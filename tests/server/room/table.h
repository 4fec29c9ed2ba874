#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "server/room/room_state.h"
#include "tests/storage/memory_store.h"

namespace server {

using namespace std::chrono_literals;

// Who is in the room. Lin is its host; Zhao holds no seat.
inline constexpr ViewerId kLin = 1, kWang = 2, kLinsPhone = 3, kZhao = 9;

/// A room on the table: the effects of its state are carried out here by hand, against a real store and a
/// clock that the test turns. Viewers are numbers; what each was told is kept.
class Table {
 public:
  static constexpr TimePoint kStart{1'700'000'000'000ms};
  static constexpr TimeControl kBlitz{.initial = 5min, .increment = 3s};

  struct Setup {
    std::string game = "gomoku";
    TimeControl time = kBlitz;
    int first_level = 0;  ///< Of a bot; 0: a person.
    int second_level = 0;
    bool rated = false;
    std::string pos = "";
    std::string rule = "";
    std::string opening = "";
    int size = 0;
    std::string tournament = "";
  };

  explicit Table(const Setup& setup);
  Table() : Table(Setup{}) {}
  /// Two people, the game has begun. Lin moves first.
  static Table of_two(const TimeControl& time = kBlitz);
  /// Lin, who moves first, against a bot.
  static Table against_bot(const TimeControl& time = kBlitz);

  // What people and bots do. Each takes no time.
  void open() { input(Opened{}); }
  void join(ViewerId viewer, bool as_player = true, std::optional<int> since = {});
  void join_with_token(ViewerId viewer, const std::string& token_hash);
  void leave(ViewerId viewer, bool on_purpose = true) {
    input(Left{{viewer, {}}, on_purpose ? Leaving::closed : Leaving::lost});
  }
  void say_leave(ViewerId viewer) { input(Left{{viewer, {}}, Leaving::said}); }
  void move(ViewerId viewer, const std::string& move) { this->move(viewer, state->log().plies(), move); }
  void move(ViewerId viewer, int ply, const std::string& move);
  /// Lin and Wang in turn, Lin first.
  void moves(const std::vector<std::string>& moves);
  /// Each by who is to act.
  void play(const std::vector<std::string>& moves);
  void choose(const OpeningChoice& choice);
  ViewerId to_act() const { return state->log().seat_to_move() == Seat::a ? kLin : kWang; }
  void host(HostKind kind, const std::string& name = "") { input(Hosted{{kLin, ++request}, kind, name}); }
  void act(ViewerId viewer, ActionKind kind, bool on = true) { input(Acted{{viewer, ++request}, kind, on}); }
  void chat(ViewerId viewer, ChatRoom room, const std::string& text);
  void report(ViewerId viewer, const protocol::ChatLine& line);
  void bot_moves(const std::string& move, const std::vector<engine::Line>& lines = {});
  void input(const Input& input) { this->input(input, now); }
  void input(const Input& input, TimePoint arrived);

  /// The disk is free again and writes what it was asked to.
  void disk_catches_up();

  /// Turns the clock, stopping whenever the room's timer is due.
  void pass(Millis time);
  /// The server dies, `since_sign` after its last sign of life, and starts again, `away` later; whoever was
  /// here is gone.
  void restart(Millis away, Millis since_sign = 0ms);

  // What came of it.
  template <class Message>
  std::vector<Message> told(ViewerId viewer) {
    std::vector<Message> found;
    for (const auto& message : inbox[viewer]) {
      if (const auto* one = std::get_if<Message>(&message)) found.push_back(*one);
    }
    return found;
  }
  template <class Message>
  std::optional<Message> last(ViewerId viewer) {
    const auto all = told<Message>(viewer);
    return all.empty() ? std::nullopt : std::optional(all.back());
  }
  /// Of the last message: empty if it was no error.
  std::string refusal(ViewerId viewer);
  void forget() { inbox.clear(); }
  std::string reason() const { return state->log().state(now).reason; }
  std::string result() const { return state->log().state(now).result.value_or("-"); }
  Millis clock(Side side) const { return state->log().clock().reading(side).main; }
  std::vector<std::string> kinds() const;  ///< Of the stored events.

  TimePoint now = kStart;
  std::optional<RoomState> state;
  storage::MemoryStore store;
  std::map<ViewerId, std::vector<protocol::ServerMessage>> inbox;
  std::optional<TimePoint> timer;
  std::optional<AskBot> asked;
  std::optional<AskHint> hint_asked;
  int cancelled = 0;
  int retired = 0;
  std::vector<ViewerId> dismissed;
  std::vector<ViewerId> turned_away;
  int flagged = 0;
  std::optional<storage::Game> rematch;
  std::int64_t request = 100;
  Millis round_trip{0};
  int rated = 0;                                   ///< Commits that were to rate the game.
  std::optional<protocol::RatingChanges> ratings;  ///< What comes of that.
  /// The next commit is answered so; none: by hand.
  enum class Disk { works, full, is_lost, refuses, stalls } disk = Disk::works;

 private:
  void perform(Effect& effect);
  void perform(Persist& persist);
  void perform(Send& send);
  void perform(Broadcast& broadcast);
  void perform(Publish& publish);
  void perform(SetTimer& set) { timer = set.at; }
  void perform(AskBot& ask) { asked = std::move(ask); }
  void perform(CancelBot&) { ++cancelled; }
  void perform(AskHint& ask) { hint_asked = std::move(ask); }
  void perform(CreateRematch& create) { rematch = create.header; }
  void perform(TurnedAway& turned) { turned_away.push_back(turned.viewer); }
  void perform(Dismiss& dismiss) { dismissed.push_back(dismiss.viewer); }
  void perform(ChatReported&) { ++flagged; }
  void perform(Changed&) {}
  void perform(Retire&) { ++retired; }

  void write(const std::vector<storage::Write>& writes);

  std::vector<storage::Write> stalled_;
  std::vector<std::pair<Input, TimePoint>> after_commit_;  // With the moment of arrival.
};

}  // namespace server
