// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameSummary } from '../../../../src/protocol/types';
import { view as GamesPage } from '../../../../src/ui/people/games_page';
import { view as PlayerPage } from '../../../../src/ui/people/player_page';
import { act, cleanup, fireEvent, screen, seen, within } from '../screen';
import { refused, Site } from '../site';

import.meta.glob(['../../../../src/ui/boards/thumbnail.tsx', '../../../../src/games/openings.ts'], {
  eager: true,
});

let site: Site;
beforeEach(() => {
  history.replaceState(null, '', '/games');
  site = new Site().greet();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const game = (gameId: string, more: Partial<GameSummary> = {}): GameSummary => ({
  gameId,
  game: 'gomoku',
  players: [
    { name: 'Lin', rating: 1523, online: false },
    { name: 'Bot', ai: true, level: 4, online: false },
  ],
  time: { initial: 300_000, increment: 3_000 },
  ply: 41,
  status: 'finished',
  result: 'first',
  reason: 'five',
  ...more,
});
const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.game-row')];
const press = (text: string): Promise<void> => act(() => void fireEvent.click(screen.getByText(text)));
const asked = (): readonly string[] => site.fetched.filter((line) => line.startsWith('GET /api/games?'));

describe('the archive', () => {
  const list = (...games: readonly GameSummary[]) => ({ games, cursor: null });
  async function open(answer: unknown = list()): Promise<void> {
    site.archive = () => answer;
    site.open(<GamesPage />);
    await vi.waitFor(() => expect(seen('.list-card').getAttribute('aria-busy')).toBe('false'), 30_000);
    // The page notes what it shows after the frame that shows it.
    await act(() => new Promise<void>((done) => void requestAnimationFrame(() => setTimeout(done))));
  }

  it('says not that there is no game while not all were looked at', async () => {
    await open({ games: [], cursor: 'c1' });
    expect(screen.getByText('None among the games looked at so far.')).toBeTruthy();
    expect(screen.queryByText('No finished games yet.')).toBeNull();
    site.archive = () => list();
    await press('Older games');
    expect(await screen.findByText('No finished games yet.')).toBeTruthy();
  });

  it('says of each game who, how, how long and when; the whole row leads to its replay', async () => {
    await open(list(game('g1', { at: Date.UTC(2019, 4, 6, 12) })));
    const [row] = rows();
    expect(row?.textContent).toContain('Lin 1523');
    expect(row?.textContent).toContain('1 – 0');
    expect(row?.textContent).toContain('Computer level 4');
    expect(row?.textContent).toContain('Gomoku · five in a row · 21 moves · 5+3');
    expect(row?.querySelector('time')?.textContent).toBe('May 6, 2019');
    expect(screen.getByText<HTMLAnchorElement>('Gomoku', { selector: '.row-link' }).pathname).toBe(
      '/replay/g1',
    );
    expect(row?.querySelector('.row-side.won')?.textContent).toContain('Lin');
  });

  it('says no year of this one, and nothing of a day that is not known', async () => {
    await open(list(game('g1', { at: new Date(new Date().getFullYear(), 0, 2).getTime() }), game('g2')));
    expect(rows()[0]?.querySelector('time')?.textContent).toBe('Jan 2');
    expect(rows()[1]?.querySelector('time')).toBeNull();
  });

  it.each([
    ['first', 'won'],
    ['second', 'lost'],
    ['draw', 'drawn'],
  ] as const)('says to who played how it went: %s, so %s', async (result, outcome) => {
    await open(list(game('g1', { result, you: 'first' })));
    expect(seen(`.tag.${outcome}`).textContent).toContain(outcome);
    expect(rows()[0]?.querySelector('.row-side .tag')?.textContent).toBe('You');
  });

  it('goes on page by page, until there is no more', async () => {
    await open({ games: [game('g1')], cursor: 'next' });
    site.archive = () => list(game('g2'));
    await press('Older games');
    await vi.waitFor(() => expect(rows()).toHaveLength(2), 30_000);
    expect(asked()[1]).toContain('cursor=next');
    expect(screen.queryByText('Older games')).toBeNull();
  });

  it.each([
    ['/games', 'No finished games yet.'],
    ['/games?game=gomoku', 'No game fits these filters.'],
    ['/games?player=Mei', 'No finished game of Mei here. Names are looked for whole.'],
  ])('that has nothing at %s says why', async (path, text) => {
    history.replaceState(null, '', path);
    site = new Site().greet();
    await open();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('that cannot be reached says so, and is asked again', async () => {
    await open(refused('busy', {}, 503));
    expect(screen.getByRole('alert').textContent).toContain('The server is busy');
    site.archive = () => list(game('g1'));
    await press('Reload');
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 30_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that breaks off at an older page keeps what is there, and goes on from there', async () => {
    await open({ games: [game('g1')], cursor: 'next' });
    site.archive = () => refused('busy', {}, 503);
    await press('Older games');
    await screen.findByRole('alert');
    expect(rows()).toHaveLength(1);
    site.archive = () => list(game('g2'));
    await press('Reload');
    await vi.waitFor(() => expect(rows()).toHaveLength(2), 30_000);
    expect(asked().at(-1)).toContain('cursor=next');
  });

  it('shows no answer to a question that is no longer asked', async () => {
    let late: (games: Response) => void = () => undefined;
    await open(list(game('g1')));
    vi.stubGlobal('fetch', (url: string) => {
      if (url.includes('game=xiangqi')) return new Promise<Response>((done) => (late = done));
      return Promise.resolve(new Response(JSON.stringify(list(game('new')))));
    });
    await act(() => void fireEvent.click(screen.getByLabelText('Xiangqi')));
    await act(() => void fireEvent.click(screen.getByLabelText('Gomoku')));
    await vi.waitFor(() => expect(rows()[0]?.innerHTML).toContain('/replay/new'), 30_000);
    await act(async () => {
      late(new Response(JSON.stringify(list(game('old', { game: 'xiangqi' })))));
      await new Promise((done) => setTimeout(done));
    });
    expect(rows().map((row) => row.innerHTML.includes('/replay/new'))).toEqual([true]);
  });

  it('is filtered by days, result and opponent; the address says all of it', async () => {
    await open();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-02' } });
    fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'draw' } });
    const field = screen.getByLabelText('Opponent', { selector: '.name-search input' });
    fireEvent.input(field, { target: { value: 'Mei' } });
    await act(() => void fireEvent.submit(field.closest('form') as Element));
    await vi.waitFor(() => expect(asked().at(-1)).toContain('player=Mei'), 30_000);
    expect(asked().at(-1)).toContain('result=draw');
    // The server takes an opponent beside a player alone.
    expect(asked().at(-1)).not.toContain('opponent=');
    expect(asked().at(-1)).toContain(`from=${new Date(2026, 0, 2).getTime()}`);
    expect(location.search).toBe('?result=draw&opponent=Mei&from=2026-01-02');
    cleanup();
    await open();
    expect(seen('.filters details').hasAttribute('open')).toBe(true);
  });

  it('is found as it was left, at the same place, by who comes back', async () => {
    const scrolled = vi.fn();
    vi.stubGlobal('scrollTo', scrolled);
    await open(list(game('g1')));
    cleanup();
    history.replaceState({ scroll: 640 }, '', '/games');
    site = new Site().greet();
    site.open(<GamesPage />);
    expect(rows()).toHaveLength(1);
    expect(scrolled).toHaveBeenCalledWith(0, 640);
    expect(asked()).toEqual([]);
  });

  it('is asked for anew by who comes back as somebody else: private games are for their players', async () => {
    await open(list(game('g1')));
    cleanup();
    history.replaceState({ scroll: 640 }, '', '/games');
    site = new Site().greet({ id: 'u2' });
    site.archive = () => list();
    site.open(<GamesPage />);
    await vi.waitFor(() => expect(asked()).toHaveLength(1), 30_000);
    await screen.findByText('No finished games yet.');
    expect(rows()).toEqual([]);
  });
});

describe('the import of a game', () => {
  const text = (): HTMLTextAreaElement => screen.getByLabelText(/^Paste a game/);
  const submit = (): Promise<void> => act(() => void fireEvent.submit(seen('.import form')));
  const button = (): HTMLButtonElement => screen.getByText('Import', { selector: 'button' });
  async function open(answer: unknown = { gameId: 'new1' }): Promise<void> {
    site.archive = (request) => (request.startsWith('POST') ? answer : { games: [] });
    site.open(<GamesPage />);
    await press('Import a game');
  }
  const paste = (game: string): void => void fireEvent.input(text(), { target: { value: game } });
  const problem = (): string | undefined => document.querySelector('.import .problem')?.textContent;

  it('reads what was pasted, and opens it as a replay', async () => {
    await open();
    expect(button().disabled).toBe(true);
    paste('1. h2e2');
    expect(button().disabled).toBe(false);
    await submit();
    await vi.waitFor(() => expect(location.pathname).toBe('/replay/new1'), 30_000);
    expect(site.bodies).toEqual([{ text: '1. h2e2' }]);
  });

  it('of a file sends its bytes as they are, and says which game it is, where one knows that', async () => {
    await open();
    const file = new File([new Uint8Array([0xff, 0x00, 0x41])], 'game.sgf');
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } });
    fireEvent.change(screen.getByLabelText('Game', { selector: 'select' }), { target: { value: 'gomoku' } });
    expect(text().value).toBe('');
    expect(screen.getByLabelText('game.sgf')).toBeTruthy();
    await submit();
    await vi.waitFor(() => expect(site.bodies).toHaveLength(1), 30_000);
    expect(site.bodies).toEqual([{ base64: '/wBB', game: 'gomoku' }]);
  });

  it('of a file is forgotten for what is pasted after it', async () => {
    await open();
    const file = new File(['(;GM[4])'], 'game.sgf');
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } });
    paste('1. h2e2');
    expect(screen.getByLabelText('Choose a file')).toBeTruthy();
    await submit();
    await vi.waitFor(() => expect(site.bodies).toEqual([{ text: '1. h2e2' }]), 30_000);
  });

  it('is not sent twice', async () => {
    await open();
    paste('1. h2e2');
    void submit();
    await submit();
    await vi.waitFor(() => expect(location.pathname).toBe('/replay/new1'), 30_000);
    expect(site.bodies).toHaveLength(1);
  });

  it('says where and why a file is no game, and can be tried again', async () => {
    await open(refused('bad_game', { line: 12, reason: 'illegal', message: 'Line 12: no piece.' }));
    paste('rubbish');
    await submit();
    await screen.findByText(/^This game cannot be read\.\s*Line 12: no piece\.$/);
    site.preferences.change({ language: 'zh-Hans' });
    await act(() => site.preferences.loadWords());
    await submit();
    await vi.waitFor(() => expect(problem()).not.toContain('no piece'), 30_000);
    expect(problem()).toContain('12');
    expect(site.bodies).toHaveLength(2);
  });

  it('says of another failure what that was', async () => {
    await open(refused('too_large', {}, 413));
    paste('long');
    await submit();
    await screen.findByText('That is too large.');
  });

  it('leads nobody to it who closed the dialog while it was sent', async () => {
    await open();
    paste('1. h2e2');
    void submit();
    await act(() => void fireEvent.click(within(seen('.import')).getByLabelText('Close')));
    await vi.waitFor(() => expect(site.bodies).toHaveLength(1), 30_000);
    await act(() => new Promise((done) => setTimeout(done)));
    expect(location.pathname).not.toBe('/replay/new1');
  });

  it('is closed by Back, which does not leave the page', async () => {
    await open();
    history.replaceState(null, '');
    await act(() => void dispatchEvent(new PopStateEvent('popstate')));
    expect(document.querySelector('.import')).toBeNull();
  });

  it('is closed by its cross', async () => {
    await open();
    await act(() => void fireEvent.click(within(seen('.import')).getByLabelText('Close')));
    expect(document.querySelector('.import')).toBeNull();
  });
});

