import { describe, expect, it } from 'vitest';
import { dice } from '../../random';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import type { BoardGame, Piece, Square } from '../../../../src/board/model/game';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { difference } from '../../../../src/board/drawing/diff';

const start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';

function change(game: BoardGame, before: string, after: string) {
  const pieces = (text: string) => game.parsePosition(text).pieces;
  return difference(pieces(before), pieces(after), game.hand, game.geometry);
}

describe('where pieces are carried', () => {
  it('sees no change in an equal position', () => {
    expect(change(xiangqi, start, start)).toEqual({ moved: [], flipped: [], removed: [], added: [] });
  });

  it('follows a move', () => {
    const moved = start.replace('1C5C1', '1C2C4');
    expect(change(xiangqi, start, moved).moved).toEqual([{ from: 'h2', to: 'e2' }]);
  });

  it('follows a capture, and sees the victim go', () => {
    const before = '4k4/9/9/9/4p4/4P4/9/9/9/4K4 w';
    const after = '4k4/9/9/9/4P4/9/9/9/9/4K4 b';
    expect(change(xiangqi, before, after)).toEqual({
      moved: [{ from: 'e4', to: 'e5' }],
      flipped: [],
      removed: ['e5'],
      added: [],
    });
    // And back: the victim returns.
    expect(change(xiangqi, after, before).added).toEqual(['e5']);
  });

  it('pairs the nearest of several alike', () => {
    const before = '4k4/9/9/9/9/9/9/9/9/R3K3R w';
    const after = '4k4/9/9/9/9/9/9/9/R7R/4K4 w';
    expect(change(xiangqi, before, after).moved).toEqual([
      { from: 'a0', to: 'a1' },
      { from: 'i0', to: 'i1' },
    ]);
  });
});

describe('where pieces are placed', () => {
  it('sees one disc come and others turn over', () => {
    const text = (row4: string, row3 = '--------') =>
      `${'-'.repeat(16)}${row3}${row4}---XO---${'-'.repeat(24)} X`;
    const turned = change(antireversi, text('---OX---'), text('---XX---', '---X----'));
    expect(turned).toEqual({ moved: [], flipped: ['d4'], removed: [], added: ['d3'] });
  });
});

describe('any two positions', () => {
  it.each([
    ['carried', xiangqi],
    ['placed', antireversi],
  ] as const)('of %s pieces: what changed makes the one of the other', (_, game) => {
    const squares = game.geometry.rows(false).flat();
    for (let seed = 1; seed <= 60; seed++) {
      const below = dice(seed);
      const some = (): Map<Square, Piece> =>
        new Map(
          Array.from({ length: below(14) }, () => [
            squares[below(squares.length)] ?? '',
            {
              kind: game.hand === 'carry' ? (['r', 'p'][below(2)] ?? 'p') : 'disc',
              side: below(2) ? 'first' : 'second',
            },
          ]),
        );
      const [before, after] = [some(), some()];
      const { moved, flipped, removed, added } = difference(before, after, game.hand, game.geometry);
      const made = new Map(before);
      for (const square of removed) expect(made.delete(square), `seed ${seed}`).toBe(true);
      const lifted = moved.map(({ from, to }) => [to, made.get(from)] as const);
      for (const { from } of moved) made.delete(from);
      for (const [to, piece] of lifted) if (piece) made.set(to, piece);
      for (const square of [...added, ...flipped])
        made.set(square, after.get(square) ?? { kind: '', side: 'first' });
      expect(new Map([...made].sort()), `seed ${seed}`).toEqual(new Map([...after].sort()));
      // A piece that is carried is not seen to go and to come as well.
      expect(new Set([...added, ...flipped, ...moved.map(({ to }) => to)]).size).toBe(
        added.length + flipped.length + moved.length,
      );
    }
  });
});
