// Attacks by collections of games: what guests keep there, files on their way, and the longest that is asked of them.
import { pause } from './attacker.mjs';
import { each, exactly, promised, rate, times } from './gains.mjs';
import { Guest } from './guest.mjs';
import { horses } from './imports.mjs';
import { route } from './kinds.mjs';

const PART = 128 << 10;
const DAY = 24 * 60; // Minutes.
const MIB = 2 ** 20;
const IMPORTS_WAIT = promised('import of a file \\| (\\d+) of an address');
const COLLECTIONS = rate(promised('collection \\| 100 of a user, (\\d+) a day'), DAY);
const FILES = rate(promised('one of a collection; (\\d+) MB a day') * MIB, DAY);
const GAMES = rate(promised('512 MB of a user, (\\d+) MB a day') * MIB, DAY);
const SLACK = 256 << 10;
/** A chariot of red where those of black begin. */
const NOWHERE = encodeURIComponent(['R????????', ...Array(9).fill('?????????')].join('/'));

const pgn = (name, moves) =>
  `[Game "Chinese Chess"]\n[Red "${name}"]\n[Black "Mei"]\n[Format "ICCS"]\n\n${moves.map((move) => `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase()).join(' ')} *\n\n`;

/** Short games for lists to look at, then long ones; no two are the same. */
function bigFile() {
  const starts = ['a3a4', 'c3c4', 'e3e4', 'g3g4', 'i3i4'].flatMap((red) =>
    ['a6a5', 'c6c5', 'e6e5', 'g6g5', 'i6i5'].map((black) => [red, black]),
  );
  const short = Array.from({ length: 5000 }, (_, n) => pgn(`Player ${n}`, ['h2e2', 'h9g7']));
  return short.concat(starts.map((start) => pgn('Long', [...start, ...horses(600)]))).join('');
}

/** Of collections. */
class Owner extends Guest {
  collection(visibility = 'private') {
    return this.ask('POST', '/api/collections', { name: 'x', visibility });
  }
  begin(collection, bytes) {
    return this.ask('POST', `/api/collections/${collection}/imports`, { file: 'x', bytes });
  }
  part(id, n, bytes) {
    return this.ask('POST', `/api/imports/${id}/parts/${n}`, { base64: bytes.toString('base64') });
  }
}

/** Workers of each address, each a guest; who is worn out becomes another. */
const owners = (name, count, act, may) => [
  name,
  (siege) =>
    Promise.all(
      siege.addresses.flatMap((address) =>
        Array.from({ length: count }, async (_, n) => {
          while (siege.goesOn) {
            const owner = await Owner.of(siege, address);
            if (owner) await act(owner, siege, n);
            else await pause(50);
          }
        }),
      ),
    ),
  may,
];

async function make(owner, siege) {
  for (let i = 0; siege.goesOn && i < 101; i++) await owner.collection();
}

/** As many files of the largest size as may be, none of which is complete. */
async function fill(owner, siege) {
  const { id: collection } = await owner.collection();
  if (!collection) return;
  const { id } = await owner.begin(collection, 64 * MIB);
  const part = Buffer.alloc(PART, 'x');
  for (let n = 0; id && siege.goesOn && n < 511;) if ((await owner.part(id, n, part)).code === 200) n++;
}

/** The most games for the least of a file. */
async function swell(owner, siege, n) {
  const { id: collection } = await owner.collection();
  let file = '';
  for (let i = 0; file.length < PART - 20; i++) file += `1. h2e2 ${i % 2 ? '1-0' : '0-1'}\n`;
  const { id } = collection ? await owner.begin(collection, file.length) : {};
  if (!id || (await owner.part(id, 0, Buffer.from(file))).code !== 200) return;
  await owner.ask('POST', `/api/imports/${id}`, n % 2 ? {} : { games: '1,2,3' });
  while ((await owner.ask('GET', `/api/imports/${id}`)).status === 'waiting') await pause(100);
}

/** A public collection of a guest; gives its address. */
export async function publicCollection(siege, home) {
  const owner = await Owner.of(siege, home);
  const { id: collection } = await owner.collection('public');
  const file = Buffer.from(bigFile());
  const { id } = await owner.begin(collection, file.length);
  for (let n = 0; n * PART < file.length;)
    if ((await owner.part(id, n, file.subarray(n * PART, (n + 1) * PART))).code === 200) n++;
  while ((await owner.ask('POST', `/api/imports/${id}`, {})).code !== 200);
  const path = `/api/collections/${collection}`;
  for (;;) {
    const { games, indexed } = await owner.ask('GET', path);
    if (games > 5000 && indexed === games) return path;
    await pause(100);
  }
}

const kept = (more = {}) => ({
  collections: COLLECTIONS,
  library_imports: COLLECTIONS,
  granted: exactly(Infinity),
  ...more,
});

/** What an import of before goes on with. */
const LATER = {
  library_games: each(64 * IMPORTS_WAIT),
  library_index: each(IMPORTS_WAIT),
  positions_seen: each(3 * 64 * IMPORTS_WAIT),
};
/** Questions about the large collection. */
const question = (name, make) => route(`collections: ${name}`, make, LATER);

/** Of collections. */
export const collections = [
  owners('collections: made by guests without end', 8, make, kept({ library_imports: exactly(0) })),
  owners(
    'collections: files that never end',
    4,
    fill,
    kept({
      library_parts: (siege) => FILES(siege) / PART,
      'bytes on disk': (siege) => SLACK + 1.1 * FILES(siege),
    }),
  ),
  owners(
    'collections: files of many short games',
    4,
    swell,
    kept({
      library_parts: each(IMPORTS_WAIT),
      library_games: (siege) => GAMES(siege) / 1100,
      library_index: COLLECTIONS,
      collections_to_index: COLLECTIONS,
      positions_seen: times(3, (siege) => GAMES(siege) / 1100),
      'bytes on disk': (siege) => SLACK + GAMES(siege) + each(IMPORTS_WAIT)(siege) * 2 * PART,
    }),
  ),
  question('a long file', ({ collection }, n, i) => [
    'GET',
    `${collection}/export?format=pgn${['', '&notation=zh', '&after=5000&notation=wxf'][i % 3]}`,
  ]),
  question('lists of what is not there', ({ collection }, n, i) => [
    'GET',
    `${collection}/games?limit=100&name=nobody&event=nothing&sort=${['date', '-plies', 'first'][i % 3]}`,
  ]),
  question('games of one player', ({ collection }) => [
    'GET',
    `${collection}/games?limit=100&player=Mei&result=draw`,
  ]),
  question('pages of long games', ({ collection }) => ['GET', `${collection}/games?limit=100&minPlies=500`]),
  question('a pattern that is on no board', ({ collection }) => [
    'GET',
    `${collection}/search?game=xiangqi&limit=100&pattern=${NOWHERE}`,
  ]),
  question('the explorer after 600 moves', ({ collection }, n, i) => [
    'GET',
    `${collection}/explorer?game=xiangqi&moves=${i % 2 ? horses(600).join(',') : ''}`,
  ]),
];
