#pragma once

#include <array>
#include <optional>

#include "server/match/seat.h"
#include "server/protocol/messages.h"

namespace server {

using protocol::OfferKind;

/// What one player has proposed to the other and not been answered. At most one offer of a kind is open. A
/// part of GameLog: it changes by events alone.
class Offers {
 public:
  /// Who made it, if it is open.
  std::optional<Seat> by(OfferKind kind) const { return slot(kind).by; }
  bool open(OfferKind kind, Seat by) const { return slot(kind).by == by; }

  /// An offer that was declined or withdrawn may be made again only once a move was played since; a rematch,
  /// where no moves follow, at most kMaxRematchOffers times.
  bool may_make(OfferKind kind, Seat by, int ply) const;

  void make(OfferKind kind, Seat by, int ply);
  void close(OfferKind kind);

  /// `mover` has moved: that declines what the other had offered, and no takeback can mean this position.
  void moved(Seat mover);
  void game_ended();

 private:
  static constexpr int kMaxRematchOffers = 5;

  struct Slot {
    std::optional<Seat> by;
    std::array<int, 2> last_ply{-1, -1};  // At which each seat made it last.
    std::array<int, 2> made{};
  };

  Slot& slot(OfferKind kind) { return slots_[static_cast<std::size_t>(kind)]; }
  const Slot& slot(OfferKind kind) const { return slots_[static_cast<std::size_t>(kind)]; }

  std::array<Slot, 4> slots_;
};

}  // namespace server
