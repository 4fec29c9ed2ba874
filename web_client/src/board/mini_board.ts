import type { Box, Pieces, Point, Side, Square } from './game';
import { svg } from './svg';

/** What a small still board in a list needs of a game: its lines and its pieces as plain shapes, a tenth of the real drawing. */
export interface MiniGame {
  readonly box: Box;
  /** The class of the material, and the lines on it. */
  readonly material: string;
  readonly lines: string;
  readonly radius: number;
  readonly pointOf: (square: Square) => Point;
  readonly parse: (position: string) => Pieces;
  /** Where the last move ended. */
  readonly target: (move: string) => Square | null;
  /** What is written on the pieces, where they are not told by their colour alone. */
  readonly letterOf?: (piece: { side: 'first' | 'second'; kind: string }, latin: boolean) => string;
}

export interface MiniBoard {
  set(position: string, lastMove?: string | null): void;
  destroy(): void;
}

/**
 * A small still board for lists: plain shapes in a handful of elements, drawn anew for each position. Silent for screen
 * readers: the list says in words whose game it is. `latin` writes letters on xiangqi pieces instead of characters.
 */
export function miniBoard(host: HTMLElement, game: MiniGame, position: string, latin = false): MiniBoard {
  const { x, y, width, height } = game.box;
  const pieces = svg('g');
  const root = svg(
    'svg',
    { viewBox: `${x} ${y} ${width} ${height}`, class: `mini ${game.material}`, 'aria-hidden': 'true' },
    svg('rect', { x, y, width, height, rx: 22, class: 'mini-ground' }),
    svg('path', { d: game.lines, class: 'mini-lines' }),
    pieces,
  );
  host.append(root);
  const set = (text: string, lastMove: string | null = null): void =>
    pieces.replaceChildren(...drawPieces(game, game.parse(text), lastMove, latin));
  set(position);
  return { set, destroy: () => root.remove() };
}

function drawPieces(game: MiniGame, pieces: Pieces, lastMove: string | null, latin: boolean): SVGElement[] {
  const drawn = (['first', 'second'] as const).map((side) =>
    svg('path', { d: discs(game, pieces, side), class: game.letterOf ? 'mini-disc' : `mini-stone ${side}` }),
  );
  const target = lastMove === null ? null : game.target(lastMove);
  if (target !== null) {
    const { x: cx, y: cy } = game.pointOf(target);
    drawn.push(
      svg('circle', {
        cx,
        cy,
        r: game.letterOf ? game.radius + 6 : game.radius / 3,
        class: 'mini-last',
      }),
    );
  }
  return [...drawn, ...letters(game, pieces, latin)];
}

/** All discs of a side as one outline. */
function discs(game: MiniGame, pieces: Pieces, side: Side): string {
  const r = game.radius;
  const disc = ({ x, y }: Point): string =>
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  return [...pieces]
    .filter(([, piece]) => piece.side === side)
    .map(([square]) => disc(game.pointOf(square)))
    .join('');
}

function letters(game: MiniGame, pieces: Pieces, latin: boolean): SVGElement[] {
  const { letterOf } = game;
  if (!letterOf) return [];
  return [...pieces].map(([square, piece]) => {
    const { x, y } = game.pointOf(square);
    return svg('text', { x, y: y + 23, class: `mini-letter ${piece.side}` }, letterOf(piece, latin));
  });
}
