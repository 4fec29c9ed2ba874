import { describe, expect, it } from 'vitest';
import type { GameEvent, GameFull, ServerMessage } from '../../../src/protocol/server_messages';
import type { GameState } from '../../../src/protocol/types';
import {
  initialViewState,
  type Command,
  type Effect,
  type RoomViewState,
} from '../../../src/state/room_view_state';
import { receive, perform } from '../../../src/state/room_reducer';
import { gameFull, stateAfter } from '../rooms';

// The reducer as a function: what goes in, what comes out. What it means in a room is tested with its model.

const snapshot = (moves: string, v: number, more: Partial<GameState> = {}): GameFull =>
  gameFull(stateAfter(moves, { pos: '--------- X', legal: ['a1', 'b2', 'c3'], ...more }), { v });

const moved = (v: number, move: string, delta: GameEvent['delta'] = {}): GameEvent => ({
  t: 'event',
  gameId: 'g1',
  v,
  kind: 'move',
  move,
  delta,
});

/** The play after all these, and what was to be done on the way. */
function after(...inputs: readonly (ServerMessage | Command)[]): [RoomViewState, Effect['do'][]] {
  let play = initialViewState;
  const done: Effect['do'][] = [];
  for (const input of inputs) {
    const before = structuredClone(play);
    const [next, effects] = 't' in input ? receive(play, input, 0) : perform(play, input);
    expect(structuredClone(play), 'the play before is not changed').toEqual(before);
    play = next;
    done.push(...effects.map((effect) => effect.do));
  }
  return [play, done];
}

