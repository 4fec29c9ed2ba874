// Clocks that jump and processes that stand still: no player pays for it, and nobody is thrown out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveInTurn } from '../lib/client.mjs';
import { MovedClock } from '../lib/moved_clock.mjs';
import { outage } from '../lib/patience.mjs';
import { pick } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Table } from '../lib/players.mjs';

const TIME = { initial: 300_000, increment: 0 };

for (const jump of [3600, -3600]) {
  test(`the wall clock jumps by ${jump} s: no clock of a game notices, before or after a restart`, async (t) => {
    const server = new Server();
    t.after(() => server.dispose());
    const clock = new MovedClock(server, { wallOnly: true });
    t.after(() => clock.dispose());
    await server.start();
    const table = await Table.open(server, 1, { time: TIME });
    const turn = () => moveInTurn([table.host, table.guest], pick);
    for (let i = 0; i < 4; i++) await turn();
    clock.set(jump);
    for (let i = 0; i < 4; i++) await turn();
    const left = table.host.room.state.clock.ms;
    for (const ms of left)
      assert.ok(ms > TIME.initial - 60_000 && ms <= TIME.initial, `${left} left after a jump of ${jump} s`);

    await server.kill();
    clock.set(2 * jump);
    await server.start();
    table.acknowledged = table.host.room.state.moves.split(' ');
    table.check(await server.json(`/api/games/${table.id}`));
    await table.comeBack(server);
    // The server asks for the time of day when it starts, and counts on from there.
    assert.ok(
      Math.abs(table.host.welcome.now - Date.now() - 2 * jump * 1000) < 60_000,
      'the server reads another clock',
    );
    for (let i = 0; i < 2; i++) await turn();
    assert.equal(table.host.room.state.status, 'playing');
    for (const ms of table.host.room.state.clock.ms)
      assert.ok(ms > TIME.initial - 60_000 && ms <= TIME.initial, `${ms}`);
    table.close();
  });
}

test('a server that stands still for a while: everybody is still there, and what was sent meanwhile counts once', async (t) => {
  const server = await Server.during(t);
  const tables = await Promise.all(
    Array.from({ length: 6 }, (_, n) => Table.open(server, n, { time: TIME })),
  );
  for (const table of tables) for (let i = 0; i < 2; i++) await moveInTurn([table.host, table.guest], pick);
  server.signal('SIGSTOP');
  const answers = tables.map((table) => table.host.move(table.host.room.state.legal[0], 2));
  await outage(3_000);
  server.signal('SIGCONT');
  for (const answer of await Promise.all(answers))
    assert.deepEqual([answer.t, answer.ply], ['ack', 3], JSON.stringify(answer));
  for (const table of tables) {
    await table.guest.until((s) => s.ply === 3);
    await moveInTurn([table.host, table.guest], pick);
    assert.equal(table.host.room.state.status, 'playing');
    table.close();
  }
});
