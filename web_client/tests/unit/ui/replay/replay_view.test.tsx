// @vitest-environment happy-dom
import { render as draw } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { Refusal } from '../../../../src/protocol/connection';
import type { GameRecord } from '../../../../src/protocol/records';
import type { AnalysedPly, Analysis } from '../../../../src/protocol/types';
import * as files from '../../../../src/ui/core/save_file';
import * as picture from '../../../../src/ui/replay/picture';
import { ReplayView } from '../../../../src/ui/replay/replay_view';
import { ServicesContext } from '../../../../src/ui/services/services';
import { stateAfter } from '../../rooms';
import { Site } from '../site';
import { act, cleanup, fireEvent, render, screen, seen, within } from '../screen';
import { archived } from './desk';

import.meta.glob(
  [
    '../../../../src/ui/replay/replay_more.tsx',
    '../../../../src/ui/boards/explain.ts',
    '../../../../src/ui/parts/keys_panel.tsx',
  ],
  { eager: true },
);

let site: Site;
/** What the server says of the position that is looked at. */
let explored: object;
/** What may be tried after so many moves, where that is not A1 or A2. */
let legal: Readonly<Record<number, readonly string[]>>;
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/replay/g1');
  site = new Site().greet();
  explored = {};
  legal = {};
  site.answer = (message) =>
    message.t === 'explore'
      ? {
          t: 'explored',
          pos: gomoku.start,
          turn: 'first',
          legal: legal[message.moves.length] ?? ['a1', 'a2'],
          check: false,
          ...explored,
        }
      : { t: 'ack' };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const moves = 'h8 h9 i8 i9 j8';
const record = (more: Partial<GameRecord> = {}): GameRecord =>
  archived({
    game: 'gomoku',
    rule: 'freestyle',
    startPos: gomoku.start,
    state: stateAfter(moves, { pos: gomoku.start, status: 'finished', result: 'first', reason: 'resign' }),
    positions: [],
    spent: [1_000, 2_000, 60_000, 4_000, 5_000],
    ...more,
  });

const viewOf = (shown: GameRecord, start: number | null) => (
  <ServicesContext.Provider value={site.services}>
    <ReplayView record={shown} game={gomoku} start={start} analyse={false} />
  </ServicesContext.Provider>
);
async function open(more: Partial<GameRecord> = {}, start: number | null = null): Promise<void> {
  site.open(<ReplayView record={record(more)} game={gomoku} start={start} analyse={false} />);
  await screen.findByText('Export');
}
/** The same game again, as after a reload. */
const reload = async (): Promise<void> => {
  cleanup();
  await open();
};

const where = (): string => seen('.replay-deck [aria-live]').textContent;
const click = (label: string): Promise<void> => act(() => void fireEvent.click(screen.getByLabelText(label)));
const press = (text: string): Promise<void> => act(() => void fireEvent.click(screen.getByText(text)));
const key = (name: string, target: Element = document.body): Promise<void> =>
  act(() => void fireEvent.keyDown(target, { key: name }));
/** The server has said what may be tried. */
const ready = (): Promise<void> =>
  vi.waitFor(() => expect(seen('[role="grid"]').getAttribute('aria-readonly')).toBe('false'), 30_000);
/** By hand, on the board. */
const play = async (square: string): Promise<void> => {
  const cell = seen(`[data-square="${square}"]`);
  await ready();
  cell.focus();
  await key('Enter', cell);
};
const stands = (square: string): string | null =>
  seen(`[data-square="${square}"]`).getAttribute('aria-label');
const tree = (): readonly string[] =>
  [...document.querySelectorAll('.variation-tree li')].map(({ textContent }) => textContent);
const explorations = () => site.asked.filter(({ t }) => t === 'explore');

// The effect that ends it had not begun: it asked on, about a game that was gone, as long as the page was open.
it('asks nothing where it is left before it is painted', async () => {
  vi.useFakeTimers();
  const box = document.createElement('div');
  const before = site.asked.length;
  draw(viewOf(record(), null), box);
  draw(null, box);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(site.asked.slice(before).filter(({ t }) => t === 'explore')).toEqual([]);
});

