import type { GameView, PieceSet } from '../games/game';
import { Frame, nextPrefix } from './frame';
import { Marks } from './marks';
import { Scene } from './scene';
import { marksAbove, marksBelow } from './state_marks';
import { svg } from './svg';

export interface MiniBoard {
  set(position: string, lastMove?: string | null): void;
  destroy(): void;
}

/** A small still board for lists. Silent for screen readers: the list says in words whose game it is. */
export function miniBoard(
  host: HTMLElement,
  game: GameView,
  position: string,
  pieceSet: PieceSet = 'kai',
): MiniBoard {
  const look = { flipped: false, coordinates: false, pieceSet, prefix: nextPrefix() };
  const frame = new Frame(host, game, look);
  frame.root.classList.add('mini');
  const scene = new Scene(game, look);
  const marks = new Marks(game, look.flipped);
  const [below, above] = [svg('g', { class: 'marks' }), svg('g', { class: 'marks' })];
  frame.drawing.append(below, scene.layer, above);

  const set = (text: string, lastMove: string | null = null) => {
    const shown = game.parsePosition(text);
    const move = lastMove === null ? null : game.parseMove(lastMove);
    const scenery = { position: shown, lastMove: move, prefix: look.prefix };
    scene.show(shown.pieces, false, null);
    below.replaceChildren(...marksBelow(game, marks, scenery));
    above.replaceChildren(...marksAbove(game, marks, scenery, (piece) => scene.drawPiece(piece)));
  };
  set(position);
  return { set, destroy: () => frame.destroy() };
}
