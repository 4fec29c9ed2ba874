import { describe, expect, it } from 'vitest';
import type { ChapterContent, Edit } from '../../../src/protocol/study_messages';
import {
  chapterOf,
  follow,
  lineFrom,
  pathTo,
  subtree,
  withEdit,
  type Chapter,
} from '../../../src/state/chapter';

const content: ChapterContent = {
  name: 'One',
  game: 'gomoku',
  rule: 'renju',
  v: 7,
  nodes: [
    { id: 0 },
    { id: 1, parent: 0, move: 'h8' },
    { id: 2, parent: 1, move: 'i9', comments: [{ by: 2, text: 'direct' }] },
    { id: 3, parent: 1, move: 'i8' },
    { id: 4, parent: 2, move: 'j10' },
    { id: 5, parent: 0, move: 'a1' },
  ],
};
const chapter = chapterOf(content);

/** After edits that must be possible. */
function after(...edits: readonly Edit[]): Chapter {
  return edits.reduce((one, edit) => {
    const next = withEdit(one, edit, { by: 1, newId: 9 });
    expect(next, edit.do).not.toBeNull();
    return next ?? one;
  }, chapter);
}

/** Moves in the order of the tree. */
const drawn = (one: Chapter): string =>
  subtree(one, 0)
    .map((id) => one.nodes.get(id)?.move)
    .join(' ')
    .trim();

describe('a chapter', () => {
  it('is a tree of what the server tells, parents first', () => {
    expect(drawn(chapter)).toBe('h8 i9 j10 i8 a1');
    expect(chapter.nodes.get(4)).toMatchObject({ ply: 3, parent: 2, children: [], glyphs: [], shapes: [] });
    expect(pathTo(chapter, 4).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(lineFrom(chapter, 0).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(chapter).not.toHaveProperty('nodes.length');
  });

  it('leaves out what hangs on nothing', () => {
    const broken = { ...content, nodes: [...content.nodes, { id: 8, parent: 77, move: 'b2' }] };
    expect(drawn(chapterOf(broken))).toBe(drawn(chapter));
  });

  it('finds how far moves are in it', () => {
    expect(follow(chapter, ['h8', 'i8', 'c3', 'd4'])).toEqual({ at: 3, rest: ['c3', 'd4'] });
    expect(follow(chapter, [])).toEqual({ at: 0, rest: [] });
  });

  it.each<[Edit, string]>([
    [{ do: 'add', node: 3, move: 'k1' }, 'h8 i9 j10 i8 k1 a1'],
    [{ do: 'add', node: 1, move: 'i8' }, 'h8 i9 j10 i8 a1'],
    [{ do: 'remove', node: 2 }, 'h8 i8 a1'],
    [{ do: 'cut', node: 1 }, 'h8 a1'],
    [{ do: 'promote', node: 3 }, 'h8 i8 i9 j10 a1'],
    [{ do: 'promote', node: 1 }, 'h8 i9 j10 i8 a1'],
    [{ do: 'mainLine', node: 3 }, 'h8 i8 i9 j10 a1'],
    [{ do: 'mainLine', node: 5 }, 'a1 h8 i9 j10 i8'],
    [{ do: 'order', node: 1, children: [3] }, 'h8 i8 i9 j10 a1'],
    [{ do: 'order', node: 1, children: [77, 3] }, 'h8 i8 i9 j10 a1'],
  ])('%j leads to %s', (edit, moves) => {
    expect(drawn(after(edit))).toBe(moves);
    expect(drawn(chapter), 'the one before stays').toBe('h8 i9 j10 i8 a1');
  });

  it('refuses what has no place', () => {
    for (const edit of [
      { do: 'add', node: 77, move: 'b2' },
      { do: 'remove', node: 0 },
      { do: 'cut', node: 77 },
    ] as const)
      expect(withEdit(chapter, edit, { newId: 9 })).toBeNull();
  });

  it('keeps a comment of each member at a node', () => {
    const both = after(
      { do: 'comment', node: 2, text: 'mine' },
      { do: 'comment', node: 2, author: 2, append: true, text: '!' },
    );
    expect(both.nodes.get(2)?.comments).toEqual([
      { by: 2, text: 'direct!' },
      { by: 1, text: 'mine' },
    ]);
    expect(after({ do: 'comment', node: 2, author: 2, text: '' }).nodes.get(2)?.comments).toEqual([]);
    expect(after({ do: 'comment', node: 3, author: 0, text: 'file' }).nodes.get(3)?.comments).toEqual([
      { text: 'file' },
    ]);
  });

  it('is changed beside its tree', () => {
    const changed = after(
      { do: 'rename', text: 'Two' },
      { do: 'orientation', side: 'second' },
      { do: 'tag', name: 'Event', text: 'Cup' },
      { do: 'tag', name: 'Site', text: 'X' },
      { do: 'tag', name: 'Site', text: '' },
      { do: 'glyphs', node: 1, glyphs: [3] },
      { do: 'shapes', node: 1, shapes: [{ brush: 'red', from: 'h8' }] },
    );
    expect(changed).toMatchObject({ name: 'Two', orientation: 'second', tags: { Event: 'Cup' } });
    expect(changed.tags).not.toHaveProperty('Site');
    expect(changed.nodes.get(1)).toMatchObject({ glyphs: [3], shapes: [{ brush: 'red', from: 'h8' }] });
  });

  it('goes along 20,000 moves without going deeper into the stack', () => {
    const nodes = Array.from({ length: 20_000 }, (_, id) => (id === 0 ? { id } : { id, parent: id - 1, move: `m${id}` })); // prettier-ignore
    const long = chapterOf({ ...content, nodes });
    expect(pathTo(long, 19_999)).toHaveLength(19_999);
    expect(withEdit(long, { do: 'cut', node: 0 }, {})?.nodes.size).toBe(1);
  });
});
