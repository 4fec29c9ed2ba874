const RECENT = 5;
/** No welcome is this long on its way. */
const UNSURE_MS = 5_000;

/**
 * Reads the server's clock from this machine's monotonic one, which may stand still while the machine sleeps. A sample
 * is trusted by its round trip: what it says is wrong by at most half of that. One that contradicts what was believed
 * is right.
 */
export class ServerTime {
  private offset: number | null = null;
  private bestTrip = Infinity;
  private recentTrips: readonly number[] = [];

  /** A new line, perhaps to another server or after a sleep: what was measured before is only a first guess.
   *  `serverNow` is from a message whose way here is not known. */
  renew(receivedAt: number, serverNow: number): void {
    this.bestTrip = Infinity;
    this.recentTrips = [];
    // Later than this the server cannot be said to be; earlier it may.
    const least = serverNow - receivedAt;
    if (this.offset === null || this.offset < least || this.offset > least + UNSURE_MS) this.offset = least;
  }

  sample(sentAt: number, receivedAt: number, serverNow: number): void {
    const trip = receivedAt - sentAt;
    this.recentTrips = [...this.recentTrips, trip].slice(-RECENT);
    // Quartz drifts, so that an old excellent sample slowly loses to fresh good ones.
    this.bestTrip *= 1.05;
    const believed = this.at(sentAt) <= serverNow && serverNow <= this.at(receivedAt);
    if (believed && trip > this.bestTrip) return;
    this.bestTrip = trip;
    this.offset = serverNow - (sentAt + receivedAt) / 2;
  }

  /** Server time at the local moment `now`. */
  at(now: number): number {
    return now + (this.offset ?? 0);
  }

  /** The quickest of the last round trips, null before the first: the slow ones measure how busy this page was. */
  get latency(): number | null {
    return this.recentTrips.length > 0 ? Math.min(...this.recentTrips) : null;
  }
}