describe('stepping', () => {
  it.each([
    ['ArrowLeft', 2, 'Step 1 of 5'],
    ['ArrowRight', 2, 'Step 3 of 5'],
    ['Home', 2, 'Step 0 of 5'],
    ['ArrowUp', 2, 'Step 0 of 5'],
    ['End', 2, 'Step 5 of 5'],
    ['ArrowDown', 2, 'Step 5 of 5'],
    ['ArrowRight', 5, 'Step 5 of 5'],
    ['ArrowLeft', 0, 'Step 0 of 5'],
  ])('by %s from move %i leads to %s', async (name, start, to) => {
    await open({}, start);
    await key(name);
    expect(where()).toBe(to);
  });

  it('is left to fields in which one types, and Space to buttons', async () => {
    await open({}, 2);
    await key('Home', screen.getByLabelText('Seconds per move'));
    await key(' ', screen.getByLabelText('Flip board'));
    expect(where()).toBe('Step 2 of 5');
    expect(screen.queryByLabelText('Stop')).toBeNull();
  });

  it('turns the board by f, also with locked capitals, unless single keys are switched off', async () => {
    await open();
    const corner = () => document.querySelector<HTMLElement>('[data-square]')?.dataset.square;
    const before = corner();
    await key('f');
    expect(corner()).not.toBe(before);
    await key('F');
    expect(corner()).toBe(before);
    site.preferences.change({ shortcuts: false });
    await key('f');
    await key('?');
    expect(corner()).toBe(before);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists its keys by ?', async () => {
    await open({}, 2);
    await key('?');
    const panel = await screen.findByRole('dialog', { name: 'Keys' });
    expect([...panel.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toContain('Space');
    await key('Escape', panel);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(where()).toBe('Step 2 of 5');
  });

  it('stands in the address, which can be shared at that move', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const replaced = vi.spyOn(site.navigation, 'replace');
    await open({}, 2);
    await click('Forward one move');
    await vi.waitFor(() => expect(location.hash).toBe('#3'), 30_000);
    // Who navigates knows it: a link to where one began leads there again.
    expect(replaced.mock.calls).toEqual([[{ page: 'replay', gameId: 'g1', ply: 3 }]]);
    await click('Copy link to this move');
    await vi.waitFor(() => expect(site.said).toEqual(['Copied']), 30_000);
    expect(copy).toHaveBeenCalledWith(`${location.origin}/replay/g1#3`);
  });
});

describe('the autoplay', () => {
  const wait = (ms: number): Promise<void> => act(() => void vi.advanceTimersByTime(ms));
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  it('makes a move a second and stops at the end; from there it begins anew', async () => {
    await open({}, 3);
    await click('Play');
    await wait(1_000);
    expect(where()).toBe('Step 4 of 5');
    await wait(1_000);
    expect(where()).toBe('Step 5 of 5');
    await click('Play');
    expect(where()).toBe('Step 0 of 5');
    await click('Stop');
    await wait(5_000);
    expect(where()).toBe('Step 0 of 5');
  });

  it('says no move aloud but the one at which it stops', async () => {
    const says = () => seen('.replay-deck [aria-live]').getAttribute('aria-live');
    await open({}, 3);
    expect(says()).toBe('polite');
    await click('Play');
    await wait(1_000);
    expect(says()).toBe('off');
    await wait(1_000);
    expect([says(), where()]).toEqual(['polite', 'Step 5 of 5']);
  });

  it('is as fast as one wants it', async () => {
    await open({}, 0);
    fireEvent.change(screen.getByLabelText('Seconds per move'), { target: { value: '0.5' } });
    await click('Play');
    await wait(1_000);
    expect(where()).toBe('Step 2 of 5');
  });

  it('stops for who tries a move', async () => {
    await open({}, 0);
    await click('Play');
    await click('Forward one move');
    expect(screen.getByLabelText('Play')).toBeTruthy();
  });
});

describe('the analysis of a game', () => {
  const ply = (at: number, win: number, more: Partial<AnalysedPly> = {}): AnalysedPly => ({
    ply: at,
    eval: { kind: 'eval', value: 100 * win },
    win,
    ...more,
  });
  const plies = [
    ply(0, 0.5),
    ply(1, 0.6),
    ply(2, 0.9, { mark: 'blunder' }),
    ply(3, 0.8, { mark: 'inaccuracy', line: ['i10', 'g7'], best: 'i10' }),
    ply(4, 0.95, { mark: 'mistake' }),
    ply(5, 1),
  ];
  const tell = (more: Partial<Analysis> = {}): Promise<void> =>
    site.hear({ t: 'analysis', gameId: 'g1', status: 'done', done: 6, total: 6, plies, ...more });
  const progress = (): string | undefined => document.querySelector('.scrub small')?.textContent;

  it('is asked for by a button, and followed as it goes on', async () => {
    await open();
    await press('Let the computer analyse');
    expect(site.fetched).toContain('POST /api/games/g1/analysis');
    await tell({ status: 'queued', done: 0, plies: [] });
    expect(progress()).toBe('Waiting for the computer…');
    await tell({ status: 'running', done: 2, plies: plies.slice(0, 2) });
    expect(progress()).toBe('2 of 6 positions');
    expect(document.querySelectorAll('.graph .curve')).toHaveLength(1);
    await tell();
    expect(seen('.scrub small').className).toBe('hidden');
  });

  it('that is refused says why', async () => {
    site.archive = () => new Response('{"error":{"code":"busy","message":"no"}}', { status: 503 });
    await open();
    await press('Let the computer analyse');
    await vi.waitFor(() => expect(site.said).toEqual(['The server is busy. Try again in a moment.']), 30_000);
  });

  it('of another game is not this one', async () => {
    await open();
    await tell({ gameId: 'g2' });
    expect(document.querySelector('.graph')).toBeNull();
  });

  it('is a curve from 0 to the last move, on which mistakes have a shape each', async () => {
    await open();
    await tell();
    const d = (name: string) => seen(`.graph ${name}`).getAttribute('d');
    expect(d('.curve')).toMatch(/^M0\.0 42\.0L108\.0 33\.6L.*L540\.0 0\.0$/);
    const marks = [...document.querySelectorAll('.graph .mark')];
    expect(marks.map((mark) => mark.getAttribute('class'))).toEqual([
      'mark blunder',
      'mark inaccuracy',
      'mark mistake',
    ]);
    expect(new Set(marks.map((mark) => mark.getAttribute('d')?.replace(/[\d.]+/g, ''))).size).toBe(3);
    expect(d('.cursor')).toBe('M540 0V84');
  });

  it('is pointed at to go to a move', async () => {
    await open();
    await tell();
    seen('.graph').getBoundingClientRect = () => new DOMRect(100, 0, 540, 84);
    await act(() => void fireEvent.click(seen('.graph'), { clientX: 100 + 220 }));
    expect(where()).toBe('Step 2 of 5');
  });

  it('counts the mistakes of each side, and how well they did', async () => {
    await open();
    await tell({ accuracy: [91.4, 52.6] });
    const told = [...document.querySelectorAll('.accuracy')].map(({ textContent }) => textContent);
    expect(told).toEqual(['accuracy 91% · 1 ?!', 'accuracy 53% · 1 ?? · 1 ?']);
  });

  it('stands beside each move, and says of a mistake what was better, which can be looked at', async () => {
    await open({}, 4);
    await tell();
    const row = () =>
      [...document.querySelectorAll('.replay-moves .move')].map(({ textContent }) => textContent);
    expect(row()[1]).toBe('H9 ??+0.9');
    expect(seen('.judgement').textContent).toBe('Mistake. Better: 2… I10G7'.replace('G7', '3. G7'));
    await press('2… I10');
    expect(where()).toBe('Step 4 of 4');
    expect(stands('i10')).toContain('white');
    expect(document.querySelector('.judgement')).toBeNull();
  });

  it('is in the bar beside the board, until the server says more', async () => {
    await open({}, 1);
    await tell();
    expect(seen('.evaluation-bar').getAttribute('aria-label')).toBe('Evaluation +0.6');
    expect(seen('.evaluation-bar span').style.transform).toBe('scaleY(0.6)');
  });
});

describe('what is tried', () => {
  it('grows beside the game, branches, and is forgotten', async () => {
    legal = { 3: ['a2', 'a3'] };
    await open({}, 2);
    await play('a1');
    await play('a2');
    expect(where()).toBe('Step 4 of 4');
    await key('ArrowLeft');
    await play('a2');
    await key('ArrowLeft');
    expect(tree()).toEqual(['2. A1A2']);
    await play('a3');
    expect(tree()).toEqual(['2. A1A22… A3', '2… A3']);
    const remove = screen.getAllByLabelText('Delete this variation')[1] as Element;
    // The second half of a double click on the one before, in whose place it is now.
    await act(() => void fireEvent.click(remove, { detail: 2 }));
    expect(tree()).toHaveLength(2);
    await act(() => void fireEvent.click(remove, { detail: 1 }));
    expect(tree()).toEqual(['2. A1A2']);
    await press('Back to the game');
    expect(where()).toBe('Step 2 of 5');
  });

  it('is shown again by its moves', async () => {
    await open({}, 2);
    await play('a1');
    await play('a2');
    await key('Home');
    expect(stands('a1')).not.toContain('black');
    await press('2. A1');
    expect(stands('a1')).toContain('black');
    expect(stands('a2')).not.toContain('white');
    expect(screen.getByText('2. A1').getAttribute('aria-current')).toBe('step');
  });

  it('is not left for an address that names the same move, but for one that names another', async () => {
    const shown = record();
    const { rerender } = render(viewOf(shown, null));
    await screen.findByText('Export');
    await play('a1');
    const tries = stands('a1');
    const { ply } = record().state;
    await act(() => rerender(viewOf(shown, ply)));
    expect(stands('a1')).toBe(tries);
    await act(() => rerender(viewOf(shown, 2)));
    expect(stands('a1')).not.toBe(tries);
    expect(where()).toBe('Step 2 of 5');
  });

  it('is there again after a reload', async () => {
    await open({}, 2);
    await play('a1');
    await reload();
    expect(tree()).toEqual(['2. A1']);
  });

  it('says how it ends, where it does', async () => {
    await open({}, 2);
    await ready();
    explored = { legal: [], outcome: { result: 'second', reason: 'five' } };
    await play('a1');
    await screen.findByText('White wins · five in a row');
    expect(seen('.evaluation-bar b').textContent).toBe('0–1');
  });

  it('is refused with the reason where a rule forbids it', async () => {
    await open({}, 2);
    await ready();
    site.answer = () => Promise.reject(new Refusal('illegal_move', 'no', 'overline'));
    await play('c3');
    await vi.waitFor(() => expect(site.said).toEqual(['Six in a row is forbidden for Black.']), 30_000);
  });
});

describe('the engine', () => {
  const lines = [
    { eval: { kind: 'eval', value: 120 }, win: 0.7, line: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'] },
    { eval: { kind: 'loss', value: 4 }, win: 0, line: ['b1'] },
  ] as const;

  it('thinks when it is asked to, and its lines can be walked', async () => {
    await open({}, 2);
    explored = { lines, eval: lines[0].eval, win: 0.7, best: 'a1', depth: 11 };
    await act(() => void fireEvent.click(screen.getByRole('switch')));
    await screen.findByText('Engine · depth 11');
    expect(explorations().at(-1)).toMatchObject({ think: 1_500, lines: 3, moves: ['h8', 'h9'] });
    const told = () =>
      [...document.querySelectorAll('.engine-lines li')].map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(told()).toEqual(['+1.22. A1A23. A3A44. A5', '−#22. B1']), 30_000);
    await act(() => void fireEvent.click(within(seen('.engine-lines')).getByText('A2')));
    expect(where()).toBe('Step 4 of 4');
    expect(stands('a2')).toContain('white');
  });

  it('is silent unless it is asked', async () => {
    await open({}, 2);
    await vi.waitFor(() => expect(explorations().length).toBeGreaterThan(0), 30_000);
    expect(explorations().every((one) => !('think' in one))).toBe(true);
    expect(screen.getByText('Move on the board to try something else.')).toBeTruthy();
  });
});

describe('what one takes along', () => {
  it('is the game in each of its formats', async () => {
    await open();
    const files = [...document.querySelectorAll<HTMLAnchorElement>('.export a')];
    expect(files.map((file) => file.textContent + file.pathname + file.search)).toEqual([
      'SGF/api/games/g1/export?format=sgf&notation=wxf',
      'PSQ/api/games/g1/export?format=psq&notation=wxf',
      'JSON/api/games/g1/export?format=json&notation=wxf',
    ]);
  });

  it('is the position as text, once the server has said it', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    explored = { pos: 'the position' };
    await open();
    await vi.waitFor(() => expect(explorations()).toHaveLength(1), 30_000);
    await press('Copy position');
    await vi.waitFor(() => expect(site.said).toEqual(['Copied']), 30_000);
    expect(copy).toHaveBeenCalledWith('the position');
  });

  it('is a picture, named by players, day and move; one that fails says so', async () => {
    const save = vi.spyOn(picture, 'saveDrawing').mockResolvedValueOnce().mockRejectedValueOnce(new Error());
    await open({}, 3);
    await press('Image of the position PNG');
    expect(save).toHaveBeenCalledWith(seen('.board > svg'), 'lin-chen-2026-01-02-3', 'png');
    await press('Image of the position SVG');
    await vi.waitFor(() => expect(site.said).toHaveLength(1), 30_000);
  });

  // It was called by the number of a collection and its own.
  it('is named by players and day, of a collection too, as far as that is known', async () => {
    site.archive = () => ({ moves: [], ended: 0, more: false, games: [] });
    const save = vi.spyOn(files, 'saveFile').mockReturnValue();
    for (const [Date, name] of [
      ['1990.11.??', 'lin-chen-1990-11'],
      ['', 'lin-chen'],
    ] as const) {
      await open({ gameId: '', collection: { id: 'c1', number: 3 }, tags: { Date } });
      await press('SGF');
      await vi.waitFor(() => expect(save).toHaveBeenLastCalledWith(expect.anything(), name, 'sgf'), 30_000);
      cleanup();
    }
    const nobody = { name: '', online: false };
    await open({ gameId: '', players: [nobody, nobody], at: 0 }, 0);
    const draw = vi.spyOn(picture, 'saveDrawing').mockResolvedValueOnce();
    await press('Image of the position PNG');
    expect(draw).toHaveBeenCalledWith(seen('.board > svg'), 'gomoku-0', 'png');
  });

  it('is a game against the computer from here', async () => {
    explored = { pos: 'the position', turn: 'second' };
    await open();
    const play = () => screen.getByText<HTMLButtonElement>('Play on against the computer');
    await vi.waitFor(() => expect(play().disabled).toBe(false), 30_000);
    site.answer = () => ({ t: 'created', gameId: 'new1', code: 'K', url: '', token: 'seat' });
    const to = vi.spyOn(site.navigation, 'to');
    await act(() => void fireEvent.click(play()));
    await vi.waitFor(() => expect(to).toHaveBeenCalledWith({ page: 'room', gameId: 'new1' }), 30_000);
    expect(site.asked.at(-1)).toMatchObject({
      t: 'create',
      game: 'gomoku',
      pos: 'the position',
      side: 'second',
      opponent: 'ai',
      level: 3,
      time: null,
    });
    expect(site.account.seatOf('new1')).toMatchObject({ token: 'seat' });
  });
});

