const MAX_FOLLOWED = 2;
const WITHIN_MS = 4_000;

/** Which of several servers the connection of a room asks the proxy for (`/ws?room=ID&node=NAME`). It follows what
 *  servers say of each other at most twice in four seconds: two may point at each other, and a dead one is still named
 *  for some seconds. */
export class NodeHint {
  /** Null: the proxy chooses. */
  node: string | null = null;
  /** How often it may follow within the present span of time. */
  #left = 0;
  /** When that began. */
  #since = -WITHIN_MS;

  /** A server says that `node` keeps the room; `now` in ms, monotonic. True: reconnect at once. Where the proxy does
   *  not lead to that node, the next address lets the proxy choose. False: stay, and ask again later. */
  follow(node: string, now: number): boolean {
    if (now >= this.#since + WITHIN_MS) {
      this.#since = now;
      this.#left = MAX_FOLLOWED;
    }
    if (this.#left-- <= 0) return false;
    this.node = node === this.node ? null : node;
    return true;
  }

  /** The server of this connection keeps the room: the next move of the room may be followed again. */
  arrived(): void {
    this.#left = MAX_FOLLOWED;
  }
}
