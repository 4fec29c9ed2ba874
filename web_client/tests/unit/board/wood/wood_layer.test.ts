// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { createBoard, type Board } from '../../../../src/board/board';
import * as material from '../../../../src/board/wood/material';

const position = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
let board: Board;
const paint = vi.spyOn(material, 'paintMaterial').mockReturnValue();

beforeEach(() => {
  vi.useFakeTimers();
  paint.mockClear();
  board = createBoard(document.body, xiangqi);
});

afterEach(() => {
  board.destroy();
  vi.useRealTimers();
  document.documentElement.removeAttribute('data-theme');
});

/** What the board was painted by: the last stops of its field. */
const field = () => paint.mock.lastCall?.[1].field.stops[0];
const frames = () => vi.advanceTimersByTimeAsync(500);

describe('the wood of a board', () => {
  it('is painted after the first frame, once, and never again by a move', async () => {
    expect(paint).not.toHaveBeenCalled();
    await frames();
    expect(paint).toHaveBeenCalledTimes(1);
    board.set({ position, legal: ['h2e2'] });
    board.set({ position: position.replace('1C5C1', '1C2C4'), lastMove: 'h2e2', check: true });
    board.configure({ flipped: true });
    await frames();
    expect(paint).toHaveBeenCalledTimes(1);
  });

  it('is painted anew when the theme or the cut of the board changes', async () => {
    await frames();
    const day = field();
    document.documentElement.dataset.theme = 'dark';
    await frames();
    expect(paint).toHaveBeenCalledTimes(2);
    expect(field()).not.toBe(day);
    board.configure({ narrow: true });
    await frames();
    expect(paint).toHaveBeenCalledTimes(3);
    expect(paint.mock.lastCall?.[3]).toEqual({ x: 0, y: 31 });
  });

  it('is not painted for a board that has gone', async () => {
    board.destroy();
    await frames();
    document.documentElement.dataset.theme = 'dark';
    await frames();
    expect(paint).not.toHaveBeenCalled();
  });
});
