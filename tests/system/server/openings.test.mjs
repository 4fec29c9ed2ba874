// Every opening procedure over the wire, against the AI on either side: whoever must act can, sides are exchanged for
// everybody, and a killed server goes on in the midst of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, seatTwo } from '../lib/client.mjs';
import { pick } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const server = await new Server().start();
test.after(() => server.dispose());

const isOver = (state) => state.status !== 'playing';
/** Mine to place or to choose. */
const mustAct = (client) => (state) =>
  state.turn === client.room.you && (state.legal?.length > 0 || state.opening?.options?.length > 0);

/** Sends what `act` sends, and waits until the room has moved on: the acknowledgement comes before the event. */
async function done(client, act) {
  const { v } = client.room;
  const answer = await act();
  assert.equal(answer.t, 'ack', JSON.stringify(answer));
  await client.until(() => client.room.v > v);
}

const POINTS = [...'abcdefghijklmno'].flatMap((file) =>
  Array.from({ length: 15 }, (_, rank) => file + (rank + 1)),
);

/** With what belongs to it. Fifth moves that are alike by symmetry are refused: then others. */
async function choose(client, option, { moves, opening }) {
  if (option === 'declare') return client.act(option, { count: pick([1, 2, 5, opening.atMost]) });
  if (option !== 'offer') return client.act(option);
  const free = POINTS.filter((point) => !moves.split(' ').includes(point));
  for (;;) {
    const offered = Array.from({ length: opening.toOffer }, () => pick(free));
    const answer = await client.act(option, { moves: offered });
    if (answer.t === 'ack') return answer;
    assert.equal(answer.reason, 'symmetric');
  }
}

/** Acts as the opening asks, at random, until so many stones stand; gives what was chosen. */
async function open(client, stones) {
  const chosen = [];
  for (;;) {
    const state = await client.until((s) => isOver(s) || s.ply >= stones || mustAct(client)(s));
    if (isOver(state) || state.ply >= stones) return chosen;
    const options = state.opening?.options ?? [];
    if (options.length > 0) chosen.push(pick(options));
    await done(client, () =>
      options.length > 0 ? choose(client, chosen.at(-1), state) : client.move(pick(state.legal), state.ply),
    );
  }
}

const { games } = await (async () => {
  const client = await Client.connect(server);
  client.close();
  return client.welcome;
})();
const openings = games.flatMap(({ game, openings = [] }) =>
  openings.map(({ id, rules }) => ({ game, opening: id, rule: rules[0] })),
);

test('there are openings to choose from', () => {
  assert.deepEqual(openings.map(({ opening }) => opening).sort(), [
    'longpro',
    'pro',
    'soosyrv8',
    'swap',
    'swap2',
    'taraguchi10',
  ]);
});

for (const { game, opening, rule } of openings) {
  for (const side of ['first', 'second']) {
    test(`${opening} against the AI, which is asked as ${side === 'first' ? 'the second' : 'the first'} person`, async () => {
      const client = await Client.connect(server);
      const created = await client.create({ game, rule, opening, side, opponent: 'ai', level: 2 });
      const chosen = await open(client, 8);
      // Not before the AI has answered: who comes in between knows of a move more.
      const state = await client.until((s) => isOver(s) || mustAct(client)(s));
      const { you } = client.room;
      console.log(`${opening} as ${side}: ${state.moves} (${chosen.join(', ') || 'no choice'}), now ${you}`);
      if (!isOver(state))
        assert.equal(state.opening ?? null, null, 'eight stones are more than any opening has');
      // What a newcomer is told is what the events made of it.
      const again = await Client.connect(server, { token: client.welcome.token });
      await again.join(created.gameId);
      assert.equal(again.room.you, you);
      assert.deepEqual(again.room.state.moves, client.room.state.moves);
      client.close();
      again.close();
    });
  }
}

test('a server that is killed while somebody chooses asks again', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku', opening: 'swap2' });
  await open(host, 3);
  await guest.until((s) => s.opening?.options?.length === 3);
  await server.kill();
  await server.start();
  const [first, second] = await Promise.all(
    [host, guest].map((c) => Client.connect(server, { token: c.welcome.token })),
  );
  await first.join(created.gameId);
  await second.join(created.gameId);
  await second.until(mustAct(second));
  await done(second, () => second.act('more'));
  await open(second, 5);
  await first.until(mustAct(first));
  await done(first, () => first.act('swap'));
  await second.until((s) => s.ply === 5 && !s.opening);
  const asked = await Promise.all(
    [first, second].map((c) =>
      Client.connect(server, { token: c.welcome.token }).then((n) => n.join(created.gameId)),
    ),
  );
  assert.deepEqual(
    asked.map(({ you }) => you),
    ['second', 'first'],
  );
});
