// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBoard, type Board } from '../../../src/board/board';
import type { Shape } from '../../../src/board/model/shape';
import { gomoku } from '../../../src/games/gomoku/gomoku';

// What is drawn for all to see: the owner of the board keeps it, and shows it.
await import('../../../src/board/drawing/user_shapes');

const position = `${'-'.repeat(225)} X`;
let board: Board | undefined;

function open(draws: boolean): { drawn: Shape[]; moved: string[] } {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  const one = (board = createBoard(host, gomoku, { animate: false, draws }));
  const { width, height } = gomoku.geometry.viewBox;
  const surface = host.querySelector<HTMLElement>('.board');
  if (surface) surface.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  const drawn: Shape[] = [];
  const moved: string[] = [];
  one.onDraw = (shape) => void drawn.push(shape);
  one.onMove = (move) => void moved.push(move);
  one.set({ position, legal: ['h8', 'i9'] });
  return { drawn, moved };
}

function pointer(type: string, square: string, button = 0): void {
  const { x, y } = gomoku.geometry.pointOf(square, false);
  const { viewBox } = gomoku.geometry;
  const at = { clientX: x - viewBox.x, clientY: y - viewBox.y };
  const event = new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, button, ...at });
  document.querySelector(`[data-square="${square}"]`)?.dispatchEvent(event);
}

function press(square: string): void {
  const cell = document.querySelector<HTMLElement>(`[data-square="${square}"]`);
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

afterEach(() => {
  board?.destroy();
  document.body.replaceChildren();
});

describe('a board that draws', () => {
  it('tells of arrows and circles by the main button, and moves nothing', () => {
    const { drawn, moved } = open(true);
    pointer('pointerdown', 'h8');
    pointer('pointermove', 'i9');
    pointer('pointerup', 'i9');
    pointer('pointerdown', 'h8');
    pointer('pointerup', 'h8');
    expect(drawn).toEqual([
      { from: 'h8', to: 'i9', colour: 'orange' },
      { from: 'h8', to: 'h8', colour: 'orange' },
    ]);
    expect(moved).toEqual([]);
  });

  it('tells of them by keys on two squares', () => {
    const { drawn, moved } = open(true);
    press('h8');
    expect(drawn).toEqual([]);
    press('i9');
    expect([drawn, moved]).toEqual([[{ from: 'h8', to: 'i9', colour: 'orange' }], []]);
  });

  it('draws by the right button only, where it moves by the other', () => {
    const { drawn, moved } = open(false);
    pointer('pointerdown', 'h8', 2);
    pointer('pointerup', 'h8', 2);
    expect([drawn.length, moved.length]).toEqual([1, 0]);
    press('h8');
    expect([drawn.length, moved]).toEqual([1, ['h8']]);
  });

  it('shows what its owner keeps: arrows, circles and letters', async () => {
    open(true);
    board?.set({
      position,
      shapes: [
        { from: 'h8', to: 'h8', colour: 'red' },
        { from: 'h8', to: 'i9', colour: 'green' },
        { from: 'a1', to: 'a1', colour: 'blue', label: 'A' },
      ],
    });
    await vi.waitFor(() => expect(document.querySelectorAll('.marks .shape')).toHaveLength(3), 1_000);
    expect(document.querySelector('.arrow.shape.green')).toBeTruthy();
    expect(document.querySelector('text.shape.blue')?.textContent).toBe('A');
  });
});
