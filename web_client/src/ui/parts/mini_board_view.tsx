import { useEffect, useRef } from 'preact/hooks';
import type { MiniBoard } from '../../board/mini_board';
import type { GameName } from '../../protocol/types';
import { useServices } from '../services';

interface Props {
  readonly game: GameName;
  readonly position: string;
  readonly lastMove?: string | null;
}

/** A small still board. Its drawing comes in its own file, after the words of the page. */
export function MiniBoardView({ game, position, lastMove = null }: Props) {
  const latin = useServices().preferences.settings.value.pieceSet === 'pictogram';
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<MiniBoard | null>(null);
  const shown = useRef({ position, lastMove });
  shown.current = { position, lastMove };

  useEffect(() => {
    let gone = false;
    void import('../../board/mini_board').then(({ miniBoard }) => {
      if (gone || !host.current) return;
      board.current = miniBoard(host.current, game, shown.current.position, latin);
      board.current.set(shown.current.position, shown.current.lastMove);
    });
    return () => {
      gone = true;
      board.current?.destroy();
      board.current = null;
    };
  }, [game, latin]);
  useEffect(() => board.current?.set(position, lastMove), [position, lastMove]);

  return <div class="mini-board" data-game={game} ref={host} aria-hidden="true" />;
}
