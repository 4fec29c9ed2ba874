#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/zobrist.h"
#include "server/room/room_state.h"
#include "storage/store.h"

namespace server {

/// A room on a virtual clock, with a real store and with pages that behave as people and networks do: they
/// come and go, drop, return with or without what they knew, send things twice, late or not at all. Every
/// page keeps the game as it was told of it, by the rules of the protocol document; what was not told in
/// order is a failure.
class SimulatedRoom {
 public:
  /// Under which all games count; which speed a game has is not the room's to decide.
  static constexpr const char* kSpeed = "blitz";

  SimulatedRoom(const engine::Game& game, storage::Game header, storage::Store& store,
                engine::SplitMix64& random, TimePoint now);

  /// Lets `steps` things happen; fewer if the game is over, and what comes after it, before.
  void live(int steps);
  /// The players end the game if it goes on.
  void finish();

  const RoomState& room() const { return *room_; }
  TimePoint now() const { return now_; }
  /// The game that the players agreed to play next.
  const std::optional<storage::Game>& rematch() const { return rematch_; }
  /// What each page that is here knows must be what there is.
  void expect_all_pages_know() const;

  /// How often something came about: a simulation in which nothing happens proves nothing.
  std::map<std::string, int> happened;

 private:
  /// A tab of somebody's browser, connected or not.
  struct Page {
    protocol::User user;
    bool as_player = true;
    std::optional<ViewerId> viewer = {};  ///< While it is connected.
    std::optional<Side> you = {};
    std::optional<int> version = {};
    protocol::GameState state = {};
    bool keeps_state = false;  ///< By deltas, in the JSON below.
    nlohmann::json kept = {};
  };

  // What may happen.
  void move();
  void move_wrongly();
  void act();
  void act(Page& page, ActionKind kind, bool on = true, std::vector<std::string> moves = {}, int count = 0);
  void choose(Page& page);
  void come_or_go();
  void walk_out();
  void let_bot_move();
  void pass(Millis time);
  void restart();
  void join(Page& page);
  void leave(Page& page);
  void send_move(const Page& page, int ply, const std::string& move);

  // How it comes about.
  void input(const Input& input);
  void perform(Persist& persist);
  void perform(Send& send);
  void perform(Broadcast&) {}
  void perform(Publish& publish);
  void perform(SetTimer& set) { timer_ = set.at; }
  void perform(AskBot& ask) { asked_ = std::move(ask); }
  void perform(CancelBot&) { asked_.reset(); }
  void perform(AskHint&) {}
  void perform(CreateRematch& create);
  void perform(TurnedAway&) {}
  void perform(Dismiss&) {}
  void perform(ChatReported&) {}
  void perform(Changed&) {}
  void perform(Retire&) {}

  void tell(Page& page, const protocol::GameFull& full);
  void tell(Page& page, const protocol::GameEvent& event);
  void keep_state(Page& page, protocol::GameEvent event);
  Page* page_of(ViewerId viewer);
  Page* connected_player(Side side);
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  template <class List>
  auto& any_of(List& list) {
    return list[random_.below(static_cast<std::uint32_t>(std::size(list)))];
  }

  storage::Store& store_;
  engine::SplitMix64& random_;
  TimePoint now_;
  std::optional<RoomState> room_;
  std::vector<Page> pages_;
  ViewerId next_viewer_ = 1;
  std::int64_t next_request_ = 1;
  std::optional<TimePoint> timer_;
  std::optional<AskBot> asked_;
  std::optional<MoveSent> last_sent_;
  std::optional<storage::Game> rematch_;
  bool disk_fails_next_ = false;
};

}  // namespace server
