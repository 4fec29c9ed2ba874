// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { gomokuOf } from '../../../../src/games/gomoku/gomoku';

it.each([15, 19])('writes its coordinates beside the stones on the edge of a board of %i lines', (size) => {
  const { art, geometry } = gomokuOf(size);
  const look = { flipped: false, coordinates: true, narrow: false, pieceSet: 'kai', prefix: 'p' } as const;
  const texts = art.ground(look).flatMap((element) => [...element.querySelectorAll('text')]);
  expect(texts).toHaveLength(2 * size);
  /** On a phone, board.css: digits are 0.57 of that wide, and letters no higher than 0.72. */
  const font = 26;
  for (const text of texts) {
    const [x, y] = ['x', 'y'].map((name) => Number(text.getAttribute(name))) as [number, number];
    const right = x + (text.textContent.length * font * 0.57) / 2;
    const left = 2 * x - right;
    expect(left).toBeGreaterThan(0);
    expect(y + font * 0.36).toBeLessThan(geometry.viewBox.height);
    const edge = geometry
      .rows(false)
      .flat()
      .map((square) => geometry.pointOf(square, false));
    const nearest = edge.map((point) =>
      Math.hypot(
        point.x - Math.min(Math.max(point.x, left), right),
        Math.max(Math.abs(point.y - y) - font * 0.36, 0),
      ),
    );
    expect(Math.min(...nearest)).toBeGreaterThan(geometry.radius);
  }
});
