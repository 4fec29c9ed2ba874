import type { StudyComment } from '../../protocol/study_messages';
import { ROOT, type Chapter, type MoveNode } from '../../state/chapter';

/** Moves that follow each other in one line, and what is written about the last of them. */
export interface TreeRow {
  /** Variations in variations: 0 is the main line. */
  readonly depth: number;
  readonly moves: readonly MoveNode[];
  /** Of each move: the how manieth of how many at its place. */
  readonly places: readonly string[];
  readonly comments: readonly StudyComment[];
}

/** A row that is changed is drawn anew: it is kept short. */
const MOST_MOVES = 20;
const none: readonly StudyComment[] = [];

/** Gathers moves to rows. */
class Rows {
  readonly all: TreeRow[] = [];
  #moves: MoveNode[] = [];
  #places: string[] = [];

  constructor(private readonly nodes: Chapter['nodes']) {}

  add(node: MoveNode, depth: number): void {
    const siblings = this.nodes.get(node.parent ?? NaN)?.children ?? [];
    this.#moves.push(node);
    this.#places.push(`${siblings.indexOf(node.id) + 1}/${siblings.length}`);
    if (node.comments.length > 0 || this.#moves.length === MOST_MOVES) this.close(depth);
  }

  close(depth: number): void {
    const [moves, places] = [this.#moves, this.#places];
    if (moves.length === 0) return;
    this.all.push({ depth, moves, places, comments: moves.at(-1)?.comments ?? none });
    [this.#moves, this.#places] = [[], []];
  }
}

/**
 * The tree as it is read in books: a variation stands after the move that it replaces, before that one's line goes on.
 * O(nodes), with a stack of its own.
 */
export function rowsOf({ nodes }: Chapter): readonly TreeRow[] {
  const rows = new Rows(nodes);
  /** Lines to go on with: after a node, or (`isNew`) with it. */
  const open = [{ id: ROOT, depth: 0, isNew: false }];
  for (let line = open.pop(); line; line = open.pop()) {
    const { depth } = line;
    let node = nodes.get(line.id);
    if (node && line.isNew) rows.add(node, depth);
    while (node) {
      const [first = NaN, ...others]: readonly number[] = node.children;
      node = nodes.get(first);
      if (!node) break;
      rows.add(node, depth);
      if (others.length === 0) continue;
      open.push({ id: first, depth, isNew: false });
      open.push(...others.reverse().map((id) => ({ id, depth: depth + 1, isNew: true })));
      break;
    }
    rows.close(depth);
  }
  return rows.all;
}

const sameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

const sameRow = (a: TreeRow, b: TreeRow): boolean =>
  a.depth === b.depth && sameList(a.moves, b.moves) && sameList(a.places, b.places);

/** `rows`, but those of `before` that would be drawn alike: views of equal rows are not drawn again. */
export function keptRows(before: readonly TreeRow[], rows: readonly TreeRow[]): readonly TreeRow[] {
  const known = new Map(before.map((row) => [row.moves[0]?.id, row]));
  return rows.map((row) => {
    const old = known.get(row.moves[0]?.id);
    return old && sameRow(old, row) ? old : row;
  });
}
