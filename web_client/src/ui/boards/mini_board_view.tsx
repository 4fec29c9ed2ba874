import miniStyle from '../../board/mini_board.css?inline';
import { useEffect, useRef } from 'preact/hooks';
import { whenIdle } from '../../base/idle';
import { miniBoard, type MiniBoard } from '../../board/drawing/mini_board';
import { cards } from '../../games/cards';
import type { GameName } from '../../protocol/types';
import { useServices } from '../services/services';
import { adoptStyles } from '../core/style';

adoptStyles(miniStyle);

interface Props {
  readonly game: GameName;
  /** Null until it is known: then there is only its place. */
  readonly position: string | null;
  readonly lastMove?: string | null;
}

/**
 * A small still board. Its wood comes when the page is idle, with the file of the game; without a network it keeps
 * its mean colour.
 */
export function MiniBoardView({ game, position, lastMove = null }: Props) {
  const latin = useServices().preferences.settings.value.pieceSet === 'pictogram';
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<MiniBoard | null>(null);
  useEffect(() => {
    if (!host.current || position === null) return;
    const mini = cards[game].mini(position);
    const drawn = miniBoard(host.current, mini, position, latin);
    let takeUp: (() => void) | undefined;
    const stopWaiting = whenIdle(() => {
      void import('./board_texture').then(
        ({ textureBoard }) => {
          if (board.current === drawn) takeUp = textureBoard(drawn, game, mini);
        },
        () => undefined,
      );
    });
    board.current = drawn;
    return () => {
      stopWaiting();
      takeUp?.();
      board.current = null;
      drawn.destroy();
    };
  }, [game, latin, position === null]);
  useEffect(() => {
    if (position !== null) board.current?.set(position, lastMove);
  }, [position, lastMove, game, latin]);

  const { mini, sample } = cards[game];
  const { width, height } = mini(position ?? sample).box;
  return <div class="mini-board" style={{ aspectRatio: width / height }} ref={host} aria-hidden="true" />;
}
