// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { dice } from '../../random';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { createBoard, type Board } from '../../../../src/board/board';
import type { BoardGame } from '../../../../src/board/model/game';

let board: Board;
afterEach(() => board.destroy());

function open(game: BoardGame, flipped = false): void {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  board = createBoard(host, game, { animate: false, flipped });
}
const active = (): HTMLElement => document.activeElement as HTMLElement;
const cells = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')];
const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  active().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
const keys = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Enter',
  'Escape',
  'h',
] as const;

describe.each([xiangqi, gomoku, antireversi])('the grid of $id', (game) => {
  it('is one stop of Tab, wherever keys have led, and the focus never leaves it by them', () => {
    open(game);
    const below = dice(7);
    board.set({ position: game.start, legal: [] });
    document.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    for (let n = 0; n < 120; n++) {
      press(keys[below(keys.length)] ?? 'Home');
      if (n % 17 === 0) board.configure({ flipped: below(2) === 0 });
      expect(cells()).toContain(active());
      expect(cells().filter(({ tabIndex }) => tabIndex === 0)).toEqual([active()]);
    }
  });

  it.each([false, true])('has each square once, at its own point (flipped: %s)', (flipped) => {
    open(game, flipped);
    board.set({ position: game.start });
    const squares = cells().map(({ dataset }) => dataset.square);
    expect(squares).toEqual(game.geometry.rows(flipped).flat());
    expect(new Set(squares).size).toBe(game.geometry.files * game.geometry.ranks);
  });

  it('says of each square what stands there after any change, as if it were told anew', () => {
    const below = dice(11);
    const squares = game.geometry.rows(false).flat();
    const kind = game.hand === 'carry' ? 'r' : 'stone';
    const some = () => squares[below(squares.length)] ?? '';
    open(game);
    for (let n = 0; n < 12; n++) {
      const pieces = new Map(
        Array.from({ length: below(20) }, () => [
          some(),
          { kind, side: below(2) ? ('first' as const) : ('second' as const) },
        ]),
      );
      const flipped = below(3) === 0;
      board.configure({ flipped, language: below(2) ? 'en' : 'zh-Hans' });
      board.set({
        position: { pieces, turn: 'first' },
        lastMove: game.formatMove({ from: some(), to: some() }),
      });
      const language =
        document.querySelector('[role="grid"]')?.getAttribute('lang') === 'en' ? 'en' : 'zh-Hans';
      for (const cell of cells()) {
        const square = cell.dataset.square ?? '';
        const words = game.words.cell(square, pieces.get(square), language, flipped);
        expect(cell.getAttribute('aria-label')?.startsWith(words), `${n} ${square}`).toBe(true);
      }
    }
  });
});

describe('keys that are not the board’s', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('are left alone with %j', (more) => {
    open(gomoku);
    board.set({ position: gomoku.start, legal: ['h8'] });
    document.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    const before = active();
    expect(press('ArrowLeft', more)).toBe(true);
    expect(active()).toBe(before);
  });
});

describe('a key that is held', () => {
  it('picks up and puts back once, and walks on and on', () => {
    open(xiangqi);
    board.set({ position: xiangqi.start, legal: ['h2e2'] });
    const cannon = document.querySelector<HTMLElement>('[data-square="h2"]');
    const isPicked = () => cannon?.hasAttribute('aria-selected');
    cannon?.focus();
    press('Enter');
    expect(press('Enter', { repeat: true }), 'the page does nothing with it either').toBe(false);
    expect(isPicked()).toBe(true);
    press(' ');
    press(' ', { repeat: true });
    expect(isPicked()).toBe(false);
    press('ArrowLeft');
    press('ArrowLeft', { repeat: true });
    expect(active().dataset.square).toBe('f2');
  });
});
