// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { createBoard, type Board, type BoardSettings, type BoardState } from '../../../../src/board/board';
import type { BoardGame, Square } from '../../../../src/board/model/game';

let board: Board;
let game: BoardGame;

function show(of: BoardGame, state: BoardState, settings: Partial<BoardSettings> = {}): void {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  game = of;
  board = createBoard(host, of, { animate: false, ...settings });
  board.set(state);
}
afterEach(() => board.destroy());

const all = (selector: string): readonly Element[] => [...document.querySelectorAll(`.marks ${selector}`)];
/** The squares that are marked so, wherever in the mark that is written. */
const at = (selector: string, flipped = false): readonly Square[] => {
  const places = new Map<string, Square>(
    game.geometry
      .rows(false)
      .flat()
      .map((square) => {
        const { x, y } = game.geometry.pointOf(square, flipped);
        return [`translate(${x} ${y})`, square] as const;
      }),
  );
  const placed = (mark: Element): string | undefined =>
    /translate\([^)]*\)/.exec(mark.closest('[transform*="translate"]')?.getAttribute('transform') ?? '')?.[0];
  return [...new Set(all(selector).map((mark) => places.get(placed(mark) ?? '') ?? '?'))].sort();
};
/** Picks up or puts down by key. */
const press = (square: Square): void => {
  const cell = document.querySelector<HTMLElement>(`[data-square="${square}"]`);
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
};
const duel = '4k4/9/9/9/9/4p4/9/9/4r4/R3K4 w';

describe('the last move', () => {
  it('of a piece is framed where it began and where it ended', () => {
    show(xiangqi, { position: duel, lastMove: 'e5e1' });
    expect(at('.last-move')).toEqual(['e1', 'e5']);
    expect(at('.last-from')).toEqual(['e5']);
  });

  it('is framed where it is seen when the board is turned', () => {
    show(xiangqi, { position: duel, lastMove: 'e5e1' }, { flipped: true });
    expect(at('.last-move', true)).toEqual(['e1', 'e5']);
  });

  it('of a stone is a dot on it, of another red on each colour, and none on a row that has won', () => {
    const stones = `XO${'-'.repeat(223)} X`;
    show(gomoku, { position: stones, lastMove: 'b1' });
    expect(at('.last-placed.second')).toEqual(['b1']);
    board.set({ position: stones, lastMove: 'a1' });
    expect(at('.last-placed.first')).toEqual(['a1']);
    board.set({ position: stones, lastMove: 'a1', winLine: ['a1'] });
    expect(all('.last-placed')).toEqual([]);
    expect(at('.win')).toEqual(['a1']);
  });

  it('that was a pass marks nothing', () => {
    show(antireversi, { position: antireversi.start, lastMove: 'pass' });
    expect(all('.last-placed')).toEqual([]);
    expect(all('.last-cell')).toEqual([]);
  });
});

describe('a general in check', () => {
  it('is ringed, and the other one is not', () => {
    show(xiangqi, { position: duel, check: true });
    expect(at('.ring.check')).toEqual(['e0']);
    expect(all('.notch')).toHaveLength(4);
    board.set({ position: duel });
    expect(all('.ring.check')).toEqual([]);
  });
});

describe('points of an opening', () => {
  const position = gomoku.start;

  it('that are forbidden have a cross each', () => {
    show(gomoku, { position, forbidden: ['a1', 'h8'] });
    expect(at('.forbidden')).toEqual(['a1', 'h8']);
  });

  it('in which a stone may stand are framed as one', () => {
    const frame = (squares: readonly Square[], isOpen: boolean): readonly number[] => {
      board.set({ position, area: { squares, isOpen } });
      const [area] = all(`.area.${isOpen ? 'open' : 'shut'}`);
      return ['width', 'height'].map((name) => Number(area?.getAttribute(name)) / gomoku.geometry.cell);
    };
    show(gomoku, { position });
    expect(frame(['g7', 'h8', 'i9'], true)).toEqual([3, 3]);
    expect(frame(['b2', 'c2'], true)).toEqual([2, 1]);
    expect(frame(['h8'], false)).toEqual([1, 1]);
  });

  // It was a triangle alone.
  it('that are proposed between neighbours have a shaft before the head', () => {
    const [from, to] = ['e4', 'e5'].map((square) => xiangqi.geometry.pointOf(square, false));
    const pieces = new Map([['e4', { side: 'first', kind: 'p' } as const]]);
    show(xiangqi, { position: { pieces, turn: 'first' }, arrows: [{ move: 'e4e5', rank: 'best' }] });
    const outline = all('.arrow')[0]?.getAttribute('d') ?? '';
    const [begin = 0, head = 0] = [...outline.matchAll(/[-\d.]+ ([-\d.]+)/g)].map(([, y]) => Number(y));
    const towards = Math.sign((to?.y ?? 0) - (from?.y ?? 0));
    expect(towards * (head - begin)).toBeGreaterThan(xiangqi.geometry.cell / 4);
  });

  it('that are proposed are rings, not arrows', () => {
    show(gomoku, { position, arrows: [{ move: 'h8', rank: 'second' }] });
    expect(at('.proposed')).toEqual(['h8']);
    expect(all('.arrow')).toEqual([]);
  });
});

