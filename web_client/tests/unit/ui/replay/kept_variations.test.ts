// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import {
  keepTried,
  keepVariations,
  keptVariations,
  triedHere,
} from '../../../../src/ui/replay/kept_variations';
import { withLine, type Variations } from '../../../../src/ui/replay/variations';

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

const tree = (moves: number): Variations =>
  new Map([[0, Array.from({ length: moves }, (_, n) => ({ move: `a${n}`, next: [] }))]]);

it('of boards without a game are those of an entry of the history, as far as there is room', () => {
  history.replaceState({ scroll: 7 }, '');
  keepTried('gomoku', new Map());
  expect(history.state).toEqual({ scroll: 7 });
  keepTried('gomoku', tree(400));
  expect([triedHere('gomoku'), triedHere('xiangqi')]).toEqual([tree(400), new Map()]);
  keepTried('xiangqi', tree(1_800));
  expect([triedHere('gomoku'), triedHere('xiangqi')]).toEqual([new Map(), tree(1_800)]);
  keepTried('xiangqi', tree(3_600));
  expect(triedHere('xiangqi')).toEqual(tree(1_800));
  keepTried('xiangqi', new Map());
  expect(triedHere('xiangqi')).toEqual(new Map());
  expect(history.state).toMatchObject({ scroll: 7 });
  history.replaceState(null, '');
  expect(triedHere('gomoku')).toEqual(new Map());
});
