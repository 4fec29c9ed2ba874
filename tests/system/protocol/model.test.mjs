// Random games of random people on a real server, held against what docs/protocol.md promises: versions, clocks,
// offers, takebacks, openings, restarts, the powers of a host, several pages of one person. SANQI_GAMES=10000 for a
// long run; the seed of a run and the number of a table (SANQI_FIRST) give the same game again, as far as clocks allow.
import { test } from 'node:test';
import { PATIENCE_MS } from '../lib/patience.mjs';
import { size } from '../lib/players.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { World } from './model/world.mjs';

const games = size('SANQI_GAMES', 100);
const abreast = size('SANQI_ABREAST', 40);
const calm = size('SANQI_CALM_MS', 4_000);

test(
  `${games} random games do what the document says`,
  { timeout: Math.max(10 * PATIENCE_MS, (PATIENCE_MS / 6) * games) },
  async (t) => {
    const world = new World(await Server.during(t), seed);
    world.report = ({ message, table }) => {
      const trace = table.trace.slice(-25).join('\n');
      console.log(
        `table ${table.number} of seed ${seed}: ${JSON.stringify(table.config)}\n${trace}\n${message}\n`,
      );
    };
    const began = Date.now();
    const faults = await world.play(games, {
      abreast,
      calm,
      first: size('SANQI_FIRST', 0),
      faults: size('SANQI_FAULTS', 1),
    });
    const told = [...world.counts].sort().map(([what, times]) => `${what} ${times}`);
    console.log(
      `${games} games, ${world.restarts.length} restarts, ${world.referee.positions} positions, ${Math.round((Date.now() - began) / 1000)} s: ${told.join(', ')}`,
    );
    if (faults.length > 0) throw faults[0];
  },
);
