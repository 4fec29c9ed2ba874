#include "server/match/offers.h"

namespace server {

bool Offers::may_make(OfferKind kind, Seat by, int ply) const {
  const Slot& slot = this->slot(kind);
  if (kind == OfferKind::rematch) return slot.made[index(by)] < kMaxRematchOffers;
  return slot.last_ply[index(by)] != ply;
}

void Offers::make(OfferKind kind, Seat by, int ply) {
  Slot& slot = this->slot(kind);
  slot.by = by;
  slot.last_ply[index(by)] = ply;
  ++slot.made[index(by)];
}

void Offers::close(OfferKind kind) {
  slot(kind).by.reset();
}

void Offers::moved(Seat mover) {
  if (open(OfferKind::draw, other(mover))) close(OfferKind::draw);
  close(OfferKind::takeback);
}

void Offers::game_ended() {
  for (const OfferKind kind : {OfferKind::draw, OfferKind::takeback, OfferKind::pause}) close(kind);
}

}  // namespace server
