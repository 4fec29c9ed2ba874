// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { dice } from '../random';
import { gomoku } from '../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../src/games/xiangqi/xiangqi';
import { createBoard, type Board, type BoardState } from '../../../src/board/board';
import type { BoardGame, Piece, Pieces, Square } from '../../../src/board/model/game';

// What is in the hand while updates arrive: random positions and legal moves between the two halves of a move.

/** Games of each kind of input: every update draws the board and names its squares, which a DOM without a browser does
 *  slowly. */
const SEEDS = 12;

/** A random choice of things of the game, from one seed. */
class Dice {
  readonly below;
  constructor(
    private readonly game: BoardGame,
    seed: number,
  ) {
    this.below = dice(seed);
  }
  square(but: readonly Square[] = []): Square {
    const free = this.game.geometry
      .rows(false)
      .flat()
      .filter((square) => !but.includes(square));
    return free[this.below(free.length)] ?? '';
  }
  /** Pieces somewhere else than on `but`. */
  pieces(but: readonly Square[]): Map<Square, Piece> {
    const kind = this.game.hand === 'carry' ? 'r' : 'stone';
    const sides = ['first', 'second'] as const;
    return new Map(
      Array.from(
        { length: 12 },
        () => [this.square(but), { kind, side: sides[this.below(2)] ?? 'first' }] as const,
      ),
    );
  }
  moves(pieces: Pieces): string[] {
    const from = this.game.hand === 'carry' ? [...pieces.keys()] : [undefined];
    return from.flatMap((one) =>
      Array.from({ length: 3 }, () => {
        const to = this.square();
        return this.game.formatMove(one === undefined ? { to } : { from: one, to });
      }),
    );
  }
}

let board: Board | undefined;

/** A board of which one CSS pixel is one unit of the drawing. */
function open(game: BoardGame): Board {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  board = createBoard(host, game, { animate: false });
  const { width, height } = game.geometry.viewBox;
  const surface = host.querySelector<HTMLElement>('.board');
  if (surface) surface.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  return board;
}

afterEach(() => {
  board?.destroy();
  document.body.replaceChildren();
});

/** The hand's two halves of a move, by one kind of input. */
interface Way {
  readonly begin: (from: Square, to: Square) => void;
  readonly finish: (from: Square, to: Square) => void;
}

function pointer(game: BoardGame, type: string, square: Square, pointerType = 'mouse'): void {
  const { x, y } = game.geometry.pointOf(square, false);
  const { viewBox } = game.geometry;
  const at = { clientX: x - viewBox.x, clientY: y - viewBox.y };
  const event = new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, pointerType, ...at });
  document.querySelector(`[data-square="${square}"]`)?.dispatchEvent(event);
}

