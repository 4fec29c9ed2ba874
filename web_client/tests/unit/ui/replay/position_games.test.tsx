// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import type { ExploredGame, ExploredPosition } from '../../../../src/protocol/collections';
import type { Explored } from '../../../../src/protocol/engine_messages';
import { MorePositionGames, PositionGames } from '../../../../src/ui/replay/later';
import { Replay } from '../../../../src/ui/replay/replay_model';
import { stateAfter } from '../../rooms';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';
import { archived } from './desk';

import.meta.glob('../../../../src/ui/replay/position_games.tsx', { eager: true });

let site: Site;
let explored: ExploredPosition;
beforeEach(() => {
  explored = { moves: [], ended: 0, more: false, games: [] };
  site = new Site().greet();
  site.archive = () => explored;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const replay = (): Replay =>
  new Replay(
    archived({
      game: 'gomoku',
      rule: 'freestyle',
      startPos: gomoku.start,
      state: stateAfter('h8 h9', {
        pos: gomoku.start,
        status: 'finished',
        result: 'first',
        reason: 'resign',
      }),
      positions: [],
    }),
    gomoku,
    1,
  );
const game = {
  game: 'gomoku',
  rule: 'freestyle',
  players: [{ name: 'Mei' }, { name: 'Wu' }],
  plies: 30,
  result: 'first',
  date: '2026-05-01',
  ply: 1,
} as const;
const show = (...games: readonly ExploredGame[]): void => {
  explored = { ...explored, ended: games.length, games };
};
const asked = (path: string) =>
  vi.waitFor(() => expect(site.fetched.at(-1)?.split('?')[0]).toBe(`GET ${path}`), 30_000);
const choose = (label: string): Promise<void> =>
  act(() => void fireEvent.click(screen.getByLabelText(label)));
const address = async (): Promise<string | null | undefined> =>
  (await screen.findByText('Mei – Wu')).closest('a')?.getAttribute('href');

it('asks nothing before it is wanted, and then what games of the server did', async () => {
  site.open(<MorePositionGames replay={replay()} />);
  expect(site.fetched).toEqual([]);
  show({ ...game, id: 'q7Xb2mKd' });
  await act(() => void fireEvent.click(screen.getByText('Games with this position')));
  await asked('/api/explorer');
  expect(new URLSearchParams(site.fetched[0]?.split('?')[1]).get('moves')).toBe('h8');
  expect(await address()).toBe('/replay/q7Xb2mKd#1');
  expect(screen.queryByLabelText('Collection')).toBeNull();
});

it("asks for one's own games, and comes back", async () => {
  site.open(<PositionGames replay={replay()} />);
  await asked('/api/explorer');
  await choose('My games');
  await asked('/api/me/explorer');
  await screen.findByText(/^No game has this position/);
  await choose('Games here');
  await asked('/api/explorer');
});

// They stood under "My games" until the answer came, and where one had asked too often that was seconds.
it('shows games of the server not as those of the visitor', async () => {
  show({ ...game, id: 'q7Xb2mKd' });
  site.open(<PositionGames replay={replay()} />);
  await screen.findByText('Mei – Wu');
  site.archive = () => new Promise(() => undefined);
  await choose('My games');
  await asked('/api/me/explorer');
  expect(screen.queryByText('Mei – Wu')).toBeNull();
});

// They stayed for a user who logged in next, in another tab.
it("shows one's own games to nobody else", async () => {
  show({ ...game, id: 'q7Xb2mKd' });
  site.open(<PositionGames replay={replay()} />);
  await asked('/api/explorer');
  await choose('My games');
  await asked('/api/me/explorer');
  await screen.findByText('Mei – Wu');
  site.archive = () => ({ moves: [], ended: 0, more: false, games: [] });
  await act(() => void site.greet({ id: 'u2', name: 'Tan' }));
  await waitFor(() => expect(screen.queryByText('Mei – Wu')).toBeNull());
});

it('begins with the collection that it was opened from', async () => {
  show({ ...game, number: 3 });
  site.open(<PositionGames replay={replay()} collection="c1c1" />);
  await asked('/api/collections/c1c1/explorer');
  expect(await address()).toBe('/collections/c1c1/3#1');
  show({ ...game, id: 'q7Xb2mKd' });
  await choose('Games here');
  await vi.waitFor(async () => expect(await address()).toBe('/replay/q7Xb2mKd#1'), 30_000);
});

it('leads to a search for patterns, which begins with what is shown, in the same games', async () => {
  const shown = replay();
  site.open(<PositionGames replay={shown} collection="c1c1" />);
  const link = await screen.findByText('Search for a pattern');
  expect(link.getAttribute('href')).toBe('/analysis?game=gomoku&rule=freestyle&collection=c1c1&find=');
  const pos = `X${'-'.repeat(224)} O`;
  const told = { t: 'explored', pos, turn: 'second', legal: [], check: false, outcome: null, moves: [] };
  await act(() => shown.addExplored(told as unknown as Explored));
  expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('pos')).toBe(pos);
});

// "No game has this position" was said of games of which only the first were looked at.
it('says that not all games are counted', async () => {
  explored = { ...explored, more: true };
  site.open(<PositionGames replay={replay()} />);
  await screen.findByText('Only a part of the games is counted.');
  expect(screen.queryByText(/^No game has this position/)).toBeNull();
  show({ ...game, id: 'q7Xb2mKd' });
  await choose('My games');
  await screen.findByText('Mei – Wu');
  expect(screen.getByText('Only a part of the games is counted.')).toBeTruthy();
});

// The moves of the position before stand there until those of the next one are known: the second half of a double
// click played the move once more, where it cannot be played, and its name was read off the wrong position.
it('plays nothing in another position than that of the list', async () => {
  explored = { ...explored, moves: [{ move: 'i9', games: 3, first: 1, draws: 1, second: 1 }] };
  const shown = replay();
  site.open(<PositionGames replay={shown} />);
  const move = await screen.findByText('I9');
  site.archive = () => new Promise(() => undefined);
  for (let press = 0; press < 2; press++) await act(() => void fireEvent.click(move));
  expect(shown.line).toEqual(['h8', 'i9']);
});

// The explorer takes 600 moves: "That is too large" stood there in the place of what games did.
it('asks of a long line from a position on the way', async () => {
  const moves = Array.from({ length: 700 }, (_, at) => (at % 2 ? 'a1' : 'b2'));
  const shown = new Replay({ ...replay().record, state: stateAfter(moves.join(' ')) }, gomoku, 700);
  const pos = `X${'-'.repeat(224)} X`;
  site.answer = () => ({ t: 'explored', pos });
  site.open(<PositionGames replay={shown} />);
  await asked('/api/explorer');
  const query = new URLSearchParams(site.fetched[0]?.split('?')[1]);
  expect([query.get('pos'), query.get('moves')]).toEqual([pos, moves.slice(500).join()]);
});
