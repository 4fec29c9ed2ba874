// Somebody in the room, as a program of its own so that it can run in a network of its own:
//   node lan_device.mjs URL CODE PLIES
// Opens the page, joins by the code, plays the first legal move whenever it is its turn, and leaves after so many
// plies. Prints one line of JSON when it is in the room, and one with all moves at the end.
import assert from 'node:assert/strict';
import { Client, playRandomly } from '../lib/client.mjs';

const [url, code, plies] = process.argv.slice(2);
const print = (object) => console.log(JSON.stringify(object));

const page = await fetch(`${url}/r/${code}`);
const html = await page.text();
assert.equal(page.status, 200, html);
for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
  assert.equal((await fetch(url + path)).status, 200, path);
}

const client = await Client.connect(
  { socket: url.replace('http', 'ws') + '/ws' },
  { name: `Guest${process.pid}` },
);
const room = await client.ask({ t: 'join', code, as: 'player' });
assert.equal(room.t, 'gameFull', JSON.stringify(room));
const { gameId, you } = room;
print({
  gameId,
  you,
  game: room.game,
  host: client.welcome.host ?? false,
  elsewhere: /https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(html),
});

await playRandomly(client, () => 0, { stopAt: Number(plies) });
print({ moves: client.room.state.moves });
await client.ask({ t: 'action', gameId, do: 'resign' });
client.close();
