import { expect, it } from 'vitest';
import { signOf, toggled } from '../../../../src/ui/study/glyphs';

it('judges a move once, and its position once', () => {
  expect(toggled([], 1)).toEqual([1]);
  expect(toggled([1, 16], 4)).toEqual([16, 4]);
  expect(toggled([16, 4], 4)).toEqual([16]);
  expect(toggled([4], 7)).toEqual([4, 7]);
  expect(toggled([146], 1), 'what a file brought stays').toEqual([146, 1]);
});

it('writes what it does not know as files do', () => {
  expect([signOf(3), signOf(146)]).toEqual(['!!', '$146']);
});
