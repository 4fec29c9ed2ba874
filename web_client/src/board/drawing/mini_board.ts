import type { Rails } from '../wood/material';
import type { Box, Piece, Pieces, Point, Side, Square } from '../model/position';
import { svg } from './svg';

/**
 * What a small still board in a list needs of a game: its lines and its pieces in a few shapes, a tenth of the real
 * drawing. Never turned: the first side sits where it sits on a board that is not flipped. In user units of its own.
 */
export interface MiniGame {
  readonly box: Box;
  readonly rails: Rails;
  /** The class of the material, and the lines on it. */
  readonly material: string;
  readonly lines: string;
  readonly radius: number;
  /** Where a shadow lies. */
  readonly shadow: Point;
  /**
   * The faces of both sides; the same for both where something is written on them. `prefix` is put before the ids of
   * the paints.
   */
  readonly faces: (prefix: string) => { readonly paints: SVGElement[] } & Readonly<Record<Side, string>>;
  readonly pointOf: (square: Square) => Point;
  readonly parse: (position: string) => Pieces;
  /** Where the last move ended. Null for a pass. */
  readonly target: (move: string) => Square | null;
  /** What is written on the pieces, where they are not told by their colour alone: strokes in a box of 20, or a
   *  letter. */
  readonly written?: {
    readonly strokes: (piece: Piece) => string;
    readonly letter: (piece: Piece) => string;
  };
}

/** A small board on a page. It has no settings, no hand and no animation; its owner calls `destroy` once. */
export interface MiniBoard {
  /** Draws all pieces anew. Throws on a position that the game cannot read. */
  set(position: string, lastMove?: string | null): void;
  /**
   * Lays painted wood under the drawing, in the place of its mean colour. `wood` is copied, so that all small boards
   * of a list share one painting.
   */
  setTexture(wood: HTMLCanvasElement): void;
  destroy(): void;
}

let boards = 0;

/**
 * A small still board for lists: a few shapes a piece, drawn anew for each position. Silent for screen readers: the
 * list says in words whose game it is. `latin` writes letters on xiangqi pieces instead of characters.
 */
export function miniBoard(host: HTMLElement, game: MiniGame, position: string, latin = false): MiniBoard {
  const { x, y, width, height } = game.box;
  const faces = game.faces(`mini${++boards}`);
  const pieces = svg('g');
  const root = document.createElement('div');
  root.className = `mini ${game.material}`;
  root.setAttribute('aria-hidden', 'true');
  root.append(
    svg(
      'svg',
      { viewBox: `${x} ${y} ${width} ${height}`, focusable: 'false' },
      svg('defs', {}, ...faces.paints),
      svg('rect', { x, y, width, height, class: 'mini-ground' }),
      svg('path', { d: game.lines, class: 'mini-lines' }),
      pieces,
    ),
  );
  host.append(root);
  const set = (text: string, lastMove: string | null = null): void =>
    pieces.replaceChildren(...drawn(game, faces, game.parse(text), lastMove, latin));
  set(position);
  return { set, setTexture: (wood) => showTexture(root, wood), destroy: () => root.remove() };
}

function showTexture(root: HTMLElement, wood: HTMLCanvasElement): void {
  let canvas = root.querySelector('canvas');
  if (!canvas) root.prepend((canvas = document.createElement('canvas')));
  canvas.width = wood.width;
  canvas.height = wood.height;
  canvas.getContext('2d')?.drawImage(wood, 0, 0);
  root.classList.add('painted');
}

type Faces = ReturnType<MiniGame['faces']>;

/** From below to above: one shadow path, the pieces, what is written on them, the mark of the last move. */
function drawn(
  game: MiniGame,
  faces: Faces,
  pieces: Pieces,
  lastMove: string | null,
  latin: boolean,
): SVGElement[] {
  const target = lastMove === null ? null : game.target(lastMove);
  const { x, y } = game.shadow;
  return [
    svg('path', {
      d: circles(game, pieces.keys(), game.radius + 1),
      class: 'mini-shadow',
      transform: `translate(${x} ${y})`,
    }),
    ...[...pieces].map(([square, { side }]) =>
      svg('circle', { ...centre(game, square), r: game.radius, fill: faces[side] }),
    ),
    ...(game.written ? writing(game, game.written, pieces, latin) : []),
    ...(target === null ? [] : [lastMark(game, target, pieces.get(target)?.side)]),
  ];
}

function centre(game: MiniGame, square: Square): { cx: number; cy: number } {
  const { x, y } = game.pointOf(square);
  return { cx: x, cy: y };
}

/** Circles as one outline. All shadows of a board are one path: lists show many boards. */
const circles = (game: MiniGame, squares: Iterable<Square>, r: number): string =>
  [...squares]
    .map((square) => game.pointOf(square))
    .map(({ x, y }) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`)
    .join('');

const lastMark = (game: MiniGame, target: Square, side: Side = 'second'): SVGElement =>
  svg('circle', {
    ...centre(game, target),
    r: game.written ? game.radius + 6 : game.radius * 0.36,
    class: `mini-last ${side}`,
  });

function writing(
  game: MiniGame,
  { strokes, letter }: NonNullable<MiniGame['written']>,
  pieces: Pieces,
  latin: boolean,
): SVGElement[] {
  const red = [...pieces].filter(([, { side }]) => side === 'first').map(([square]) => square);
  const texts = [...pieces].map(([square, piece]) => {
    const { x, y } = game.pointOf(square);
    if (latin) return svg('text', { x, y: y + 23, class: `mini-letter ${piece.side}` }, letter(piece));
    return svg('path', {
      d: strokes(piece),
      class: `mini-stroke ${piece.side}`,
      transform: `translate(${x} ${y}) scale(2.75)`,
    });
  });
  return [svg('path', { d: circles(game, red, game.radius - 7), class: 'mini-rim' }), ...texts];
}
