// A network namespace for one program, joined to this one by two veth pairs: over `play` it is reached, over `records` it reaches PostgreSQL, and that one can be set down.
import { execFileSync } from 'node:child_process';

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] });

export class NetworkNamespace {
  name = `sanqi-node-${process.pid}`;
  /** The addresses of both pairs, in the namespace and here. */
  play = { there: '192.168.78.2', here: '192.168.78.1' };
  records = { there: '192.168.79.2', here: '192.168.79.1' };
  prefix = ['ip', 'netns', 'exec', this.name];

  /** One that is there until the test is over; null where none can be made. */
  static during(t) {
    const network = new NetworkNamespace();
    t.after(() => network.#remove());
    try {
      network.#build();
      return network;
    } catch (error) {
      t.skip(`this machine builds no networks: ${String(error.stderr ?? error).trim()}`);
      return null;
    }
  }

  #build() {
    ip('netns', 'add', this.name);
    ip('-n', this.name, 'link', 'set', 'lo', 'up');
    for (const link of ['play', 'records']) {
      const here = this.#here(link);
      ip('link', 'add', here, 'type', 'veth', 'peer', 'name', link, 'netns', this.name);
      ip('-n', this.name, 'address', 'add', `${this[link].there}/24`, 'dev', link);
      ip('address', 'add', `${this[link].here}/24`, 'dev', here);
      ip('-n', this.name, 'link', 'set', link, 'up');
      ip('link', 'set', here, 'up');
    }
  }

  #here(link) { return `${link}-${process.pid % 1_000_000}`.slice(0, 15); }

  /** A partition: nothing is sent any more, and no connection is closed. */
  cut() { ip('link', 'set', this.#here('records'), 'down'); }
  join() { ip('link', 'set', this.#here('records'), 'up'); }

  #remove() {
    try { ip('netns', 'delete', this.name); } catch { /* It was never made. */ }
  }
}
