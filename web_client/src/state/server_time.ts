/** How many round trips the shown latency is the least of: at one ping in five seconds, those of the last 25 s. */
const RECENT = 5;
/** No welcome is this long on its way. */
const UNSURE_MS = 5_000;

/**
 * Reads the server's clock from this machine's monotonic one (`performance.now`), which may stand still while the
 * machine sleeps. All in milliseconds. A sample is trusted by its round trip: what it says is wrong by at most half
 * of that. One that contradicts what was believed is right. As NTP's clock filter, the sample of the shortest round
 * trip counts; without its statistics.
 */
export class ServerTime {
  #offset: number | null = null;
  #bestTrip = Infinity;
  #recentTrips: readonly number[] = [];

  /** A new line, perhaps to another server or after a sleep: what was measured before is only a first guess.
   *  `serverNow` is from a message whose way here is not known. */
  renew(receivedAt: number, serverNow: number): void {
    this.#bestTrip = Infinity;
    this.#recentTrips = [];
    // Later than this the server cannot be said to be; earlier it may.
    const least = serverNow - receivedAt;
    if (this.#offset === null || this.#offset < least || this.#offset > least + UNSURE_MS)
      this.#offset = least;
  }

  /**
   * An answer that came at `receivedAt` to what was sent at `sentAt`, both local; `serverNow` was written in between.
   */
  sample(sentAt: number, receivedAt: number, serverNow: number): void {
    const trip = receivedAt - sentAt;
    this.#recentTrips = [...this.#recentTrips, trip].slice(-RECENT);
    // Quartz drifts, so that an old excellent sample slowly loses to fresh good ones.
    this.#bestTrip *= 1.05;
    // A server's clock that was set, or a sleep of this machine: no quality of old samples helps.
    const believed = this.at(sentAt) <= serverNow && serverNow <= this.at(receivedAt);
    if (believed && trip > this.#bestTrip) return;
    this.#bestTrip = trip;
    this.#offset = serverNow - (sentAt + receivedAt) / 2;
  }

  /** Server time at the local moment `now`. Before the first welcome that is the local moment itself. */
  at(now: number): number {
    return now + (this.#offset ?? 0);
  }

  /** The quickest of the last round trips, null before the first: the slow ones measure how busy this page was. */
  get latency(): number | null {
    return this.#recentTrips.length > 0 ? Math.min(...this.#recentTrips) : null;
  }
}
