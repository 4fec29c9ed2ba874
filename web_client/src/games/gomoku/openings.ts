import type { OpeningName } from '../game';
import { placeOf } from '../grid';
import { openingName } from '../opening_names';

// The 26 openings of renju, named by the first three stones: black in the centre, white beside it (direct) or at its corner
// (indirect), black within two points of the centre. They are numbered 1D to 13D and 1I to 13I. The sheet has eight sides: turned and
// mirrored openings have the same name.

type Row = readonly [third: string, en: string, hans: string];

const table = (rows: string) => rows.split(', ').map((row) => row.split(' ') as unknown as Row);

const direct = table(
  'h10 Kansei 寒星, i10 Keigetsu 溪月, j10 Sosei 疏星, i9 Kagetsu 花月, j9 Zangetsu 残月, ' +
    'i8 Ugetsu 雨月, j8 Kinsei 金星, h7 Shogetsu 松月, i7 Kyugetsu 丘月, j7 Shingetsu 新月, ' +
    'h6 Zuisei 瑞星, i6 Sangetsu 山月, j6 Yusei 游星',
);
const indirect = table(
  'j10 Chosei 长星, j9 Kyogetsu 峡月, j8 Kosei 恒星, j7 Suigetsu 水月, j6 Ryusei 流星, ' +
    'i8 Ungetsu 云月, i7 Hogetsu 浦月, i6 Rangetsu 岚月, h7 Gingetsu 银月, h6 Myojo 明星, ' +
    'g7 Shagetsu 斜月, g6 Meigetsu 名月, f6 Suisei 彗星',
);

interface Way {
  readonly x: number;
  readonly y: number;
}

const centre = placeOf('h8', 1);
const way = (square: string): Way => {
  const { file, rank } = placeOf(square, 1);
  return { x: file - centre.file, y: rank - centre.rank };
};

const sides = [1, -1].flatMap((across) =>
  [1, -1].flatMap((up) => [
    ({ x, y }: Way): Way => ({ x: across * x, y: up * y }),
    ({ x, y }: Way): Way => ({ x: across * y, y: up * x }),
  ]),
);

const same = (a: Way, b: Way): boolean => a.x === b.x && a.y === b.y;

/** What the first three stones are called; null before, and where they lie outside of the 26. */
export function openingOf([first, second, third]: readonly string[]): OpeningName | null {
  if (first !== 'h8' || !second || !third || second === 'pass' || third === 'pass') return null;
  for (const side of sides) {
    const [white, black] = [side(way(second)), side(way(third))];
    const rows = same(white, { x: 0, y: 1 }) ? direct : same(white, { x: 1, y: 1 }) ? indirect : [];
    const at = rows.findIndex(([third]) => same(way(third), black));
    const row = rows[at];
    if (row) return openingName(`${at + 1}${rows === direct ? 'D' : 'I'}`, row[1], row[2]);
  }
  return null;
}
