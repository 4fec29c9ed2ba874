import type { BoardGame, LanguageTag, Move, Pieces, Position, Square } from '../model/game';

/** What is true of a square besides the piece on it. The words are stable: tests read the board through them. */
export type Remark =
  | 'lastMove'
  | 'lastMoveFrom'
  | 'check'
  | 'winLine'
  | 'forbidden'
  | 'pending'
  | 'premove'
  | 'target'
  | 'capture';

/**
 * Words of the board itself, not of the dictionaries: a board needs no page around it, and must be read from the
 * first moment on.
 */
const remarkWords: Readonly<Record<LanguageTag, Readonly<Record<Remark, string>>>> = {
  en: {
    lastMove: 'last move',
    lastMoveFrom: 'last move from here',
    check: 'in check',
    winLine: 'winning line',
    forbidden: 'forbidden',
    pending: 'confirm to place',
    premove: 'premove',
    target: 'legal move',
    capture: 'can be captured',
  },
  'zh-Hans': {
    lastMove: '上一步',
    lastMoveFrom: '上一步起点',
    check: '被将军',
    winLine: '连成一线',
    forbidden: '禁手',
    pending: '待确认',
    premove: '预走',
    target: '可走',
    capture: '可吃',
  },
  'zh-Hant': {
    lastMove: '上一步',
    lastMoveFrom: '上一步起點',
    check: '被將軍',
    winLine: '連成一線',
    forbidden: '禁手',
    pending: '待確認',
    premove: '預走',
    target: '可走',
    capture: '可吃',
  },
};

const gainWords: Readonly<Record<LanguageTag, (gain: number) => string>> = {
  en: (gain) => `plus ${gain}`,
  'zh-Hans': (gain) => `增加${gain}子`,
  'zh-Hant': (gain) => `增加${gain}子`,
};

/** All that labels depend on. */
export interface LabelledState {
  readonly position: Position;
  readonly lastMove: Move | null;
  readonly check: boolean;
  readonly winLine: readonly Square[];
  readonly forbidden: readonly Square[];
  readonly pending: Square | null;
  readonly premove: Move | null;
  /** Squares that the hand may move to now. */
  readonly targets: readonly Square[];
}

/** What the cells of the grid are called at one moment. */
export interface Labels {
  readonly pieces: Pieces;
  /** Whether the label of a square says nothing but what stands on it. */
  isPlain(square: Square): boolean;
  /** "red cannon, file 2, rank 3, last move", counted from the side at the bottom of the board. */
  of(square: Square): string;
}

/**
 * Says how squares are called now. Only the remarks are gathered here; a label is put together when it is asked for,
 * which is for a few squares of hundreds at each move.
 */
export function labelsOf(
  game: BoardGame,
  shown: LabelledState,
  language: LanguageTag,
  flipped: boolean,
): Labels {
  const remarks = remarksOf(game, shown);
  const separator = language === 'en' ? ', ' : '，';
  const { pieces } = shown.position;
  const of = (square: Square): string => {
    const words = game.words.cell(square, pieces.get(square), language, flipped);
    const known = remarks.get(square);
    if (!known) return words;
    const more = known.map((remark) => remarkWords[language][remark]);
    if (game.gain && shown.targets.includes(square))
      more.push(gainWords[language](game.gain(shown.position, square)));
    return [words, ...more].join(separator);
  };
  return { pieces, isPlain: (square) => !remarks.has(square), of };
}

/** By square, in the order in which they are read. Squares without any are not in it: most of them. */
function remarksOf(game: BoardGame, shown: LabelledState): Map<Square, Remark[]> {
  const remarks = new Map<Square, Remark[]>();
  const note = (square: Square | null | undefined, remark: Remark) => {
    if (square) remarks.set(square, [...(remarks.get(square) ?? []), remark]);
  };
  const { position, lastMove } = shown;
  note(lastMove?.to, 'lastMove');
  note(lastMove?.from, 'lastMoveFrom');
  if (shown.check) note(game.royal?.(position), 'check');
  for (const square of shown.winLine) note(square, 'winLine');
  for (const square of shown.forbidden) note(square, 'forbidden');
  note(shown.pending, 'pending');
  note(shown.premove?.to, 'premove');
  for (const square of shown.targets) note(square, position.pieces.has(square) ? 'capture' : 'target');
  return remarks;
}
