#include "tests/load/room.h"

#include <algorithm>
#include <utility>

namespace load {

Room::Room(Tally& tally, std::shared_ptr<const Script> script, std::size_t members)
    : tally_(tally), script_(std::move(script)), members_(members) {}

bool Room::settled() const {
  const auto has_seen_all = [this](const Member& member) {
    return member.live && member.ply == acknowledged_;
  };
  return !waiting_ && std::ranges::all_of(members_, has_seen_all);
}

void Room::move(Clock::time_point due) {
  const auto ply = static_cast<std::size_t>(acknowledged_);
  due_.resize(ply);
  due_.push_back(due);
  waiting_ = true;
  send_move(side_to_move(), acknowledged_, script_->moves[ply]);
}

void Room::delivered(std::size_t member, std::string_view move, std::size_t bytes) {
  Member& here = members_[member];
  const auto ply = static_cast<std::size_t>(here.ply++);
  if (ply >= due_.size()) return problem("a move arrived that nobody made");
  if (move != script_->moves[ply]) return problem("another move arrived than was made");
  if (!tally_.measuring) return;
  ++tally_.deliveries;
  tally_.delivery_bytes += static_cast<std::int64_t>(bytes);
  tally_.arrivals.add(Clock::now() - due_[ply]);
}

// What was sent and not acknowledged may have been played or not: the snapshot of the side that moved tells.
void Room::shown(std::size_t member, std::string_view moves) {
  int ply = 0;
  while (!moves.empty()) {
    const std::string_view move = moves.substr(0, moves.find(' '));
    moves.remove_prefix(std::min(moves.size(), move.size() + 1));
    if (static_cast<std::size_t>(ply) >= due_.size() || move != script_->moves[static_cast<std::size_t>(ply)])
      return problem("a snapshot shows another game than was played");
    ++ply;
  }
  if (ply < acknowledged_) problem("an acknowledged move is not in a snapshot");
  Member& here = members_[member];
  here.ply = ply;
  if (!std::exchange(here.live, true)) ++live_;
  if (tally_.measuring) ++tally_.snapshots;
  if (waiting_ && static_cast<int>(member) == side_to_move()) {
    acknowledged_ = std::max(acknowledged_, ply);
    waiting_ = false;
  }
  if (live() && !waiting_) free();
}

void Room::acknowledged(int ply) {
  if (!waiting_ || ply != acknowledged_ + 1) return problem("an acknowledgement of a move that was not made");
  if (tally_.measuring) tally_.acks.add(Clock::now() - due_.back());
  ++acknowledged_;
  waiting_ = false;
  free();
}

void Room::lost(std::size_t member) {
  if (std::exchange(members_[member].live, false)) --live_;
}

void Room::free() {
  if (watcher_) watcher_->freed(*this);
}

}  // namespace load
