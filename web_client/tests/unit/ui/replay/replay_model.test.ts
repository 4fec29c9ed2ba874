import { beforeEach, describe, expect, it } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import type { GameRecord } from '../../../../src/protocol/records';
import type { Explored } from '../../../../src/protocol/engine_messages';
import { Replay } from '../../../../src/ui/replay/replay_model';

const empty = `${'-'.repeat(225)} X`;
const moves = ['h8', 'h9', 'i8', 'i9'];

const record: GameRecord = {
  gameId: 'g1',
  game: 'gomoku',
  rule: 'freestyle',
  you: null,
  players: [
    { name: 'a', online: false },
    { name: 'b', online: false },
  ],
  time: null,
  rated: false,
  startPos: empty,
  state: {
    moves: moves.join(' '),
    ply: 4,
    turn: 'first',
    pos: empty,
    clock: null,
    status: 'finished',
    result: 'first',
    reason: 'resign',
  },
  chat: [],
  v: 9,
  positions: [],
  notations: [],
};

const explored = (more: Partial<Explored> = {}): Explored => ({
  t: 'explored',
  pos: empty,
  turn: 'first',
  legal: ['a1'],
  check: false,
  outcome: null,
  moves: [],
  lastMove: null,
  notation: {},
  ...more,
});

let replay: Replay;
beforeEach(() => {
  replay = new Replay(record, gomoku, 2);
});

describe('a variation', () => {
  it('ends the autoplay, which would lead away from it; a step through the game does not', () => {
    replay.togglePlaying();
    replay.go(3);
    expect(replay.playing.value).toBe(true);
    replay.showLine(3, ['a1', 'b1']);
    expect(replay.playing.value).toBe(false);
  });

  it('begins where another move than the game’s is tried, and is left step by step', () => {
    replay.try('a1');
    replay.try('b1');
    expect(replay.line).toEqual(['h8', 'h9', 'a1', 'b1']);
    const { position } = replay.state.value;
    expect(typeof position !== 'string' && position.pieces.get('a1')?.side).toBe('first');
    replay.back();
    expect(replay.line).toEqual(['h8', 'h9', 'a1']);
    replay.back();
    replay.back();
    expect(replay.ply.value).toBe(1);
  });

  it('is none where the game’s own move is made', () => {
    replay.try('i8');
    expect(replay.ply.value).toBe(3);
    expect(replay.variation.value).toEqual([]);
  });

  it('ends with a look at the game', () => {
    replay.try('a1');
    replay.go(4);
    expect(replay.line).toEqual(moves);
  });

  it('is not lost by stepping away, and is stepped through again', () => {
    replay.try('a1');
    replay.try('b1');
    replay.go(0);
    replay.showLine(2, ['a1']);
    replay.try('c1');
    replay.go(2);
    replay.try('d1');
    replay.go(4);
    expect(replay.variations.value.get(2)?.map(({ move }) => move)).toEqual(['a1', 'd1']);
    replay.showLine(2, ['a1']);
    replay.forward();
    expect(replay.variation.value).toEqual(['a1', 'b1']);
    expect(replay.nextMove).toBeUndefined();
  });

  it('is left when it is forgotten, with all that follows it', () => {
    replay.try('a1');
    replay.try('b1');
    replay.removeLine(2, ['a1']);
    expect(replay.line).toEqual(['h8', 'h9']);
    expect(replay.variations.value.get(2)).toEqual([]);
    replay.try('c1');
    replay.removeLine(2, ['x1']);
    expect(replay.line).toEqual(['h8', 'h9', 'c1']);
  });

  it('goes on after the last move of the game', () => {
    replay.go(4);
    replay.try('a1');
    replay.back();
    expect(replay.nextMove).toBe('a1');
    replay.forward();
    expect(replay.line).toEqual([...moves, 'a1']);
  });

  it('knows what is legal only when the server has said so', () => {
    expect(replay.state.value.legal).toBeUndefined();
    replay.explored.value = explored();
    expect(replay.state.value.legal).toEqual(['a1']);
    replay.try('a1');
    expect(replay.state.value.legal).toBeUndefined();
  });
});

it('points at the best move, and at the one that was played instead', () => {
  replay.analysis.value = {
    gameId: 'g1',
    status: 'done',
    done: 5,
    total: 5,
    plies: [{ ply: 2, eval: { kind: 'eval', value: 0 }, win: 0.5, best: 'j8' }],
  };
  expect(replay.state.value.arrows).toEqual([
    { move: 'j8', rank: 'best' },
    { move: 'i8', rank: 'second' },
  ]);
  replay.explored.value = explored({ best: 'i8' });
  expect(replay.state.value.arrows).toEqual([{ move: 'i8', rank: 'best' }]);
});

describe('the line that is looked at', () => {
  it('ends where the game ends, or what was tried', () => {
    const replay = new Replay(record, gomoku, 1);
    expect(replay.remaining).toEqual(['h9', 'i8', 'i9']);
    replay.toEnd();
    expect(replay.ply.value).toBe(4);
    replay.showLine(1, ['a1', 'b2', 'c3']);
    replay.showLine(1, ['a1']);
    expect(replay.line.length + replay.remaining.length).toBe(4);
    replay.toEnd();
    expect(replay.variation.value).toEqual(['a1', 'b2', 'c3']);
  });

  it('counts on a board without a game', () => {
    const blank = { ...record, gameId: '', state: { ...record.state, moves: '', ply: 0 } };
    const replay = new Replay(blank, gomoku, 0);
    replay.showLine(0, ['h8', 'i9']);
    replay.showLine(0, []);
    expect(replay.remaining).toEqual(['h8', 'i9']);
    replay.toEnd();
    expect(replay.line).toEqual(['h8', 'i9']);
    expect(replay.remaining).toEqual([]);
  });

  // Space wiped the line that was tried.
  it('is not played where there is no game', () => {
    const blank = { ...record, gameId: '', state: { ...record.state, moves: '', ply: 0 } };
    const replay = new Replay(blank, gomoku, 0);
    replay.showLine(0, ['h8', 'i9']);
    replay.togglePlaying();
    expect(replay.playing.value).toBe(false);
    expect(replay.line).toEqual(['h8', 'i9']);
  });

  it('is known as a position once the server, or the record, has said it', () => {
    const replay = new Replay({ ...record, positions: [empty] }, gomoku, 0);
    expect(replay.knownPosition).toEqual({ pos: empty, turn: 'first' });
    replay.try('a1');
    expect(replay.knownPosition).toBeNull();
    replay.addExplored(explored({ turn: 'second' }));
    expect(replay.knownPosition).toMatchObject({ pos: empty, turn: 'second' });
  });
});
