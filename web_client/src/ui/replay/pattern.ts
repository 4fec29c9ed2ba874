import { svg } from '../../board/drawing/svg';
import type { GameView, Piece, Position, SetUp, Side } from '../../games/kit/game';
import { NOTHING } from '../../games/kit/set_up';
import { SIDES } from '../../protocol/types';
import type { Preferences } from '../services/preferences';
import { lineKeys } from './analysed_line';

// What is looked for on boards: as a page puts it together, as its address says it, as the server is asked.

const scopes = ['collection', 'server', 'own'] as const;
const turns = ['', ...SIDES] as const;

export interface AskedPattern {
  /** What boards must be like; empty: any board. */
  readonly find: string;
  /** How many pieces there are, as `R2,p3+`; empty: however many. */
  readonly material: string;
  /** Empty: either side's. */
  readonly turn: Side | '';
  readonly whose: (typeof scopes)[number];
}

/** The names in the address. `find`, which may be empty, is what makes a search of an analysis. */
export const patternKeys = [...lineKeys, 'collection', 'find', 'material', 'turn', 'whose'] as const;

type Query = Partial<Record<(typeof patternKeys)[number], string>>;

/** Whose games may be looked through beside a collection, or without one. */
export const scopesOf = (collection: string): AskedPattern['whose'][] =>
  scopes.filter((one) => one !== 'collection' || collection !== '');

/** What an address asks for, as far as it makes sense here; the server judges the rest. */
export const askedIn = ({ collection = '', find = '', material = '', turn, whose }: Query): AskedPattern => ({
  find,
  material,
  turn: turns.find((one) => one === turn) ?? '',
  whose: scopesOf(collection).find((one) => one === whose) ?? (collection === '' ? 'server' : 'collection'),
});

/** For the server, without what is not asked. */
export const queryOfPattern = ({ find, material, turn }: AskedPattern): Readonly<Record<string, string>> => ({
  ...(find && { pattern: find }),
  ...(material && { material }),
  ...(turn && { turn }),
});

/** Whether any board would do: nothing is looked for then. */
export const asksNothing = ({ find, material }: AskedPattern): boolean => find === '' && material === '';

/** The piece that says that a square must be empty. */
export const bare: Piece = { side: 'second', kind: NOTHING };

/** The sign of an empty set, for a board on which a piece has this radius. */
function bareSign(radius: number): SVGElement {
  const reach = 0.66 * radius;
  return svg(
    'g',
    { fill: '#eee', stroke: '#444', 'stroke-width': radius / 8 },
    svg('circle', { r: reach }),
    svg('path', { d: `M${-reach} ${reach}L${reach} ${-reach}` }),
  );
}

/** The game with one more piece, `bare`. Of a square without any its board says that any may stand there. */
export function patternGame(game: GameView, t: Preferences['t']): GameView {
  const { art, words, geometry } = game;
  return {
    ...game,
    art: {
      ...art,
      piece: (piece, look) => (piece.kind === NOTHING ? bareSign(geometry.radius) : art.piece(piece, look)),
    },
    words: {
      ...words,
      cell(square, piece, language, flipped) {
        const free = (what: string): string =>
          [what, words.square(square, language, flipped)].join(language === 'en' ? ', ' : '，');
        if (!piece) return free(t('games.result.any'));
        if (piece.kind === NOTHING) return free(t('library.search.bare'));
        return words.cell(square, piece, language, flipped);
      },
    },
  };
}

/** As the server reads it; empty where nothing is put on the board. */
export function writePattern(tools: SetUp, position: Position): string {
  if (position.pieces.size === 0) return '';
  return tools.pattern?.write(position) ?? tools.write(position).replace(/ .*/, '');
}

/** A pattern, or without one a position, to begin with; an empty board where neither makes sense. */
export function readPattern(game: GameView, tools: SetUp, find: string, pos: string): Position {
  const read = (): Position =>
    find !== '' && tools.pattern ? tools.pattern.read(find) : game.parsePosition(find || pos);
  try {
    const found = read();
    if ([...found.pieces.values()].every(({ kind }) => kind === NOTHING || tools.kinds.includes(kind)))
      return found;
  } catch {
    // The address was written by hand.
  }
  return { pieces: new Map(), turn: 'first' };
}

/** A kind of piece of a side, by its letter in positions, and how many of it a game begins with. */
interface CountedPiece extends Piece {
  readonly letter: string;
  readonly most: number;
}

/** What may be counted: not what both sides always have, nor what is all alike. */
export function countedPieces(game: GameView, { kinds }: SetUp): CountedPiece[] {
  if (kinds.length < 2) return [];
  const all = [...game.parsePosition(game.start).pieces.values()];
  return SIDES.flatMap((side) =>
    kinds
      .filter((kind) => kind !== game.iconKind)
      .map((kind) => ({
        side,
        kind,
        letter: side === 'first' ? kind.toUpperCase() : kind,
        most: all.filter((one) => one.side === side && one.kind === kind).length,
      })),
  );
}

/** How many there may be: any number, so many, at least (`2+`), at most (`2-`). */
export function rangesTo(most: number): string[] {
  const counts = Array.from({ length: most + 1 }, (_, count) => String(count));
  const inner = counts.slice(1, -1);
  return ['', ...counts, ...inner.map((count) => `${count}+`), ...inner.map((count) => `${count}-`)];
}

/** As people read it. */
export const rangeName = (range: string): string =>
  range.replace(/^(.+)\+$/, '≥ $1').replace(/^(.+)-$/, '≤ $1');

const rangesIn = (material: string): Map<string, string> =>
  new Map(
    material
      .split(',')
      .filter(Boolean)
      .map((one) => [one.charAt(0), one.slice(1)] as const),
  );

export const rangeOf = (material: string, letter: string): string => rangesIn(material).get(letter) ?? '';

export const withRange = (material: string, letter: string, range: string): string =>
  [...rangesIn(material).set(letter, range)]
    .filter(([, one]) => one !== '')
    .map((one) => one.join(''))
    .join();
