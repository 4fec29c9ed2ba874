// Attacks by studies: what guests keep there.
import { pause } from './attacker.mjs';
import { exactly, promised, rate } from './gains.mjs';
import { Guest } from './guest.mjs';

const DAY = 24 * 60; // Minutes.
const STUDIES = rate(promised('study \\| (\\d+) of a user, a day of an address'), DAY);
const BYTES = rate(promised('of a chapter; (\\d+) MiB a day of an address') * 2 ** 20, DAY);
const SLACK = 256 << 10;

/** Nearly as long as a body may be. */
const LARGE = JSON.stringify({
  game: 'gomoku',
  orientation: 'first',
  tags: {},
  nodes: [
    { id: 0 },
    ...Array.from({ length: 225 }, (_, n) => ({
      id: n + 1,
      parent: 0,
      move: 'abcdefghijklmno'[n % 15] + (1 + Math.floor(n / 15)),
      comments: [{ text: 'x'.repeat(1000) }],
    })),
  ],
  nextId: 226,
  v: 0,
});

/** Workers of each address, each a guest; who is worn out becomes another. */
const writers = (name, act, may) => [
  name,
  (siege) =>
    Promise.all(
      siege.addresses.flatMap((address) =>
        Array.from({ length: 4 }, async () => {
          while (siege.goesOn) {
            const guest = await Guest.of(siege, address);
            if (guest) await act(guest, siege);
            else await pause(50);
          }
        }),
      ),
    ),
  may,
];

async function make(guest, siege) {
  for (let i = 0; siege.goesOn && i < 101; i++)
    await guest.ask('POST', '/api/studies', { name: 'x', game: 'gomoku' });
}

async function fill(guest, siege) {
  const { id } = await guest.ask('POST', '/api/studies', { name: 'x', game: 'gomoku' });
  for (let i = 0; id && siege.goesOn && i < 256; i++)
    await guest.ask('POST', `/api/studies/${id}/chapters`, { format: 'study', record: LARGE });
}

export const studies = [
  writers('studies: made by guests without end', make, {
    studies: STUDIES,
    chapters: STUDIES,
    granted: exactly(Infinity),
  }),
  writers('studies: chapters as large as may be', fill, {
    studies: STUDIES,
    chapters: (siege) => STUDIES(siege) + BYTES(siege) / LARGE.length,
    granted: exactly(Infinity),
    'bytes on disk': (siege) => SLACK + 1024 * STUDIES(siege) + 1.1 * BYTES(siege),
  }),
];
