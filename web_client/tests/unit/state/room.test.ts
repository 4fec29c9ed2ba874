import { describe, expect, it } from 'vitest';
import {
  applyChat,
  applyRemoval,
  applyCrowd,
  applyGone,
  fillHistory,
  applyRoomEvent,
  hasMoved,
  isYourTurn,
  incomingOffers,
  outgoingOffers,
  roomFromSnapshot,
  type Room,
} from '../../../src/state/room';
import type { Side } from '../../../src/protocol/types';
import type { GameEvent, GameFull } from '../../../src/protocol/server_messages';
import { gameFull, stateAfter } from '../rooms';

const full = (moves: string, v: number): GameFull => gameFull(stateAfter(moves), { v });

const event = (
  v: number,
  kind: GameEvent['kind'],
  moves: string,
  more: Partial<GameEvent> = {},
): GameEvent => ({
  t: 'event',
  gameId: 'g1',
  v,
  kind,
  state: stateAfter(moves),
  ...more,
});

function after(room: Room, next: GameEvent): Room {
  const step = applyRoomEvent(room, next, 0);
  if (typeof step === 'string') throw new Error(`event ${next.v} was ${step}`);
  return step.room;
}

describe('versions', () => {
  const room = roomFromSnapshot(full('h2e2', 7), null, 0);

  it('applies the next event', () => {
    const next = after(room, event(8, 'move', 'h2e2 h9g7', { notation: { zh: '馬8進7' } }));
    expect(next.v).toBe(8);
    expect(next.moves).toEqual(['h2e2', 'h9g7']);
    expect(next.notations[1]).toEqual({ zh: '馬8進7' });
  });

  it('ignores what it knows', () => {
    expect(applyRoomEvent(room, event(7, 'move', 'h2e2'), 0)).toBe('old');
    expect(applyRoomEvent(room, event(3, 'move', ''), 0)).toBe('old');
  });

  it('notices a gap', () => {
    expect(applyRoomEvent(room, event(9, 'move', 'h2e2 h9g7'), 0)).toBe('gap');
  });

  it('does not change the room before', () => {
    const before = structuredClone(room);
    after(room, event(8, 'move', 'h2e2 h9g7'));
    expect(room).toEqual(before);
  });
});

describe('positions of the past', () => {
  it('grow with each move and shrink with a takeback', () => {
    let room = roomFromSnapshot(full('', 0), null, 0);
    room = after(room, event(1, 'move', 'a', { notation: { zh: '甲' } }));
    room = after(room, event(2, 'move', 'a b', { notation: { zh: '乙' } }));
    expect(room.positions).toEqual(['pos0', 'pos1', 'pos2']);
    room = after(room, event(3, 'takeback', 'a'));
    expect(room.positions).toEqual(['pos0', 'pos1']);
    expect(room.notations).toEqual([{ zh: '甲' }]);
  });

  it('have holes after joining late, which the archive fills', () => {
    let room = roomFromSnapshot(full('a b c', 3), null, 0);
    expect(room.positions).toEqual(['pos0', undefined, undefined, 'pos3']);
    room = after(room, event(4, 'takeback', 'a b'));
    room = after(room, event(5, 'move', 'a b d'));
    // The archive was asked before the takeback: only what is shared may be taken from it.
    room = fillHistory(
      room,
      ['a', 'b', 'c'],
      ['pos0', 'pos1', 'pos2', 'old3'],
      [{ zh: '一' }, { zh: '二' }, { zh: '三' }],
    );
    expect(room.positions).toEqual(['pos0', 'pos1', 'pos2', 'pos3']);
    expect(room.notations[1]).toEqual({ zh: '二' });
    expect(room.notations[2]).toBeUndefined();
  });

  it('survive a snapshot of the same game', () => {
    let room = roomFromSnapshot(full('', 0), null, 0);
    room = after(room, event(1, 'move', 'a'));
    room = roomFromSnapshot(full('a b', 2), room, 0);
    expect(room.positions).toEqual(['pos0', 'pos1', 'pos2']);
  });
});

describe('a game without a clock', () => {
  // The server knows what was played: it refused the abort that was offered after a takeback.
  it('has begun for good with two moves, whatever is taken back', () => {
    let room = roomFromSnapshot(full('a', 1), null, 0);
    expect(room.hasStarted).toBe(false);
    room = after(room, event(2, 'move', 'a b'));
    room = after(room, event(3, 'takeback', 'a'));
    expect(room.hasStarted).toBe(true);
    expect(roomFromSnapshot(full('a', 3), room, 0).hasStarted, 'after a loss of the line').toBe(true);
    expect(roomFromSnapshot({ ...full('a', 1), gameId: 'g2' }, room, 0).hasStarted).toBe(false);
  });
});

