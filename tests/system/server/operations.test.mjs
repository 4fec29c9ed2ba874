// What docs/operations.md promises to whoever runs a server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, playRandomly } from '../lib/client.mjs';
import { PATIENCE_MS, eventually } from '../lib/patience.mjs';
import { Server, binary } from '../lib/server.mjs';

const run = (...args) => spawnSync(binary, args, { encoding: 'utf8', timeout: PATIENCE_MS });

function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'sanqi-operations-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a backup taken while people play is a database that a server starts from', async (t) => {
  const folder = temporaryFolder(t);
  const server = await Server.during(t);
  const restored = new Server();
  t.after(() => restored.dispose());
  const client = await Client.connect(server);
  const created = await client.create({ game: 'antireversi', opponent: 'ai', level: 1, side: 'first' });
  const playing = playRandomly(client, () => 0);
  await eventually('four plies', () => client.room.state.ply >= 4); // The game takes its messages.
  const before = client.room.state.moves;
  const copy = join(folder, 'copy.db');
  assert.equal(run('--database', server.database, 'backup', copy).status, 0);
  await playing;
  assert.equal(run('--database', server.database, 'backup', copy).status, 1, 'nothing is overwritten');

  copyFileSync(copy, restored.database);
  await restored.start();
  const again = await Client.connect(restored, { token: client.welcome.token });
  const room = await again.join(created.gameId, { token: created.token });
  assert.ok(room.state.moves.startsWith(before), `${room.state.moves} after ${before}`);
  assert.equal(room.you, 'first');
  client.close();
  again.close();
});

test('mistakes end with their status and one line', async (t) => {
  const folder = temporaryFolder(t);
  const server = await Server.during(t);
  const file = join(folder, 'server.toml');
  writeFileSync(file, 'prot = 8080\n');
  const text = join(folder, 'text.db');
  writeFileSync(text, 'This is no database, however long one looks at it. '.repeat(100));
  for (const [status, ...args] of [
    [2, '--bogus'],
    [2, '--port', '99999'],
    [2, '--config', file],
    [2, '--config', join(folder, 'none.toml')],
    [1, '--memory', '--port', String(server.port)],
    [1, '--database', text, '--port', '0'],
  ]) {
    const result = run(...args);
    assert.equal(result.status, status, `${args}: ${result.stderr}`);
    assert.match(result.stderr, /^sanqi-server: [^\n]+\n$/, String(args));
  }
});

test('a second server on the same database is refused, and told where the first one is', async (t) => {
  const first = await Server.during(t);
  const second = () => run('--database', first.database, '--port', '0', '--next-port');
  for (const start of ['after a start', 'after a crash']) {
    const { status, stderr } = second();
    assert.equal(status, 1, `${start}: ${stderr}`);
    assert.equal(
      stderr,
      `sanqi-server: ${first.database} is already served at ${first.url} (pid ${first.pid}): ` +
        'stop that server, or choose another file with --database\n',
      start,
    );
    await first.kill();
    await first.start();
  }
  const client = await Client.connect(first); // The refused ones have changed nothing.
  client.close();
});

test('what --print-config prints starts the same server', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'server.toml');
  writeFileSync(file, run('--name', 'Evening', '--hash-mb', '4', '--print-config').stdout);
  const server = await Server.during(t, '--config', file);
  const client = await Client.connect(server);
  assert.equal(client.welcome.server.name, 'Evening');
  client.close();
});

test('the log is one JSON object a line, and holds no secrets', async (t) => {
  const server = await Server.during(t, '--log-format', 'json', '--log-level', 'debug');
  const client = await Client.connect(server, { name: 'Curious' });
  const created = await client.create({ game: 'gomoku', opponent: 'ai', level: 1, side: 'first' });
  assert.equal(
    (await client.ask({ t: 'chat', gameId: created.gameId, room: 'all', text: 'a very private remark' })).t,
    'ack',
  );
  await client.act('resign');
  const other = await Client.connect(server, { token: client.welcome.token });
  other.sendText('no json\nat all');
  await other.next((m) => m.t === 'error');
  const drained = await server.drain();
  const events = server.log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events
      .filter((e) => e.event === 'game_ended')
      .map(({ game, result, reason }) => ({ game, result, reason })),
    [{ game: created.gameId, result: 'second', reason: 'resign' }],
  );
  for (const event of ['ready', 'draining'])
    assert.ok(
      events.some((e) => e.event === event),
      event,
    );
  for (const secret of [client.welcome.token, created.token, 'private remark'])
    assert.ok(!server.log.includes(secret), secret);
  assert.ok(drained || (await (await server.start()).drain()), 'it gives up each time');
});

test('the records are for the owner alone', { skip: !existsSync('/proc') }, async (t) => {
  const server = await Server.during(t);
  assert.equal(statSync(server.database).mode & 0o077, 0);
});
