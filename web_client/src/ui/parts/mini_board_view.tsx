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
  const { preferences } = useServices();
  const chosen = preferences.settings.value.pieceSet;
  // Letters below the characters cannot be read at this size.
  const pieceSet = chosen === 'hybrid' ? 'kai' : chosen;
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<MiniBoard | null>(null);
  const shown = useRef({ position, lastMove });
  shown.current = { position, lastMove };

  useEffect(() => {
    let gone = false;
    void draw(host.current, game, pieceSet, position).then((made) => {
      if (gone) return made?.destroy();
      board.current = made;
      made?.set(shown.current.position, shown.current.lastMove);
    });
    return () => {
      gone = true;
      board.current?.destroy();
      board.current = null;
    };
  }, [game, pieceSet]);
  useEffect(() => board.current?.set(position, lastMove), [position, lastMove]);

  return <div class="mini-board" data-game={game} ref={host} aria-hidden="true" />;
}

async function draw(
  host: HTMLElement | null,
  game: GameName,
  pieceSet: Parameters<typeof import('../../board/mini_board').miniBoard>[3],
  position: string,
): Promise<MiniBoard | null> {
  const [{ miniBoard }, { loadGame }] = await Promise.all([
    import('../../board/mini_board'),
    import('../../games/index'),
  ]);
  const view = await loadGame(game);
  return host ? miniBoard(host, view, position, pieceSet) : null;
}
