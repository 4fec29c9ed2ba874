import printStyle from '../../style/study_print.css?inline';
import { useEffect, useState } from 'preact/hooks';
import type { SetUp } from '../../games/kit/game';
import type { StudyComment } from '../../protocol/study_messages';
import { pathTo, ROOT, type Chapter, type MoveNode } from '../../state/chapter';
import { moveName } from '../boards/move_names';
import { MiniBoardView } from '../boards/mini_board_view';
import { adoptStyles } from '../core/style';
import { useServices } from '../services/services';
import { needed } from '../services/reload';
import { signOf } from './glyphs';
import type { StudyBoard } from './study_board';
import { rowsOf, type TreeRow } from './tree_rows';

adoptStyles(printStyle);

interface Props {
  readonly board: StudyBoard;
  readonly chapter: Chapter;
  readonly authorOf: (comment: StudyComment) => string;
  readonly onDone: () => void;
}

/** More diagrams than this are no sheet to read, and cost seconds. */
const MOST_DIAGRAMS = 120;

export { PrintSheet as view };

/** A sheet that the browser prints, which then goes. */
function PrintSheet(props: Props) {
  const { onDone, board } = props;
  const [tools, setTools] = useState<SetUp | null>(null);
  useEffect(() => needed(board.game.setUp(), setTools), []);
  useEffect(() => {
    if (!tools) return;
    addEventListener('afterprint', onDone);
    // Small boards are drawn by effects that come before this one.
    print();
    return () => removeEventListener('afterprint', onDone);
  }, [tools]);
  return tools && <Sheet {...props} tools={tools} />;
}

/** All rows in the order of reading; beside the last move of each that is the end of something stands its diagram. */
function Sheet({ board, chapter, authorOf, tools }: Props & { tools: SetUp }) {
  const rows = rowsOf(chapter);
  const shown = new Set(rows.filter(isWorthADiagram).slice(0, MOST_DIAGRAMS));
  return (
    <div class="study-sheet" aria-hidden="true">
      <h2>{chapter.name}</h2>
      <Start board={board} chapter={chapter} authorOf={authorOf} tools={tools} />
      {rows.map((row) => (
        <div key={row.moves[0]?.id ?? ROOT} class="sheet-row">
          <p style={{ marginLeft: `${Math.min(row.depth, 6)}em` }}>
            <Moves row={row} board={board} />
            <Comments comments={row.comments} authorOf={authorOf} />
          </p>
          {shown.has(row) && (
            <Diagram node={row.moves.at(-1)} board={board} chapter={chapter} tools={tools} />
          )}
        </div>
      ))}
    </div>
  );
}

/** Where it begins, if that is not the usual position, or something is said of it. */
function Start({ board, chapter, authorOf, tools }: Omit<Props, 'onDone'> & { tools: SetUp }) {
  const start = chapter.nodes.get(ROOT);
  if (!start || (!chapter.startPos && start.comments.length === 0 && start.shapes.length === 0)) return null;
  return (
    <div class="sheet-row">
      <p>
        <Comments comments={start.comments} authorOf={authorOf} />
      </p>
      <Diagram node={start} board={board} chapter={chapter} tools={tools} />
    </div>
  );
}

function Comments({ comments, authorOf }: Pick<TreeRow, 'comments'> & Pick<Props, 'authorOf'>) {
  return (
    <>
      {comments.map((comment) => (
        <span key={comment.by ?? 0}>
          {' '}
          <bdi>{comment.text}</bdi> <small>({authorOf(comment)})</small>
        </span>
      ))}
    </>
  );
}

const isWorthADiagram = ({ moves, comments }: TreeRow): boolean =>
  comments.length > 0 || moves.some(({ shapes }) => shapes.length > 0) || moves.at(-1)?.children.length !== 1;

function Moves({ row, board }: { row: TreeRow; board: StudyBoard }) {
  const { notation, language } = useServices().preferences.settings.value;
  const text = (node: MoveNode): string =>
    moveName(board.game, node.move, node.notation, notation, language) + node.glyphs.map(signOf).join('');
  return (
    <b>
      {row.moves.map((node, index) => {
        const number =
          node.ply % 2 === 1 ? `${(node.ply + 1) / 2}. ` : index === 0 ? `${node.ply / 2}… ` : '';
        return `${number}${text(node)} `;
      })}
    </b>
  );
}

interface DiagramProps {
  readonly node: MoveNode | undefined;
  readonly board: StudyBoard;
  readonly chapter: Chapter;
  readonly tools: SetUp;
}

/** What stands after a move. */
function Diagram({ node, board, chapter, tools }: DiagramProps) {
  if (!node) return null;
  const position = pathTo(chapter, node.id).reduce(
    (before, { move }) => board.game.after(before, move),
    board.positionAt(0),
  );
  return (
    <figure>
      <MiniBoardView game={chapter.game} position={tools.write(position)} lastMove={node.move || null} />
    </figure>
  );
}
