import type { Piece, Position, Side, Square } from '../kit/game';
import { fileRankOf, squareNamed, type FileRank } from '../kit/grid';
import { files, ranks } from './geometry';

type Offset = readonly [across: number, up: number];

const straight: readonly Offset[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const diagonal: readonly Offset[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const leaps: readonly Offset[] = [1, -1].flatMap((a) =>
  [2, -2].flatMap((b): Offset[] => [
    [a, b],
    [b, a],
  ]),
);
const doubled = diagonal.map(([across, up]): Offset => [2 * across, 2 * up]);
const rays = straight.flatMap(([across, up]) =>
  Array.from({ length: ranks - 1 }, (_, i): Offset => [across * (i + 1), up * (i + 1)]),
);

/** The ways of each kind on a board where nothing stands: what blocks a piece now may be gone when its turn comes. */
const ways: Readonly<Record<string, readonly Offset[]>> = {
  k: straight,
  a: diagonal,
  b: doubled,
  n: leaps,
  r: rays,
  c: rays,
  p: straight,
};

const onBoard = ({ file, rank }: FileRank): boolean => file >= 0 && file < files && rank >= 0 && rank < ranks;

/** How far a side's own half goes: counted from its first rank. */
const depth = (side: Side, rank: number): number => (side === 'first' ? rank : ranks - 1 - rank);

/** What blocks, and what stands on the target, does not count: both may have changed when the turn comes. */
function mayStand({ kind, side }: Piece, from: FileRank, to: FileRank): boolean {
  const [before, after] = [depth(side, from.rank), depth(side, to.rank)];
  if (kind === 'k' || kind === 'a') return to.file >= 3 && to.file <= 5 && after <= 2;
  if (kind === 'b') return after <= 4;
  // A soldier never goes back, and sideways only beyond the river.
  if (kind === 'p') return after > before || (after === before && before >= 5);
  return true;
}

function premovesOf(piece: Piece, square: Square): string[] {
  const from = fileRankOf(square, 0);
  return (ways[piece.kind] ?? [])
    .map(([across, up]) => ({ file: from.file + across, rank: from.rank + up }))
    .filter((to) => onBoard(to) && mayStand(piece, from, to))
    .map((to) => square + squareNamed(to, 0));
}

/**
 * Every move that a piece of `side` could make if the board were otherwise what it needs. Own pieces may be in the
 * way: they may be captured, and then it is a move to take back.
 */
export const premoves = ({ pieces }: Position, side: Side): string[] =>
  [...pieces]
    .filter(([, piece]) => piece.side === side)
    .flatMap(([square, piece]) => premovesOf(piece, square));
