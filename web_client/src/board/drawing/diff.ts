import { samePiece, type Geometry, type Move, type Pieces, type Square } from '../model/game';

/** How one position became another, in pieces that the eye can follow. */
export interface Difference {
  /** Only where pieces are carried. No square is twice a `from`, none twice a `to`. */
  readonly moved: readonly Required<Move>[];
  /** Only where pieces are placed. */
  readonly flipped: readonly Square[];
  /** Squares of the position before; one of them may be the `to` of a move: what stood there was captured. */
  readonly removed: readonly Square[];
  /** Squares of the position after. */
  readonly added: readonly Square[];
}

/**
 * Compares two positions of one game. Where pieces are carried, a piece that vanished here and one that appeared
 * there are taken for one, the nearest pairs first; where they are placed, a piece that changed sides turned over. A
 * guess, for the eye only: any two positions may be compared, also such that lie many moves apart. One pass where a
 * move was made; the pairs of all that changed where everything did.
 */
export function difference(
  before: Pieces,
  after: Pieces,
  hand: 'carry' | 'place',
  geometry: Geometry,
): Difference {
  const gone = new Set(
    [...before.keys()].filter((square) => !samePiece(before.get(square), after.get(square))),
  );
  const come = new Set(
    [...after.keys()].filter((square) => !samePiece(before.get(square), after.get(square))),
  );
  const moved: Required<Move>[] = [];
  const flipped: Square[] = [];

  if (hand === 'carry') {
    for (const move of journeys(before, after, gone, come, geometry)) {
      // Greedy: a nearer pair has taken one of the two.
      if (!gone.has(move.from) || !come.has(move.to)) continue;
      gone.delete(move.from);
      come.delete(move.to);
      moved.push(move);
    }
  } else {
    for (const square of come) {
      if (!gone.has(square)) continue;
      flipped.push(square);
      gone.delete(square);
      come.delete(square);
    }
  }
  return { moved, flipped, removed: [...gone], added: [...come] };
}

/** Every pair of a vanished and an appeared piece of one kind, the shortest way first. */
function journeys(
  before: Pieces,
  after: Pieces,
  gone: ReadonlySet<Square>,
  come: ReadonlySet<Square>,
  geometry: Geometry,
): Required<Move>[] {
  const length = ({ from, to }: Required<Move>) => {
    const a = geometry.pointOf(from, false);
    const b = geometry.pointOf(to, false);
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  return [...gone]
    .flatMap((from) => [...come].map((to) => ({ from, to })))
    .filter(({ from, to }) => samePiece(before.get(from), after.get(to)))
    .sort((a, b) => length(a) - length(b));
}
