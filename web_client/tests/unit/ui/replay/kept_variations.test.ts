// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { keepVariations, keptVariations } from '../../../../src/ui/replay/kept_variations';
import { withLine } from '../../../../src/ui/replay/variations';

afterEach(() => sessionStorage.clear());

it('are there again after a reload, each game with its own', () => {
  const variations = new Map([[3, withLine([], ['h8', 'i9'])]]);
  keepVariations('g1', variations);
  expect(keptVariations('g1')).toEqual(variations);
  expect(keptVariations('g2')).toEqual(new Map());
});

it('are none where what was kept is broken, or too much to keep', () => {
  sessionStorage.setItem('sanqi.variations.g1', '{');
  expect(keptVariations('g1')).toEqual(new Map());
  const long = Array.from({ length: 20_000 }, (_, n) => `a${n}`).map((move) => ({ move, next: [] }));
  keepVariations('g2', new Map([[0, long]]));
  expect(keptVariations('g2')).toEqual(new Map());
});