describe('what the engine says', () => {
  it('has its best move on top of the others, whatever their order', () => {
    show(xiangqi, {
      position: duel,
      arrows: [
        { move: 'a0a5', rank: 'best' },
        { move: 'a0a3', rank: 'second' },
      ],
    });
    expect(all('.arrow').map((arrow) => arrow.getAttribute('class'))).toEqual(['arrow second', 'arrow best']);
  });
});

describe('a move made ahead', () => {
  it('is framed at both ends, with the piece where it will be', () => {
    show(xiangqi, { position: duel, premove: 'a0a5', legal: ['a0a5'], premoving: true });
    expect(at('.premove')).toEqual(['a0', 'a5']);
    expect(all('.ghost use')[0]?.getAttribute('href')).toMatch(/-first-r$/);
  });

  it('of a stone has the colour of who made it, though the other is to move', () => {
    show(gomoku, { position: `X${'-'.repeat(224)} O`, premove: 'h8', legal: ['h8'], premoving: true });
    expect(all('.ghost use')[0]?.getAttribute('href')).toMatch(/-first-stone$/);
  });
});

describe('what is in the hand', () => {
  const legal = ['a0a1', 'a0a5', 'e0e1'];

  it('shows where it may go: dots on free points, rings round what it would take', () => {
    show(xiangqi, { position: duel, legal });
    expect(all('.selected')).toEqual([]);
    press('e0');
    expect(at('.selected')).toEqual(['e0']);
    expect(at('.capture')).toEqual(['e1']);
    press('a0');
    expect(at('.dot.target')).toEqual(['a1', 'a5']);
    expect(all('.capture')).toEqual([]);
  });

  it('shows that in another tone while one only plans', () => {
    show(xiangqi, { position: duel, legal, premoving: true });
    press('a0');
    expect(at('.dot.target.ahead')).toEqual(['a1', 'a5']);
  });

  it('shows itself alone to who wants no help', () => {
    show(xiangqi, { position: duel, legal }, { targets: false });
    press('a0');
    expect(at('.selected')).toEqual(['a0']);
    expect(all('.target')).toEqual([]);
    board.configure({ targets: true });
    expect(at('.dot.target')).toEqual(['a1', 'a5']);
  });

  it('has its price shown where discs are turned, and none while one only plans', () => {
    const position = antireversi.start;
    const focus = (square: Square): void =>
      document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
    show(antireversi, { position, legal: ['d3', 'c4'] });
    expect(at('.dot.hint')).toEqual(['c4', 'd3']);
    focus('d3');
    expect(all('.gain').map(({ textContent }) => textContent)).toEqual(['+2']);
    expect(at('.turning')).toEqual(['d4']);
    board.set({ position, legal: ['d3', 'c4'], premoving: true });
    expect(all('.gain')).toEqual([]);
    expect(all('.dot.hint')).toEqual([]);
  });
});

describe('the row that won', () => {
  it('lies in a band of light from its first to its last stone', () => {
    const line = ['a1', 'b1', 'c1', 'd1', 'e1'];
    show(gomoku, { position: `XXXXX${'-'.repeat(220)} O`, winLine: line, lastMove: 'e1' });
    expect(at('.ring.win')).toEqual(line);
    const [a, e] = ['a1', 'e1'].map((square) => gomoku.geometry.pointOf(square, false));
    for (const band of all('.win-band'))
      expect(band.getAttribute('d')).toBe(`M${a?.x} ${a?.y}L${e?.x} ${e?.y}`);
    expect(all('.win-band')).toHaveLength(3);
  });
});
