// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { learnWords } from '../../../../src/i18n/areas/learn_words';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import type { GameOffer } from '../../../../src/protocol/server_messages';
import type { GameSummary, Seek } from '../../../../src/protocol/types';
import { view as LobbyPage } from '../../../../src/ui/lobby/lobby_page';
import { DemoGame } from '../../../../src/ui/lobby/demo_game';
import { view as WatchPage } from '../../../../src/ui/lobby/watch_page';
import { act, cleanup, fireEvent, heldOff, screen, seen, within } from '../screen';
import { Site } from '../site';

// What the lobby fetches later is here before: a test that ends would take its environment from under it.
import.meta.glob(
  [
    '../../../../src/ui/{lobby,parts,core,boards}/*.{ts,tsx}',
    '../../../../src/ui/tournaments/evening.tsx',
    '../../../../src/games/index.ts',
  ],
  {
    eager: true,
  },
);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const offers: readonly GameOffer[] = [
  {
    game: 'gomoku',
    rules: ['freestyle', 'renju'],
    sides: ['black', 'white'],
    sizes: [15, 19],
    openings: [
      { id: 'swap2', rules: ['freestyle'] },
      { id: 'taraguchi10', rules: ['renju'] },
    ],
  },
];
const blitz = { initial: 180_000, increment: 2_000 };
const people = (...names: readonly string[]) =>
  names.map((name) => ({ name, online: true })) as unknown as GameSummary['players'];
const live = (gameId: string, more: Partial<GameSummary> = {}): GameSummary => ({
  gameId,
  game: 'gomoku',
  players: people(`${gameId}-black`, `${gameId}-white`),
  time: blitz,
  ply: 3,
  status: 'playing',
  ...more,
});
const snapshot = (more: object = {}) => ({ t: 'lobby', seeks: [], games: [], players: 5, rooms: 0, ...more });

/** The lobby of a server that seeks, and has told what goes on there. */
async function open(more: object | null = {}, site = new Site().greet()): Promise<Site> {
  site.games.value = offers;
  site.answer = ({ t }) => (t === 'seek' ? { t: 'ack', seekId: 's1' } : { t: 'ack' });
  site.open(<LobbyPage />);
  if (more) await site.hear(snapshot(more));
  return site;
}

const pick = (label: string | RegExp, within_ = document.body): void =>
  void fireEvent.click(within(within_).getByLabelText(label, { selector: 'input' }));
const choose = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { selector: 'select' }), { target: { value } });
const start = (): HTMLButtonElement => seen('.start') as HTMLButtonElement;
const press = (name: string): void => void fireEvent.click(screen.getByText(name, { selector: 'button' }));
/** Clicks, and lets what was asked be answered. */
const go = (button: HTMLElement = start()): Promise<void> =>
  act(async () => {
    fireEvent.click(button);
    await new Promise((done) => setTimeout(done));
  });
const last = (site: Site): ClientMessage | undefined => site.asked.at(-1);
const seeksOf = (site: Site): readonly ClientMessage[] => site.asked.filter(({ t }) => t === 'seek');
const game = (): HTMLElement => seen('.tiles');

