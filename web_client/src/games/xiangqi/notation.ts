// The two names that players give to a move: WXF ("C2=5") and Chinese ("炮二平五"). The server names the moves that were
// played; this names those that only might be: lines of the engine, variations, hints. Both sides have to name alike;
// the rules, those for several pieces of a kind on one file among them, are in docs/rules/xiangqi.md.
import type { Notation } from '../../protocol/types';
import type { LanguageTag, Piece, Position, Side, Square } from '../kit/game';
import { fileRankOf } from '../kit/grid';
import { files } from './geometry';
import { letters } from './position';
import { pieceNames } from './words';

const names = pieceNames['zh-Hans'];
const digits = '〇一二三四五六七八九';

/** 1 to 9 from the right of the side that moves to its left. */
const fileNumber = (side: Side, square: Square): number => {
  const { file } = fileRankOf(square, 0);
  return side === 'first' ? files - file : file + 1;
};

/** The higher, the nearer the other side. */
const advance = (side: Side, square: Square): number =>
  side === 'first' ? fileRankOf(square, 0).rank : -fileRankOf(square, 0).rank;

/** Where a piece stands among those of its kind that share its file. */
interface Tandem {
  /** 0 is the front-most. */
  readonly place: number;
  readonly count: number;
  /** From 1, over all files with two or more of them, from the mover's right, front to rear. */
  readonly ordinal: number;
  readonly severalFiles: boolean;
}

/** What the name of a piece depends on besides its kind and its file. */
function tandemOf({ pieces }: Position, from: Square, { side, kind }: Piece): Tandem {
  const own = fileNumber(side, from);
  const alike = [...pieces].filter(([, piece]) => piece.side === side && piece.kind === kind);
  const onFile = (file: number) => alike.filter(([square]) => fileNumber(side, square) === file);
  const others = Array.from({ length: files }, (_, index) => index + 1).filter(
    (file) => file !== own && onFile(file).length > 1,
  );
  const place = onFile(own).filter(([square]) => advance(side, square) > advance(side, from)).length;
  const before = others.filter((file) => file < own).flatMap(onFile).length;
  return { place, count: onFile(own).length, ordinal: before + place + 1, severalFiles: others.length > 0 };
}

const needsOrdinal = ({ count, severalFiles }: Tandem): boolean => count > 3 || (count > 1 && severalFiles);

/** The first two characters: letter and file; letter and `+` or `-` for the front or rear one; or place and file. */
function wxfHead(tandem: Tandem, alone: boolean, kind: string, file: number): string {
  const letter = letters[kind] ?? '';
  if (alone) return letter + String(file);
  if (tandem.count > 2 || needsOrdinal(tandem)) return `${tandem.place + 1}${file}`;
  return letter + (tandem.place === 0 ? '+' : '-');
}

/** The first two characters: name and file; 前, 中 or 后 and name; or a number and name. */
function chineseHead(tandem: Tandem, alone: boolean, name: string, file: string): string {
  if (alone) return name + file;
  if (needsOrdinal(tandem)) return digits.charAt(tandem.ordinal) + name;
  const where = tandem.place === 0 ? '前' : tandem.place === tandem.count - 1 ? '后' : '中';
  return where + name;
}

/** Both names of `move`; none where nothing stands. */
export function notationOf(position: Position, move: string): Notation {
  const [from, to] = [move.slice(0, 2), move.slice(2)];
  const piece = position.pieces.get(from);
  if (!piece) return {};
  const { side, kind } = piece;
  const forward = advance(side, to) - advance(side, from);
  // Along a file the steps are counted; off it the number is that of the file where the move ends.
  const steps = forward !== 0 && fileNumber(side, from) === fileNumber(side, to);
  const number = steps ? Math.abs(forward) : fileNumber(side, to);
  const inChinese = (n: number): string => (side === 'first' ? digits.charAt(n) : String(n));
  const tandem = tandemOf(position, from, piece);
  // Advisors and elephants on one file never can make the same move: the direction tells which one is meant.
  const alone = tandem.count === 1 || kind === 'a' || kind === 'b';
  const file = fileNumber(side, from);
  const way = Math.sign(forward) + 1;
  return {
    wxf: wxfHead(tandem, alone, kind, file) + '-=+'.charAt(way) + String(number),
    zh:
      chineseHead(tandem, alone, names[side][kind] ?? '', inChinese(file)) +
      '退平进'.charAt(way) +
      inChinese(number),
  };
}

const traditional: Readonly<Record<string, string>> = {
  车: '車',
  马: '馬',
  后: '後',
  进: '進',
  帅: '帥',
  将: '將',
};

/** In traditional characters the two cannons differ, too; black's moves are told by their digits. */
export function written(name: string, language: LanguageTag): string {
  if (language !== 'zh-Hant') return name;
  const characters = name.replace(/[车马后进帅将]/g, (one) => traditional[one] ?? one);
  return /\d/.test(name) ? characters.replace('炮', '砲') : characters;
}