function key(square: Square): void {
  const cell = document.querySelector<HTMLElement>(`[data-square="${square}"]`);
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

function tap(game: BoardGame, square: Square, by: string): void {
  pointer(game, 'pointerdown', square, by);
  pointer(game, 'pointerup', square, by);
}

const carrying: Record<string, Way> = {};
for (const by of ['mouse', 'touch']) {
  carrying[`two clicks of ${by}`] = {
    begin: (from) => tap(xiangqi, from, by),
    finish: (_, to) => tap(xiangqi, to, by),
  };
  carrying[`a drag of ${by}`] = {
    begin: (from, to) => {
      pointer(xiangqi, 'pointerdown', from, by);
      pointer(xiangqi, 'pointermove', to, by);
    },
    finish: (_, to) => pointer(xiangqi, 'pointerup', to, by),
  };
  carrying[`the second click of ${by}`] = {
    begin: (from, to) => {
      tap(xiangqi, from, by);
      pointer(xiangqi, 'pointerdown', to, by);
    },
    finish: (_, to) => pointer(xiangqi, 'pointerup', to, by),
  };
}
carrying.keys = { begin: (from) => key(from), finish: (_, to) => key(to) };

const placing: Record<string, Way> = {
  'a click of mouse': {
    begin: (_, to) => pointer(gomoku, 'pointerdown', to),
    finish: (_, to) => pointer(gomoku, 'pointerup', to),
  },
  'two taps of touch': {
    begin: (_, to) => tap(gomoku, to, 'touch'),
    finish: (_, to) => tap(gomoku, to, 'touch'),
  },
  'the second tap of touch': {
    begin: (_, to) => {
      tap(gomoku, to, 'touch');
      pointer(gomoku, 'pointerdown', to, 'touch');
    },
    finish: (_, to) => pointer(gomoku, 'pointerup', to, 'touch'),
  },
  'a tap and the button': {
    begin: (_, to) => tap(gomoku, to, 'touch'),
    finish: () => board?.confirm(),
  },
};

/** Plays one move with updates in its middle; `lost` says whether the last of them takes the move away. */
function playThrough(
  board: Board,
  game: BoardGame,
  way: Way,
  seed: number,
  lost: boolean,
): { made: string[]; move: string } {
  const chosen = new Dice(game, seed);
  const carries = game.hand === 'carry';
  const from = chosen.square();
  const to = chosen.square([from]);
  const held: Piece = { kind: 'c', side: 'first' };
  const move = game.formatMove(carries ? { from, to } : { to });
  const update = (keeps: boolean): BoardState => {
    const pieces = chosen.pieces([from, to]);
    const moves = chosen.moves(pieces).filter((one) => one !== move);
    if (carries && keeps) pieces.set(from, held);
    const ahead = chosen.below(2) === 0;
    return {
      position: { pieces, turn: ahead ? 'second' : 'first' },
      legal: keeps ? [...moves, move] : moves,
      premoving: ahead,
    };
  };
  const made: string[] = [];
  board.onMove = (one) => made.push(one);
  board.cancel();
  board.set(update(true));
  way.begin(from, to);
  for (let left = chosen.below(4); left > 0; left--) board.set(update(true));
  if (lost) board.set(update(false));
  way.finish(from, to);
  return { made, move };
}

describe.each([
  ['carried', xiangqi, carrying],
  ['placed', gomoku, placing],
] as const)('what is %s', (_, game, ways) => {
  it.each(Object.entries(ways))(
    'by %s survives every update that leaves it legal, and no other',
    (_, way) => {
      const played = open(game);
      for (let seed = 1; seed <= SEEDS; seed++) {
        const kept = playThrough(played, game, way, seed, false);
        expect(kept.made, `seed ${seed}, kept`).toEqual([kept.move]);
        const gone = playThrough(played, game, way, seed, true);
        expect(gone.made, `seed ${seed}, lost`).toEqual([]);
      }
    },
  );
});

describe('a press', () => {
  const empty = `${'-'.repeat(225)} X`;
  const begin = (state: BoardState, game: BoardGame = gomoku): string[] => {
    const made: string[] = [];
    const opened = open(game);
    opened.onMove = (move) => made.push(move);
    opened.set(state);
    return made;
  };

  it('on a point that was not legal places nothing when the point becomes legal under it', () => {
    const made = begin({ position: empty });
    pointer(gomoku, 'pointerdown', 'h8');
    board?.set({ position: empty, legal: ['h8'] });
    pointer(gomoku, 'pointerup', 'h8');
    expect(made).toEqual([]);
  });

  it('that was to put a piece back carries it nowhere when its square becomes a target', () => {
    const position = '4k4/9/9/9/9/9/9/9/9/R3K4 w';
    const made = begin({ position, legal: ['a0a1'] }, xiangqi);
    tap(xiangqi, 'a0', 'mouse');
    pointer(xiangqi, 'pointerdown', 'a5');
    board?.set({ position, legal: ['a0a1', 'a0a5'] });
    pointer(xiangqi, 'pointerup', 'a5');
    expect(made).toEqual([]);
  });

  it('that the system takes away withdraws no premove', () => {
    begin({ position: empty, legal: ['h8', 'i9'], premove: 'h8', premoving: true });
    let cancelled = 0;
    if (board) board.onCancel = () => (cancelled += 1);
    pointer(gomoku, 'pointerdown', 'i9');
    pointer(gomoku, 'pointercancel', 'i9');
    expect(cancelled).toBe(0);
  });

  it('keeps what was drawn beside it when the same pieces are told again', async () => {
    begin({ position: empty, legal: ['h8'] });
    const shape = { bubbles: true, isPrimary: true, pointerId: 1, button: 2 };
    const { x, y } = gomoku.geometry.pointOf('c3', false);
    const { viewBox } = gomoku.geometry;
    const at = { clientX: x - viewBox.x, clientY: y - viewBox.y };
    for (const type of ['pointerdown', 'pointerup'])
      document
        .querySelector('[data-square="c3"]')
        ?.dispatchEvent(new PointerEvent(type, { ...shape, ...at }));
    await import('../../../src/board/drawing/user_shapes');
    board?.set({ position: gomoku.parsePosition(empty), legal: ['h8'] });
    expect(document.querySelectorAll('.shape')).toHaveLength(1);
    board?.set({ position: `X${empty.slice(1)}`, legal: ['h8'] });
    expect(document.querySelectorAll('.shape')).toHaveLength(0);
  });
});