describe('the form', () => {
  it('begins with the computer, and with people as soon as there are some, unless the visitor has chosen', async () => {
    const site = await open(null);
    expect(start().textContent).toContain('Play level 3');
    await site.hear(snapshot({ players: 2 }));
    expect(start().textContent).toContain('Find an opponent');
    cleanup();
    const chosen = new Site().greet();
    chosen.preferences.change({ against: 'friend' });
    await open({ players: 9 }, chosen);
    expect(start().textContent).toContain('Create a room');
  });

  it('stays with the computer for who is alone', async () => {
    await open({ players: 1 });
    expect(start().textContent).toContain('Play level 3');
  });

  it('says on its button what will be played, at which clock', async () => {
    await open();
    expect(start().textContent).toContain('Xiangqi · 10+5');
    pick(/^Gomoku/, game());
    pick(/^3\+2/);
    expect(start().textContent).toContain('Gomoku · 3+2');
  });

  it('names the sides as the chosen game does', async () => {
    const site = await open();
    const sides = () => seen('[aria-label="Your side"]').textContent;
    expect(sides()).toBe('RedRandomBlack');
    pick(/^Gomoku/, game());
    expect(sides()).toBe('BlackRandomWhite');
    pick('White', seen('[aria-label="Your side"]'));
    await go();
    expect(last(site)).toMatchObject({ t: 'seek', side: 'second' });
  });

  it('plays the computer at a level, on no clock until one is chosen, and remembers both', async () => {
    const site = await open();
    pick('Computer');
    pick('Level 5');
    expect(screen.getByText(/plans a few moves ahead/)).toBeTruthy();
    await go();
    expect(last(site)).toMatchObject({ t: 'create', opponent: 'ai', level: 5, time: null });
    expect(last(site)).not.toHaveProperty('private');
    expect(site.preferences.settings.value).toMatchObject({ against: 'computer', level: 5 });
  });

  it('opens a private room for a friend, on as many lines as were chosen', async () => {
    const site = await open();
    pick(/^Gomoku/, game());
    expect(screen.queryByLabelText('Lines')).toBeNull();
    pick('A friend');
    choose('Lines', '19');
    await go();
    expect(last(site)).toMatchObject({ t: 'create', opponent: 'human', private: true, size: 19 });
  });

  it('offers the openings of the chosen rule only, and explains what was chosen', async () => {
    const site = await open();
    pick(/^Gomoku/, game());
    const openings = () =>
      Array.from(screen.getByLabelText<HTMLSelectElement>('Opening rule').options, ({ value }) => value);
    expect(openings()).toEqual(['', 'swap2']);
    choose('Opening rule', 'swap2');
    choose('Rule', 'renju');
    expect(openings()).toEqual(['', 'taraguchi10']);
    expect(screen.getByText(/forbidden points are marked/)).toBeTruthy();
    await go();
    expect(last(site)).toEqual({
      t: 'seek',
      game: 'gomoku',
      rule: 'renju',
      time: expect.anything() as unknown,
    });
    choose('Opening rule', 'taraguchi10');
    expect(screen.getByText(/the 3×3, 5×5 and 7×7/)).toBeTruthy();
  });

  it('writes no blank between a rule and its opening in Chinese, where a sentence ends in a full-width sign', async () => {
    const site = await open();
    await site.preferences.addWords(learnWords);
    pick(/^Gomoku/, game());
    choose('Opening rule', 'swap2');
    expect(seen('.rules > p').textContent).toMatch(/win\. One/);
    site.preferences.change({ language: 'zh-Hans' });
    await act(() => site.preferences.loadWords());
    expect(seen('.rules > p').textContent).toMatch(/即胜。一方/);
  });

  it('asks a guest to log in where a member may play for points', async () => {
    const guest = await open({}, new Site().greet({ guest: true }));
    expect(screen.getByText<HTMLAnchorElement>(/need an account/).pathname).toBe('/account');
    guest.preferences.change({ rated: true });
    await go();
    expect(last(guest)).not.toHaveProperty('rated');
    cleanup();
    const member = await open();
    pick('Rated game');
    expect(start().textContent).toContain('Rated');
    await go();
    expect(last(member)).toMatchObject({ t: 'seek', rated: true });
  });

  it('bounds the rating of a stranger', async () => {
    const site = await open();
    const bound = async (which: string, value: string) =>
      fireEvent.change(await screen.findByLabelText(`Opponent’s rating ${which}`), { target: { value } });
    await bound('at least', '1500');
    await bound('at most', '1600');
    await go();
    expect(last(site)).toMatchObject({ minRating: 1500, maxRating: 1600 });
  });

  it('says to who invites a friend where such a game counts', async () => {
    await open();
    expect(screen.queryByText(/^Private:/)).toBeNull();
    pick('A friend');
    expect(await screen.findByText(/^Private: not listed/)).toBeTruthy();
  });

  it('waits for the line', async () => {
    const site = await open();
    await act(() => void (site.status.value = 'lost'));
    expect(start().disabled).toBe(true);
  });
});

