// A network namespace for one program, with two cables to this one: over `play` it is reached, over `records` it reaches PostgreSQL, and that one can be pulled.
import { execFileSync } from 'node:child_process';

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] });

export class OwnNetwork {
  name = `sanqi-node-${process.pid}`;
  /** The ends of both cables there and here. */
  play = { there: '192.168.78.2', here: '192.168.78.1' };
  records = { there: '192.168.79.2', here: '192.168.79.1' };
  prefix = ['ip', 'netns', 'exec', this.name];

  /** One that is there until the test is over; null where none can be made. */
  static during(t) {
    const network = new OwnNetwork();
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
    for (const cable of ['play', 'records']) {
      const here = this.#here(cable);
      ip('link', 'add', here, 'type', 'veth', 'peer', 'name', cable, 'netns', this.name);
      ip('-n', this.name, 'address', 'add', `${this[cable].there}/24`, 'dev', cable);
      ip('address', 'add', `${this[cable].here}/24`, 'dev', here);
      ip('-n', this.name, 'link', 'set', cable, 'up');
      ip('link', 'set', here, 'up');
    }
  }

  #here(cable) { return `${cable}-${process.pid % 1_000_000}`.slice(0, 15); }

  /** Nothing is sent over it any more, and nobody is told: what is under way waits. */
  pull() { ip('link', 'set', this.#here('records'), 'down'); }
  plug() { ip('link', 'set', this.#here('records'), 'up'); }

  #remove() {
    try { ip('netns', 'delete', this.name); } catch { /* It was never made. */ }
  }
}
