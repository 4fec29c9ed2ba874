// Many tables at once on one server, which is killed and restarted under them.
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../lib/patience.mjs';
import { randomFrom } from '../../lib/client.mjs';
import { Referee } from './referee.mjs';
import { Table } from './table.mjs';

export class World {
  referee = new Referee();
  /** {down: {since, until}, told}: told with SIGTERM, or killed. */
  restarts = [];
  counts = new Map();
  /** Tables that a restart has cut short, and that have not come back yet. */
  away = new Set();
  botShare = 6;
  /** Hears of each fault at once. */
  report = () => {};
  #up = Promise.resolve();

  constructor(server, seed) {
    this.server = server;
    this.seed = seed;
  }

  count(what) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  whenUp() {
    return this.#up;
  }

  async allClosed(pages) {
    await eventually('all pages to notice the restart', () => pages.every((page) => !page.open));
  }

  async restart(told) {
    let up;
    this.#up = new Promise((done) => (up = done));
    const since = Date.now();
    const status = await (told ? this.server.stop() : this.server.kill());
    // Of a drain that took too long the last sign of life counts, as of a kill.
    this.restarts.push({ down: { since, until: Date.now() }, told: status === 0 });
    try {
      await this.server.start();
    } finally {
      up();
    }
  }

  /** Plays so many games, `abreast` at a time; when all have come back, and `calm` ms or so later, the server goes
   *  down. Gives the faults; ends early when there are so many. */
  async play(games, { abreast, calm = 0, first = 0, faults = 1 }) {
    const found = [];
    const random = randomFrom(this.seed);
    let next = first,
      over = false;
    const stop = new AbortController();
    const seat = async () => {
      while (next < first + games && !over) {
        await new Table(this, this.seed, next++).play().catch((error) => {
          found.push(error);
          this.report(error);
        });
        over ||= found.length >= faults;
      }
    };
    const unrest = async () => {
      while (!over && calm > 0) {
        await eventually('all tables to come back', () => over || this.away.size === 0, Infinity);
        await sleep(calm / 2 + random(calm), null, stop).catch(() => {});
        if (!over) await this.restart(random(100) < 40);
      }
    };
    const trouble = unrest();
    try {
      await Promise.all(Array.from({ length: Math.min(abreast, games) }, seat));
    } finally {
      over = true;
      stop.abort();
      await trouble;
      this.referee.close();
    }
    return found;
  }
}
