import { describe, expect, it } from 'vitest';
import type { StudyNode } from '../../../../src/protocol/study_messages';
import { chapterOf, withEdit } from '../../../../src/state/chapter';
import { keptRows, rowsOf, type TreeRow } from '../../../../src/ui/study/tree_rows';

const chapter = (...nodes: readonly StudyNode[]) =>
  chapterOf({ game: 'gomoku', rule: 'renju', v: 1, nodes: [{ id: 0 }, ...nodes] });
const written = (rows: readonly TreeRow[]): string[] =>
  rows.map(({ depth, moves }) => `${'-'.repeat(depth)}${moves.map(({ move }) => move).join(' ')}`);

const tree = chapter(
  { id: 1, parent: 0, move: 'a' },
  { id: 2, parent: 1, move: 'b' },
  { id: 3, parent: 2, move: 'c' },
  { id: 4, parent: 1, move: 'x' },
  { id: 5, parent: 4, move: 'y' },
  { id: 6, parent: 4, move: 'z' },
  { id: 7, parent: 0, move: 'k', comments: [{ by: 1, text: 'well' }] },
  { id: 8, parent: 7, move: 'l' },
);

describe('the rows of a tree', () => {
  it('are those of a book: variations after the move that they replace', () => {
    expect(written(rowsOf(tree))).toEqual(['a', '-k', '-l', 'b', '-x y', '--z', 'c']);
  });

  it('know the place of each move among its siblings', () => {
    const rows = rowsOf(tree);
    expect(rows.map(({ places }) => places.join(' '))).toEqual([
      '1/2',
      '2/2',
      '1/1',
      '1/2',
      '2/2 1/2',
      '2/2',
      '1/1',
    ]);
  });

  it('end with a comment, and are short', () => {
    expect(rowsOf(tree)[1]?.comments).toEqual([{ by: 1, text: 'well' }]);
    const long = chapter(...Array.from({ length: 50 }, (_, i) => ({ id: i + 1, parent: i, move: `m${i}` })));
    expect(rowsOf(long).map(({ moves }) => moves.length)).toEqual([20, 20, 10]);
  });

  it('stay the same where nothing has changed', () => {
    const before = rowsOf(tree);
    const next = withEdit(tree, { do: 'add', node: 5, move: 'w' }, { newId: 9 });
    const after = keptRows(before, rowsOf(next ?? tree));
    expect(written(after)).toEqual(['a', '-k', '-l', 'b', '-x y', '--z', '-w', 'c']);
    expect(written(after.filter((row) => before.includes(row)))).toEqual(['a', '-k', '-l', 'b', '--z', 'c']);
  });
});
