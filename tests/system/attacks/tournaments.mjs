// Attacks by tournaments: made without end, full of guests who never come, called off, and asked for.
import { pause } from './attacker.mjs';
import { LIMITS, each, promised, rate, times } from './gains.mjs';
import { Guest } from './guest.mjs';
import { NOTHING, route } from './kinds.mjs';

const DAY = 24 * 60; // Minutes.
const PLAYERS = 4;
const MADE = rate(promised('tournament \\| 5 of a user, 10 \\(100\\) of an address, (\\d+) a day'), DAY);
const RULED = rate(promised('Acts of directors that begin games: (\\d+) an hour'), 60);
const PLAYED = each(promised('Tournaments that run: (\\d+) \\(40\\) of an address'));
const FORM = { name: 'x', game: 'gomoku', format: 'roundRobin', initialMs: 10_000 };

/** What is asked of tournaments, as one of their players or as their director. */
const ask = (guest, what, path = '', body = {}) => guest.ask(what, `/api/tournaments${path}`, body);

/** As many as may be, each full of players; `then` is what becomes of it. */
const make =
  (then) =>
  async ([director, ...players]) => {
    for (let i = 0; director.siege.goesOn; i++) {
      const { code, id } = await ask(director, 'POST', '', FORM);
      if (code === 409) return; // As many as a user may have.
      if (!id) continue;
      for (const player of [director, ...players]) await ask(player, 'POST', `/${id}/join`);
      await then(director, `/${id}`, i);
    }
  };
/** Every other one. */
const callOff = (director, path, i) => i % 2 && ask(director, 'DELETE', path);
const start = (director, path) => ask(director, 'POST', `${path}/start`);

/** In and out again. */
async function comeAndGo([director, ...players]) {
  const { id } = await ask(director, 'POST', '', FORM);
  if (!id) return;
  while (director.siege.goesOn)
    for (const what of ['join', 'withdraw', 'bye'])
      await Promise.all(players.map((player) => ask(player, 'POST', `/${id}/${what}`)));
}

/** The seats of one table are exchanged as often as may be; then its round is annulled, for another one. */
async function rule([director, player]) {
  const { id } = await ask(director, 'POST', '', FORM);
  if (!id) return;
  const act = (what, body) => ask(director, 'POST', `/${id}/${what}`, { note: 'x', ...body });
  for (const one of [director, player]) await ask(one, 'POST', `/${id}/join`);
  await act('start');
  for (let round = 1; director.siege.goesOn;) {
    let code = 200;
    for (let game = 1; code === 200 && director.siege.goesOn; game++)
      ({ code } = await act('exchange', { round, table: 1, game }));
    ({ code } = await act('annul', { round }));
    if (code === 200) round++;
    for (const what of ['resume', 'next']) await act(what);
  }
  await ask(director, 'DELETE', `/${id}`);
}

/** Of the one that is attacked: more than one address may have in it. */
const KNOWN_PLAYERS = 24;
const SHARE = promised('player of a tournament \\| (\\d+) \\(');
const NEIGHBOUR = '192.0.2.2';

/** Two of guests: one waits for its start, one was called off. Nothing happens in either by itself. */
export async function knownTournaments(siege, home) {
  const known = [];
  while (known.length < KNOWN_PLAYERS) {
    const guest = await Guest.of(siege, known.length < SHARE ? home : NEIGHBOUR);
    if (guest) known.push(guest);
    else await pause(50);
  }
  const insist = async (guest, ...asked) => {
    for (;;) {
      const answer = await ask(guest, ...asked);
      if ([200, 201, 409].includes(answer.code)) return answer; // 409: it is so already.
      if (![0, 429, 503].includes(answer.code)) throw new Error(`${asked[0]} ${asked[1]}: ${answer.code}`);
    }
  };
  const full = async () => {
    const path = `/${(await insist(known[0], 'POST', '', FORM)).id}`;
    for (const guest of known) await insist(guest, 'POST', `${path}/join`);
    return path;
  };
  const [open, over] = [await full(), await full()];
  await insist(known[0], 'DELETE', over);
  return { open, over };
}

/** What only the director may do; without a word: to call it off. */
const DIRECTED = [
  'start',
  'next',
  'pause',
  'resume',
  'forbid',
  'result',
  'exchange',
  'replay',
  'annul',
  'players',
  'substitute',
  '',
];
const BODY = {
  a: 1,
  b: 2,
  round: 1,
  table: 1,
  game: 1,
  result: 'draw',
  player: 1,
  name: 'Victim',
  note: 'x',
};

/** Acts that are another's, and acts of what is over: none happens. */
async function trespass(strangers) {
  const [{ siege }] = strangers;
  const { open, over } = siege.world.tournaments;
  const acts = [
    ...[open, over].flatMap((path) => DIRECTED.map((act) => [path, act])),
    ...['join', 'withdraw', 'bye'].map((act) => [over, act]),
  ];
  for (let i = 0; siege.goesOn; i++) {
    const [path, act] = acts[i % acts.length];
    const stranger = strangers[i % strangers.length];
    if (act) await ask(stranger, 'POST', `${path}/${act}`, BODY);
    else await ask(stranger, 'DELETE', path);
  }
}

const guests = (name, count, act, may) => [
  name,
  (siege) =>
    Promise.all(
      siege.addresses.flatMap((address) =>
        Array.from({ length: count }, async () => {
          while (siege.goesOn) {
            const all = await Promise.all(Array.from({ length: PLAYERS }, () => Guest.of(siege, address)));
            if (all.every(Boolean)) await act(all);
            else await pause(50);
          }
        }),
      ),
    ),
  may,
];

const kept = {
  tournaments: MADE,
  tournament_events: times(1 / 10, LIMITS.messages), // A step costs as much as ten messages.
};

export const tournaments = [
  guests('tournaments: made by guests without end', 4, make(callOff), kept),
  guests('tournaments: who comes and goes', 4, comeAndGo, kept),
  guests('tournaments: acts of strangers', 4, trespass, NOTHING),
  route('tournaments: asked for', ({ tournaments: { open, over } }, n, i) => [
    'GET',
    [
      '/api/tournaments',
      `/api/tournaments${open}`,
      `/api/tournaments${over}?version=1`,
      `/api/tournaments${over}/export?format=csv`,
      `/api/tournaments${open}/export?format=trf`,
      `/api/tournaments${over}/export`,
      `/api/tournaments${open}?round=1000000&version=${i + 1}`,
      `/api/tournaments/x${i}?round=1000000`,
      '/api/tournaments/aaaaaaaa/export',
      `/api/qr/tournaments${open}.svg`,
    ][i % 10],
  ]),
];

/** They go on by themselves, so these come last. */
export const begunTournaments = [
  guests('tournaments: rulings without end', 4, rule, {
    ...kept,
    tournament_events: times(1 / 5, LIMITS.messages),
    tournament_seats: times(2, RULED),
    tournament_games: RULED,
    games: RULED,
    rooms: RULED,
    events: times(2, RULED),
  }),
  guests('tournaments: begun, and nobody comes', 4, make(start), {
    ...kept,
    tournament_events: times(1 / 5, LIMITS.messages), // A start makes several.
    tournament_seats: times(PLAYERS, PLAYED),
    tournament_games: times(PLAYERS / 2, PLAYED),
    games: times(PLAYERS / 2, PLAYED),
    rooms: times(PLAYERS / 2, PLAYED),
    events: times(PLAYERS, PLAYED),
  }),
];
