import { describe, expect, it } from 'vitest';
import type { GameEvent, GameFull } from '../../../src/protocol/server_messages';
import {
  opposite,
  type GameState,
  type GameSummary,
  type Seek,
  type Side,
} from '../../../src/protocol/types';
import { applyLobby, emptyLobby, type Lobby } from '../../../src/state/lobby';
import { applyRoomEvent, roomFromSnapshot, type Room } from '../../../src/state/room';
import { initialViewState, type Effect, type RoomViewState } from '../../../src/state/room_view_state';
import { perform, receive } from '../../../src/state/room_reducer';
import { dice } from '../random';
import { gameFull, stateAfter } from '../rooms';

// What is told bit by bit is what is told at once, whatever happened in between.

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Of a game that is nothing but its moves. */
const posAfter = (moves: readonly string[]): string => `after ${moves.join(',')}`;

/** A server that plays a game at random, and the visitor's side of it. */
class Game {
  moves: readonly string[] = [];
  v = 1;
  you: Side = 'first';
  private played = 0;
  private more: Partial<GameState> = {};

  constructor(private readonly below: (limit: number) => number) {}

  get state(): GameState {
    return stateAfter(this.moves.join(' '), { pos: posAfter(this.moves), ...this.more });
  }
  get isOver(): boolean {
    return this.more.status === 'finished';
  }
  full(): GameFull {
    return gameFull(this.state, { v: this.v, you: this.you, startPos: posAfter([]) });
  }
  get turn(): Side {
    return this.moves.length % 2 === 0 ? 'first' : 'second';
  }

  private event(kind: GameEvent['kind'], more: Partial<GameEvent> = {}): GameEvent {
    this.v++;
    return { t: 'event', gameId: 'g1', v: this.v, kind, state: this.state, ...more };
  }

  move(move = `m${++this.played}`): GameEvent {
    const by = this.turn;
    this.moves = [...this.moves, move];
    this.more = {};
    return this.event('move', { move, by, notation: { wxf: `name of ${move}` } });
  }

  /** Whatever may happen next. */
  next(): GameEvent {
    switch (this.below(8)) {
      case 0: {
        const plies = Math.min(this.moves.length, 1 + this.below(2));
        this.moves = this.moves.slice(0, this.moves.length - plies);
        this.more = {};
        return this.event('takeback', { plies });
      }
      case 1:
        this.more = { ...this.more, offers: { draw: this.below(2) === 0 ? 'first' : 'second' } };
        return this.event('offer');
      case 2:
        this.more = { ...this.more, paused: !this.more.paused };
        return this.event(this.more.paused ? 'pause' : 'resume');
      case 3:
        this.you = opposite(this.you);
        return this.event('swap');
      default:
        return this.move();
    }
  }

  end(): GameEvent {
    this.more = { status: 'finished', result: 'first', reason: 'resign' };
    return this.event('end');
  }
}

const fits = (room: Room, game: Game): void => {
  const told = roomFromSnapshot(game.full(), null, 0);
  for (const key of ['moves', 'state', 'v'] as const) expect(room[key]).toEqual(told[key]);
  expect(room.full.you).toBe(game.you);
  for (let ply = 0; ply <= game.moves.length; ply++)
    expect(room.positions[ply]).toBe(posAfter(game.moves.slice(0, ply)));
  expect(room.positions).toHaveLength(game.moves.length + 1);
  expect(room.notations.map((name) => name?.wxf)).toEqual(game.moves.map((move) => `name of ${move}`));
};

describe('a room', () => {
  it.each(SEEDS)('that follows every event is as one that is told at once, seed %i', (seed) => {
    const game = new Game(dice(seed));
    let room = roomFromSnapshot(game.full(), null, 0);
    for (let n = 0; n < 80; n++) {
      const step = applyRoomEvent(room, game.next(), 0);
      if (typeof step === 'string') throw new Error(`step ${n} was ${step}`);
      room = step.room;
      fits(room, game);
    }
  });

  it.each(SEEDS)('that has missed some asks once, and loses nothing by that, seed %i', (seed) => {
    const below = dice(seed);
    const game = new Game(below);
    let play: RoomViewState = receive(initialViewState, game.full(), 0)[0];
    for (let n = 0; n < 60; n++) {
      for (let missed = below(3); missed > 0; missed--) game.next();
      const before = play.room?.v;
      const [next, effects] = receive(play, game.next(), 0);
      const isGap = game.v !== (before ?? 0) + 1;
      expect(effects.some((effect) => effect.do === 'join')).toBe(isGap);
      play = isGap ? receive(next, game.full(), 0)[0] : next;
      expect(play.room?.moves).toEqual(game.moves);
      expect(play.room?.v).toBe(game.v);
      for (const [ply, position] of (play.room?.positions ?? []).entries())
        if (position !== undefined) expect(position).toBe(posAfter(game.moves.slice(0, ply)));
      for (const [ply, name] of (play.room?.notations ?? []).entries())
        if (name) expect(name.wxf).toBe(`name of ${game.moves[ply]}`);
    }
  });
});

