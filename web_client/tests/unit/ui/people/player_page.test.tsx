// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { lists } from '../../../../src/i18n/en/lists';
import { people } from '../../../../src/i18n/en/people';
import { tournaments } from '../../../../src/i18n/en/tournaments';
import { memoryStorage } from '../../memory_storage';
import { view as PlayerPage } from '../../../../src/ui/people/player_page';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { Toasts } from '../../../../src/ui/services/toasts';
import { act, cleanup, fireEvent, render, screen } from '../screen';

// What a row fetches later is here before: a test that ends would take its environment from under it.
import.meta.glob('../../../../src/ui/boards/thumbnail.tsx', { eager: true });

afterEach(cleanup);

function serve(more = {}): void {
  const profile = { name: 'Lin', ratings: {}, games: { played: 0, won: 0, lost: 0, drawn: 0 }, ...more };
  const answers = { tournaments: [], games: [], cursor: null };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(new Response(JSON.stringify(url.endsWith('/players/Lin') ? profile : answers))),
  );
}

function open(visitor: string): void {
  serve();
  show(visitor);
}

function show(visitor: string, guest = false): void {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...lists, ...people, ...tournaments } });
  const account = { user: signal({ id: 'u', name: visitor, guest }), token: 'secret' };
  render(
    <ServicesContext.Provider
      value={{ account, preferences, toasts: new Toasts(preferences) } as unknown as Services}
    >
      <PlayerPage name="Lin" />
    </ServicesContext.Provider>,
  );
}

it('leads no guest of that name to the account of another', async () => {
  serve();
  show('Lin', true);
  expect(await screen.findByText('Lin')).toBeTruthy();
  expect(screen.queryByText('Account')).toBeNull();
});

// An empty page said that all of it was there when the games came first.
it('is busy until it knows who the player is', async () => {
  serve();
  const answer = fetch;
  let tell = (): void => undefined;
  const told = new Promise<void>((done) => (tell = done));
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/players/Lin')) await told;
    return await answer(url);
  });
  show('Mei');
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  // A button at the top went down as the profile came.
  expect(screen.queryByRole('button')).toBeNull();
  tell();
  expect(await screen.findByText('Lin')).toBeTruthy();
  expect(screen.getByText(people['profile.imported'])).toBeTruthy();
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('false');
});

it('says of a program that it is one, and of nobody else', async () => {
  open('Mei');
  expect(await screen.findByText('Lin')).toBeTruthy();
  expect(screen.queryByText('bot')).toBeNull();
  cleanup();
  serve({ program: true });
  show('Mei');
  expect(await screen.findByText('bot')).toBeTruthy();
});

// The name in the top bar leads here: there is no other way to the account.
it('leads the owner of the profile to the account, and nobody else', async () => {
  open('Lin');
  expect((await screen.findByText<HTMLAnchorElement>('Account')).pathname).toBe('/account');
  cleanup();
  open('Mei');
  expect(await screen.findByText('Lin')).toBeTruthy();
  expect(screen.queryByText('Account')).toBeNull();
});

it('is found by Back at the place at which it was left', async () => {
  history.replaceState({ scroll: 300 }, '');
  const scrolled = vi.spyOn(globalThis, 'scrollTo');
  open('Mei');
  await screen.findByText('No finished games yet.');
  await vi.waitFor(() => expect(scrolled.mock.calls).toEqual([[0, 300]]), 30_000);
  history.replaceState(null, '');
});

it.each(['/api/players/', '/api/games'])(
  'says that it cannot be fetched, %s, and asks again',
  async (path) => {
    serve();
    const { fetch } = globalThis;
    let isAway = true;
    vi.stubGlobal('fetch', (url: string) =>
      isAway && url.startsWith(path) ? Promise.reject(new Error('no network')) : fetch(url),
    );
    show('Mei');
    expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
    expect(screen.queryByText('No finished games yet.')).toBeNull();
    isAway = false;
    fireEvent.click(screen.getByText('Reload'));
    expect(await screen.findByText('No finished games yet.')).toBeTruthy();
  },
);

// The last twenty were all that a profile led to.
it('goes on to older games, and asks once more for those that did not come', async () => {
  serve();
  const { fetch } = globalThis;
  const players = [{ name: 'Lin' }, { name: 'Mei' }];
  const game = (gameId: string) => ({ gameId, game: 'gomoku', players, time: null, ply: 9, result: 'draw' });
  const asked: string[] = [];
  let isAway = true;
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.startsWith('/api/games')) return fetch(url);
    asked.push(new URL(url, location.origin).searchParams.get('cursor') ?? '');
    if (asked.at(-1) !== '' && isAway) return Promise.reject(new Error('no network'));
    const page = asked.at(-1) === '' ? { games: [game('g1')], cursor: 'c1' } : { games: [game('g2')] };
    return Promise.resolve(new Response(JSON.stringify(page)));
  });
  show('Mei');
  const more = await screen.findByText('Older games');
  const press = (): Promise<void> =>
    act(async () => {
      fireEvent.click(more);
      await new Promise((done) => setTimeout(done));
    });
  await press();
  isAway = false;
  await press();
  await vi.waitFor(() => expect(document.querySelectorAll('.game-row')).toHaveLength(2), 30_000);
  expect(screen.queryByText('Older games')).toBeNull();
  expect(asked).toEqual(['', 'c1', 'c1']);
});