describe('people', () => {
  const room = roomFromSnapshot(full('', 0), null, 0);

  it('come and go', () => {
    const next = applyCrowd(room, { t: 'crowd', gameId: 'g1', online: [false, true], spectators: 3 });
    expect(next.full.players.map((player) => player.online)).toEqual([false, true]);
    expect(next.spectators).toBe(3);
    expect(next.full.players[0].name).toBe('lin');
  });

  it('may claim after an absence that is counted in server time', () => {
    const away = applyGone(
      room,
      { t: 'gone', gameId: 'g', side: 'second', gone: true, claimInMs: 10_000 },
      5_000,
    );
    expect(away.gone).toEqual({ side: 'second', claimAt: 15_000 });
    expect(applyGone(away, { t: 'gone', gameId: 'g', side: 'second', gone: false }, 6_000).gone).toBeNull();
  });

  it('keeps the absent player absent who gets the other side', () => {
    const away: Room = { ...room, gone: { side: 'second', claimAt: 15_000 } };
    expect(after(away, event(room.v + 1, 'swap', room.state.moves)).gone?.side).toBe('first');
  });

  it('counts the time for the first move from when it was told', () => {
    const told = roomFromSnapshot(gameFull(stateAfter('', { expiresMs: 30_000 }), { v: 1 }), null, 5_000);
    expect(told.expiresAt).toBe(35_000);
    expect(
      applyCrowd(told, { t: 'crowd', gameId: 'g1', online: [true, true], spectators: 0 }).expiresAt,
    ).toBe(35_000);
    expect(after(told, event(2, 'move', 'h8')).expiresAt).toBeNull();
  });

  it('counts the time until a game ends that is left alone from when it was told', () => {
    const lapse = { ms: 30_000, winner: null };
    const told = roomFromSnapshot(gameFull(stateAfter('', { lapse }), { v: 1 }), null, 5_000);
    expect(told.lapsesAt).toBe(35_000);
    const moved = event(2, 'move', 'h8', { state: stateAfter('h8', { lapse: { ...lapse, ms: 40_000 } }) });
    expect(after(told, moved).lapsesAt).toBe(40_000);
    expect(after(told, event(2, 'move', 'h8')).lapsesAt).toBeNull();
  });

  it('talk, and only the last lines are kept', () => {
    let talk = room;
    for (let n = 0; n < 250; n++) talk = applyChat(talk, { from: 'lin', text: String(n), at: n });
    expect(talk.chat).toHaveLength(200);
    expect(talk.chat.at(-1)?.text).toBe('249');
  });

  it('lose the text of a line that a moderator removes', () => {
    const talk = [1, 2].reduce((one, at) => applyChat(one, { from: 'lin', text: `rude ${at}`, at }), room);
    expect(applyRemoval(talk, 2).chat.slice(-2)).toEqual([
      { from: 'lin', text: 'rude 1', at: 1 },
      { from: 'lin', text: '', at: 2, removed: true },
    ]);
    expect(applyRemoval(talk, 3).chat).toEqual(talk.chat);
  });

  it('answer the offers of the other side only', () => {
    const state = stateAfter('', { offers: { draw: 'second', takeback: 'first', rematch: null } });
    const seenBy = (you: Side | null): Pick<Room, 'full' | 'state'> => ({
      full: gameFull(state, { you }),
      state,
    });
    expect(incomingOffers(seenBy('first'))).toEqual(['draw']);
    expect(outgoingOffers(seenBy('first'))).toEqual(['takeback']);
    expect(incomingOffers(seenBy(null))).toEqual([]);
    expect(outgoingOffers(seenBy(null))).toEqual([]);
  });
});

describe('whose turn', () => {
  it('is yours when you are to move in a game being played', () => {
    const room = roomFromSnapshot(full('', 0), null, 0);
    expect(isYourTurn(room)).toBe(true);
    expect(isYourTurn({ ...room, state: stateAfter('a') })).toBe(false);
    expect(isYourTurn({ ...room, state: stateAfter('', { status: 'waiting' }) })).toBe(false);
  });

  it('decides what can be taken back', () => {
    expect(hasMoved(roomFromSnapshot(full('a', 1), null, 0), 'first')).toBe(true);
    expect(hasMoved(roomFromSnapshot(full('a', 1), null, 0), 'second')).toBe(false);
  });
});
