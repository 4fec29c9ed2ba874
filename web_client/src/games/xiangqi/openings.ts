import type { OpeningName } from '../game';
import { openingName } from '../opening_names';

// Names that players give to the first moves: what red begins with, what black answers, and how they go on. The rows follow the
// usual systematics, and so do their codes: the group of ECCO, or the first where it has several. The first row whose moves were all
// made, each by its side and in any order, names the game. Moves are written for play on the right wing; the mirror image has the same name.

type Row = readonly [code: string, red: string, black: string, en: string, hans: string];

/** How far an opening reaches. */
const openingPlies = 20;

// prettier-ignore
const rows: readonly Row[] = [
  // Central cannon against screen horses.
  ['C0', 'h2e2 i0h0 h0h6', 'b9c7 h9g7', 'Central Cannon, River Chariot v. Screen Horses', '中炮过河车对屏风马'],
  ['C0', 'h2e2 i0h0 h0h4', 'b9c7 h9g7', 'Central Cannon, Patrol Chariot v. Screen Horses', '中炮巡河车对屏风马'],
  ['C5', 'h2e2 b2d2', 'b9c7 h9g7', 'Cannons on Five and Six v. Screen Horses', '五六炮对屏风马'],
  ['C6', 'h2e2 b2c2', 'b9c7 h9g7', 'Cannons on Five and Seven v. Screen Horses', '五七炮对屏风马'],
  ['C9', 'h2e2 b2b6', 'b9c7 h9g7', 'Cannons on Five and Eight v. Screen Horses', '五八炮对屏风马'],
  ['C8', 'h2e2 b2b4', 'b9c7 h9g7', 'Central Cannon, Patrol Cannon v. Screen Horses', '中炮巡河炮对屏风马'],
  ['B3', 'h2e2', 'b9c7 h9g7 b7d7', 'Central Cannon v. Sandwiched Horses', '中炮对反宫马'],
  ['B3', 'h2e2', 'b9c7 h9g7 h7f7', 'Central Cannon v. Sandwiched Horses', '中炮对反宫马'],
  ['C0', 'h2e2', 'b9c7 h9g7', 'Central Cannon v. Screen Horses', '中炮对屏风马'],
  ['B1', 'h2e2', 'h9g7 b9a7', 'Central Cannon v. Single Horse', '中炮对单提马'],
  ['B1', 'h2e2', 'b9c7 h9i7', 'Central Cannon v. Single Horse', '中炮对单提马'],
  // Cannon against cannon: on the same side of the board, or from both.
  ['D0', 'h2e2 i0i1', 'h7e7 i9h9', 'Same Direction Cannons, Cross Chariot v. File Chariot', '顺炮横车对直车'],
  ['D2', 'h2e2 i0h0', 'h7e7 i9i8', 'Same Direction Cannons, File Chariot v. Cross Chariot', '顺炮直车对横车'],
  ['D0', 'h2e2', 'h7e7', 'Same Direction Cannons', '顺炮'],
  ['D5', 'h2e2', 'b7e7', 'Opposite Direction Cannons', '列炮'],
  ['B0', 'h2e2', 'h7d7', 'Central Cannon v. Palace Cannon', '中炮对过宫炮'],
  ['B0', 'h2e2', '', 'Central Cannon', '中炮局'],
  // The pointing soldier.
  ['E1', 'c3c4', 'b7c7', 'Pointing Soldier v. Cannon behind the Soldier', '仙人指路对卒底炮'],
  ['E4', 'c3c4', 'g6g5', 'Facing Soldiers', '对兵局'],
  ['E0', 'c3c4', 'h7e7', 'Pointing Soldier v. Central Cannon', '仙人指路对中炮'],
  ['E0', 'c3c4', 'b7e7', 'Pointing Soldier v. Central Cannon', '仙人指路对中炮'],
  ['E0', 'c3c4', 'c9e7', 'Pointing Soldier v. Elephant', '仙人指路对飞象'],
  ['E0', 'c3c4', 'g9e7', 'Pointing Soldier v. Elephant', '仙人指路对飞象'],
  ['E0', 'c3c4', '', 'Pointing Soldier', '仙人指路'],
  // Elephant, horse and the quieter cannons.
  ['A1', 'g0e2', 'b7d7', 'Elephant v. Palcorner Cannon', '飞相对士角炮'],
  ['A1', 'g0e2', 'h7f7', 'Elephant v. Palcorner Cannon', '飞相对士角炮'],
  ['A1', 'g0e2', 'h7d7', 'Elephant v. Palace Cannon', '飞相对过宫炮'],
  ['A1', 'g0e2', 'b7f7', 'Elephant v. Palace Cannon', '飞相对过宫炮'],
  ['A1', 'g0e2', 'h7e7', 'Elephant v. Central Cannon', '飞相对中炮'],
  ['A1', 'g0e2', 'b7e7', 'Elephant v. Central Cannon', '飞相对中炮'],
  ['A1', 'g0e2', '', 'Elephant Opening', '飞相局'],
  ['A4', 'h0g2', '', 'Horse Opening', '起马局'],
  ['A0', 'h0i2', '', 'Edge Horse Opening', '边马局'],
  ['A6', 'h2d2', '', 'Palace Cannon', '过宫炮'],
  ['A5', 'h2f2', '', 'Palcorner Cannon', '士角炮'],
  ['A0', 'h2c2', '', 'Golden Hook Cannon', '金钩炮'],
  ['A0', 'f0e1', '', 'Advisor Opening', '上仕局'],
  ['A0', 'i3i4', '', 'Edge Soldier Opening', '边兵局'],
];

const mirrored = (move: string): string =>
  move.replace(/[a-i]/g, (file) =>
    String.fromCharCode('a'.charCodeAt(0) + 'i'.charCodeAt(0) - file.charCodeAt(0)),
  );

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** Red's first move alone decides the chapter; what follows may come in any order. */
function fits([, red, black]: Row, moves: readonly string[]): boolean {
  const [first, ...others] = words(red);
  const made = (side: 0 | 1) => moves.filter((_, ply) => ply % 2 === side);
  return (
    moves[0] === first &&
    others.every((move) => made(0).includes(move)) &&
    words(black).every((move) => made(1).includes(move))
  );
}

/** What the opening that `moves` make from the usual start is called; null where nobody has named it. */
export function openingOf(moves: readonly string[]): OpeningName | null {
  const played = moves.slice(0, openingPlies);
  const turned = played.map(mirrored);
  const row = rows.find((one) => fits(one, played) || fits(one, turned));
  return row ? openingName(row[0], row[3], row[4]) : null;
}
