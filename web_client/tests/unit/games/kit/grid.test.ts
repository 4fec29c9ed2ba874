import { describe, expect, it } from 'vitest';
import { geometryOf as antireversiOf } from '../../../../src/games/antireversi/geometry';
import { geometryOf } from '../../../../src/games/gomoku/geometry';
import { fileRankOf, squareNamed } from '../../../../src/games/kit/grid';
import { geometry as xiangqi } from '../../../../src/games/xiangqi/geometry';

const gomoku = geometryOf(15);
const antireversi = antireversiOf(8);
const boards = {
  xiangqi,
  gomoku,
  largeGomoku: geometryOf(19),
  antireversi,
  smallAntireversi: antireversiOf(4),
};

describe.each(Object.entries(boards))('the geometry of %s', (_, geometry) => {
  const { files, ranks, cell, viewBox } = geometry;

  it.each([false, true])('finds every square again at its own point (flipped: %s)', (flipped) => {
    const squares = geometry.rows(flipped).flat();
    expect(new Set(squares).size).toBe(files * ranks);
    for (const square of squares)
      expect(geometry.squareAt(geometry.pointOf(square, flipped), flipped, 0.1)).toBe(square);
  });

  it('turns the board about its centre', () => {
    const centre = { x: viewBox.x + viewBox.width / 2, y: viewBox.y + viewBox.height / 2 };
    for (const square of geometry.rows(false).flat()) {
      const upright = geometry.pointOf(square, false);
      const turned = geometry.pointOf(square, true);
      expect(upright.x + turned.x).toBeCloseTo(2 * centre.x);
      expect(upright.y + turned.y).toBeCloseTo(2 * centre.y);
    }
  });

  it('keeps every piece inside the drawing', () => {
    for (const square of geometry.rows(false).flat()) {
      const { x, y } = geometry.pointOf(square, false);
      expect(x - geometry.radius).toBeGreaterThanOrEqual(viewBox.x);
      expect(y + geometry.radius).toBeLessThanOrEqual(viewBox.y + viewBox.height);
    }
  });

  it('has a dead zone midway between two squares, and nothing beyond the edge', () => {
    const corner = geometry.pointOf(geometry.rows(false)[0]?.[0] ?? '', false);
    expect(geometry.squareAt({ x: corner.x + cell / 2, y: corner.y }, false, 0.48)).toBeNull();
    expect(geometry.squareAt({ x: corner.x - cell, y: corner.y }, false, 0.48)).toBeNull();
    expect(geometry.squareAt({ x: corner.x - 0.4 * cell, y: corner.y }, false, 0.48)).not.toBeNull();
  });

  it('refuses squares of another board', () => {
    expect(() => geometry.pointOf('z99', false)).toThrow(RangeError);
  });
});

it('reads rows from the top left, as each game is drawn', () => {
  expect(xiangqi.rows(false)[0]?.[0]).toBe('a9');
  expect(xiangqi.rows(true)[0]?.[0]).toBe('i0');
  expect(gomoku.rows(false)[0]?.[0]).toBe('a15');
  expect(gomoku.rows(true)[0]?.[0]).toBe('o1');
  expect(antireversi.rows(false)[0]?.[0]).toBe('a1');
  expect(antireversi.rows(true)[0]?.[0]).toBe('h8');
});

it('reaches round about a crossing and square within a cell', () => {
  const towardsCorner = (geometry: typeof xiangqi, square: string) => {
    const { x, y } = geometry.pointOf(square, false);
    return { x: x + 0.45 * geometry.cell, y: y + 0.45 * geometry.cell };
  };
  expect(gomoku.squareAt(towardsCorner(gomoku, 'h8'), false, 0.48)).toBeNull();
  expect(antireversi.squareAt(towardsCorner(antireversi, 'd3'), false, 0.48)).toBe('d3');
});

it('reads and writes the coordinates of squares', () => {
  expect(fileRankOf('h2', 0)).toEqual({ file: 7, rank: 2 });
  expect(fileRankOf('o15', 1)).toEqual({ file: 14, rank: 14 });
  expect(squareNamed({ file: 7, rank: 2 }, 0)).toBe('h2');
  expect(squareNamed({ file: 14, rank: 14 }, 1)).toBe('o15');
});
