import { describe, expect, it } from 'vitest';
import { childrenAfter, withoutLine, withLine, type Variation } from '../../../../src/ui/replay/variations';

const tree = (...lines: readonly string[]): readonly Variation[] =>
  lines.reduce<readonly Variation[]>((all, line) => withLine(all, line.split(' ')), []);
const names = (all: readonly Variation[]) => all.map(({ move }) => move);

describe('variations', () => {
  it('share the moves that they begin with', () => {
    const all = tree('a b c', 'a b d', 'e');
    expect(names(all)).toEqual(['a', 'e']);
    expect(names(childrenAfter(all, ['a', 'b']))).toEqual(['c', 'd']);
    expect(childrenAfter(all, ['a', 'x'])).toEqual([]);
  });

  it('are the same when nothing new was tried', () => {
    const all = tree('a b c');
    expect(withLine(all, ['a', 'b'])).toBe(all);
    expect(withLine(all, [])).toBe(all);
  });

  it('forget a move with all that follows it, and no other', () => {
    const all = withoutLine(tree('a b c', 'a b d', 'a e'), ['a', 'b']);
    expect(names(childrenAfter(all, ['a']))).toEqual(['e']);
    expect(withoutLine(tree('a', 'b'), ['a'])).toEqual(tree('b'));
  });
});
