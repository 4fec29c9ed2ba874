import type { BySide } from '../../protocol/types';
import type { Piece, Pieces, Position, Side } from '../kit/game';

// What has been taken, from where a game began and where it stands: pieces never come back.

/** In soldiers, as players reckon it: a chariot is worth two cannons, a horse a little less than a cannon. */
const worth: Readonly<Record<string, number>> = { r: 9, c: 4.5, n: 4, b: 2, a: 2, p: 1 };
const worthOf = ({ kind }: Piece): number => worth[kind] ?? 0;

function count(pieces: Pieces): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { side, kind } of pieces.values()) counts.set(side + kind, (counts.get(side + kind) ?? 0) + 1);
  return counts;
}

/** What each side has taken from the other, the most valuable first. */
export function captured(start: Position, now: Position): BySide<readonly Piece[]> {
  const left = count(now.pieces);
  const gone = [...count(start.pieces)].flatMap(([key, before]) => {
    const piece: Piece = { side: key.startsWith('first') ? 'first' : 'second', kind: key.slice(-1) };
    return Array<Piece>(Math.max(0, before - (left.get(key) ?? 0))).fill(piece);
  });
  gone.sort((a, b) => worthOf(b) - worthOf(a));
  const of = (side: Side) => gone.filter((piece) => piece.side === side);
  return [of('second'), of('first')];
}

/** How much more the pieces of the first side are worth, in soldiers; below 0 where the second has more. */
export const balance = ({ pieces }: Position): number =>
  [...pieces.values()].reduce((sum, piece) => sum + (piece.side === 'first' ? 1 : -1) * worthOf(piece), 0);
