#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tests/load/script.h"
#include "tests/load/tally.h"

namespace load {

/// A game that follows its script, with everybody who sees it: members 0 and 1 play, the others look on.
/// Holds what must be true whatever the server's protocol is: everybody is told of every move, in order and
/// once, and what was acknowledged stays. How that is said over the wire is for those who derive from it.
class Room {
 public:
  /// Hears when a room may be moved in again.
  class Watcher {
   public:
    virtual void freed(Room& room) = 0;

   protected:
    ~Watcher() = default;
  };

  Room(Tally& tally, std::shared_ptr<const Script> script, std::size_t members);
  virtual ~Room() = default;
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  /// Brings everybody in; `live` when that is done.
  virtual void begin() = 0;

  bool live() const { return live_ == members_.size(); }
  /// Nothing is under way, the script goes on, and who is to move has not said too much lately.
  bool may_move() const { return live() && !waiting_ && !over() && may_speak(side_to_move()); }
  bool waiting() const { return waiting_; }
  bool over() const { return plies() == static_cast<int>(script_->moves.size()); }
  /// Moves that the server has acknowledged.
  int plies() const { return acknowledged_; }
  const Script& script() const { return *script_; }
  std::size_t members() const { return members_.size(); }
  /// Everybody has seen all that was acknowledged, and nothing is under way.
  bool settled() const;
  /// The script's next move. @pre may_move()
  void move(Clock::time_point due);
  void watch(Watcher* watcher) { watcher_ = watcher; }

 protected:
  virtual void send_move(int side, int ply, const std::string& move) = 0;
  virtual bool may_speak(int side) const { return side >= 0; }

  int side_to_move() const { return plies() % 2; }
  bool is_in(std::size_t member) const { return members_[member].live; }
  int ply_of(std::size_t member) const { return members_[member].ply; }
  /// A member is told of the next move; of `bytes` on the wire.
  void delivered(std::size_t member, std::string_view move, std::size_t bytes);
  /// A member is told of all moves so far, separated by blanks.
  void shown(std::size_t member, std::string_view moves);
  /// The server says that so many moves are played for good.
  void acknowledged(int ply);
  /// A member's connection is gone; he will come back with a snapshot.
  void lost(std::size_t member);
  void problem(const char* words) { tally_.problem(words); }

 private:
  struct Member {
    int ply = 0;
    bool live = false;
  };

  void free();

  Tally& tally_;
  const std::shared_ptr<const Script> script_;
  std::vector<Member> members_;
  std::size_t live_ = 0;
  std::vector<Clock::time_point> due_;  // Of each ply that was sent.
  int acknowledged_ = 0;
  bool waiting_ = false;  // For the acknowledgement of the last move.
  Watcher* watcher_ = nullptr;
};

}  // namespace load
