import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState, Side } from '../../../../../src/protocol/types';
import { clockFace } from '../../../../../src/state/clock';
import type { Alarm } from '../../../../../src/state/clock_alarm';
import { watchClock } from '../../../../../src/ui/room/announce/clock_watch';
import type { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { roomWith } from '../../../rooms';

let now = 0;
const hurry = vi.fn();
const heard: Alarm[] = [];
const time = { initial: 600_000 };
const roomOf = (
  ms: number,
  running: Side | null,
  full: Partial<GameFull> = {},
  state: Partial<GameState> = {},
) => roomWith({ clock: { ms: [ms, 60_000], running, at: now }, ...state }, { time, ...full });
const room = signal(roomOf(60_000, null));
const ctrl = {
  room,
  setLowTime: hurry,
  clockFace: (side: Side) => {
    const { clock, turn } = room.value.state;
    return clock && { shown: clockFace({ clock, time, turn }, side, now), time };
  },
} as unknown as RoomController;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  room.value = roomOf(60_000, null);
  heard.length = 0;
  hurry.mockClear();
  stop = watchClock(ctrl, (alarm) => heard.push(alarm));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
/** The clock of the server and that of the page go alike, a step at a time. */
const later = (ms: number): void => {
  for (let step = 0; step < ms; step += 100) {
    now += 100;
    vi.advanceTimersByTime(100);
  }
};

describe("the visitor's own clock", () => {
  it('warns once, counts the last seconds and has some figures spoken', () => {
    room.value = roomOf(21_000, 'first');
    later(21_000);
    const of = (kind: Alarm['kind']) => heard.filter((alarm) => alarm.kind === kind);
    expect(of('low')).toHaveLength(1);
    expect(of('second').map((alarm) => 'seconds' in alarm && alarm.seconds)).toEqual([5, 4, 3, 2, 1]);
    expect(of('spoken').map((alarm) => 'seconds' in alarm && alarm.seconds)).toEqual([20, 10]);
  });

  it('makes the board hurry while it is low, and rest when the move is made', () => {
    room.value = roomOf(21_000, 'first');
    expect(hurry).toHaveBeenLastCalledWith(false);
    later(2_000);
    expect(hurry).toHaveBeenLastCalledWith(true);
    room.value = roomOf(19_000, 'second');
    expect(hurry).toHaveBeenLastCalledWith(false);
  });

  it('is the only one that is heard', () => {
    room.value = roomOf(21_000, 'second');
    later(21_000);
    room.value = roomOf(21_000, 'first', { you: null });
    later(21_000);
    expect(heard).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is watched with few looks', () => {
    room.value = roomOf(600_000, 'first');
    expect(vi.getTimerCount()).toBe(1);
    room.value = roomOf(600_000, 'first', {}, { check: true });
    expect(vi.getTimerCount()).toBe(1);
  });

  it('is left alone with the room', () => {
    room.value = roomOf(21_000, 'first');
    stop();
    expect(vi.getTimerCount()).toBe(0);
    later(21_000);
    expect(heard).toEqual([]);
  });
});
