// Attacks by tournaments: made without end, full of guests who never come, called off, and asked for.
import { pause } from './attacker.mjs';
import { LIMITS, each, promised, rate, times } from './gains.mjs';
import { Guest } from './guest.mjs';
import { route } from './kinds.mjs';

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
  route('tournaments: asked for', (_, n, i) => [
    'GET',
    [
      '/api/tournaments',
      `/api/tournaments/x${i}?round=1000000&version=${i}`,
      '/api/tournaments/aaaaaaaa/export',
    ][i % 3],
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
