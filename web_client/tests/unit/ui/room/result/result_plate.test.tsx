// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { gomoku } from '../../../../../src/games/gomoku/gomoku';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import { stateAfter } from '../../../rooms';
import { Stage, START } from '../../stage';
import { act, cleanup, fireEvent, heldOff, screen, seen, waitFor, within } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

let stage: Stage;
let spent: readonly number[];
beforeEach(() => {
  stage = new Stage();
  spent = [];
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ spent }))));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const won = { status: 'finished', result: 'first', reason: 'resign' } as const;

async function open(state: Partial<GameState> = won, full: Partial<GameFull> = {}): Promise<void> {
  stage.open(state, full);
  await screen.findByRole('dialog');
}
const plate = (): HTMLElement => seen('.plate');
const title = (): string => seen('#result-title').textContent;
const facts = (): string => seen('.plate > .muted').textContent;
const button = (name: string): HTMLElement => within(plate()).getByText(name);
const press = (name: string): void => void fireEvent.click(button(name));
const isShown = (): boolean => document.querySelector('.plate') !== null;
const actions = (): readonly unknown[] => stage.asked('action').map((one) => one.t === 'action' && one);

describe('the plate of a result', () => {
  it('says to a player how it went, and by what; to one who watches who won', async () => {
    await open();
    expect(title()).toBe('You won');
    expect(facts()).toBe('Black wins · resignation · 2 : 2 · 1 move');
    expect(plate().querySelectorAll('.plate-piece svg')).toHaveLength(1);
    cleanup();
    stage = new Stage();
    await open(won, { you: null });
    expect(title()).toBe('Black wins');
    expect(facts()).toBe('resignation · 2 : 2 · 1 move');
  });

  it('of a draw has the pieces of both', async () => {
    await open({ ...won, result: 'draw', reason: 'agreement' });
    expect(title()).toBe('Draw');
    expect(plate().querySelectorAll('.plate-piece svg')).toHaveLength(2);
  });

  it('of a game that nobody began has nothing to look at again', async () => {
    await open({ moves: '', ply: 0, status: 'aborted', result: null, reason: 'no_start' });
    expect(title()).toBe('Game aborted');
    expect(within(plate()).queryByText('Analyse')).toBeNull();
    expect(within(plate()).queryByText('Share')).toBeNull();
  });

  const playNext = (gameId: string, more: object = {}): void => {
    const shown = { id: 't1t1', version: 3, nextRoundMs: 30_000, myGame: { gameId, opponent: 2 }, ...more };
    vi.stubGlobal('fetch', (url: string) =>
      Promise.resolve(new Response(JSON.stringify(url.startsWith('/api/tournaments/') ? shown : { spent }))),
    );
  };

  it('of a tournament offers no rematch, but the way on', async () => {
    playNext('gAme0002');
    await open(won, { tournamentId: 't1t1' });
    const way = await within(plate()).findByText('To my next board');
    expect(way.closest('a')?.pathname).toBe('/gAme0002');
    expect(button('Tournament').closest('a')?.pathname).toBe('/tournaments/t1t1');
    expect(within(plate()).queryByText('Rematch')).toBeNull();
    expect(stage.routes).toEqual([]);
  });

  // Both players read "Game aborted" alone: the one that did not come, and had lost, and the one that had won.
  it.each([
    ['You won', 'second'],
    ['You lost', 'first'],
    ['You lost', 'nobody'],
  ])('of a tournament says what a game without a first move is there: %s, %s', async (words, result) => {
    const games = [{ gameId: 'g1', first: 3, result, ending: 'forfeit' }];
    playNext('g1', { me: 2, round: { number: 1, tables: [{ first: 3, second: 2, games }], rests: [] } });
    await open(
      { moves: '', ply: 0, status: 'aborted', result: null, reason: 'no_start' },
      { tournamentId: 't1t1' },
    );
    await within(plate()).findByText(words);
    expect(screen.getByRole('heading', { name: 'Not played' })).toBeTruthy();
    // It said "New opponent", while a next round waits.
    expect(button('To the lobby').closest('a')?.pathname).toBe('/');
  });

  it('leads from a game that counts no more to the one instead of it, with a sound', async () => {
    playNext('gAme0002');
    const play = vi.spyOn(stage.services.sounds, 'play');
    stage.open({}, { tournamentId: 't1t1' });
    const state = stateAfter('d3 c3', { pos: START, status: 'aborted', result: null, reason: 'annulled' });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'end', state }));
    await waitFor(() => expect(stage.routes).toEqual([{ page: 'room', gameId: 'gAme0002' }]));
    expect(play).toHaveBeenCalledWith('found');
  });

  // Of a knock-out: the second game was there before the result of the first.
  it('shows a result for a moment before it leads to the next board', async () => {
    playNext('gAme0002');
    stage.open({}, { tournamentId: 't1t1' });
    // Without a moment for the result the page leads on with the sound.
    let led: readonly unknown[] | null = null;
    vi.spyOn(stage.services.sounds, 'play').mockImplementation((sound) => {
      if (sound === 'found') queueMicrotask(() => (led = [...stage.routes]));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const state = stateAfter('d3 c3', { pos: START, ...won });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'end', state }));
    await vi.waitFor(() => expect(led).toEqual([]), 30_000);
    vi.advanceTimersByTime(5_000);
    expect(stage.routes).toEqual([{ page: 'room', gameId: 'gAme0002' }]);
  });

  it('leaves the host of a simul at a board that has ended, with the way to another one', async () => {
    playNext('gAme0002', { format: 'simul', me: 1 });
    const play = vi.spyOn(stage.services.sounds, 'play');
    stage.open({}, { tournamentId: 't1t1' });
    const state = stateAfter('d3 c3', { pos: START, ...won });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'end', state }));
    await waitFor(() => expect(seen('.plate a[href="/gAme0002"]')).toBeTruthy());
    expect(stage.routes).toEqual([]);
    expect(play).not.toHaveBeenCalledWith('found');
  });

  it('leads to the next game, not to the same one while its result is being counted', async () => {
    playNext('g1');
    stage.open({}, { tournamentId: 't1t1' });
    const state = stateAfter('d3 c3', { pos: START, ...won });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'end', state }));
    await waitFor(() => expect(plate().querySelector('[role="timer"]')).not.toBeNull());
    playNext('gAme0002');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 5_000); // The result has been seen.
    document.dispatchEvent(new Event('visibilitychange')); // The page is shown again: it asks at once.
    await waitFor(() => expect(stage.routes.length).toBeGreaterThan(0));
    expect(stage.routes).toEqual([{ page: 'room', gameId: 'gAme0002' }]);
  });

  it('says how long both have thought, once the record is here', async () => {
    spent = [100_000, 80_000];
    await open();
    await screen.findByText(/1 move · 3 min$/);
  });

  it('says what it did to the ratings, to whom it was kind first to the eye', async () => {
    const ratings = [
      { before: 1500, after: 1512 },
      { before: 1490, after: 1478 },
    ] as const;
    await open(won, { rated: true, ratings });
    const rows = [...plate().querySelectorAll('.plate-ratings li')];
    expect(rows.map(({ textContent }) => textContent)).toEqual(['lin1500 → 1512 +12', 'chen1490 → 1478 −12']);
    expect(rows.map((row) => row.querySelector('.rises') !== null)).toEqual([true, false]);
    expect(rows.map(({ className }) => className)).toEqual(['won', '']);
  });

  it.each([
    ['its button', () => fireEvent.click(within(plate()).getByLabelText('Close'))],
    ['a press beside it', () => fireEvent.click(seen('.overlay'))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('is put away by %s, and what can be done stays below the board', async (_, close) => {
    await open();
    expect(seen('.status.result').textContent).not.toContain('Rematch');
    await act(() => void close());
    expect(isShown()).toBe(false);
    expect(seen('.status.result').textContent).toContain('Rematch');
  });

  it('gives way to who looks at older moves, and comes back', async () => {
    await open();
    await act(() => stage.model.browse(1));
    expect(isShown()).toBe(false);
    await act(() => stage.model.browse(Infinity));
    expect(isShown()).toBe(true);
  });
});

describe('the focus', () => {
  const end = async (): Promise<void> => {
    const state = stateAfter('d3 c3', { pos: START, ...won });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'end', state }));
    await screen.findByRole('dialog');
  };

  it('goes to the result, where a screen reader begins', async () => {
    stage.open();
    await end();
    expect(document.activeElement?.id).toBe('result-title');
  });

  it('stays with who writes', async () => {
    stage.open();
    const field = await screen.findByPlaceholderText('Say something kind…');
    field.focus();
    await end();
    expect(document.activeElement).toBe(field);
  });
});

