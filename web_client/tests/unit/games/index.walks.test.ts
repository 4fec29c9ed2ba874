import { describe, expect, it } from 'vitest';
import { dice } from '../random';
import { verifiedLines } from '../verified_data';
import { antireversi } from '../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../src/games/gomoku/gomoku';
import type { Piece, Position, Side, Square } from '../../../src/games/kit/game';
import { xiangqi } from '../../../src/games/xiangqi/xiangqi';

// What holds of every position, at random ones.

const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);
const squaresOf = (game: typeof xiangqi): readonly Square[] => game.geometry.rows(false).flat();
const pick = <T>(below: (limit: number) => number, list: readonly T[]): T => list[below(list.length)] as T;

describe.each([xiangqi, gomoku, antireversi])('a position of $id', (game) => {
  it('is read as it was written', async () => {
    const { kinds, write } = await game.setUp();
    for (const seed of SEEDS) {
      const below = dice(seed);
      const pieces = new Map<Square, Piece>(
        Array.from({ length: below(40) }, () => [
          pick(below, squaresOf(game)),
          { kind: pick(below, kinds), side: pick(below, ['first', 'second'] as const) },
        ]),
      );
      const position: Position = { pieces, turn: pick(below, ['first', 'second'] as const) };
      const read = game.parsePosition(write(position));
      expect(read.turn).toBe(position.turn);
      expect(new Map([...read.pieces].sort())).toEqual(new Map([...pieces].sort()));
    }
  });

  it('is left as it was by a move that is made from it', () => {
    const start = game.parsePosition(game.start);
    const before = new Map(start.pieces);
    for (const move of game.premoves(start, start.turn).slice(0, 20)) game.after(start, move);
    expect(start.pieces).toEqual(before);
  });
});

describe('xiangqi', () => {
  const known = verifiedLines('xiangqi_notation.tsv').map((line) => line.split('\t'));
  const sideAt = (position: Position, move: string): Side =>
    position.pieces.get(move.slice(0, 2))?.side ?? position.turn;

  it('lets one plan every move that was ever legal', () => {
    for (const [text = '', move = ''] of known) {
      const position = xiangqi.parsePosition(text);
      expect(xiangqi.premoves(position, sideAt(position, move)), `${text} ${move}`).toContain(move);
    }
  });

  it('gives no two moves of a position one name', () => {
    for (const [text = '', move = ''] of known) {
      const position = xiangqi.parsePosition(text);
      const moves = xiangqi.premoves(position, sideAt(position, move));
      const names = moves.map((one) => xiangqi.notations?.of(position, one));
      for (const style of ['wxf', 'zh'] as const) {
        const written = names.map((name) => name?.[style]);
        const twice = written.filter((name, i) => written.indexOf(name) !== i);
        expect(twice, `${text} ${style}`).toEqual([]);
      }
    }
  });

  it('carries one piece, takes one at most, and passes the turn', () => {
    for (const seed of SEEDS) {
      const below = dice(seed);
      let position = xiangqi.parsePosition(xiangqi.start);
      for (let n = 0; n < 40; n++) {
        const move = pick(below, xiangqi.premoves(position, position.turn));
        const [from, to] = [move.slice(0, 2), move.slice(2)];
        const [carried, taken] = [position.pieces.get(from), position.pieces.get(to)];
        const after = xiangqi.after(position, move);
        expect(after.pieces.get(to)).toBe(carried);
        expect(after.pieces.has(from)).toBe(false);
        expect(after.pieces.size).toBe(position.pieces.size - (taken ? 1 : 0));
        expect(after.turn).not.toBe(position.turn);
        position = after;
      }
    }
  });
});

describe('anti-reversi', () => {
  const own = ({ pieces }: Position, side: Side): number =>
    [...pieces.values()].filter((disc) => disc.side === side).length;

  const placeOf = (square: Square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1] as const;
  const isClosed = ({ pieces, turn }: Position, move: Square, turned: Square): boolean => {
    const [[x, y], [u, v]] = [placeOf(move), placeOf(turned)];
    const [dx, dy] = [Math.sign(u - x), Math.sign(v - y)];
    if (dx * (v - y) !== dy * (u - x)) return false;
    for (let n = 1; ; n++) {
      const next = pieces.get(`${String.fromCharCode(97 + x + n * dx)}${y + n * dy + 1}`);
      if (!next) return false;
      if (next.side === turn) return n > Math.max(Math.abs(u - x), Math.abs(v - y));
    }
  };

  it.each(SEEDS)('costs what it says, adds one disc, and turns none of the own, seed %i', (seed) => {
    const below = dice(seed);
    let position = antireversi.parsePosition(antireversi.start);
    for (let n = 0; n < 60; n++) {
      const { turn } = position;
      const free = antireversi
        .premoves(position, turn)
        .filter((square) => (antireversi.gain?.(position, square) ?? 0) > 1);
      if (free.length === 0) {
        position = antireversi.after(position, 'pass');
        continue;
      }
      const move = pick(below, free);
      const after = antireversi.after(position, move);
      expect(after.pieces.size).toBe(position.pieces.size + 1);
      expect(own(after, turn) - own(position, turn)).toBe(antireversi.gain?.(position, move));
      for (const [square, { side }] of position.pieces)
        if (side === turn) expect(after.pieces.get(square)?.side).toBe(turn);
      // What turned lies in a straight line between the new disc and another of its own.
      for (const [square, { side }] of position.pieces)
        if (side !== after.pieces.get(square)?.side)
          expect(isClosed(position, move, square), move).toBe(true);
      position = after;
    }
  });
});

describe('gomoku', () => {
  const steps = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const;
  const name = (file: number, rank: number): Square => `${String.fromCharCode(97 + file)}${rank + 1}`;

  it.each(SEEDS)('finds the row wherever it lies, whichever stone came last, seed %i', (seed) => {
    const below = dice(seed);
    for (const [dx, dy] of steps) {
      const length = 5 + below(3);
      const file = below(15 - dx * (length - 1));
      const rank = (dy < 0 ? length - 1 : 0) + below(15 - Math.abs(dy) * (length - 1));
      const row = Array.from({ length }, (_, i) => name(file + i * dx, rank + i * dy));
      const pieces = new Map<Square, Piece>(row.map((square) => [square, { kind: 'stone', side: 'second' }]));
      // Others that touch it make it no longer, and no shorter.
      for (let n = 0; n < 20; n++) {
        const square = name(below(15), below(15));
        if (!row.includes(square)) pieces.set(square, { kind: 'stone', side: 'first' });
      }
      const found = gomoku.winLine?.({ pieces, turn: 'first' }, pick(below, row));
      expect([...(found ?? [])].sort()).toEqual([...row].sort());
    }
  });
});
