import { describe, expect, it } from 'vitest';
import { dice } from '../../random';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import type { Piece, Square } from '../../../../src/board/model/game';
import { nextOf } from '../../../../src/board/input/next_piece';

const squares = xiangqi.geometry.rows(false).flat();

describe('the next piece of a kind', () => {
  it.each([false, true])(
    'is each of them once, as one reads, and then the first again (flipped: %s)',
    (flipped) => {
      for (let seed = 1; seed <= 30; seed++) {
        const below = dice(seed);
        const square = (): Square => squares[below(squares.length)] ?? '';
        const pieces = new Map<Square, Piece>(
          Array.from({ length: 30 }, () => [
            square(),
            { kind: below(2) ? 'n' : 'c', side: below(2) ? 'first' : 'second' },
          ]),
        );
        const wanted = xiangqi.geometry
          .rows(flipped)
          .flat()
          .filter((one) => {
            const piece = pieces.get(one);
            return piece?.kind === 'n' && piece.side === (flipped ? 'second' : 'first');
          });
        let from = square();
        const found: Square[] = [];
        for (let n = 0; n <= wanted.length; n++) {
          from = nextOf(xiangqi, { pieces, turn: 'first' }, 'n', from, flipped) ?? 'none';
          found.push(from);
        }
        const start = wanted.indexOf(found[0] ?? '');
        expect(found, `seed ${seed}`).toEqual([...wanted.slice(start), ...wanted.slice(0, start), found[0]]);
      }
    },
  );

  it('is none where there is none of the side below', () => {
    const pieces = new Map<Square, Piece>([['a0', { kind: 'n', side: 'second' }]]);
    expect(nextOf(xiangqi, { pieces, turn: 'first' }, 'n', 'e4', false)).toBeNull();
    expect(nextOf(xiangqi, { pieces, turn: 'first' }, 'n', 'e4', true)).toBe('a0');
  });
});
