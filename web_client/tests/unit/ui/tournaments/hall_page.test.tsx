// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { view as HallPage } from '../../../../src/ui/tournaments/hall_page';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

let site: Site;
beforeEach(() => {
  localStorage.clear();
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const players = Array.from({ length: 40 }, (_, i) => ({ name: `P${i + 1}`, attendance: 'here' }));
const evening = {
  id: 't1t1',
  name: 'Evening',
  game: 'antireversi',
  rule: 'standard',
  director: 'Ann',
  phase: 'open',
  version: 7,
  own: true,
  format: 'swiss',
  rounds: 5,
  paired: 0,
  games: 0,
  initialMs: 600_000,
  incrementMs: 0,
  tieBreaks: [],
  players: [...players.slice(0, 3), { name: 'Gone', attendance: 'withdrawn' }],
  standings: [],
  rulings: [],
};
/** Twenty tables: the first is played, the others are over; at the third who begins has won, at the fourth there is none. */
const running = {
  ...evening,
  phase: 'running',
  version: 8,
  paired: 1,
  players,
  standings: players.map((_, i) => ({ rank: i + 1, player: i + 1, points: 0.5, tieBreaks: [] })),
  round: {
    number: 1,
    tables: Array.from({ length: 20 }, (_, i) => ({
      first: 2 * i + 1,
      second: 2 * i + 2,
      games: [
        {
          gameId: `gAme00${i}`,
          first: 2 * i + 2,
          ...(i > 0 && { result: i === 2 ? 'first' : 'draw' }),
          ...(i === 3 && { result: 'nobody', ending: 'forfeit' }),
        },
      ],
    })),
    rests: [{ player: 40, kind: 'bye' }],
  },
};
const urls = ['http://192.168.1.5:8080', 'http://10.0.0.7:8080'];
const serve = (shown: object): void => {
  site.archive = (request) =>
    request === 'GET /api/server' ? { urls } : request.startsWith('GET') ? shown : {};
};
const texts = (selector: string): readonly (string | null)[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

it('shows how to join, who is there, and to its director the way to begin', async () => {
  serve(evening);
  site.open(<HallPage id="t1t1" />);
  await screen.findByText('192.168.1.5:8080/t');
  const picture = (): string | null | undefined => document.querySelector('img')?.getAttribute('src');
  expect(picture()).toBe('/api/qr/tournaments/t1t1.svg');
  expect(texts('.hall-names li')).toEqual(['P1', 'P2', 'P3']);
  expect(screen.getByText('Players: 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(site.fetched).toContain('POST /api/tournaments/t1t1/start'));
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: urls[1] } });
  expect(picture()).toBe('/api/qr/tournaments/t1t1.svg?at=http%3A%2F%2F10.0.0.7%3A8080');
  expect(screen.getByText('10.0.0.7:8080/t')).toBeTruthy();
});

it('has no control for others', async () => {
  serve({ ...evening, own: false });
  site.open(<HallPage id="t1t1" />);
  await screen.findByText('192.168.1.5:8080/t');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('shows tables with results, clocks as the server tells them, and who rests', async () => {
  serve(running);
  site.open(<HallPage id="t1t1" />);
  await waitFor(() => expect(texts('.hall-player').slice(0, 4)).toEqual(['P2', 'P1', 'P4½', 'P3½']));
  expect(site.fetched).toContain('GET /api/tournaments/t1t1?round=all&');
  expect(texts('.hall-player').slice(4, 6)).toEqual(['P61', 'P50']);
  expect(texts('.hall-player').slice(6, 8)).toEqual(['P8−', 'P7−']);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('P40: bye')).toBeTruthy();
  await waitFor(() => expect(site.sent).toEqual([{ t: 'watch', ids: ['gAme000'] }]));
  const clock = { ms: [600_000, 590_000], periods: [0, 0], running: 'first', at: 0, spent: 0 };
  const mini = { t: 'mini', pos: '', lastMove: null, status: 'playing', clock };
  await site.hear({ ...mini, gameId: 'other' });
  await site.hear({ ...mini, gameId: 'gAme000' });
  expect(texts('.hall-player').slice(0, 2)).toEqual(['P210:00', 'P19:50']);
  await site.comeBack();
  expect(site.sent).toHaveLength(2);
  cleanup();
  // Later it would end what the next page has begun to watch.
  expect(site.sent.at(-1)).toEqual({ t: 'watch', ids: [] });
});

it('shows one part after the other of what it has no room for', async () => {
  vi.useFakeTimers();
  serve(running);
  site.open(<HallPage id="t1t1" />);
  await vi.waitFor(() => expect(texts('.hall-tables li')).not.toEqual([]), 30_000);
  const [names, tables] = [new Set<string | null>(), new Set<string | null>()];
  for (let i = 0; i < 6; ++i) {
    for (const name of texts('.hall-leaders bdi')) names.add(name);
    for (const table of texts('.hall-number')) tables.add(table);
    expect(texts('.hall-leaders li').length).toBeLessThanOrEqual(15);
    expect(texts('.hall-tables li').length).toBeLessThanOrEqual(16);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(8_000);
    });
  }
  expect([names.size, tables.size]).toEqual([40, 20]);
});
