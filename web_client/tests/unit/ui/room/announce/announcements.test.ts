import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { antireversi } from '../../../../../src/games/antireversi/antireversi';
import { common } from '../../../../../src/i18n/en/common';
import { parts } from '../../../../../src/i18n/en/parts';
import { room as words } from '../../../../../src/i18n/en/room';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import type { RoomChange } from '../../../../../src/state/missed';
import { memoryStorage } from '../../../memory_storage';
import type { RoomModel } from '../../../../../src/ui/room/model/room_model';
import { soundOf } from '../../../../../src/ui/room/announce/sound_of';
import { announcementsOf } from '../../../../../src/ui/room/announce/announcements';
import { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { roomWith } from '../../../rooms';

const preferences = new Preferences(memoryStorage(), ['en']);
void preferences.addWords({ en: { ...common, ...words, ...parts } });

const start = { startPos: antireversi.start };
const at = (moves: string, state: Partial<GameState> = {}, full: Partial<GameFull> = {}) =>
  roomWith({ moves, pos: antireversi.start, ...state }, { ...start, ...full });

function change(kind: RoomChange['kind'], before: string, ...after: Parameters<typeof at>): RoomChange {
  return { kind, before: at(before), after: at(...after) };
}
function said(told: RoomChange): readonly string[] {
  const model = {
    room: signal(told.after),
    pending: signal(null),
    browsed: signal(null),
    offered: signal(null),
    shownPly: signal(0),
  } as unknown as RoomModel;
  return announcementsOf(new RoomController(model, antireversi, preferences.settings), told, preferences);
}
const over = { status: 'finished', result: 'second', reason: 'fewest_discs' } as const;

describe('what is said of a game', () => {
  it('is each move by number, side and square, and that it is check', () => {
    expect(said(change('move', 'd3', 'd3 c3'))).toEqual([expect.stringMatching(/^2\. .*c3/i)]);
    expect(said(change('move', 'd3', 'd3 c3', { check: true }))[0]).toMatch(/ Check\.$/);
  });

  it('is how many moves went back, and whose turn it is then', () => {
    expect(said(change('takeback', 'd3 c3 c4', 'd3', { turn: 'second' }))).toEqual([
      '2 moves were taken back. White to move.',
    ]);
  });

  it('is whose move it is when the other has come or goes on, and that the game waits', () => {
    expect(said(change('start', '', ''))).toEqual(['Your move']);
    expect(said(change('resume', 'd3', 'd3', { turn: 'second' }))).toEqual(['White to move']);
    expect(said(change('pause', 'd3', 'd3', { paused: true }))).toEqual(['The game is paused']);
  });

  it('is the end with its reason', () => {
    expect(said(change('end', 'd3', 'd3', over))).toEqual(['The game is over. White wins, discs counted']);
  });

  it('is another game to who watches; players are led there', () => {
    expect(said(change('rematch', 'd3', 'd3', over, { you: null }))).toEqual([
      'The players have begun another game.',
    ]);
    expect(said(change('rematch', 'd3', 'd3', over))).toEqual([]);
  });

  it.each(['chat', 'clock', 'offer', 'swap'] as const)('is nothing of %s, which the page shows', (kind) => {
    expect(said(change(kind, 'd3', 'd3'))).toEqual([]);
  });

  it('is all that was missed: what went back, what came, and the end', () => {
    const told = said(change('missed', 'd3 c3 c4', 'd3 e3 f4', over));
    expect(told[0]).toBe('2 moves were taken back. Black to move.');
    expect(told[1]).toBe('2 moves were made meanwhile.');
    expect(told.slice(2, 4).map((text) => text.slice(0, 2))).toEqual(['2.', '3.']);
    expect(told.at(-1)).toContain('The game is over');
    expect(told).toHaveLength(5);
  });
});

describe('what is heard of a game', () => {
  const xiangqiAt = (pos: string, moves: string, state: Partial<GameState> = {}) =>
    roomWith({ pos, moves, ...state });
  const two = '4k4/9/9/9/9/9/9/9/9/R3K4 w';
  const three = '4k4/9/9/9/9/9/9/9/r8/R3K4 w';

  it('is a move, a capture where a piece has gone, and a check before both', () => {
    const heard = (before: string, after: string, check = false) =>
      soundOf({
        kind: 'move',
        before: xiangqiAt(before, ''),
        after: xiangqiAt(after, 'a0a1', { check }),
      });
    expect([heard(two, two), heard(three, two), heard(three, two, true)]).toEqual([
      'move',
      'capture',
      'check',
    ]);
  });

  it('is the end once, and an offer of the other only', () => {
    const sound = (before: Partial<GameState>, after: Partial<GameState>) =>
      soundOf({ kind: 'offer', before: at('d3 c3', before), after: at('d3 c3', after) });
    expect(sound({}, over)).toBe('end');
    expect(sound(over, over)).toBeNull();
    expect(sound({}, { offers: { draw: 'second' } })).toBe('offer');
    expect(sound({}, { offers: { draw: 'first' } })).toBeNull();
    expect(sound({ offers: { draw: 'second' } }, {})).toBeNull();
  });

  it('is that somebody has come', () => {
    expect(soundOf(change('start', '', ''))).toBe('found');
  });
});
