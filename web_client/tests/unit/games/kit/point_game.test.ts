import { describe, expect, it } from 'vitest';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { gomoku, gomokuOf } from '../../../../src/games/gomoku/gomoku';
import { pointBoardSetUp, put } from '../../../../src/games/kit/set_up';

describe('games whose pieces are placed', () => {
  it('give a stone to whoever has the turn, and the turn to the other', () => {
    const first = gomoku.after(gomoku.parsePosition(gomoku.start), 'h8');
    expect(first.pieces.get('h8')).toEqual({ side: 'first', kind: 'stone' });
    const second = gomoku.after(first, 'i9');
    expect(second.pieces.get('i9')?.side).toBe('second');
    expect(second.turn).toBe('first');
    expect(first.pieces.has('i9')).toBe(false);
  });

  it('let one plan a stone wherever none stands now', () => {
    const position = gomoku.after(gomoku.parsePosition(gomoku.start), 'h8');
    expect(gomoku.premoves(position, 'first')).toHaveLength(224);
    expect(gomoku.premoves(position, 'first')).not.toContain('h8');
  });

  it('pass without a stone', () => {
    const start = antireversi.parsePosition(antireversi.start);
    const passed = antireversi.after(start, 'pass');
    expect([...passed.pieces]).toEqual([...start.pieces]);
    expect(passed.turn).toBe('second');
    expect(antireversi.parseMove('pass')).toBeNull();
  });

  it.each([15, 19])('read a position of %i lines, and of no other size', (size) => {
    const game = gomokuOf(size);
    expect(game.parsePosition(game.start).pieces.size).toBe(0);
    expect(() => game.parsePosition(gomokuOf(size + 1).start)).toThrow();
  });
});

describe('a position that is set up', () => {
  const start = gomoku.parsePosition(gomoku.start);
  const black = { side: 'first', kind: 'stone' } as const;
  const white = { side: 'second', kind: 'stone' } as const;

  it('takes a piece, changes it for another, and loses it by the same or by none', () => {
    const one = put(start, 'h8', black);
    expect(one.pieces.get('h8')).toEqual(black);
    expect(put(one, 'h8', white).pieces.get('h8')).toEqual(white);
    expect(put(one, 'h8', black).pieces.has('h8')).toBe(false);
    expect(put(one, 'h8', null).pieces.has('h8')).toBe(false);
    expect(start.pieces.size).toBe(0);
  });

  it('is written from rank 1 and the a-file on, with who is to move', () => {
    const { write, kinds } = pointBoardSetUp(4, 'disc');
    const pieces = new Map([
      ['a1', { ...black, kind: 'disc' }],
      ['d4', { ...white, kind: 'disc' }],
    ]);
    expect(write({ pieces, turn: 'second' })).toBe(`X${'-'.repeat(14)}O O`);
    expect(kinds).toEqual(['disc']);
  });
});
