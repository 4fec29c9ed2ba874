// A chapter of a study as a page knows it: a tree of moves that edits change. Immutable; what does not change is
// shared. What an edit does is what `ChapterTree::follow` of server/study/chapter_tree.h does.

import type { ChapterContent, Edit, StudyComment, StudyNode, StudyShape } from '../protocol/study_messages';
import type { Notation } from '../protocol/types';

/** The start of every chapter. */
export const ROOT = 0;

/** A move, and what is written about the position after it. */
export interface MoveNode {
  readonly id: number;
  /** Null: this is the start. */
  readonly parent: number | null;
  /** Moves from the start. */
  readonly ply: number;
  readonly move: string;
  readonly notation?: Notation;
  /** In their order: the first goes on with the line. */
  readonly children: readonly number[];
  readonly comments: readonly StudyComment[];
  readonly glyphs: readonly number[];
  readonly shapes: readonly StudyShape[];
}

type Nodes = ReadonlyMap<number, MoveNode>;

export interface Chapter extends Omit<ChapterContent, 'nodes'> {
  readonly nodes: Nodes;
}

/** What the server tells of an edit that was made, or the page of one that it shows before. */
interface EditResult {
  readonly by?: number | undefined;
  readonly newId?: number | undefined;
  readonly notation?: Notation | undefined;
}

const nodeOf = ({ id, parent, move = '', ...told }: StudyNode, ply: number): MoveNode => ({
  comments: [],
  glyphs: [],
  shapes: [],
  ...told,
  id,
  parent: parent ?? null,
  move,
  ply,
  children: [],
});

/** O(nodes). A node without its parent is left out, with all that follows it. */
export function chapterOf({ nodes, ...head }: ChapterContent): Chapter {
  const found = new Map<number, MoveNode & { children: number[] }>();
  for (const told of nodes) {
    const above = told.id === ROOT ? null : found.get(told.parent ?? ROOT);
    if (above === undefined) continue;
    above?.children.push(told.id);
    found.set(told.id, { ...nodeOf(told, above ? above.ply + 1 : 0), children: [] });
  }
  return { ...head, nodes: found };
}

/** The nodes from the first move to this one; empty of the start, and of a node that is not there. */
export function pathTo({ nodes }: Chapter, id: number): readonly MoveNode[] {
  const path: MoveNode[] = [];
  for (let node = nodes.get(id); node && node.parent !== null; node = nodes.get(node.parent)) path.push(node);
  return path.reverse();
}

/** What follows in the line of first moves. */
export function lineFrom({ nodes }: Chapter, id: number): readonly MoveNode[] {
  const line: MoveNode[] = [];
  const next = (node: MoveNode | undefined): MoveNode | undefined => nodes.get(node?.children[0] ?? NaN);
  for (let node = next(nodes.get(id)); node; node = next(node)) line.push(node);
  return line;
}

/** The move after a node, if it is there. */
export const childBy = ({ nodes }: Chapter, id: number, move: string): MoveNode | undefined =>
  nodes
    .get(id)
    ?.children.map((child) => nodes.get(child))
    .find((child) => child?.move === move);

/** How far `moves` from the start are in the tree: the last node of them, and the moves after it. */
export function follow(
  chapter: Chapter,
  moves: readonly string[],
): { readonly at: number; readonly rest: readonly string[] } {
  let at = ROOT;
  for (const [index, move] of moves.entries()) {
    const child = childBy(chapter, at, move);
    if (!child) return { at, rest: moves.slice(index) };
    at = child.id;
  }
  return { at, rest: [] };
}

/** A node and all that follow it, each after its parent. */
export function subtree({ nodes }: Chapter, id: number): readonly number[] {
  const found: number[] = [];
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    open.push(...(nodes.get(one)?.children ?? []).toReversed());
  }
  return found;
}

/** A writer's copy of the nodes: the rest of the chapter stays shared. */
class Draft {
  readonly nodes: Map<number, MoveNode>;

  constructor(nodes: Nodes) {
    this.nodes = new Map(nodes);
  }

