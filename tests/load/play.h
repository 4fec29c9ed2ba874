#pragma once

#include <functional>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

#include "tests/load/room.h"

namespace load {

/// Moves in rooms. By the clock: a move that is due while the one before is not acknowledged is made as soon
/// as it can be, and its latency counts from when it was due (open loop). Or each as soon as the last is
/// acknowledged (closed loop).
class Play : Room::Watcher {
 public:
  struct Pace {
    double rate = 0;        ///< Moves a second in each room; 0: closed loop.
    bool together = false;  ///< All rooms at the same moments, else spread evenly.
  };

  Play(Loop& loop, std::span<Room* const> rooms, Pace pace);
  ~Play();
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;

  /// Goes on for so long; ends early when some room cannot go on: its script is played, or in a closed loop
  /// its players have said all that the server's limits allow. `each_second` is called in between.
  Clock::duration run(
      Clock::duration time, const std::function<void()>& each_second = [] {});
  /// Moves that were due and could not be made until the end: how late they are.
  std::vector<Clock::duration> overdue() const;

 private:
  struct Due {
    Clock::time_point at;
    Room* room;
    bool operator>(const Due& other) const { return at > other.at; }
  };

  void freed(Room& room) override;
  void start(Clock::time_point now);
  void move_what_is_due(Clock::time_point now);
  void move(Room& room, Clock::time_point due);
  Clock::duration patience(Clock::time_point now, Clock::time_point end) const;

  Loop& loop_;
  const std::vector<Room*> rooms_;
  const Pace pace_;
  const Clock::duration interval_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::unordered_map<Room*, Clock::time_point> late_;  // Due, and still busy.
  bool running_ = false;
  bool exhausted_ = false;
};

}  // namespace load