describe('the time of each move', () => {
  it('is drawn up for the first side and down for the second, the longest the highest', async () => {
    await open();
    const bars = [...document.querySelectorAll('.time-chart rect')];
    expect(bars.map((bar) => bar.getAttribute('class'))).toEqual(['up', 'down', 'up', 'down', 'up']);
    const heights = bars.map((bar) => Number(bar.getAttribute('height')));
    expect(Math.max(...heights)).toBe(heights[2]);
    expect(seen('.time-chart h2 small').textContent.trim()).toMatch(/^1:06\s+0:06\.0$/);
  });

  it('is the right side’s in a game that the second begins', async () => {
    await open({ startPos: gomoku.start.replace(' X', ' O') });
    const bars = [...document.querySelectorAll('.time-chart rect')];
    expect(bars.map((bar) => bar.getAttribute('class'))).toEqual(['down', 'up', 'down', 'up', 'down']);
    expect(seen('.time-chart h2 small').textContent.trim()).toMatch(/^0:06\.0\s+1:06$/);
  });

  it('leads to the move that is pointed at', async () => {
    await open();
    const chart = seen('.time-chart > svg');
    chart.getBoundingClientRect = () => new DOMRect(0, 0, 500, 96);
    await act(() => void fireEvent.click(chart, { clientX: 150 }));
    expect(where()).toBe('Step 2 of 5');
  });

  it('is not shown where nobody knows it', async () => {
    await open({ spent: [0, 0, 0, 0, 0] });
    expect(document.querySelector('.time-chart')).toBeNull();
  });
});
