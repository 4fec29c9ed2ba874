import { useEffect, useRef } from 'preact/hooks';
import { miniBoard, type MiniBoard } from '../../board/mini_board';
import { minis } from '../../games/minis';
import type { GameName } from '../../protocol/types';
import { useServices } from '../services';

interface Props {
  readonly game: GameName;
  readonly position: string;
  readonly lastMove?: string | null;
}

/** A small still board. */
export function MiniBoardView({ game, position, lastMove = null }: Props) {
  const latin = useServices().preferences.settings.value.pieceSet === 'pictogram';
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<MiniBoard | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const drawn = miniBoard(host.current, minis[game](position), position, latin);
    board.current = drawn;
    return () => drawn.destroy();
  }, [game, latin]);
  useEffect(() => board.current?.set(position, lastMove), [position, lastMove, game, latin]);

  return <div class="mini-board" data-game={game} ref={host} aria-hidden="true" />;
}