describe('the play of a visitor', () => {
  it('hears nothing of a room before its snapshot', () => {
    const [play, done] = after(moved(1, 'a1'), { do: 'play', move: 'a1' }, { do: 'browse', ply: 3 });
    expect(play).toEqual(initialViewState);
    expect(done).toEqual([]);
  });

  it('begins to mark where there is nothing else to choose, with an event as with a snapshot', () => {
    const opening = { step: 'choose', by: 'first', toOffer: 2, options: ['offer'] } as const;
    expect(after(snapshot('', 1, { opening }))[0].offered).toEqual([]);
    expect(
      after(snapshot('', 1), { ...moved(2, ''), kind: 'opening', state: stateAfter('', { opening }) })[0]
        .offered,
    ).toEqual([]);
    const theirs = { ...opening, by: 'second' } as const;
    expect(after(snapshot('', 1, { opening: theirs, turn: 'second' }))[0].offered).toBeNull();
    const sides = { ...opening, options: ['keep', 'swap'] };
    const [chosen] = after(snapshot('', 1, { opening }), snapshot('', 2, { opening: sides }));
    expect(chosen.offered, 'declared, not asked for').toBeNull();
  });

  it('marks no more points to offer than are asked for, and takes marks back', () => {
    const opening = { step: 'choose', by: 'first', toOffer: 2, options: ['offer'] } as const;
    const mark = (move: string): Command => ({ do: 'play', move });
    const marking: Command = { do: 'markOffers', on: true };
    const [full] = after(snapshot('', 1, { opening }), marking, mark('a1'), mark('b2'), mark('c3'));
    expect(full.offered).toEqual(['a1', 'b2']);
    const [other] = after(
      snapshot('', 1, { opening }),
      marking,
      mark('a1'),
      mark('b2'),
      mark('a1'),
      mark('c3'),
    );
    expect(other.offered).toEqual(['b2', 'c3']);
  });

  it('holds a move until the server speaks of it, and announces it then', () => {
    const [play, done] = after(snapshot('', 1), { do: 'play', move: 'b2' });
    expect(play.pending).toEqual({ ply: 0, move: 'b2' });
    expect(done).toEqual(['sendMove']);
    const [next, effects] = after(snapshot('', 1), { do: 'play', move: 'b2' }, moved(2, 'b2'));
    expect(next.pending).toBeNull();
    expect(next.room?.moves).toEqual(['b2']);
    expect(effects).toEqual(['sendMove', 'announce']);
  });

  it('plays a move made ahead with the event that brings the turn', () => {
    const [play, done] = after(
      snapshot('b2', 2),
      { do: 'play', move: 'c3' },
      moved(3, 'a1', { legal: ['b1', 'c3'] }),
    );
    expect(play).toMatchObject({ premove: null, pending: { ply: 2, move: 'c3' } });
    expect(done).toEqual(['sendMove', 'announce']);
  });

  it('asks for a snapshot where one event is missing, or does not fit', () => {
    expect(after(snapshot('b2', 2), moved(4, 'a1'))[1]).toEqual(['join']);
    expect(after(snapshot('b2', 2), moved(3, 'a1', { pos: [90, 1, 'X'] }))[1]).toEqual(['join']);
    expect(after(snapshot('b2', 2), moved(2, 'b2'))[1]).toEqual([]);
  });

  it('marks points that are offered, and forgets them with another position only', () => {
    const marking: Command[] = [
      { do: 'markOffers', on: true },
      { do: 'play', move: 'a1' },
    ];
    const opening = { step: 'choose', by: 'first', toOffer: 2, options: ['offer'] } as const;
    const before = snapshot('b2 a2', 2, { opening });
    const offer = { ...moved(3, '', { opening }), kind: 'offer', offer: 'draw', on: true } as const;
    expect(after(before, ...marking, offer)[0].offered).toEqual(['a1']);
    expect(after(before, ...marking, moved(3, 'a1', { opening }))[0].offered).toBeNull();
  });

  it('forgets what is marked where another page of the same player has chosen meanwhile', () => {
    const opening = { step: 'choose', by: 'first', toOffer: 2, options: ['keep', 'offer'] } as const;
    const chosen = { step: 'place', by: 'first', stones: 1 } as const;
    const marking = [
      { do: 'markOffers', on: true },
      { do: 'play', move: 'a1' },
    ] as const;
    const before = snapshot('b2 a2', 2, { opening });
    expect(after(before, ...marking, snapshot('b2 a2', 2, { opening }))[0].offered).toEqual(['a1']);
    const [play] = after(before, ...marking, snapshot('b2 a2', 3, { opening: chosen }));
    expect(play.offered).toBeNull();
    expect(perform(play, { do: 'play', move: 'c3' })[0].pending).toEqual({ ply: 2, move: 'c3' });
  });

  it('asks about a move until another position is there, and not again where that is taken back', () => {
    const asking: Command = { do: 'try', move: 'a1' };
    const offer = { ...moved(3, ''), kind: 'offer', offer: 'draw', on: true } as const;
    const asked = (...inputs: readonly (ServerMessage | Command)[]): string | null =>
      after(snapshot('b2 a2', 2), asking, ...inputs)[0].toConfirm;
    const back = { ...moved(4, ''), kind: 'takeback', plies: 1 } as const;
    expect(asked(offer)).toBe('a1');
    expect(asked(snapshot('b2 a2', 4))).toBe('a1');
    expect(asked({ do: 'play', move: 'a1' })).toBeNull();
    expect(asked({ do: 'try', move: null })).toBeNull();
    expect(asked(moved(3, 'c3'), back)).toBeNull();
    expect(asked(snapshot('b2 a2 c3', 3), snapshot('b2 a2', 4))).toBeNull();
  });

  it('enters the next game as a player, and stays as one who looks on', () => {
    const rematch = { ...moved(3, ''), kind: 'rematch', nextId: 'g2' } as const;
    expect(after(snapshot('b2', 2), rematch)[1]).toEqual(['announce', 'enter']);
    expect(after({ ...snapshot('b2', 2), you: null }, rematch)[1]).toEqual(['announce']);
  });

  it('sends no move into a line of play that it was not made in', () => {
    const [play, effects] = after(snapshot('b2 a2', 2), { do: 'play', move: 'c3' }, snapshot('b2 a3', 6));
    expect(play.pending).toBeNull();
    expect(effects).toContain('toast');
    const [same] = after(snapshot('b2 a2', 2), { do: 'play', move: 'c3' }, snapshot('b2 a2', 3));
    expect(same.pending).toEqual({ ply: 2, move: 'c3' });
  });

  // After a sleep of the page another one of the same player had played on: the premove of an earlier position was sent
  // where it happened to be legal.
  it.each<[string, string, readonly string[], string, boolean]>([
    ['played after the next move', 'h8', ['c3'], 'h8 i9', true],
    ['dropped after one of another page', 'h8', ['c3'], 'h8 i9 i8', false],
    ['dropped after later ones', 'h8', ['c3'], 'h8 i9 i8 j9', false],
    ['played after the answer to a pending move', 'h8 i9', ['b2', 'c3'], 'h8 i9 b2 j9', true],
    ['dropped where another move took its place', 'h8 i9', ['b2', 'c3'], 'h8 i9 a1 j9', false],
    ['dropped after later ones than that', 'h8 i9', ['b2', 'c3'], 'h8 i9 b2 j9 i8 k9', false],
  ])('has a move made ahead %s, when it comes back', (_, known, made, told, isPlayed) => {
    const [play] = after(snapshot(known, 1), ...made.map((move): Command => ({ do: 'play', move })));
    expect(play.premove).toBe('c3');
    const [next, effects] = receive(play, snapshot(told, 9), 0);
    expect([next.premove, next.pending?.move]).toEqual([null, isPlayed ? 'c3' : undefined]);
    expect(effects).toContainEqual(
      isPlayed ? { do: 'sendMove' } : { do: 'toast', text: 'room.premove.gone' },
    );
  });

  it('mutes one and all, each for himself', () => {
    const [play] = after({ do: 'mute', name: 'b', on: true }, { do: 'hideChat', on: true });
    expect([...play.muted]).toEqual(['b']);
    expect(play.chatHidden).toBe(true);
    const [both] = after({ do: 'mute', name: 'b', on: true }, { do: 'mute', name: 'c', on: true });
    expect([...both.muted]).toEqual(['b', 'c']);
    expect([...perform(both, { do: 'mute', name: 'b', on: false })[0].muted]).toEqual(['c']);
  });
});
