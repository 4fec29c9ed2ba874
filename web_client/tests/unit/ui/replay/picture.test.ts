// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { svg } from '../../../../src/board/drawing/svg';
import { saveDrawing } from '../../../../src/ui/replay/picture';

const saved: HTMLAnchorElement[] = [];
const sizes: string[] = [];

beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this);
  });
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (
    this: HTMLCanvasElement,
    type,
  ) {
    sizes.push(`${this.width}x${this.height}`);
    return `data:${type ?? ''},`;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  saved.length = sizes.length = 0;
});

/** A board as the page shows it, on wood that has been painted. */
function drawn(width: number, height: number): SVGSVGElement {
  const board = document.createElement('div');
  const wood = document.createElement('canvas');
  wood.width = 100;
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}` }, svg('circle', { r: 5 }));
  Object.defineProperty(drawing, 'viewBox', { value: { baseVal: new DOMRect(0, 0, width, height) } });
  board.append(wood, drawing);
  document.body.append(board);
  return drawing;
}

it.each([
  [980, 1080, '726x800'],
  [956, 956, '800x800'],
])('of a board of %d by %d is small enough to send', async (width, height, size) => {
  await saveDrawing(drawn(width, height), 'board', 'png');
  expect(sizes.at(-1)).toBe(size);
  expect(saved.map(({ download }) => download)).toEqual(['board.png']);
});

it('has its wood with it, in a format that makes grain small', async () => {
  await saveDrawing(drawn(980, 1080), 'board', 'svg');
  const text = decodeURIComponent(saved[0]?.href ?? '');
  expect(text).toContain('href="data:image/jpeg,"');
  expect(text).toContain('width="980"');
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
});
