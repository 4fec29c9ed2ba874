import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchGames } from '../../../src/protocol/http';
import { importGame } from '../../../src/protocol/import';
import { isOfRoom } from '../../../src/protocol/of_room';
import {
  changePassword,
  closeAccount,
  endSession,
  fetchLeaders,
  fetchProfile,
  fetchRatingHistory,
  fetchRelations,
  fetchSessions,
  hidePresence,
  limitChallenges,
  logIn,
  logOut,
  register,
  relate,
} from '../../../src/protocol/people';
import { exportUrl, fetchGame, qrUrl, requestAnalysis } from '../../../src/protocol/records';
import type { ServerMessage } from '../../../src/protocol/server_messages';

const asked = vi.fn();
let told: object;
beforeEach(() => {
  told = {};
  vi.stubGlobal('fetch', (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { authorization = null } = headers as Record<string, string>;
    asked(`${method} ${path}`, authorization, typeof body === 'string' ? (JSON.parse(body) as object) : null);
    return Promise.resolve(new Response(JSON.stringify(told)));
  });
});
afterEach(() => {
  asked.mockClear();
  vi.unstubAllGlobals();
});

describe('what is asked by HTTP', () => {
  const bearer = 'Bearer T';

  it.each<[string, () => Promise<unknown>, string, string | null, object | null]>([
    ['logging in', () => logIn('Lin', 'pw'), 'POST /api/auth/login', null, { name: 'Lin', password: 'pw' }],
    [
      'registering',
      () => register('T', 'Lin', 'pw'),
      'POST /api/auth/register',
      bearer,
      { name: 'Lin', password: 'pw' },
    ],
    ['logging out', () => logOut('T', false), 'POST /api/auth/logout', bearer, { everywhere: false }],
    [
      'another password',
      () => changePassword('T', 'old', 'next'),
      'POST /api/me/password',
      bearer,
      { old: 'old', new: 'next' },
    ],
    [
      'the end of an account',
      () => closeAccount('T', 'pw'),
      'POST /api/me/close',
      bearer,
      { password: 'pw' },
    ],
    ['the sessions', () => fetchSessions('T'), 'GET /api/me/sessions', bearer, null],
    ['the end of one', () => endSession('T', 'a/b'), 'DELETE /api/me/sessions/a%2Fb', bearer, null],
    ['a profile', () => fetchProfile('林 Lin', null), 'GET /api/players/%E6%9E%97%20Lin', null, null],
    ['relations', () => fetchRelations('T'), 'GET /api/me/relations', bearer, null],
    ['hiding', () => hidePresence('T', true), 'POST /api/me/presence', bearer, { hidden: true }],
    [
      'who challenges',
      () => limitChallenges('T', 'friends'),
      'POST /api/me/challenges',
      bearer,
      { by: 'friends' },
    ],
    ['a follow', () => relate('T', 'Lin', 'follow', true), 'POST /api/players/Lin/follow', bearer, null],
    ['its end', () => relate('T', 'Lin', 'follow', false), 'DELETE /api/players/Lin/follow', bearer, null],
    [
      'the best',
      () => fetchLeaders('gomoku', 'blitz'),
      'GET /api/leaderboard/gomoku?speed=blitz',
      null,
      null,
    ],
    [
      'the best programs',
      () => fetchLeaders('gomoku', 'blitz', true),
      'GET /api/leaderboard/gomoku?speed=blitz&programs=true',
      null,
      null,
    ],
    [
      'how a rating came to be',
      () => fetchRatingHistory('A&B', 'gomoku', 'rapid'),
      'GET /api/players/A%26B/history?game=gomoku&speed=rapid',
      null,
      null,
    ],
    ['games', () => fetchGames({ player: 'A&B' }, 'T'), 'GET /api/games?player=A%26B', bearer, null],
    ['games of all', () => fetchGames({ limit: '20' }), 'GET /api/games?limit=20', null, null],
    ['an analysis', () => requestAnalysis('T', 'g1'), 'POST /api/games/g1/analysis', bearer, {}],
    [
      'an import of a game that is named',
      () => importGame('T', { base64: '/w==' }, { game: 'gomoku' }),
      'POST /api/import',
      bearer,
      { base64: '/w==', game: 'gomoku' },
    ],
    ['an import', () => importGame(null, { text: 'x' }, {}), 'POST /api/import', null, { text: 'x' }],
  ])('%s', async (_, ask, request, token, body) => {
    told = { sessions: [], players: [], points: [] };
    await ask();
    expect(asked).toHaveBeenCalledExactlyOnceWith(request, token, body);
  });

  it('gives what is in the answer, without its wrapping', async () => {
    told = { sessions: [{ id: 's' }], players: [{ name: 'Lin' }], points: [{ at: 1 }] };
    expect(await fetchSessions('T')).toEqual([{ id: 's' }]);
    expect(await fetchLeaders('gomoku', 'blitz')).toEqual([{ name: 'Lin' }]);
    expect(await fetchRatingHistory('Lin', 'gomoku', 'blitz')).toMatchObject({ points: [{ at: 1 }] });
  });

  it('makes empty lists of what an older archive leaves out of a game', async () => {
    told = { gameId: 'g1' };
    expect(await fetchGame('g1')).toEqual({ gameId: 'g1', positions: [], notations: [] });
    told = { positions: ['p'], notations: [{ wxf: 'C2=5' }] };
    expect(await fetchGame('g1')).toEqual(told);
  });

  it('names files and pictures by addresses', () => {
    expect(exportUrl('a b', 'pgn', 'zh')).toBe('/api/games/a%20b/export?format=pgn&notation=zh');
    expect(qrUrl('K7/2')).toBe('/api/qr/K7%2F2.svg');
  });
});

describe('what is said of a room', () => {
  const isOf = (message: object): boolean => isOfRoom('g1', message as ServerMessage);

  it('names it', () => {
    expect(isOf({ t: 'crowd', gameId: 'g1' })).toBe(true);
    expect(isOf({ t: 'crowd', gameId: 'g2' })).toBe(false);
    expect(isOf({ t: 'lobby' })).toBe(false);
  });

  it('is a failure that names neither a game nor a request, and no other', () => {
    const error = { t: 'error', code: 'internal' };
    expect(isOf(error)).toBe(true);
    expect(isOf({ ...error, id: 3 })).toBe(false);
    expect(isOf({ ...error, gameId: 'g2' })).toBe(false);
    expect(isOf({ ...error, code: 'busy' })).toBe(false);
  });
});
