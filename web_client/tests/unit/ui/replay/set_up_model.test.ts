// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createBoard } from '../../../../src/board/board';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { SetUpModel } from '../../../../src/ui/replay/set_up_model';

const tools = await xiangqi.setUp();
const open = () => new SetUpModel(xiangqi, tools, xiangqi.parsePosition(xiangqi.start));

describe('a position that is set up', () => {
  it('takes what is in the hand, and gives it back where it lies already', () => {
    const model = open();
    model.clear();
    model.applyMove('e0');
    model.take({ side: 'second', kind: 'k' });
    model.applyMove('d9');
    expect(model.text.value).toBe('3k5/9/9/9/9/9/9/9/9/4K4 w');
    model.applyMove('e0');
    expect(model.text.value).toBe('3k5/9/9/9/9/9/9/9/9/4k4 w');
    model.applyMove('e0');
    expect(model.text.value).toBe('3k5/9/9/9/9/9/9/9/9/9 w');
  });

  it('loses what the empty hand touches, and changes sides', () => {
    const model = open();
    model.take(null);
    model.applyMove('a0');
    model.applyMove('a5');
    model.turn('second');
    expect(model.text.value).toBe(xiangqi.start.replace('RNBAKABNR w', '1NBAKABNR b'));
    model.restart();
    expect(model.text.value).toBe(xiangqi.start);
  });

  it('reads what is pasted, and keeps what it has when that is nothing', () => {
    const model = open();
    expect(model.read(' 4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1\n')).toBe(true);
    expect(model.text.value).toBe('4k4/9/9/9/9/9/9/9/9/4K4 b');
    expect(model.read('4k4/9')).toBe(false);
    expect(model.text.value).toBe('4k4/9/9/9/9/9/9/9/9/4K4 b');
  });

  it('has its pieces dragged, over what stands there, and loses none by a tap on another', () => {
    const model = open();
    model.applyMove('b4 b2');
    expect(model.position.value.pieces.get('b4')).toEqual({ side: 'first', kind: 'c' });
    expect(model.position.value.pieces.has('b2')).toBe(false);
    model.applyMove('a9 a0');
    expect(model.position.value.pieces.get('a9')).toEqual({ side: 'first', kind: 'r' });
  });

  it('is dragged by the pointer on the board', () => {
    const model = open();
    const host = document.createElement('div');
    document.body.append(host);
    const board = createBoard(host, model.editor);
    board.onMove = (move) => model.applyMove(move);
    board.set(model.state.value);
    const root = host.querySelector<HTMLElement>('.board');
    if (!root) throw new Error('no board');
    const { viewBox } = xiangqi.geometry;
    root.getBoundingClientRect = () => new DOMRect(0, 0, viewBox.width, viewBox.height);
    const at = (type: string, square: string) => {
      const { x, y } = xiangqi.geometry.pointOf(square, false);
      const where = { clientX: x - viewBox.x, clientY: y - viewBox.y };
      root.dispatchEvent(new PointerEvent(type, { ...where, isPrimary: true, pointerId: 1, button: 0 }));
    };
    at('pointerdown', 'b2');
    at('pointermove', 'b4');
    expect(host.querySelectorAll('.dragged')).toHaveLength(1);
    at('pointerup', 'b4');
    expect(model.position.value.pieces.get('b4')?.kind).toBe('c');
    at('pointerdown', 'e5');
    at('pointerup', 'e5');
    expect(model.position.value.pieces.get('e5')?.kind).toBe('k');
    board.destroy();
  });

  it('is put together on the board itself, by hand and by key', async () => {
    for (const [game, square] of [
      [xiangqi, 'e4'],
      [gomoku, 'h8'],
    ] as const) {
      const model = new SetUpModel(game, await game.setUp(), { pieces: new Map(), turn: 'first' });
      const host = document.createElement('div');
      document.body.append(host);
      const board = createBoard(host, model.editor);
      board.onMove = (move) => model.applyMove(move);
      board.set(model.state.value);
      const cell = host.querySelector<HTMLElement>(`[data-square="${square}"]`);
      cell?.focus();
      cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      expect(model.position.value.pieces.get(square)).toEqual({ side: 'first', kind: game.iconKind });
      board.destroy();
    }
  });
});
