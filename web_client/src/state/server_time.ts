const RECENT = 5;

/** Reads the server's clock from this machine's monotonic one. A sample is trusted by its round trip: what it
 *  says is wrong by at most half of that. */
export class ServerTime {
  private offset: number | null = null;
  private bestTrip = Infinity;
  private recentTrips: readonly number[] = [];

  /** A rough first reading, from a message whose way here is not known. */
  guess(receivedAt: number, serverNow: number): void {
    this.offset ??= serverNow - receivedAt;
  }

  sample(sentAt: number, receivedAt: number, serverNow: number): void {
    const trip = receivedAt - sentAt;
    this.recentTrips = [...this.recentTrips, trip].slice(-RECENT);
    // Quartz drifts, so that an old excellent sample slowly loses to fresh good ones.
    this.bestTrip *= 1.05;
    if (trip > this.bestTrip) return;
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
