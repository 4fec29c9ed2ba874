import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { GameView } from '../../games/kit/game';
import type { Cursor, StudyComment } from '../../protocol/study_messages';
import { ROOT, type Chapter, type MoveNode } from '../../state/chapter';
import { moveName, notationTag } from '../boards/move_names';
import { useServices } from '../services/services';
import { signOf } from './glyphs';
import { keptRows, rowsOf, type TreeRow } from './tree_rows';

interface Props {
  readonly game: GameView;
  readonly chapter: Chapter;
  readonly at: number;
  readonly cursors: readonly Cursor[];
  /** Who wrote a comment. The same function as long as it says the same. */
  readonly authorOf: (comment: StudyComment) => string;
  readonly onLook: (node: number) => void;
}

type Names = ReadonlyMap<number, readonly string[]>;

/**
 * All moves of a chapter as one tree: a single stop of Tab, through which arrows lead. Only rows that have changed are
 * drawn anew; the browser lays out those in sight.
 */
export function StudyTree({ game, chapter, at, cursors, authorOf, onLook }: Props) {
  const { t } = useServices().preferences;
  const box = useRef<HTMLDivElement>(null);
  const rows = useRows(chapter);
  const here = useNames(cursors);
  const start = chapter.nodes.get(ROOT);
  useShown(box, at);
  const press = (event: KeyboardEvent): void => {
    const to = event.altKey || event.ctrlKey || event.metaKey ? null : target(event.key, rows, chapter, at);
    if (to === null) return;
    event.preventDefault();
    onLook(to);
  };
  const select = (event: MouseEvent): void => {
    const { node } = (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset ?? {};
    if (node !== undefined) onLook(Number(node));
  };
  return (
    // The items have the focus and act; what they do is heard here, once for all of them.
    // eslint-disable-next-line jsx-a11y-x/interactive-supports-focus
    <div
      class="study-tree"
      role="tree"
      ref={box}
      aria-label={t('study.tree')}
      onKeyDown={press}
      onClick={select}
    >
      {start && (
        <div class="tree-row">
          <Item node={start} text={t('study.start')} isOn={at === ROOT} names={here.get(ROOT)} />
          <Comments comments={start.comments} node={ROOT} authorOf={authorOf} />
        </div>
      )}
      {rows.map((row) => {
        const has = (test: (id: number) => boolean) => row.moves.some(({ id }) => test(id));
        return (
          <Row
            key={row.moves[0]?.id}
            row={row}
            game={game}
            at={has((id) => id === at) ? at : null}
            here={has((id) => here.has(id)) ? here : null}
            authorOf={authorOf}
          />
        );
      })}
    </div>
  );
}

function useRows(chapter: Chapter): readonly TreeRow[] {
  const before = useRef<readonly TreeRow[]>([]);
  return useMemo(() => (before.current = keptRows(before.current, rowsOf(chapter))), [chapter.nodes]);
}

const useNames = (cursors: readonly Cursor[]): Names =>
  useMemo(() => {
    const names = new Map<number, string[]>();
    for (const { node, name } of cursors) names.set(node, [...(names.get(node) ?? []), name]);
    return names;
  }, [cursors]);

/** Keeps the shown move in the middle without moving the page, and the focus on it while it is in the tree. */
function useShown(box: RefObject<HTMLElement | null>, at: number): void {
  useLayoutEffect(() => {
    const tree = box.current;
    const item = tree?.querySelector<HTMLElement>(`[data-node="${at}"]`);
    if (!tree || !item) return;
    tree.scrollTop = item.offsetTop - tree.clientHeight / 2;
    if (tree.contains(document.activeElement)) item.focus({ preventScroll: true });
  }, [at]);
}

/** Where a key leads: left and right along the line, up and down through all that is seen. */
function target(key: string, rows: readonly TreeRow[], { nodes }: Chapter, at: number): number | null {
  const node = nodes.get(at);
  const seen = (): readonly number[] => [ROOT, ...rows.flatMap(({ moves }) => moves.map(({ id }) => id))];
  switch (key) {
    case 'ArrowLeft':
      return node?.parent ?? ROOT;
    case 'ArrowRight':
      return node?.children[0] ?? at;
    case 'ArrowUp':
      return seen()[seen().indexOf(at) - 1] ?? at;
    case 'ArrowDown':
      return seen()[seen().indexOf(at) + 1] ?? at;
    case 'Home':
      return ROOT;
    case 'End':
      return seen().at(-1) ?? at;
    default:
      return null;
  }
}

interface RowProps {
  readonly row: TreeRow;
  readonly game: GameView;
  /** The shown move, if it is one of these. */
  readonly at: number | null;
  /** Who looks where, if anyone looks at one of these. */
  readonly here: Names | null;
  readonly authorOf: Props['authorOf'];
}

/** Deeper variations are not set in further: a phone has no room. */
const DEEPEST = 5;

/** Reads a signal, so it is drawn again only when that or a property changes. */
function Row({ row, game, at, here, authorOf }: RowProps) {
  const { preferences } = useServices();
  const { notation: style, language } = preferences.settings.value;
  const { depth, moves, places, comments } = row;
  const last = moves.at(-1);
  return (
    <div
      class={`tree-row ${depth ? 'inner' : ''}`}
      style={{ marginLeft: `${Math.min(depth, DEEPEST) * 8}px` }}
    >
      <span>
        {moves.map((node, index) => (
          <Item
            key={node.id}
            node={node}
            depth={depth}
            place={places[index]}
            number={numberOf(node, index === 0)}
            text={moveName(game, node.move, node.notation, style, language)}
            lang={notationTag(style, language)}
            isOn={node.id === at}
            names={here?.get(node.id)}
          />
        ))}
      </span>
      {last && <Comments comments={comments} node={last.id} authorOf={authorOf} />}
    </div>
  );
}

/** As in books: before a move of the first side, and before the first of a row. */
const numberOf = ({ ply }: MoveNode, isFirst: boolean): string =>
  ply % 2 === 1 ? `${(ply + 1) / 2}.` : isFirst ? `${ply / 2}…` : '';

interface ItemProps {
  readonly node: MoveNode;
  readonly text: string;
  readonly lang?: string | undefined;
  readonly depth?: number;
  /** As `TreeRow.places`. */
  readonly place?: string | undefined;
  readonly number?: string;
  readonly isOn: boolean;
  readonly names?: readonly string[] | undefined;
}

const commentId = (node: number): string => `comment-${node}`;

function Item({ node, text, lang, depth = 0, place = '1/1', number = '', isOn, names }: ItemProps) {
  const { t } = useServices().preferences;
  const [index, count] = place.split('/');
  return (
    <button
      class={`tree-item ${isOn ? 'on' : ''}`}
      role="treeitem"
      data-node={node.id}
      tabIndex={isOn ? 0 : -1}
      aria-level={depth + 1}
      aria-posinset={Number(index)}
      aria-setsize={Number(count)}
      aria-selected={isOn}
      aria-describedby={node.comments.length > 0 ? commentId(node.id) : undefined}
    >
      {number && <i>{number}</i>}
      <span lang={lang}>{text}</span>
      {node.glyphs.length > 0 && <b class="sign">{node.glyphs.map(signOf).join(' ')}</b>}
      {node.shapes.length > 0 && <i aria-hidden="true">◎</i>}
      {names && (
        <span class="looks" title={names.join(', ')}>
          <span class="hidden">{t('study.looks', { names: names.join(', ') })}</span>
          <bdi class="cut" aria-hidden="true">
            {names[0]}
          </bdi>
          {names.length > 1 && <span aria-hidden="true">+{names.length - 1}</span>}
        </span>
      )}
    </button>
  );
}

interface CommentsProps {
  readonly comments: readonly StudyComment[];
  readonly node: number;
  readonly authorOf: Props['authorOf'];
}

function Comments({ comments, node, authorOf }: CommentsProps) {
  if (comments.length === 0) return null;
  return (
    <span class="tree-comments" id={commentId(node)}>
      {comments.map((comment) => (
        <span key={comment.by ?? 0} class="written">
          <bdi class="caption">{authorOf(comment)}</bdi> <bdi>{comment.text}</bdi>
        </span>
      ))}
    </span>
  );
}
