import { expect, it } from 'vitest';
import { applyLobby, applyMini, emptyLobby, liveGames, challenges } from '../../../src/state/lobby';
import type { GameSummary, Seek } from '../../../src/protocol/types';

const seek = (seekId: string, name = seekId): Seek => ({ seekId, name, game: 'gomoku', time: null });
const game = (gameId: string, ply = 0): GameSummary => ({
  gameId,
  game: 'gomoku',
  players: [
    { name: 'a', online: true },
    { name: 'b', online: true },
  ],
  time: null,
  ply,
  status: 'playing',
});

const start = applyLobby(emptyLobby, {
  t: 'lobby',
  seeks: [seek('s1'), seek('s2')],
  games: [game('g1'), game('g2')],
  players: 4,
  rooms: 2,
});

it('takes a snapshot whole', () => {
  expect(start.seeks.map((s) => s.seekId)).toEqual(['s1', 's2']);
  expect(start.players).toBe(4);
});

it('replaces in place, appends and removes by id', () => {
  const next = applyLobby(start, {
    t: 'lobby',
    add: { games: [game('g1', 9), game('g3')], seeks: [] },
    remove: ['s1', 'g2'],
    players: 5,
  });
  expect(next.games.map((g) => [g.gameId, g.ply])).toEqual([
    ['g1', 9],
    ['g3', 0],
  ]);
  expect(next.seeks.map((s) => s.seekId)).toEqual(['s2']);
  expect(next.players).toBe(5);
  expect(next.rooms).toBe(2);
});

it('keeps the board of a watched game until the game is gone', () => {
  const mini = { t: 'mini', gameId: 'g1', pos: 'p', lastMove: null, clock: null, status: 'playing' } as const;
  const watched = applyMini(start, mini);
  expect(watched.boards.get('g1')).toEqual(mini);
  expect(applyLobby(watched, { t: 'lobby', remove: ['g1'] }).boards.size).toBe(0);
});

it('lists seeks and rooms with a free seat together', () => {
  const waiting = {
    ...game('g9'),
    status: 'waiting',
    rule: 'renju',
    time: { initial: 60_000 },
    players: [
      { name: null, online: false },
      { name: 'host', online: true },
    ],
  } as const;
  const lobby = applyLobby(start, { t: 'lobby', add: { games: [waiting] } });
  expect(challenges(lobby).map(({ id, name }) => [id, name])).toEqual([
    ['s1', 's1'],
    ['s2', 's2'],
    ['g9', 'host'],
  ]);
});

it('puts the featured game first, until there is none', () => {
  const featured = applyLobby(start, {
    t: 'lobby',
    add: { games: [game('g7'), game('g8')] },
    featured: 'g8',
  });
  expect(liveGames(featured)[0]?.gameId).toBe('g8');
  const untouched = applyLobby(featured, { t: 'lobby', players: 3 });
  expect(untouched.featured).toBe('g8');
  expect(applyLobby(untouched, { t: 'lobby', featured: null }).featured).toBeNull();
});

it('calls a game live while one of its people is at the board, or somebody watches', () => {
  const game = (gameId: string, online: readonly boolean[], spectators = 0, ai = false): GameSummary => ({
    gameId,
    game: 'gomoku',
    players: [
      { name: 'a', online: online[0] ?? false },
      { name: 'b', online: online[1] ?? false, ai },
    ],
    time: null,
    ply: 3,
    status: 'playing',
    spectators,
  });
  const games = [
    game('both', [true, true]),
    game('left', [false, false]),
    game('computer', [false, true], 0, true),
    game('watched', [false, false], 2),
  ];
  const live = liveGames({ ...emptyLobby, games, featured: 'left' });
  expect(live.map(({ gameId }) => gameId)).toEqual(['both', 'watched']);
});
