import { effect, untracked, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createBoard, type Board, type BoardSettings, type BoardState } from '../../board/board';
import type { Shape } from '../../board/model/shape';
import type { GameView } from '../../games/kit/game';
import { useServices } from '../services/services';
import { isNarrow } from '../core/layout';
import { useLatest } from '../core/use_latest';

interface Props {
  readonly game: GameView;
  readonly state: ReadonlySignal<BoardState>;
  readonly settings: ReadonlySignal<Partial<BoardSettings>>;
  readonly onMove?: (move: string) => void;
  /** What was made ahead is withdrawn. */
  readonly onCancel?: () => void;
  /** A move that is not legal was tried. */
  readonly onIllegal?: (move: string) => void;
  /** What is drawn is the owner's to keep. Given from the first drawing on, or never. */
  readonly onDraw?: (shape: Shape) => void;
  readonly onPending?: (move: string | null) => void;
  /** Gets the board, for buttons that speak to it. */
  readonly onReady?: (board: Board | null) => void;
}

/**
 * Ties a board, which knows no framework, to the signals of a page. A change of a signal goes to the board at once,
 * past the drawing of components: a move costs no diff of the page. The board lives as long as `game`, `state` and
 * `settings` are the same objects; handlers may change with each drawing.
 */
export function BoardView(props: Props) {
  const { game, state, settings, onReady } = props;
  const latest = useLatest(props);
  const host = useRef<HTMLDivElement>(null);
  const { settings: chosen } = useServices().preferences;
  const look = (): Partial<BoardSettings> => ({
    ...settings.value,
    chineseNumerals: chosen.value.notation === 'zh',
    narrow: isNarrow.value,
  });
  // In the frame that shows the page around it.
  useLayoutEffect(() => {
    if (!host.current) return;
    const board = createBoard(host.current, game, untracked(look));
    board.onMove = (move) => latest.current.onMove?.(move);
    board.onCancel = () => latest.current.onCancel?.();
    board.onIllegal = (move) => latest.current.onIllegal?.(move);
    board.onPending = (move) => latest.current.onPending?.(move);
    if (latest.current.onDraw) board.onDraw = (shape) => latest.current.onDraw?.(shape);
    onReady?.(board);
    // Settings before the state: the first position is drawn the right way round.
    const stopSettings = effect(() => board.configure(look()));
    const stopState = effect(() => board.set(state.value));
    return () => {
      stopState();
      stopSettings();
      onReady?.(null);
      board.destroy();
    };
  }, [game, state, settings]);
  return <div class="board-host" ref={host} />;
}
