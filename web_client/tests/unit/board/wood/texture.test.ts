import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { boardKinds } from '../../../../src/board/wood/board_theme';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { paintMaterial } from '../../../../src/board/wood/material';
import { paintTexture, type Texture } from '../../../../src/board/wood/texture';

/** As much of a canvas as is painted on. */
class Canvas {
  static all: Canvas[] = [];
  width = 0;
  height = 0;
  pixels: Uint32Array = new Uint32Array();
  readonly done: string[] = [];

  constructor() {
    Canvas.all.push(this);
  }
  getContext(): unknown {
    const note =
      (name: string) =>
      (...given: readonly unknown[]): unknown => {
        this.done.push(name);
        if (name === 'putImageData')
          this.pixels = new Uint32Array((given[0] as { data: Uint8ClampedArray }).data.buffer);
        return { addColorStop: () => undefined };
      };
    return new Proxy({}, { get: (_, name) => note(String(name)), set: () => true });
  }
}
const canvas = (): HTMLCanvasElement & Canvas => new Canvas() as unknown as HTMLCanvasElement & Canvas;

beforeAll(() => {
  vi.stubGlobal('document', { createElement: canvas });
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data;
      constructor(
        readonly width: number,
        readonly height: number,
      ) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
  );
});
afterAll(() => void vi.unstubAllGlobals());

const stops = [0xf7dfa9, 0xdeb06a, 0xbd8642];
const texture: Texture = {
  seed: 8,
  stops,
  far: 0.5,
  deep: 0.05,
  taper: 0.2,
  rings: 1700,
  wave: 0.07,
  line: 0.24,
  fibre: 0.1,
  tone: 0.34,
  pores: 0.5,
};
const painted = (more: Partial<Texture> = {}, width = 40, height = 60): Uint32Array => {
  const paper = canvas();
  paintTexture(paper, width, height, { ...texture, ...more });
  return paper.pixels;
};
/** A canvas keeps red first. */
const parts = (pixel: number): readonly number[] => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];

describe('a texture', () => {
  it('is the same on every visit, and another from another seed', () => {
    expect(painted()).toEqual(painted());
    expect(painted({ seed: 9 })).not.toEqual(painted());
  });

  it('covers its canvas with its own colours, and with nothing that one could look through', () => {
    const pixels = painted();
    expect(pixels).toHaveLength(40 * 60);
    const [pale = [], , dark = []] = stops.map((stop) => [stop >> 16, (stop >> 8) & 255, stop & 255]);
    for (const pixel of pixels) {
      expect(pixel >>> 24).toBe(255);
      for (const [i, part] of parts(pixel).entries()) {
        expect(part).toBeLessThanOrEqual(pale[i] ?? 0);
        expect(part).toBeGreaterThanOrEqual(dark[i] ?? 0);
      }
    }
    expect(new Set(pixels).size).toBeGreaterThan(20);
  });

  it('of one colour is of one colour, whatever grain it has', () => {
    expect(new Set(painted({ stops: [0x808080, 0x808080, 0x808080] })).size).toBe(1);
  });

  it('is left out where a browser paints nothing', () => {
    const paper = { width: 0, height: 0, getContext: () => null };
    paintTexture(paper as unknown as HTMLCanvasElement, 10, 20, texture);
    expect([paper.width, paper.height]).toEqual([10, 20]);
  });
});

describe('the wood of a board', () => {
  const games = [xiangqi, gomoku, antireversi];

  it.each(games.flatMap((game) => boardKinds.map((boards) => [game.id, boards, game] as const)))(
    'of %s in %s is darker in the dark',
    (_, boards, game) => {
      const brightness = (dark: boolean): number => {
        const paper = canvas();
        paintMaterial(
          paper,
          game.art.material(boards, dark),
          { x: 0, y: 0, width: 60, height: 60 },
          { x: 0, y: 0 },
          1,
        );
        return paper.pixels.reduce((sum, pixel) => sum + parts(pixel).reduce((a, b) => a + b, 0), 0);
      };
      expect(brightness(true)).toBeLessThan(brightness(false));
    },
  );

  it('has rails of a wood of their own, where it has rails', () => {
    const count = (x: number, y: number): number => {
      Canvas.all = [];
      const paper = canvas();
      const material = { field: texture, rail: texture };
      paintMaterial(paper, material, { x: 0, y: 0, width: 40, height: 60 }, { x, y }, 1);
      expect(Canvas.all).toHaveLength(2);
      return paper.done.filter((one) => one === 'drawImage').length;
    };
    expect(count(4, 4)).toBe(4);
    // A phone has no room for those at the sides.
    expect(count(0, 4)).toBe(2);
  });

  it('of one slab has edges, and no other wood', () => {
    Canvas.all = [];
    const paper = canvas();
    paintMaterial(paper, { field: texture }, { x: 0, y: 0, width: 40, height: 60 }, { x: 0, y: 0 }, 0.5);
    expect([paper.width, paper.height]).toEqual([20, 30]);
    expect(Canvas.all).toHaveLength(1);
    expect(paper.done).not.toContain('drawImage');
  });
});