describe('a search', () => {
  it('counts the time, and is stopped by the same button', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const site = await open();
    await go();
    await act(() => void vi.advanceTimersByTime(65_000));
    expect(start().textContent).toBe('Searching 10+5… 1:05Press again to stop');
    // Each second would be said of the button that has the focus.
    expect(screen.getByRole('button', { name: 'Press again to stop' })).toBe(start());
    await go();
    expect(site.sent).toContainEqual({ t: 'unseek', seekId: 's1' });
    expect(start().textContent).toContain('Find an opponent');
  });

  it('is not stopped by the second half of the double click that began it', async () => {
    const site = await open();
    await go();
    await act(async () => {
      fireEvent.click(start(), { detail: 2 });
      await new Promise((done) => setTimeout(done));
    });
    expect(start().textContent).toContain('Searching');
    expect(site.sent.filter(({ t }) => t === 'unseek')).toEqual([]);
  });

  it('is not asked for twice while it is asked for', async () => {
    const site = await open();
    site.answer = () => new Promise(() => undefined);
    await go();
    expect(start().disabled).toBe(true);
    await go();
    expect(seeksOf(site)).toHaveLength(1);
  });

  it('that is refused says why, and can be begun again', async () => {
    const site = await open();
    site.answer = () => Promise.reject(new Error('no network'));
    await go();
    expect(site.said).toEqual(['The server cannot be reached.']);
    expect(start().disabled).toBe(false);
  });

  it('offers the computer while nobody comes', async () => {
    const site = await open();
    const held = heldOff();
    await go();
    const button = await screen.findByText('Play level 3', { selector: '.search-ended button' });
    expect(held()).toContain(button.parentElement?.textContent);
    await go(button);
    expect(last(site)).toMatchObject({ t: 'create', opponent: 'ai', level: 3 });
  });

  it('that ended with its line says so, and goes on as it was, or is let be', async () => {
    const site = await open();
    pick(/^Gomoku/, game());
    await go();
    const held = heldOff();
    await site.comeBack();
    expect((await screen.findByRole('alert')).textContent).toContain('search for Gomoku 10+5 ended');
    expect(held()).toContain(screen.getByRole('alert').textContent);
    await go(screen.getByText('Search again', { selector: 'button' }));
    const [first, second] = seeksOf(site);
    expect(second).toEqual(first);
    expect(screen.queryByRole('alert')).toBeNull();
    await site.comeBack();
    await act(() => press('Close'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(seeksOf(site)).toHaveLength(2);
  });

  it('ends with the page, which hears no more of the lobby', async () => {
    const site = await open();
    await go();
    cleanup();
    expect(site.sent.slice(-3)).toEqual([
      { t: 'unseek', seekId: 's1' },
      { t: 'lobby', on: false },
      { t: 'watch', ids: [] },
    ]);
  });
});

describe('who waits', () => {
  const seek = (seekId: string, more: Partial<Seek> = {}): Seek => ({
    seekId,
    game: 'gomoku',
    rule: 'renju',
    time: blitz,
    name: `Seeker ${seekId}`,
    ...more,
  });
  const rows = () => screen.queryAllByRole('listitem').filter(({ className }) => className === 'seek');

  it('is listed with what is wished, and which side is left', async () => {
    const wish = { side: 'first', minRating: 1400, rated: true, rating: 1512 } as const;
    await open({ seeks: [seek('a', wish), seek('b', { side: 'random' })] });
    expect(rows()[0]?.textContent).toContain('1512 Your side: White · 1400–');
    expect(rows()[0]?.textContent).toContain('Gomoku · Renju3+2Rated');
    expect(rows()[1]?.textContent).toContain('Seeker b Gomoku · Renju3+2Casual');
    expect(screen.getByText('2 waiting')).toBeTruthy();
  });

  // Ratings that are far apart were paired only after a wait, or with another.
  it('is joined by a seek for the same', async () => {
    const site = await open({ seeks: [seek('a', { opening: 'swap2', rated: true, side: 'first' })] });
    await go(within(seen('.seek')).getByText('Join'));
    expect(last(site)).toEqual({
      t: 'seek',
      game: 'gomoku',
      rule: 'renju',
      opening: 'swap2',
      rated: true,
      time: blitz,
      with: 'a',
    });
  });

  it('in a room is joined there', async () => {
    const players = [
      { name: 'Mei', online: true },
      { name: null, online: false },
    ] as const;
    const site = await open({ games: [live('room1', { status: 'waiting', players })] });
    await go(within(seen('.seek')).getByText('Join'));
    expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'room1' });
  });

  it('is the visitor himself, who cannot join that', async () => {
    const site = await open();
    await go();
    await site.hear({ t: 'lobby', add: { seeks: [seek('s1')] } });
    expect(rows()[0]?.textContent).toContain('You are waiting');
    expect(within(seen('.seek')).queryByText('Join')).toBeNull();
  });

  it('is shown for one game only, where that is wanted; the count stays', async () => {
    await open({ seeks: [seek('a'), seek('b', { game: 'xiangqi', rule: 'standard' })] });
    pick('Xiangqi', seen('.seeks'));
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Seeker b')]);
    expect(screen.getByText('2 waiting')).toBeTruthy();
  });

  it('is nobody: then there is nothing to filter', async () => {
    await open();
    expect(screen.getByText('Nobody is waiting.')).toBeTruthy();
    expect(screen.queryByLabelText('Filter by game')).toBeNull();
  });
});

