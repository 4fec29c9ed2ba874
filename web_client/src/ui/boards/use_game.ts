import type { GameView } from '../../games/kit/game';
import { loadGame } from '../../games/index';
import type { GameFull } from '../../protocol/server_messages';
import { needed } from '../services/reload';
import { setBoardAspect } from './board_shape';
import { useAsync } from '../core/use_async';
import { useLayoutEffect } from 'preact/hooks';

type Board = Pick<GameFull, 'game' | 'size'> & Partial<Pick<GameFull, 'rule'>>;

/**
 * The drawing of a game, once it is here; null until then, and where `board` is null. A file that cannot be had lets the
 * page offer to load itself again.
 */
export function useGame(board?: Board | null): GameView | null {
  const load = ({ game, size, rule }: Board) =>
    new Promise<GameView>((done) => needed(loadGame(game, size, rule), done));
  const game =
    useAsync(board ? () => load(board) : null, [board?.game, board?.size, board?.rule]).value ?? null;
  useLayoutEffect(() => {
    if (game) setBoardAspect(game.geometry);
  }, [game]);
  return game;
}
