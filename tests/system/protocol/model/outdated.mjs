// What a request meant that says by `v` which version of the game its sender had seen.

/** Versions of the events by which the last offer of a kind was made, and ended; a turn began; moves were taken back;
 *  the game began to count. */
export const unchanged = { madeAt: {}, closedAt: {}, turnedAt: 0, takenBackAt: 0, countsAt: 0 };

/** The same after the event `v`, which led from `s` to `next`. */
export function changedBy({ v, kind }, s, next) {
  const noted = (at, isNew) =>
    Object.keys(s.offers)
      .filter(isNew)
      .reduce((all, offer) => ({ ...all, [offer]: v }), at);
  return {
    madeAt: noted(s.madeAt, (offer) => !s.offers[offer] && next.offers[offer]),
    closedAt: noted(s.closedAt, (offer) => s.offers[offer] && !next.offers[offer]),
    turnedAt: ['move', 'swap', 'opening', 'takeback'].includes(kind) ? v : s.turnedAt,
    takenBackAt: kind === 'takeback' ? v : s.takenBackAt,
    countsAt: !s.clockStarted && next.clockStarted ? v : s.countsAt,
  };
}

/** What speaks against a request that was meant for version `v` of the game, and means something else by now. */
export function outdated(s, { do: what, on = true, v = Infinity }) {
  const isAgreed = on && what !== 'takeback'; // Who asks for what the other has just offered.
  if (s.closedAt[what] > v || (s.madeAt[what] > v && !isAgreed)) return ['no_offer'];
  if (what === 'takeback') return on && s.takenBackAt > v ? ['stale_ply'] : [];
  const isOfTurn = ['claimWin', 'claimDraw', 'keep', 'swap', 'more', 'offer', 'declare'].includes(what);
  return isOfTurn && s.turnedAt > v ? ['stale_ply'] : [];
}