describe('what is being played', () => {
  const cards = () => [...document.querySelectorAll('.live')];
  const clock = { ms: [125_000, 64_000], running: 'first', at: 0 } as const;
  const mini = (gameId: string, more: object = {}) => ({
    t: 'mini',
    gameId,
    pos: `X${'-'.repeat(224)} O`,
    lastMove: 'a1',
    clock,
    status: 'playing',
    ...more,
  });

  it('is shown, three at most, the featured one first; the others are a link away', async () => {
    const games = ['g1', 'g2', 'g3', 'g4'].map((id) => live(id, { spectators: id === 'g3' ? 7 : 0 }));
    const site = await open({ games, featured: 'g3' });
    await screen.findByText('Featured');
    expect(cards().map((card) => card.getAttribute('href'))).toEqual(['/g3', '/g1', '/g2']);
    expect(cards()[0]?.textContent).toMatch(/Featured Gomoku · 3\+2 · 2 moves 7$/);
    expect(screen.getByText<HTMLAnchorElement>('All 4').pathname).toBe('/watch');
    expect(site.sent).toContainEqual({ t: 'watch', ids: ['g3', 'g1', 'g2', 'g4'] });
  });

  it('has its board as it stands, and clocks of which one runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const site = await open({ games: [live('g1')] });
    await screen.findByText('All 1');
    expect(cards()[0]?.querySelector('.mini')).toBeNull();
    await site.hear(mini('g1'));
    const clocks = () => [...document.querySelectorAll('.live-clock')].map((each) => each.textContent);
    expect(clocks()).toEqual(['1:04', '2:05']);
    expect(cards()[0]?.querySelectorAll('.mini-last')).toHaveLength(1);
    site.now = 7_000;
    await act(() => void vi.advanceTimersByTime(1_000));
    expect(clocks()).toEqual(['1:04', '1:58']);
    site.now = 124_500;
    await act(() => void vi.advanceTimersByTime(1_000));
    expect(clocks(), 'half a second is left').toEqual(['1:04', '0:01']);
    // Each second would be said of the link that has the focus.
    expect(document.querySelector('.live-clock:not([aria-hidden="true"])')).toBeNull();
  });

  it('is nothing: then a game plays itself, beside the best players and what else there is', async () => {
    const site = new Site().greet();
    const players = Array.from({ length: 7 }, (_, n) => ({ name: `P${n}`, rating: 1800.4 - n, games: 20 }));
    site.archive = () => ({ players });
    await open({}, site);
    await screen.findByText('Watch Xiangqi: two computers');
    expect(screen.getByText('No games in progress.')).toBeTruthy();
    await screen.findByText('Best Xiangqi players');
    expect(seen('.best').textContent).toBe('P01800P11799P21798P31797P41796');
    expect(site.fetched).toEqual(['GET /api/leaderboard/xiangqi?speed=blitz']);
    expect(screen.getByText<HTMLAnchorElement>('Learn the rules').pathname).toBe('/learn');
    pick(/^Anti/, game());
    await vi.waitFor(() => expect(site.fetched.at(-1)).toContain('/antireversi'), 30_000);
  });

  it('is less worth than the own game that waits', async () => {
    const playing = [
      { gameId: 'own1', game: 'gomoku', opponent: 'Mei', yourTurn: false },
      { gameId: 'own2', game: 'gomoku', opponent: 'Bot 4', yourTurn: true },
    ] as const;
    const site = new Site().greet({ playing });
    site.archive = (request) =>
      request.includes('/games/')
        ? { game: 'gomoku', state: { pos: `X${'-'.repeat(224)} O` } }
        : { players: [] };
    await open({}, site);
    await screen.findByText('Your game');
    const own = seen('.live-column > .side-card');
    await vi.waitFor(() => expect(own.querySelector('.mini-board circle')).not.toBeNull(), 30_000);
    expect(own.textContent).toContain('Gomoku with Computer level 4 Your move');
    expect(site.fetched).toContain('GET /api/games/own2');
    expect(screen.queryByText(/two computers/)).toBeNull();
    expect(screen.queryByText(/^Best/)).toBeNull();
  });

  it('on a server in a local network comes after the room for friends', async () => {
    await open({}, new Site().greet({ readyCode: 'K7Q2' }));
    await screen.findByText('Room for friends in this network');
    expect(screen.getByText<HTMLAnchorElement>('K7Q2').pathname).toBe('/r/K7Q2');
    expect(seen('.ready-room img').getAttribute('src')).toBe('/api/qr/K7Q2.svg');
    expect(screen.queryByText('Make a tournament')).toBeNull();
  });

  it('lets the host of a local network make a tournament', async () => {
    const site = new Site().greet();
    site.account.host.value = true;
    await open({}, site);
    await screen.findByText('Make a tournament');
  });

  it('has no clock where there is none', async () => {
    const site = await open({ games: [live('g1', { time: null })] });
    await site.hear({
      t: 'mini',
      gameId: 'g1',
      pos: `${'-'.repeat(225)} X`,
      lastMove: null,
      clock: null,
      status: 'playing',
    });
    await vi.waitFor(() => expect(cards()).toHaveLength(1), 30_000);
    expect(document.querySelector('.live-clock')).toBeNull();
  });

  it('fills a page of its own, of which sixteen boards are told', async () => {
    const site = new Site().greet().open(<WatchPage />);
    expect(screen.queryByText('No games in progress.')).toBeNull();
    await site.hear(snapshot({ games: Array.from({ length: 18 }, (_, n) => live(`g${n}`)) }));
    expect(cards()).toHaveLength(18);
    expect(site.sent.at(-1)).toEqual({
      t: 'watch',
      ids: Array.from({ length: 16 }, (_, n) => `g${n}`),
    });
    await act(() => cleanup());
    expect(site.sent.at(-1)).toEqual({ t: 'watch', ids: [] });
  });

  it('takes no press meant for one that has just ended', async () => {
    const site = new Site().greet().open(<WatchPage />);
    await site.hear(snapshot({ games: [live('g1'), live('g2'), live('g3')] }));
    const held = heldOff();
    await site.hear({ t: 'lobby', remove: ['g1'] });
    expect(held().map((text) => /^g\d/.exec(text)?.[0])).toEqual(['g2', 'g3']);
  });

  it('plays itself on that page while nobody plays', async () => {
    const site = new Site().greet().open(<WatchPage />);
    await site.hear(snapshot());
    expect(screen.getByText('No games in progress.')).toBeTruthy();
    expect(screen.getAllByText(/^Watch .*: two computers$/)).toHaveLength(3);
    await site.hear(snapshot({ games: [live('g1')] }));
    expect(screen.queryByText(/two computers/)).toBeNull();
  });
});

