// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { antireversi } from '../../../src/games/antireversi/antireversi';
import type { BoardGame } from '../../../src/board/model/game';
import { gomoku } from '../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../src/games/xiangqi/xiangqi';
import { createBoard, type Board, type BoardSettings } from '../../../src/board/board';

const xiangqiStart = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
const gomokuEmpty = `${'-'.repeat(225)} X`;
const reversiStart = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`;

let host: HTMLElement;
let board: Board;
let moves: string[];

function open(game: BoardGame, settings: Partial<BoardSettings> = {}): void {
  board = createBoard(host, game, settings);
  moves = [];
  board.onMove = (move) => moves.push(move);
  // One CSS pixel is one unit of the drawing, and the drawing begins at 0,0 of the window.
  const { width, height } = game.geometry.viewBox;
  root().getBoundingClientRect = () => new DOMRect(0, 0, width, height);
}

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
});

afterEach(() => {
  board.destroy();
  host.remove();
});

function root(): HTMLElement {
  const element = host.querySelector<HTMLElement>('.board');
  if (!element) throw new Error('no board');
  return element;
}

function cell(square: string): HTMLElement {
  const element = host.querySelector<HTMLElement>(`[data-square="${square}"]`);
  if (!element) throw new Error(`no cell ${square}`);
  return element;
}

/** Goes where Tab leads. */
const tabTo = (): void => host.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
const label = (square: string) => cell(square).getAttribute('aria-label');
const labels = () =>
  [...host.querySelectorAll('[role=gridcell]')].map((each) => each.getAttribute('aria-label'));

/** Pointer events at the centre of a square, or beside it by a part of a cell. */
function pointer(
  game: BoardGame,
  type: string,
  square: string,
  more: { touch?: boolean; keys?: PointerEventInit } & Partial<
    Record<'aside' | 'button' | 'below' | 'at', number>
  > = {},
) {
  const { viewBox, cell: size } = game.geometry;
  const { x, y } = game.geometry.pointOf(square, false);
  const event = new PointerEvent(type, {
    bubbles: true,
    isPrimary: true,
    pointerId: 1,
    button: more.button ?? 0,
    pointerType: more.touch ? 'touch' : 'mouse',
    clientX: x - viewBox.x + (more.aside ?? 0) * size,
    clientY: y - viewBox.y + (more.below ?? 0),
    ...more.keys,
  });
  if (more.at !== undefined) Object.defineProperty(event, 'timeStamp', { value: more.at });
  cell(square).dispatchEvent(event);
}

function click(game: BoardGame, square: string, more: { touch?: boolean; aside?: number } = {}): void {
  pointer(game, 'pointerdown', square, more);
  pointer(game, 'pointerup', square, more);
}

const press = (key: string) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

describe('the accessible grid', () => {
  it('is one tab stop of rows and cells that say what stands where', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    expect(host.querySelectorAll('[role=row]')).toHaveLength(10);
    expect(host.querySelectorAll('[role=gridcell]')).toHaveLength(90);
    expect(host.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(host.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('Xiangqi board');
    expect(host.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    expect(label('h2')).toBe('red cannon, file 2, rank 3');
    expect(label('e5')).toBe('empty, file 5, rank 6');
  });

  it('says last move, check, selection and targets', () => {
    open(xiangqi);
    const position = '4k4/9/9/9/9/9/9/9/4r4/3RK4 w';
    board.set({ position, lastMove: 'e5e1', check: true, legal: ['e0e1', 'd0d5'] });
    expect(label('e1')).toBe('black chariot, file 5, rank 2, last move');
    expect(label('e5')).toBe('empty, file 5, rank 6, last move from here');
    expect(label('e0')).toBe('red general, file 5, rank 1, in check');
    click(xiangqi, 'e0');
    expect(cell('e0').getAttribute('aria-selected')).toBe('true');
    expect(label('e1')).toBe('black chariot, file 5, rank 2, last move, can be captured');
    expect(label('d5')).toBe('empty, file 6, rank 6');
  });

  it('says the winning line and forbidden points of gomoku', () => {
    open(gomoku);
    board.set({ position: `X${gomokuEmpty.slice(1)}`, lastMove: 'a1', winLine: ['a1'], forbidden: ['h8'] });
    expect(label('a1')).toBe('A1, black, last move, winning line');
    expect(label('h8')).toBe('H8, empty, forbidden');
  });

  it('says the price of every legal square of anti-reversi', () => {
    open(antireversi, { language: 'en' });
    board.set({ position: reversiStart, legal: ['d3', 'c4', 'f5', 'e6'] });
    expect(label('d3')).toBe('d3, empty, legal move, plus 2');
    expect(label('d4')).toBe('d4, white');
    board.configure({ language: 'zh-Hans' });
    expect(label('d3')).toBe('d3，空，可走，增加2子');
  });

  it('turns with the board', () => {
    open(xiangqi, { flipped: true });
    board.set({ position: xiangqiStart });
    expect(labels()[0]).toBe('red chariot, file 9, rank 10');
    expect(label('h2')).toBe('red cannon, file 8, rank 8');
    board.configure({ flipped: false });
    expect(labels()[0]).toBe('black chariot, file 9, rank 10');
  });
});

describe('the pointer', () => {
  const legal = ['h2e2', 'h2h9', 'b0c2'];

  it('moves by two clicks', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal });
    click(xiangqi, 'h2');
    click(xiangqi, 'e2');
    expect(moves).toEqual(['h2e2']);
  });

  it('moves by a drag, and the piece stays where it was dropped until the next position', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal });
    pointer(xiangqi, 'pointerdown', 'h2');
    pointer(xiangqi, 'pointermove', 'f2');
    expect(host.querySelectorAll('.dragged')).toHaveLength(1);
    pointer(xiangqi, 'pointermove', 'e2');
    pointer(xiangqi, 'pointerup', 'e2');
    expect(moves).toEqual(['h2e2']);
    expect(host.querySelectorAll('.dragged')).toHaveLength(0);
    const { x, y } = xiangqi.geometry.pointOf('e2', false);
    expect(transforms()).toContain(`translate(${x}px, ${y}px)`);
    // Refused: the old position again.
    board.set({ position: xiangqiStart, legal });
    expect(transforms()).not.toContain(`translate(${x}px, ${y}px)`);
  });

  it('ignores the dead zone between points', () => {
    open(gomoku);
    board.set({ position: gomokuEmpty, legal: ['h8', 'i8'] });
    click(gomoku, 'h8', { aside: 0.45 });
    expect(moves).toEqual([]);
    click(gomoku, 'h8', { aside: 0.4 });
    expect(moves).toEqual(['h8']);
  });

  it('asks for a second tap on touch, and tells the page what waits', () => {
    open(gomoku);
    board.set({ position: gomokuEmpty, legal: ['h8', 'i8'] });
    const pending: (string | null)[] = [];
    board.onPending = (move) => pending.push(move);
    click(gomoku, 'h8', { touch: true });
    expect(label('h8')).toBe('H8, empty, confirm to place');
    expect(host.querySelector('.crosshair')).not.toBeNull();
    click(gomoku, 'i8', { touch: true });
    click(gomoku, 'i8', { touch: true });
    expect(moves).toEqual(['i8']);
    expect(pending).toEqual(['h8', 'i8', null]);
  });

  it('shows the gain under the mouse', () => {
    open(antireversi);
    board.set({ position: reversiStart, legal: ['d3', 'c4', 'f5', 'e6'] });
    expect(host.querySelectorAll('.dot.hint')).toHaveLength(4);
    pointer(antireversi, 'pointermove', 'd3');
    expect(host.querySelector('.gain')?.textContent).toBe('+2');
    expect(host.querySelectorAll('.turning')).toHaveLength(1);
    pointer(antireversi, 'pointerleave', 'd3');
    root().dispatchEvent(new PointerEvent('pointerleave'));
    expect(host.querySelector('.gain')).toBeNull();
  });

  it('puts the piece back on a right click', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal });
    click(xiangqi, 'h2');
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    root().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    click(xiangqi, 'e2');
    expect(moves).toEqual([]);
  });

  // Android sends `contextmenu` under a finger that rests to aim: the ghost must stay.
  it('keeps the ghost under a long press', () => {
    open(gomoku);
    board.set({ position: gomokuEmpty, legal: ['h8', 'i8'] });
    pointer(gomoku, 'pointerdown', 'h8', { touch: true });
    root().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    pointer(gomoku, 'pointerup', 'h8', { touch: true });
    board.confirm();
    expect(moves).toEqual(['h8']);
  });

  it('does nothing on a board that only shows', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    click(xiangqi, 'h2');
    expect(host.querySelectorAll('.lifted')).toHaveLength(0);
    expect(host.querySelector('[role=grid]')?.getAttribute('aria-readonly')).toBe('true');
  });

  // A screen reader clicks without a pointer. The browser's own click after a pointer must not act twice: the second
  // would put the piece back that the first picked up.
  it('obeys a click without a pointer, and only that', () => {
    vi.useFakeTimers();
    open(xiangqi);
    board.set({ position: xiangqiStart, legal });
    click(xiangqi, 'h2');
    cell('h2').click();
    expect(cell('h2').getAttribute('aria-selected')).toBe('true');
    vi.runAllTimers();
    cell('e2').click();
    expect(moves).toEqual(['h2e2']);
    vi.useRealTimers();
  });
});

describe('the keyboard', () => {
  beforeEach(() => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal: ['h2e2', 'b0c2'] });
    tabTo();
  });

  it('walks with arrows and stops at the edge', () => {
    expect(document.activeElement).toBe(cell('e4'));
    press('ArrowLeft');
    expect(document.activeElement).toBe(cell('d4'));
    cell('a9').focus();
    press('ArrowUp');
    expect(document.activeElement).toBe(cell('a9'));
    press('ArrowDown');
    press('ArrowRight');
    expect(document.activeElement).toBe(cell('b8'));
    press('End');
    expect(document.activeElement).toBe(cell('i8'));
    press('Home');
    expect(document.activeElement).toBe(cell('a8'));
    expect(host.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('picks, cancels and moves', () => {
    cell('h2').focus();
    press('Enter');
    expect(cell('h2').getAttribute('aria-selected')).toBe('true');
    press('Escape');
    expect(cell('h2').hasAttribute('aria-selected')).toBe(false);
    press(' ');
    cell('e2').focus();
    press('Enter');
    expect(moves).toEqual(['h2e2']);
  });

  it('jumps to the next piece of a letter, of the side below', () => {
    press('c');
    expect(document.activeElement).toBe(cell('b2'));
    press('c');
    expect(document.activeElement).toBe(cell('h2'));
    press('c');
    expect(document.activeElement).toBe(cell('b2'));
    board.configure({ flipped: true });
    press('h');
    expect(['b9', 'h9']).toContain((document.activeElement as HTMLElement).dataset.square);
  });

  it('keeps its keys from the page, and leaves the page the others', () => {
    const heard: string[] = [];
    const listen = (event: KeyboardEvent) => void heard.push(event.key);
    document.addEventListener('keydown', listen);
    press('ArrowLeft');
    press('f');
    press('Tab');
    document.removeEventListener('keydown', listen);
    expect(heard).toEqual(['f', 'Tab']);
  });
});

const transforms = () =>
  [...host.querySelectorAll<SVGElement>('.piece')].map((piece) => piece.style.transform);

const travelling = () =>
  [...host.querySelectorAll('.piece')].filter((piece) => piece.getAnimations().length > 0);

describe('the pieces', () => {
  it('keep their elements from move to move', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    const before = new Set(host.querySelectorAll('.piece'));
    board.set({ position: xiangqiStart.replace('1C5C1', '1C2C4'), lastMove: 'h2e2' });
    expect(new Set(host.querySelectorAll('.piece'))).toEqual(before);
    const { x, y } = xiangqi.geometry.pointOf('e2', false);
    expect(transforms()).toContain(`translate(${x}px, ${y}px)`);
  });

  it('turn over in place', () => {
    open(antireversi, { animate: false });
    board.set({ position: reversiStart });
    const before = [...host.querySelectorAll('.piece')];
    board.set({
      position: `${'-'.repeat(19)}X${'-'.repeat(7)}XX${'-'.repeat(6)}XO${'-'.repeat(27)} O`,
      lastMove: 'd3',
    });
    const after = [...host.querySelectorAll('.piece')];
    expect(after).toHaveLength(5);
    for (const piece of before) expect(after).toContain(piece);
    for (const piece of after) expect(piece.querySelectorAll('.face')).toHaveLength(1);
  });

  it('go when they are captured, at once where motion is not wanted', () => {
    open(xiangqi, { animate: false });
    board.set({ position: '4k4/9/9/9/4p4/4P4/9/9/9/4K4 w' });
    board.set({ position: '4k4/9/9/9/4P4/9/9/9/9/4K4 b', lastMove: 'e4e5' });
    expect(host.querySelectorAll('.piece')).toHaveLength(3);
  });

  it('travel when they are carried, and the captured one stays until the next position at most', () => {
    open(xiangqi);
    board.set({ position: '4k4/9/9/9/4p4/4P4/9/9/9/4K4 w' });
    expect(travelling()).toHaveLength(0);
    board.set({ position: '4k4/9/9/9/4P4/9/9/9/9/4K4 b', lastMove: 'e4e5' });
    expect(host.querySelectorAll('.piece')).toHaveLength(4);
    expect(travelling()).toHaveLength(2);
    board.set({ position: '4k4/9/9/9/4P4/9/9/9/9/4K4 b' });
    expect(host.querySelectorAll('.piece')).toHaveLength(3);
  });

  it('are drawn anew when the board is turned or they change their faces', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    board.configure({ flipped: true, pieceSet: 'hybrid' });
    expect(host.querySelectorAll('.piece')).toHaveLength(32);
    const shown = [...host.querySelectorAll('.piece use')].map((use) => use.getAttribute('href')?.slice(1));
    expect(shown).toHaveLength(32);
    expect(new Set(shown).size).toBe(14);
    for (const id of shown)
      expect(document.getElementById(id ?? '')?.querySelector('.piece-letter')).toBeTruthy();
  });

  it('cast a higher shadow while they are in the hand, and only then', () => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal: ['h2e2'] });
    click(xiangqi, 'h2');
    expect(host.querySelectorAll('.lifted .shadow-high')).toHaveLength(1);
    board.cancel();
    expect(host.querySelectorAll('.shadow-high, .lifted')).toHaveLength(0);
    expect(host.querySelectorAll('.piece > .shadow')).toHaveLength(32);
  });
});

it('draws arrows and premoves', () => {
  open(xiangqi);
  board.set({
    position: xiangqiStart,
    arrows: [
      { move: 'h2e2', rank: 'best' },
      { move: 'b0c2', rank: 'second' },
    ],
    premove: 'h0g2',
  });
  expect([...host.querySelectorAll('.arrow')].map((arrow) => arrow.getAttribute('class'))).toEqual([
    'arrow second',
    'arrow best',
  ]);
  expect(host.querySelectorAll('.premove:not(.pale)')).toHaveLength(2);
});
const drawn = () => import('../../../src/board/drawing/user_shapes').then(() => undefined);
describe('the right button', () => {
  const drag = async (from: string, to: string) => {
    pointer(xiangqi, 'pointerdown', from, { button: 2 });
    pointer(xiangqi, 'pointerup', to, { button: 2 });
    await drawn();
  };

  it('draws arrows and circles, wipes them by drawing them again, and all by a click', async () => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal: ['h2e2'] });
    const captured = vi.spyOn(Element.prototype, 'setPointerCapture'); // Else what is let go off the board stays.
    await drag('h2', 'e2');
    expect(captured).toHaveBeenCalledOnce();
    await drag('e0', 'e0');
    expect(host.querySelectorAll('.arrow.shape')).toHaveLength(1);
    expect(host.querySelectorAll('.ring.shape')).toHaveLength(1);
    await drag('h2', 'e2');
    expect(host.querySelectorAll('.arrow.shape')).toHaveLength(0);
    click(xiangqi, 'a5');
    expect(host.querySelectorAll('.shape')).toHaveLength(0);
  });

  it('shows what it draws on the way, in a colour for each key', async () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    const colours = { '': 'orange', shiftKey: 'red', altKey: 'blue' };
    for (const [key, colour] of Object.entries(colours)) {
      const keys = key ? { [key]: true } : {};
      pointer(xiangqi, 'pointerdown', 'a0', { button: 2, keys });
      pointer(xiangqi, 'pointermove', 'a4', { button: 2, keys });
      await drawn();
      expect(host.querySelectorAll(`.arrow.sketch.${colour}`)).toHaveLength(1);
      pointer(xiangqi, 'pointerup', 'a4', { button: 2, keys });
      await drawn();
      expect(host.querySelectorAll('.arrow.shape')).toHaveLength(1);
      expect(host.querySelectorAll(`.arrow.${colour}:not(.sketch)`)).toHaveLength(1);
    }
  });

  it('ends an arrow where the piece may go, if it is let go near there', async () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    await drag('b0', 'c3');
    const near = host.querySelector('.arrow.shape')?.getAttribute('d');
    click(xiangqi, 'e5');
    await drag('b0', 'c2');
    expect(near).toBe(host.querySelector('.arrow.shape')?.getAttribute('d'));
  });

  it('keeps what it drew with the position that it was drawn on', async () => {
    open(xiangqi);
    board.set({ position: xiangqiStart });
    await drag('b0', 'c2');
    board.set({ position: xiangqi.after(xiangqi.parsePosition(xiangqiStart), 'h2e2') });
    expect(host.querySelectorAll('.shape')).toHaveLength(0);
    board.set({ position: xiangqiStart });
    expect(host.querySelectorAll('.shape')).toHaveLength(1);
  });

  it('draws a shaft between neighbours too', async () => {
    open(gomoku);
    board.set({ position: gomokuEmpty });
    pointer(gomoku, 'pointerdown', 'h8', { button: 2 });
    pointer(gomoku, 'pointerup', 'i8', { button: 2 });
    await drawn();
    const outline = host.querySelector('.arrow.shape')?.getAttribute('d') ?? '';
    const [start = 0, head = 0] = outline
      .slice(1)
      .split('L')
      .map((point) => parseFloat(point));
    expect(head - start).toBeGreaterThan(0.3 * gomoku.geometry.cell);
  });

  it('first takes back what was begun', async () => {
    open(xiangqi);
    board.set({ position: xiangqiStart, legal: ['h2e2'] });
    click(xiangqi, 'h2');
    await drag('e0', 'e0');
    expect(host.querySelectorAll('.lifted, .shape')).toHaveLength(0);
  });
});

describe('a finger that rests', () => {
  const finger = async (from: string, to: string, ms: number) => {
    pointer(gomoku, 'pointerdown', from, { touch: true, at: 1_000 });
    pointer(gomoku, 'pointermove', to, { touch: true, at: 1_000 + ms });
    pointer(gomoku, 'pointerup', to, { touch: true, at: 1_100 + ms });
    await drawn();
  };
  beforeEach(() => {
    open(gomoku);
    board.set({ position: `X${gomokuEmpty.slice(1)}`, legal: ['h8'] });
  });

  it('draws where it can do nothing else', async () => {
    await finger('a1', 'c3', 600);
    expect(host.querySelectorAll('.arrow.shape')).toHaveLength(1);
    await finger('c3', 'c3', 600);
    expect(host.querySelectorAll('.ring.shape')).toHaveLength(1);
  });

  it('draws nothing in haste, nor where a stone may be placed', async () => {
    await finger('a1', 'c3', 100);
    await finger('h8', 'c3', 600);
    expect(host.querySelectorAll('.shape')).toHaveLength(0);
  });
});

describe('a move that is not legal', () => {
  let tried: string[];
  const begin = (game: BoardGame) => {
    open(game);
    tried = [];
    board.onIllegal = (move) => tried.push(move);
  };

  it('is told where one points at it: with a piece in the hand, or a free point', () => {
    begin(xiangqi);
    board.set({ position: xiangqiStart, legal: ['h2e2'] }); // The horse is as if pinned.
    click(xiangqi, 'e5');
    expect(tried).toEqual([]);
    click(xiangqi, 'h2');
    click(xiangqi, 'h0');
    click(xiangqi, 'i2');
    expect(tried).toEqual(['h0i2']);
    board.destroy();
    begin(gomoku);
    board.set({ position: `X${gomokuEmpty.slice(1)}`, legal: ['h8'] });
    click(gomoku, 'a1');
    click(gomoku, 'b2');
    cell('c3').focus();
    press('Enter');
    expect(tried).toEqual(['b2', 'c3']);
  });

  it('is none while one looks on, or plans ahead', () => {
    begin(gomoku);
    board.set({ position: gomokuEmpty });
    click(gomoku, 'b2');
    board.set({ position: gomokuEmpty, legal: ['h8'], premoving: true });
    click(gomoku, 'b2');
    expect(tried).toEqual([]);
  });
});

describe('a move made ahead', () => {
  let cancelled: number;
  beforeEach(() => {
    open(xiangqi);
    cancelled = 0;
    board.onCancel = () => (cancelled += 1);
    board.set({ position: xiangqiStart, premove: 'h2e2', legal: ['h2e2', 'b0c2'], premoving: true });
  });

  it('is told to those who do not see it', () => {
    expect(label('e2')).toContain('premove');
  });

  it.each([
    ['a tap on its piece', () => click(xiangqi, 'h2')],
    ['a tap on its target', () => click(xiangqi, 'e2')],
    ['the right button', () => pointer(xiangqi, 'pointerdown', 'a5', { button: 2 })],
    [
      'Escape',
      () => {
        tabTo();
        press('Escape');
      },
    ],
  ])('is withdrawn by %s', (_, act) => {
    act();
    expect(cancelled).toBe(1);
    expect(moves).toEqual([]);
  });

  it('is replaced by another, whose targets are blue', () => {
    click(xiangqi, 'b0');
    expect(host.querySelectorAll('.target.ahead')).toHaveLength(1);
    click(xiangqi, 'c2');
    expect(moves).toEqual(['b0c2']);
    expect(cancelled).toBe(0);
  });
});

it('aims a dragged stone above the finger that hides it', () => {
  open(gomoku);
  const pending: (string | null)[] = [];
  board.onPending = (move) => pending.push(move);
  board.set({ position: gomokuEmpty, legal: ['h8', 'h9', 'h10', 'i8'] });
  pointer(gomoku, 'pointerdown', 'i8', { touch: true });
  // A tremble of some pixels still means the point under the finger.
  pointer(gomoku, 'pointermove', 'i8', { touch: true, below: 7 });
  expect(pending).toEqual(['i8']);
  pointer(gomoku, 'pointermove', 'h9', { touch: true });
  expect(pending).toEqual(['i8', 'h10']);
});

it('leaves nothing behind', () => {
  open(gomoku);
  board.destroy();
  expect(host.childElementCount).toBe(0);
});