describe('what now', () => {
  it('offers the same again, and waits for the answer', async () => {
    await open();
    press('Rematch');
    expect(actions()).toMatchObject([{ do: 'rematch' }]);
    cleanup();
    stage = new Stage();
    await open({ ...won, offers: { rematch: 'first' } });
    expect(within(plate()).getByRole('status').textContent).toBe('Waiting for an answer of chen');
    press('Withdraw');
    expect(actions()).toMatchObject([{ do: 'rematch', on: false }]);
  });

  it('holds presses off what moves when the other asks', async () => {
    await open();
    const held = heldOff();
    const state = stateAfter('d3 c3', { pos: START, ...won, offers: { rematch: 'second' } });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'offer', state }));
    expect(held()).toEqual([' Analyse', 'New opponent Share']);
  });

  it.each([
    ['Accept', { do: 'rematch' }],
    ['Decline', { do: 'rematch', on: false }],
  ])('answers the offer of the other: %s', async (name, sends) => {
    await open({ ...won, offers: { rematch: 'second' } });
    expect(within(plate()).getByRole('alert').textContent).toContain('chen wants a rematch');
    expect(within(plate()).queryByText('Rematch')).toBeNull();
    press(name);
    expect(actions()).toMatchObject([sends]);
  });

  it('leads to the game that has begun meanwhile, also who watches', async () => {
    await open(won, { rematchId: 'g2' });
    press('New game');
    expect(stage.routes).toEqual([{ page: 'room', gameId: 'g2' }]);
    expect(within(plate()).queryByText('Rematch')).toBeNull();
    cleanup();
    await open(won, { rematchId: 'g2', you: null });
    expect(button('Watch the next game')).toBeTruthy();
  });

  it('has neither a rematch nor an opponent for who watches', async () => {
    await open(won, { you: null });
    expect(within(plate()).queryByText('Rematch')).toBeNull();
    expect((button('To the lobby') as HTMLAnchorElement).pathname).toBe('/');
  });

  it('leads to the analysis, which begins at once, and to the lobby', async () => {
    await open();
    press('Analyse');
    expect(stage.routes).toEqual([{ page: 'replay', gameId: 'g1', ply: null, analyse: true }]);
    expect((button('New opponent') as HTMLAnchorElement).pathname).toBe('/');
  });

  it('copies the address of the game, and says so', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open();
    press('Share');
    await screen.findByText('Copied');
    expect(copy).toHaveBeenCalledWith(`${location.origin}/replay/g1`);
  });

  it('asks a phone where to send it', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
    const share = vi.fn(() => Promise.reject(new Error('thought better of it')));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await open();
    press('Share');
    expect(share).toHaveBeenCalledWith({ url: `${location.origin}/replay/g1` });
    expect(within(plate()).queryByText('Copied')).toBeNull();
    Reflect.deleteProperty(navigator, 'share');
  });
});