describe('a game that plays itself', () => {
  const stones = () => document.querySelectorAll('.mini-board circle[fill]').length;
  const wait = (moves: number): Promise<void> => act(() => void vi.advanceTimersByTime(1_500 * moves));

  it('makes a move at a time, rests at its end, and begins again; it stands still when told so', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    new Site().open(<DemoGame game="gomoku" moves={['h8', 'i9']} />);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 30_000); // It moves from now on.
    expect(stones()).toBe(0);
    await wait(1);
    expect(stones()).toBe(1);
    await wait(2);
    expect(stones()).toBe(2);
    await wait(2);
    expect(stones()).toBe(2);
    await wait(1);
    expect(stones()).toBe(0);
    fireEvent.click(screen.getByLabelText('Play the moves'));
    expect(stones()).toBe(2);
    await wait(3);
    expect(stones()).toBe(2);
    expect(screen.getByLabelText('Play the moves').getAttribute('aria-pressed')).toBe('false');
  });

  it('shows its end to who wants no motion', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
    new Site().open(<DemoGame game="gomoku" moves={['h8', 'i9']} />);
    await vi.waitFor(() => expect(stones()).toBe(2), 30_000);
  });
});

describe('the way into a room', () => {
  const join = (text: string): void => {
    fireEvent.input(screen.getByLabelText('Join by code'), { target: { value: text } });
    fireEvent.submit(seen('.join'));
  };

  it.each([
    ['k7q2', { page: 'code', code: 'K7Q2' }],
    [' https://sanqi.example/r/K7Q2 ', { page: 'code', code: 'K7Q2' }],
    ['https://sanqi.example/q7Xb2mKd', { page: 'room', gameId: 'q7Xb2mKd' }],
  ])('of %j', async (text, route) => {
    const site = await open();
    join(text);
    expect(site.navigation.route.value).toEqual(route);
  });

  it.each(['!', 'https://sanqi.example/', 'http://'])('is none of %j, which is said', async (text) => {
    const site = await open();
    join(text);
    expect(site.navigation.route.value).toEqual({ page: 'lobby' });
    expect(site.said).toEqual(['That is neither a room code nor a link.']);
  });
});

it('leads back to three games that are not over, and to the list of them all', async () => {
  const playing = Array.from({ length: 5 }, (_, n) => ({
    gameId: `game${n}`,
    game: 'gomoku' as const,
    opponent: n === 4 ? null : `P${n}`,
    yourTurn: n === 4,
  }));
  await open({}, new Site().greet({ playing }));
  const links = within(seen('.resumes')).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
    ['Gomoku: waiting for an opponent', '/game4'],
    ['Gomoku with P0', '/game0'],
    ['Gomoku with P1', '/game1'],
    ['2 more', '/games'],
  ]);
});

it('tells how many are playing each game', async () => {
  await open({ games: [live('g1'), live('g2'), live('g3', { game: 'xiangqi' })] });
  const told = [...document.querySelectorAll('.tile-name .hidden')].map(({ textContent }) => textContent);
  expect(told).toEqual(['2 playing', '4 playing', '0 playing']);
});