  /** Nothing where there is no such node. */
  change(id: number | null, part: (node: MoveNode) => Partial<MoveNode>): void {
    const node = this.nodes.get(id ?? NaN);
    if (node) this.nodes.set(node.id, { ...node, ...part(node) });
  }

  drop(gone: readonly number[]): void {
    for (const id of gone) this.nodes.delete(id);
  }

  /** Each node of the line goes before its siblings. */
  lead(path: readonly MoveNode[]): void {
    for (const { id, parent } of path)
      this.change(parent, ({ children }) => ({ children: [id, ...children.filter((one) => one !== id)] }));
  }
}

function withComment(node: MoveNode, edit: Extract<Edit, { do: 'comment' }>, by?: number): Partial<MoveNode> {
  const author = edit.author ?? by ?? 0;
  const isTheirs = (comment: StudyComment): boolean => (comment.by ?? 0) === author;
  const old = node.comments.find(isTheirs);
  const text = edit.append ? (old?.text ?? '') + edit.text : edit.text;
  const written: StudyComment = { ...(author > 0 && { by: author }), text };
  if (text === '') return { comments: node.comments.filter((one) => !isTheirs(one)) };
  if (!old) return { comments: [...node.comments, written] };
  return { comments: node.comments.map((one) => (one === old ? written : one)) };
}

type NodeEdit = Exclude<Edit, { do: 'tag' | 'rename' | 'orientation' }>;

/** Null: there is nothing at which this could be done. */
function changedNodes(chapter: Chapter, edit: NodeEdit, made: EditResult): Nodes | null {
  const node = chapter.nodes.get(edit.node);
  if (!node) return null;
  const draft = new Draft(chapter.nodes);
  switch (edit.do) {
    case 'add': {
      const { newId, notation } = made;
      if (newId === undefined) return null;
      if (childBy(chapter, node.id, edit.move)) return chapter.nodes;
      draft.change(node.id, ({ children }) => ({ children: [...children, newId] }));
      const told = { id: newId, parent: node.id, move: edit.move, ...(notation && { notation }) };
      draft.nodes.set(newId, nodeOf(told, node.ply + 1));
      break;
    }
    case 'remove':
      if (node.parent === null) return null;
      draft.change(node.parent, ({ children }) => ({ children: children.filter((one) => one !== node.id) }));
      draft.drop(subtree(chapter, node.id));
      break;
    case 'cut':
      draft.drop(subtree(chapter, node.id).slice(1));
      draft.change(node.id, () => ({ children: [] }));
      break;
    case 'promote':
      draft.change(node.parent, ({ children }) => ({ children: oneUp(children, node.id) }));
      break;
    case 'mainLine':
      draft.lead(pathTo(chapter, node.id));
      break;
    case 'order': {
      const named = edit.children.filter((one) => node.children.includes(one));
      const others = node.children.filter((one) => !named.includes(one));
      draft.change(node.id, () => ({ children: [...named, ...others] }));
      break;
    }
    case 'comment':
      draft.change(node.id, (one) => withComment(one, edit, made.by));
      break;
    case 'glyphs':
      draft.change(node.id, () => ({ glyphs: edit.glyphs }));
      break;
    case 'shapes':
      draft.change(node.id, () => ({ shapes: edit.shapes }));
  }
  return draft.nodes;
}

/** One place nearer to the main line. */
function oneUp(children: readonly number[], id: number): readonly number[] {
  const place = children.indexOf(id);
  return place < 1 ? children : children.with(place - 1, id).with(place, children[place - 1] ?? id);
}

/** The chapter after an edit, without its number; null where it cannot follow. O(nodes) at most. */
export function withEdit(chapter: Chapter, edit: Edit, made: EditResult): Chapter | null {
  switch (edit.do) {
    case 'rename':
      return { ...chapter, name: edit.text };
    case 'orientation':
      return { ...chapter, orientation: edit.side };
    case 'tag': {
      const tags = Object.entries({ ...chapter.tags, [edit.name]: edit.text });
      return { ...chapter, tags: Object.fromEntries(tags.filter(([, text]) => text !== '')) };
    }
    default: {
      const nodes = changedNodes(chapter, edit, made);
      return nodes && { ...chapter, nodes };
    }
  }
}