describe('the light', () => {
  /** A board at the corner of the window, its cells so wide; nothing else has a size. */
  const layOut = (cell = 20, turned = false): void => {
    const placeOf = (line: number): number => (turned ? 14 - line : line) * cell;
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const { square } = this.dataset;
      if (square === undefined) return new DOMRect(0, 0, 15 * cell, 15 * cell);
      const [file, rank] = [square.charCodeAt(0) - 97, 15 - Number(square.slice(1))];
      return new DOMRect(placeOf(file), placeOf(rank), cell, cell);
    });
  };
  const overlay = (): HTMLElement => seen('.overlay');
  const five = 'XXXXX'.padEnd(15, '-') + 'OOOO'.padEnd(15, '-') + '-'.repeat(195);

  it('falls on the row that won', async () => {
    layOut();
    const moves = 'a1 a2 b1 b2 c1 c2 d1 d2 e1';
    stage.open(
      { ...won, reason: 'five', moves, pos: `${five} O` },
      { game: 'gomoku', rule: 'freestyle', startPos: gomoku.start },
      gomoku,
    );
    await screen.findByRole('dialog');
    await vi.waitFor(() => expect(overlay().className).toContain('spotlight'), 30_000);
    const { style } = overlay();
    const at = ['--x', '--y', '--r'].map((name) => style.getPropertyValue(name));
    expect(at).toEqual(['50px', '290px', '86.5px']);
  });

  it('follows the row when the window changes or the board is turned', async () => {
    const watches: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(watch: () => void) {
          watches.push(watch);
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    layOut();
    const state = { ...won, reason: 'five', moves: 'a1 a2 b1 b2 c1 c2 d1 d2 e1', pos: `${five} O` };
    stage.open(state, { game: 'gomoku', rule: 'freestyle', startPos: gomoku.start }, gomoku);
    await vi.waitFor(() => expect(overlay().style.getPropertyValue('--x')).toBe('50px'), 30_000);
    layOut(40);
    for (const watch of watches) watch();
    expect(overlay().style.getPropertyValue('--x')).toBe('100px');
    layOut(20, true);
    fireEvent.keyDown(document.body, { key: 'f' });
    await vi.waitFor(() => expect(overlay().style.getPropertyValue('--x')).toBe('250px'), 30_000);
  });

  it('falls nowhere where nothing on the board decided', async () => {
    layOut();
    await open();
    expect(overlay().className).not.toContain('spotlight');
  });
});