// They were said to be none, and a name that stands in imported games alone was said not to be there.
it.each([200, 404])('says that imported games cannot be fetched, and asks again: %d', async (status) => {
  serve();
  const { fetch } = globalThis;
  const noAccount = JSON.stringify({ error: { code: 'not_found', message: '' } });
  let isAway = true;
  vi.stubGlobal('fetch', (url: string) => {
    if (isAway && url.includes('imported=true')) return Promise.reject(new Error('no network'));
    const isHere = status === 200 || !url.startsWith('/api/players/');
    return isHere ? fetch(url) : Promise.resolve(new Response(noAccount, { status }));
  });
  show('Mei');
  if (status === 200) fireEvent.click(await screen.findByText('Imported games with this name'));
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  isAway = false;
  fireEvent.click(screen.getByText('Reload'));
  if (status === 404) await screen.findByText('There is no account or public game of Lin.');
  else await vi.waitFor(() => expect(screen.getAllByText('No finished games yet.')).toHaveLength(2), 30_000);
});

const won = { game: 'gomoku', format: 'swiss', started: Date.UTC(2026, 4, 9, 12), players: 24 };

/** Tournaments of the player, as the server tells them by cursor. */
function serveTournaments(pages: Readonly<Record<string, object>>): string[] {
  serve();
  const { fetch } = globalThis;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.startsWith('/api/players/Lin/tournaments')) return fetch(url);
    asked.push(new URL(url, location.origin).searchParams.get('cursor') ?? '');
    const page = pages[asked.at(-1) ?? ''];
    return page ? Promise.resolve(new Response(JSON.stringify(page))) : Promise.reject(new Error('away'));
  });
  return asked;
}

const cups = (): (string | undefined)[] =>
  [...document.querySelectorAll('.game-row small svg')].map((cup) => cup.parentElement?.className);

it('tells the rank in tournaments, with a cup for the first three', async () => {
  const played = [1, 2, 3, 4].map((rank) => ({ ...won, id: `t${rank}`, name: `Friday ${rank}`, rank }));
  serveTournaments({ '': { tournaments: played, cursor: null } });
  show('Mei');
  const link = await screen.findByText('Friday 1');
  expect(link.closest('a')?.pathname).toBe('/tournaments/t1');
  expect(link.closest('li')?.textContent).toMatch(/Rank 1 of 24.*Gomoku.*Swiss.*May/);
  expect(screen.getByText(/Rank 4 of 24/)).toBeTruthy();
  expect(cups()).toEqual(['cup-1', 'cup-2', 'cup-3']);
});

it('gives no cup to the host of a simul, and tells of no tournaments where there are none', async () => {
  const simul = { ...won, id: 't1', name: 'Friday', format: 'simul', rank: 1 };
  serveTournaments({ '': { tournaments: [simul], cursor: null } });
  show('Mei');
  expect(await screen.findByText(/Rank 1 of 24/)).toBeTruthy();
  expect(cups()).toEqual([]);
  cleanup();
  const asked = serveTournaments({ '': { tournaments: [], cursor: null } });
  show('Mei');
  await vi.waitFor(() => expect(asked).toEqual(['']), 30_000);
  await act(() => new Promise<void>((done) => void setTimeout(done)));
  expect(screen.queryByText('Tournaments')).toBeNull();
});

it('goes on to older tournaments', async () => {
  const page = (id: string) => [{ ...won, id, name: id, rank: 9 }];
  const asked = serveTournaments({
    '': { tournaments: page('t2'), cursor: '7-t2' },
    '7-t2': { tournaments: page('t1'), cursor: null },
  });
  show('Mei');
  fireEvent.click(await screen.findByText('More'));
  expect(await screen.findByText('t1')).toBeTruthy();
  expect(screen.getByText('t2')).toBeTruthy();
  expect(screen.queryByText('More')).toBeNull();
  expect(asked).toEqual(['', '7-t2']);
});

it('says that tournaments cannot be fetched, and asks again', async () => {
  const pages: Record<string, object> = {};
  serveTournaments(pages);
  show('Mei');
  fireEvent.click(await screen.findByText('Reload'));
  pages[''] = { tournaments: [{ ...won, id: 't1', name: 'Friday', rank: 1 }], cursor: null };
  fireEvent.click(await screen.findByText('Reload'));
  expect(await screen.findByText('Friday')).toBeTruthy();
});
