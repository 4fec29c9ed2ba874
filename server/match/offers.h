#pragma once

#include <array>
#include <optional>

#include "server/match/seat.h"
#include "server/protocol/messages.h"

namespace server {

using protocol::OfferKind;

/// What one player has proposed to the other and not been answered. At most one offer of a kind is open. A
/// part of GameLog: it changes by events alone.
///
/// One slot for each kind, so that nothing grows. Each remembers versions rather than flags: by them a page
/// is told whether the offer that it saw is still the one that it answers (ActionRequest::seen).
class Offers {
 public:
  /// Who made it, if it is open.
  std::optional<Seat> by(OfferKind kind) const { return slot(kind).by; }
  bool open(OfferKind kind, Seat by) const { return slot(kind).by == by; }

  /// An offer that was declined may be made again only once a move was played since. Between two moves each
  /// kind at most kMostOffers times; that alone bounds a rematch, where no moves follow.
  bool may_make(OfferKind kind, Seat by) const;

  /// Whether an offer of this kind ended, or was made, after the event `version`.
  bool closed_since(OfferKind kind, int version) const { return slot(kind).closed_at > version; }
  bool made_since(OfferKind kind, int version) const { return slot(kind).made_at > version; }

  // Below, `at` is the version of the event that changes the offers.
  // Each is called by GameLog::apply() alone.

  void make(OfferKind kind, Seat by, int at);
  /// The other does not want it. @pre it is open
  void decline(OfferKind kind, int at);
  /// It was withdrawn or accepted, or means nothing any more.
  void close(OfferKind kind, int at);

  /// `mover` has moved: that declines a draw that the other had offered, and no takeback can mean this
  /// position.
  void moved(Seat mover, int at);
  void game_ended(int at);

 private:
  static constexpr int kMostOffers = 5;

  struct Slot {
    std::optional<Seat> by;
    int made_at = 0;                            // Version of the event by which the last one was made, ...
    int closed_at = 0;                          // ... and the last one ended; 0: none was.
    std::array<int, 2> declined_after{-1, -1};  // So many moves each seat's offer was declined last.
    std::array<int, 2> made{};                  // Since the last move.
  };

  Slot& slot(OfferKind kind) { return slots_[static_cast<std::size_t>(kind)]; }
  const Slot& slot(OfferKind kind) const { return slots_[static_cast<std::size_t>(kind)]; }

  std::array<Slot, 4> slots_;
  int moves_ = 0;  // Played, whether they were taken back or not.
};

}  // namespace server
