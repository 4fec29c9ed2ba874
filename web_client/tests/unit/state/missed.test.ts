import { describe, expect, it } from 'vitest';
import type { ChatLine } from '../../../src/protocol/types';
import { readableChat, newChat, roomFromSnapshot } from '../../../src/state/room';
import { missedChange, type RoomChange } from '../../../src/state/missed';
import { initialViewState, type Effect } from '../../../src/state/room_view_state';
import { receive } from '../../../src/state/room_reducer';
import { gameFull, stateAfter } from '../rooms';

const line = (at: number, side: ChatLine['side'] = 'second'): ChatLine => ({
  from: 'chen',
  text: 'hi',
  at,
  side,
});
const roomAfter = (moves: string, more: Parameters<typeof gameFull>[1] = {}) =>
  roomFromSnapshot(gameFull(stateAfter(moves), more), null, 0);

describe('what came while the line was lost', () => {
  const before = roomAfter('h8 i8');

  it('is nothing where nothing has changed', () => {
    expect(missedChange(before, null, roomAfter('h8 i8'))).toBeNull();
  });

  it('are moves, and moves that were taken back', () => {
    expect(missedChange(before, null, roomAfter('h8 i8 j8'))?.kind).toBe('missed');
    expect(missedChange(before, null, roomAfter('h8'))?.kind).toBe('missed');
  });

  it('is not the own move that was on its way', () => {
    const pending = { ply: 2, move: 'j8' };
    expect(missedChange(before, pending, roomAfter('h8 i8 j8'))).toBeNull();
    expect(missedChange(before, pending, roomAfter('h8 i8 j8 k8'))?.before.moves).toEqual(['h8', 'i8', 'j8']);
  });

  it('is the end of the game, an offer, and a word', () => {
    const end = roomFromSnapshot(
      gameFull(stateAfter('h8 i8', { status: 'finished', result: 'first' })),
      null,
      0,
    );
    const asked = roomFromSnapshot(gameFull(stateAfter('h8 i8', { offers: { draw: 'second' } })), null, 0);
    for (const after of [end, asked, roomAfter('h8 i8', { chat: [line(1)] })])
      expect(missedChange(before, null, after)).not.toBeNull();
  });

  it('is announced when the room is told anew, but not when it is told for the first time', () => {
    const announced = (effects: readonly Effect[]): readonly RoomChange[] =>
      effects.flatMap((effect) => (effect.do === 'announce' ? [effect.change] : []));
    const [play, first] = receive(initialViewState, gameFull(stateAfter('h8 i8')), 0);
    expect(announced(first)).toEqual([]);
    const [, again] = receive(play, gameFull(stateAfter('h8 i8 j8 k8')), 0);
    expect(announced(again)).toMatchObject([{ kind: 'missed', after: { moves: ['h8', 'i8', 'j8', 'k8'] } }]);
  });
});

describe('what is read of the chat', () => {
  const chat = [line(1), line(2, null)];

  it('by players of a rated game is no word of those who watch it, until it is over', () => {
    expect(readableChat(roomAfter('h8', { rated: true, chat }))).toEqual([line(1)]);
    const over = roomFromSnapshot(
      gameFull(stateAfter('h8', { status: 'finished' }), { rated: true, chat }),
      null,
      0,
    );
    expect(readableChat(over)).toHaveLength(2);
  });

  it('is all by spectators, and in casual games', () => {
    expect(readableChat(roomAfter('h8', { rated: true, you: null, chat }))).toHaveLength(2);
    expect(readableChat(roomAfter('h8', { chat }))).toHaveLength(2);
  });

  it('is new from the last line on that was there', () => {
    expect(newChat(roomAfter('h8', { chat: [line(1)] }), roomAfter('h8', { chat }))).toEqual([line(2, null)]);
  });
});
