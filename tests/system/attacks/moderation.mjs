// Attacks by reports of chat, and on what is for moderators alone.
import { each, promised, rate } from './gains.mjs';
import { NOTHING, atBoards, route } from './kinds.mjs';

const BOARDS = 4;
const REPORTS = rate(promised('10 a day of a user, (\\d+) \\(200\\) an hour'), 60);

/** The players of a board say something in turns, and each reports what the other has said. */
async function accuse(board) {
  const { siege } = board;
  for (let i = 0; siege.goesOn; i++) {
    const [speaker, reader] = i % 2 ? [1, 0] : [0, 1];
    await board.ask(speaker, { t: 'chat', room: 'all', text: `line ${i}` });
    const { told } = await board.ask(reader, { t: 'ping', at: 1 });
    const line = told.findLast(({ t, text }) => t === 'chat' && text === `line ${i}`);
    if (!line) continue;
    const { t } = await board.ask(reader, { t: 'report', from: line.from, at: line.at });
    siege.count(t === 'ack' ? 'reports' : 'not reported');
  }
}

const bearer = ({ token }) => ({ Authorization: `Bearer ${token}` });
const ACTS = ['mute', 'shadow', 'ban', 'address', 'grant', 'revoke', 'remove', 'dismiss', 'lift', 'uphold'];
const act = ({ longGame }, i) => ({
  do: ACTS[i % ACTS.length],
  ...(i % 3 ? { user: 'Victim' } : { measureId: `m${i}` }),
  hours: 1,
  reason: 'x',
  gameId: longGame,
  powers: 'owner',
});

export const moderation = [
  atBoards('reports without end', BOARDS, accuse, {
    games: each(BOARDS),
    rooms: each(BOARDS),
    events: each(4 * BOARDS),
    reports: REPORTS,
  }),
  route(
    'moderation: lists that are for moderators',
    (world, n, i) => [
      'GET',
      ['/api/moderation/reports', '/api/moderation/appeals', '/api/moderation/log?cursor=9'][i % 3],
      undefined,
      bearer(world),
    ],
    NOTHING,
  ),
  route(
    'moderation: acts of who is no moderator',
    (world, n, i) => ['POST', '/api/moderation/acts', act(world, i), bearer(world)],
    NOTHING,
  ),
  route(
    'moderation: appeals to what is not',
    (world, n, i) => ['POST', `/api/me/measures/m${i}/appeal`, { text: 'x' }, bearer(world)],
    NOTHING,
  ),
];