describe('a visitor who plays, plans and looks around', () => {
  /** A move that waits is the only one, and of this very turn; a plan is only for a turn of the other. */
  const holds = ({ room, pending, premove, browsed }: RoomViewState): void => {
    if (!room) throw new Error('no room');
    if (pending) expect(pending.ply).toBe(room.moves.length);
    if (premove !== null && !pending) expect(room.state.turn).not.toBe(room.full.you);
    if (browsed !== null) expect(browsed).toBeLessThan(room.moves.length);
    if (room.state.status === 'finished') expect([pending, premove]).toEqual([null, null]);
  };
  const sends = (effects: readonly Effect[]): boolean => effects.some((effect) => effect.do === 'sendMove');

  it.each(SEEDS)('is never out of step with the game, seed %i', (seed) => {
    const below = dice(seed);
    const game = new Game(below);
    let play: RoomViewState = receive(initialViewState, game.full(), 0)[0];
    const take = ([next, effects]: readonly [RoomViewState, readonly Effect[]]): void => {
      // Nothing is sent but what waits for its answer then, and it is sent in one's own turn.
      if (sends(effects)) {
        expect(next.pending?.ply).toBe(game.moves.length);
        expect(game.turn).toBe(game.you);
      }
      play = next;
      holds(play);
    };
    for (let n = 0; n < 120; n++) {
      switch (below(6)) {
        case 0:
          take(perform(play, { do: 'play', move: `p${n}` }));
          break;
        case 1:
          take(perform(play, { do: 'browse', ply: below(game.moves.length + 2) }));
          break;
        case 2:
          if (play.pending) take(perform(play, { do: 'moveRefused' }));
          break;
        case 3:
          take(receive(play, game.full(), 0));
          break;
        case 4:
          take(receive(play, play.pending ? game.move(play.pending.move) : game.next(), 0));
          break;
        default:
          take(receive(play, game.next(), 0));
      }
    }
    take(receive(play, game.end(), 0));
    expect(game.isOver).toBe(true);
  });
});

describe('the lobby', () => {
  const seek = (id: string, n: number): Seek => ({
    seekId: id,
    name: `name ${n}`,
    game: 'gomoku',
    time: null,
  });
  const summary = (id: string, ply: number): GameSummary => ({
    gameId: id,
    game: 'gomoku',
    players: [
      { name: 'a', online: true },
      { name: 'b', online: true },
    ],
    time: null,
    ply,
    status: 'playing',
  });

  it.each(SEEDS)('that hears what changed is as one that is told at once, seed %i', (seed) => {
    const below = dice(seed);
    const seeks = new Map<string, Seek>();
    const games = new Map<string, GameSummary>();
    const snapshot = () =>
      ({ t: 'lobby', seeks: [...seeks.values()], games: [...games.values()], players: 1, rooms: 2 }) as const;
    let lobby: Lobby = applyLobby(emptyLobby, snapshot());
    for (let n = 0; n < 60; n++) {
      const [id, other] = [`s${below(6)}`, `g${below(6)}`];
      const remove = [...(below(2) ? [`s${below(6)}`] : []), ...(below(2) ? [`g${below(6)}`] : [])].filter(
        (gone) => gone !== id && gone !== other,
      );
      for (const gone of remove) [seeks, games].forEach((all) => all.delete(gone));
      seeks.set(id, seek(id, n));
      games.set(other, summary(other, n));
      const add = { seeks: [seek(id, n)], games: [summary(other, n)] };
      lobby = applyLobby(lobby, { t: 'lobby', add, remove });
      const told = applyLobby(emptyLobby, snapshot());
      expect(lobby.seeks).toEqual(told.seeks);
      expect(lobby.games).toEqual(told.games);
    }
  });
});
