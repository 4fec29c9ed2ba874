#include "server/match/offers.h"

namespace server {

bool Offers::may_make(OfferKind kind, Seat by) const {
  const Slot& slot = this->slot(kind);
  const bool was_declined = kind != OfferKind::rematch && slot.declined_after[index(by)] == moves_;
  return !was_declined && slot.made[index(by)] < kMostOffers;
}

void Offers::make(OfferKind kind, Seat by, int at) {
  Slot& slot = this->slot(kind);
  slot.by = by;
  slot.made_at = at;
  ++slot.made[index(by)];
}

// For the seat that made it; the other may still offer the same.
void Offers::decline(OfferKind kind, int at) {
  Slot& slot = this->slot(kind);
  slot.declined_after[index(*slot.by)] = moves_;
  close(kind, at);
}

void Offers::close(OfferKind kind, int at) {
  Slot& slot = this->slot(kind);
  if (!slot.by) return;
  slot.by.reset();
  slot.closed_at = at;
}

void Offers::moved(Seat mover, int at) {
  ++moves_;
  for (Slot& slot : slots_) slot.made = {};
  if (open(OfferKind::draw, other(mover))) decline(OfferKind::draw, at);
  close(OfferKind::takeback, at);
}

// A rematch stays open: it is offered after the end.
void Offers::game_ended(int at) {
  for (const OfferKind kind : {OfferKind::draw, OfferKind::takeback, OfferKind::pause}) close(kind, at);
}

}  // namespace server