describe('somebody', () => {
  const profile = {
    name: 'Mei',
    created: Date.UTC(2025, 2, 4, 12),
    ratings: {
      gomoku: {
        blitz: { rating: 1612.4, deviation: 61.7, games: 33 },
        rapid: { rating: 1500, deviation: 350, games: 1, provisional: true },
      },
    },
    games: { played: 10, won: 6, lost: 3, drawn: 1 },
  };
  /** What the archive holds of Mei: her profile, her games, and those of files. */
  function open(of: { profile?: unknown; games?: unknown; imported?: unknown; points?: unknown } = {}): void {
    site.archive = (request) => {
      if (request.includes('/history')) return of.points ?? { points: [] };
      if (request.includes('/tournaments')) return { tournaments: [], cursor: null };
      if (request.includes('/api/players/')) return of.profile ?? profile;
      return (request.includes('imported=true') ? of.imported : of.games) ?? { games: [] };
    };
    site.open(<PlayerPage name="Mei" />);
  }
  const importedAsked = (): boolean => asked().some((line) => line.includes('imported=true'));

  it('has a record, ratings, and the last games', async () => {
    open({ games: { games: [game('g1', { side: 'second' })] } });
    await screen.findByRole('heading', { name: 'Mei' });
    expect(screen.getByText('Public games: won 6 · lost 3 · drawn 1')).toBeTruthy();
    expect(screen.getByText('Joined March 4, 2025')).toBeTruthy();
    const tiles = [...document.querySelectorAll('.rating-words')].map(({ textContent }) => textContent);
    expect(tiles).toEqual(['Gomoku · Blitz33 rated games', 'Gomoku · Rapid1 rated game · provisional']);
    expect(seen('.rating-number').textContent).toBe('1612± 62');
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 30_000);
    expect(seen('.tag.lost')).toBeTruthy();
  });

  it('has a curve for each rating, which is fetched when it is opened', async () => {
    open({ points: { points: [1500, 1520].map((rating, at) => ({ gameId: 'g', at, rating })) } });
    await screen.findByText('± 62');
    expect(site.fetched.some((line) => line.includes('/history'))).toBe(false);
    const tile = seen('.rating-tiles details') as HTMLDetailsElement;
    tile.open = true;
    await act(() => void tile.dispatchEvent(new Event('toggle')));
    await screen.findByRole('img', { name: /Rating after 2 public games, from 1500 to 1520/ });
    expect(site.fetched.at(-1)).toBe('GET /api/players/Mei/history?game=gomoku&speed=blitz');
  });

  it('has games of files shown only when they are asked for', async () => {
    open({ imported: { games: [game('file1')] } });
    await press(
      await screen.findByText('Imported games with this name').then(({ textContent }) => textContent),
    );
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 30_000);
    expect(importedAsked()).toBe(true);
  });

  it('without an account has a page as long as there is a game', async () => {
    open({ profile: refused('not_found', {}, 404), games: { games: [game('g1')] } });
    await screen.findByText('Has no account here.');
    expect(rows()).toHaveLength(1);
    expect(importedAsked()).toBe(false);
  });

  it('of whom there is nothing but files has these', async () => {
    open({ profile: refused('not_found', {}, 404), imported: { games: [game('file1')] } });
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 30_000);
    expect(screen.getByRole('heading', { name: 'Imported games with this name' })).toBeTruthy();
  });

  it('of whom there is nothing at all is not here', async () => {
    open({ profile: refused('not_found', {}, 404) });
    await screen.findByText('There is no account or public game of Mei.');
  });

  it('of whom nothing can be told is not said to be missing', async () => {
    open({ profile: refused('busy', {}, 503) });
    await screen.findByText(/The server is busy/);
  });

  it('sees the own private games, by the token of the own account', async () => {
    const tokens: unknown[] = [];
    site.greet({ name: 'Mei' });
    open();
    const answered = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (url.startsWith('/api/games')) tokens.push((init.headers as Record<string, string>).authorization);
      return answered(url, init);
    });
    cleanup();
    site.open(<PlayerPage name="Mei" />);
    await screen.findByRole('heading', { name: 'Mei' });
    cleanup();
    site.open(<PlayerPage name="Ann" />);
    await screen.findByRole('heading', { name: 'Mei' });
    expect(tokens).toEqual(['Bearer T', undefined]);
  });
});
