const MOST = 2;
const WITHIN_MS = 4_000;

/** Which of several servers the line of a room asks the proxy for (`/ws?room=ID&node=NAME`). It follows what servers say of each other,
 *  but not for long: two may point at each other, and one that has just died is still named for some seconds. */
export class NodeHint {
  /** Null: the proxy chooses. */
  node: string | null = null;
  private left = 0;
  private since = -WITHIN_MS;

  /** A server says that `node` keeps the room: whether to open the line anew, now. Where the proxy does not lead to that one it is
   *  to choose anew; otherwise one stays and asks again. */
  follow(node: string, now: number): boolean {
    if (now >= this.since + WITHIN_MS) {
      this.since = now;
      this.left = MOST;
    }
    if (this.left-- <= 0) return false;
    this.node = node === this.node ? null : node;
    return true;
  }

  arrived(): void {
    this.left = MOST;
  }
}
