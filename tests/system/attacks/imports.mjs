// Attacks by files of games: those that take most time for their size, and the largest.
import { imports, route } from './kinds.mjs';

/** A game of Xiangqi in which the horses go out and come back. */
export const horses = (plies) =>
  Array.from({ length: plies }, (_, ply) => ['b0c2', 'b9c7', 'c2b0', 'c7b9'][ply % 4]);

/** A record of so many plies of which so many are then taken back, one by one; where none is left, of takebacks of
 *  nothing. */
export function recordWithTakebacks(plies, takebacks) {
  const events = [];
  const add = (kind, ply, rest) => events.push({ kind, ply, clock: [0, 0], periods: [0, 0], ...rest });
  add('start', 0);
  horses(plies).forEach((move, ply) => add('move', ply + 1, { by: ply % 2 ? 'second' : 'first', move }));
  for (let i = 0, ply = plies; i < takebacks; i++) {
    const next = Math.max(0, ply - 1);
    add('takeback', next, { by: next % 2 ? 'second' : 'first', detail: `${ply - next}` });
    ply = next;
  }
  return JSON.stringify({
    record: {
      game: 'xiangqi',
      rule: 'standard',
      players: [{ name: 'a' }, { name: 'b' }],
      time: {},
      ending: { status: 'finished' },
      events,
    },
  });
}

/** A board of DhtmlXQ whose variations leave each other, a ply later each time, and then the last of them where the
 *  game begins. */
function variationsOfVariations(bytes) {
  const longest = 999;
  let text = '[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n';
  for (let i = 1; text.length < bytes; i++) {
    const name = i < longest ? `${i - 1}_${i + 1}_${i}` : `${longest - 1}_1_${i}`;
    text += `[DhtmlXQ_move_${name}]7747[/DhtmlXQ_move_${name}]\n`;
  }
  return text;
}

/** A file of XQF with nothing but first moves, in base64. */
function bushOfXqf(bytes) {
  const file = Buffer.alloc(bytes - (bytes % 4));
  file.write('XQ\x12', 'latin1');
  const squares = [...'a0b0c0d0e0f0g0h0i0b2h2a3c3e3g3i3a9b9c9d9e9f9g9h9i9b7h7a6c6e6g6i6'.matchAll(/(.)(.)/g)];
  squares.forEach(([, file_, rank], i) => {
    file[16 + ((i + 1) % 32)] = 10 * (file_.charCodeAt(0) - 97) + Number(rank);
  });
  const [goesOn, hasVariation] = [0x80, 0x40];
  file[1026] = goesOn;
  for (let at = 1028; at < file.length; at += 4)
    file.set([10 + 0x18, 22 + 0x20, at + 4 < file.length ? hasVariation : 0], at); // b0c2
  return file.toString('base64');
}

const import_ = (name, plies, body) =>
  route(`import: ${name}`, () => ['POST', '/api/import', body], imports(plies));

/** Files of games. */
export const files = [
  import_(
    '680 plies and as many takebacks',
    2 * 680,
    JSON.stringify({ text: recordWithTakebacks(680, 680), format: 'json' }),
  ),
  import_(
    'no ply and 600 takebacks',
    600,
    JSON.stringify({ text: recordWithTakebacks(0, 600), format: 'json' }),
  ),
  import_(
    '1,000 plies',
    1000,
    JSON.stringify({
      text: JSON.stringify({ game: 'xiangqi', moves: horses(1000).join(' ') }),
      format: 'json',
    }),
  ),
  import_('variations of variations', 1, JSON.stringify({ text: variationsOfVariations(250_000) })),
  import_('a bush of 47,000 first moves', 1, JSON.stringify({ base64: bushOfXqf(190_000) })),
  import_('200 KB of nonsense', 0, JSON.stringify({ text: '1. h2e2 {'.repeat(22_000) })),
  import_('deeply nested', 0, JSON.stringify({ text: '['.repeat(200_000), format: 'json' })),
];
