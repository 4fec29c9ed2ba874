// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { memoryStorage } from '../../memory_storage';
import { view as LeaderboardPage } from '../../../../src/ui/people/leaderboard_page';
import { Navigation } from '../../../../src/ui/services/navigation';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { Toasts } from '../../../../src/ui/services/toasts';
import { cleanup, fireEvent, render, screen, within } from '../screen';

afterEach(cleanup);
afterEach(() => history.replaceState(null, '', '/leaderboard'));

function open(named?: 'gomoku', count = 1) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const players = Array.from({ length: count }, (_, i) => ({
      name: `Lin${i || ''}`,
      rating: 1834.6,
      games: 12,
    }));
    return Promise.resolve(new Response(JSON.stringify({ players }), { status: 200 }));
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...people } });
  const toasts = new Toasts(preferences);
  const services = { preferences, toasts, navigation: new Navigation() } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <LeaderboardPage game={named} />
    </ServicesContext.Provider>,
  );
  return asked;
}

it('keeps the choice in the address, and finds it there', async () => {
  history.replaceState(null, '', '/leaderboard?game=antireversi&speed=rapid');
  const asked = open();
  expect(asked).toEqual(['/api/leaderboard/antireversi?speed=rapid']);
  expect(await screen.findByText('1835')).toBeTruthy();
  const games = within(screen.getByRole('radiogroup', { name: 'Game' }));
  fireEvent.click(games.getByText('Xiangqi'));
  expect(location.search).toBe('?game=xiangqi&speed=rapid');
  expect(asked.at(-1)).toBe('/api/leaderboard/xiangqi?speed=rapid');
});

it('shows programs by themselves, and says so in the address', async () => {
  history.replaceState(null, '', '/leaderboard?game=gomoku&speed=rapid&who=programs');
  const asked = open();
  expect(asked).toEqual(['/api/leaderboard/gomoku?speed=rapid&programs=true']);
  await screen.findByText('1835');
  fireEvent.click(screen.getByText('People'));
  expect(location.search).toBe('?game=gomoku&speed=rapid');
  expect(asked.at(-1)).toBe('/api/leaderboard/gomoku?speed=rapid');
  fireEvent.click(screen.getByText('Bots'));
  expect(location.search).toBe('?game=gomoku&speed=rapid&who=programs');
});

it('shows the game that its path names, and leaves out what there is not', () => {
  history.replaceState(null, '', '/leaderboard?game=chess&speed=constructor');
  expect(open('gomoku')).toEqual(['/api/leaderboard/gomoku?speed=blitz']);
});

it('ranks the best by name, rating and games; each leads to the player', async () => {
  open('gomoku');
  await screen.findByText('1835');
  const head = (['rank', 'player', 'rating', 'games'] as const).map((key) => people[`leaderboard.${key}`]);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([head.join(''), '1Lin183512']);
  expect(screen.getByText('Lin').closest('a')?.pathname).toBe('/players/Lin');
});

it('says where nobody has a rating yet, and where nobody can say', async () => {
  open('gomoku');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"players":[]}')));
  fireEvent.click(screen.getByText('Rapid'));
  expect(await screen.findByText('Nobody has an established rating yet.')).toBeTruthy();
  expect(screen.queryByRole('ctrl')).toBeNull();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  fireEvent.click(screen.getByText('Bullet'));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"players":[{"name":"Mei","rating":1700,"games":9}]}')),
  );
  fireEvent.click(screen.getByText('Reload'));
  expect(await screen.findByText('Mei')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is found by Back at the place at which it was left', async () => {
  history.replaceState({ scroll: 300 }, '', '/leaderboard');
  const scrolled = vi.spyOn(globalThis, 'scrollTo');
  open();
  await screen.findByText('1835');
  expect(scrolled.mock.calls).toEqual([[0, 300]]);
});

it('says that it is of the best alone where it is full', async () => {
  open('gomoku', 100);
  expect(await screen.findByText('The best 100.')).toBeTruthy();
  cleanup();
  open('gomoku', 99);
  expect(await screen.findByText('Lin98')).toBeTruthy();
  expect(screen.queryByText(/^The best/)).toBeNull();
});
