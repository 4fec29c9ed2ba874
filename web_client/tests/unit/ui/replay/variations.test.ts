import { describe, expect, it } from 'vitest';
import { after, forgotten, tried, type Variation } from '../../../../src/ui/replay/variations';

const tree = (...lines: readonly string[]): readonly Variation[] =>
  lines.reduce<readonly Variation[]>((all, line) => tried(all, line.split(' ')), []);
const names = (all: readonly Variation[]) => all.map(({ move }) => move);

describe('variations', () => {
  it('share the moves that they begin with', () => {
    const all = tree('a b c', 'a b d', 'e');
    expect(names(all)).toEqual(['a', 'e']);
    expect(names(after(all, ['a', 'b']))).toEqual(['c', 'd']);
    expect(after(all, ['a', 'x'])).toEqual([]);
  });

  it('are the same when nothing new was tried', () => {
    const all = tree('a b c');
    expect(tried(all, ['a', 'b'])).toBe(all);
    expect(tried(all, [])).toBe(all);
  });

  it('forget a move with all that follows it, and no other', () => {
    const all = forgotten(tree('a b c', 'a b d', 'a e'), ['a', 'b']);
    expect(names(after(all, ['a']))).toEqual(['e']);
    expect(forgotten(tree('a', 'b'), ['a'])).toEqual(tree('b'));
  });
});
