#include "server/match/offers.h"

namespace server {

bool Offers::may_make(OfferKind kind, Seat by) const {
  const Slot& slot = this->slot(kind);
  const bool was_declined = kind != OfferKind::rematch && slot.declined_after[index(by)] == moves_;
  return !was_declined && slot.made[index(by)] < kMostOffers;
}

void Offers::make(OfferKind kind, Seat by) {
  Slot& slot = this->slot(kind);
  slot.by = by;
  ++slot.made[index(by)];
}

void Offers::decline(OfferKind kind) {
  Slot& slot = this->slot(kind);
  slot.declined_after[index(*slot.by)] = moves_;
  slot.by.reset();
}

void Offers::close(OfferKind kind) {
  slot(kind).by.reset();
}

void Offers::moved(Seat mover) {
  ++moves_;
  for (Slot& slot : slots_) slot.made = {};
  if (open(OfferKind::draw, other(mover))) decline(OfferKind::draw);
  close(OfferKind::takeback);
}

void Offers::game_ended() {
  for (const OfferKind kind : {OfferKind::draw, OfferKind::takeback, OfferKind::pause}) close(kind);
}

}  // namespace server
