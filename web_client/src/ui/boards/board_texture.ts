import { paintMaterial } from '../../board/wood/material';
import type { MiniBoard, MiniGame } from '../../board/drawing/mini_board';
import { boardTheme, watchBoardTheme } from '../../board/wood/board_theme';
import { loadGame } from '../../games/index';
import type { GameName } from '../../protocol/types';

// Wood for the small boards of a list. It comes when the page has nothing else to do, together with the files of the
// game, which a visitor of a list is likely to want next. Painted once for all boards of a kind.

/** Pixels a unit: small boards are about 200 pixels wide. */
const scale = 0.3;
/** By game, width, boards and theme: a handful, kept as long as the page. */
const painted = new Map<string, HTMLCanvasElement>();

/**
 * The painting of this game's boards in the present theme, painted at the first question, which blocks the page
 * meanwhile.
 */
async function woodOf(game: GameName, { box, rails }: MiniGame): Promise<HTMLCanvasElement> {
  const { art } = await loadGame(game);
  const { boards, dark } = boardTheme();
  const key = [game, box.width, boards, dark].join();
  let canvas = painted.get(key);
  if (!canvas) {
    canvas = document.createElement('canvas');
    paintMaterial(canvas, art.material(boards, dark), box, rails, scale);
    painted.set(key, canvas);
  }
  return canvas;
}

/** Keeps wood under `board` until the returned function is called. Without a network it stays as it is. */
export function textureBoard(board: MiniBoard, game: GameName, mini: MiniGame): () => void {
  let wanted = true;
  const update = (): void => {
    woodOf(game, mini).then(
      (wood) => {
        if (wanted) board.setTexture(wood);
      },
      () => undefined,
    );
  };
  const stop = watchBoardTheme(update);
  update();
  return () => {
    wanted = false;
    stop();
  };
}
