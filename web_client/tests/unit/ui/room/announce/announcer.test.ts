// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signal } from '@preact/signals';
import { antireversi } from '../../../../../src/games/antireversi/antireversi';
import type { GameFull, ServerMessage } from '../../../../../src/protocol/server_messages';
import { layout } from '../../../../../src/ui/core/layout';
import { challengesWait } from '../../../../../src/ui/frame/challenges_wait';
import { startAnnouncer } from '../../../../../src/ui/room/announce/announcer';
import { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { settled } from '../../../room_messages';
import { gameFull, stateAfter } from '../../../rooms';
import { Stage, START } from '../../stage';
import { cleanup } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

const shake = vi.fn();
let sounds: string[] = [];
let stage: Stage;
let ctrl: RoomController;
let stop: () => void;

const fullOf = (moves: string, full: Partial<GameFull> = {}): GameFull =>
  gameFull(stateAfter(moves, { pos: START }), {
    game: 'antireversi',
    rule: 'standard',
    startPos: START,
    ...full,
  });

function sit(moves = 'd3 c3', full: Partial<GameFull> = {}): void {
  stage = new Stage();
  sounds = [];
  vi.spyOn(stage.services.sounds, 'play').mockImplementation((name) => void sounds.push(name));
  stage.services.preferences.change({ vibrate: true, language: 'en' });
  stage.model.onMessage(fullOf(moves, full));
  ctrl = new RoomController(stage.model, antireversi, stage.services.preferences.settings);
  stop = startAnnouncer(ctrl, stage.services);
}
beforeEach(() => {
  vi.stubGlobal('navigator', { vibrate: shake });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  sit();
});
afterEach(() => {
  stop();
  cleanup();
  shake.mockReset();
  vi.unstubAllGlobals();
});

const tell = (message: unknown): void => stage.model.onMessage(message as ServerMessage);
const event = (kind: string, moves: string, more: object = {}): void =>
  tell({ t: 'event', gameId: 'g1', v: 2, kind, state: stateAfter(moves, { pos: START, ...more }) });
const heard = (): readonly string[] => sounds;
const said = (): readonly string[] => ctrl.announcements.value.map(({ text }) => text);

describe('a room', () => {
  it('is heard, felt and told when the other moves', () => {
    stop();
    sit('d3');
    event('move', 'd3 c3');
    expect(heard()).toEqual(['move']);
    expect(said()).toHaveLength(1);
    expect(said()[0]).toMatch(/^2\. /);
    expect(shake).toHaveBeenCalledWith(30);
  });

  it('says of a check that it is one', () => {
    event('move', 'd3 c3 e3', { check: true });
    expect(heard()).toEqual(['check']);
    expect(said()[0]).toMatch(/check/i);
    expect(shake).not.toHaveBeenCalled();
  });

  // Only a screen reader was told.
  it('shows that the sides were swapped, to who looks on, too, and also when that was missed', () => {
    const players = [{ name: 'chen' }, { name: 'lin' }];
    const state = stateAfter('d3 c3', { pos: START });
    const swapped = { t: 'event', gameId: 'g1', v: 2, kind: 'swap', players, state } as const;
    const shown = (): readonly string[] => stage.services.toasts.list.value.map(({ text }) => text);
    tell(swapped);
    expect(shown()).toEqual(['The sides were swapped.']);
    expect(said()).toEqual([]);
    for (const [you, then] of [
      ['second', 'first'],
      [null, 'first'],
      ['first', null],
    ] as const) {
      stop();
      sit('d3 c3', { you });
      tell(fullOf('d3 c3', { you: then, v: 9 }));
      expect(shown()).toEqual(you && then ? ['The sides were swapped.'] : []);
    }
    stop();
    sit('d3 c3', { you: null });
    tell(swapped);
    expect(shown()).toEqual(['The sides were swapped.']);
  });

  it('says how the game ended', () => {
    event('end', 'd3 c3', { status: 'finished', result: 'first', reason: 'resign' });
    expect(heard()).toEqual(['end']);
    expect(said()[0]).toContain('resignation');
  });

  it('offers are heard, and one that goes is not', () => {
    event('draw', 'd3 c3', { offers: { draw: 'second' } });
    expect(heard()).toEqual(['offer']);
    event('draw', 'd3 c3', { offers: {} });
    expect(heard()).toEqual(['offer']);
  });

  it('lines of others are heard, but for the muted', () => {
    const line = (from: string, at: number): void =>
      tell({ t: 'chat', gameId: 'g1', from, text: 'hi', room: 'all', side: 'second', at });
    line('chen', 1);
    expect(heard()).toEqual(['chat']);
    stage.model.command({ do: 'mute', name: 'chen', on: true } as never);
    line('chen', 2);
    expect(heard()).toEqual(['chat']);
    line('ana', 3);
    expect(heard()).toEqual(['chat', 'chat']);
    expect(said()).toEqual(['chen: hi', 'ana: hi']);
    // The chat is open, and says it.
    const chat = document.createElement('div');
    chat.className = 'chat-lines';
    document.body.append(chat);
    line('ana', 4);
    chat.remove();
    expect(heard()).toHaveLength(3);
    expect(said()).toHaveLength(2);
  });

  it('does not hear the own lines, by whatever name the visitor sat down', () => {
    stage.services.account.applyWelcome({
      token: 't',
      user: { id: 'u', name: 'mei', guest: false },
    } as never);
    tell({ t: 'chat', gameId: 'g1', from: 'lin', text: 'hi', room: 'all', side: 'first', at: 1 });
    expect([heard(), said()]).toEqual([[], []]);
  });

  it('tells the host of each report once, whatever is opened beside it', () => {
    const toasts = vi.spyOn(stage.services.toasts, 'show');
    const report = (at: number): void =>
      tell({ t: 'reported', gameId: 'g1', from: 'tom', text: 'rude', by: 'ana', at });
    for (const at of [8, 7, 8, 7]) report(at);
    expect(toasts.mock.calls).toEqual([
      ['A line of tom was reported.', 'bad'],
      ['A line of tom was reported.', 'bad'],
    ]);
  });

  it('is silent once it is left', () => {
    stop();
    event('move', 'd3 c3 e3');
    expect(heard()).toEqual([]);
    expect(said()).toEqual([]);
  });
});

describe('what was missed', () => {
  it('is one sound, and told in words: how much, and the last four moves', () => {
    tell(fullOf('d3 c3 c4 e3 f3 f4 f5 e6', { v: 9 }));
    expect(heard()).toEqual(['move']);
    expect(said()[0]).toContain('6');
    expect(
      said()
        .slice(1)
        .map((text) => Number.parseInt(text, 10)),
    ).toEqual([5, 6, 7, 8]);
  });

  it('is nothing when nothing has happened', () => {
    tell(fullOf('d3 c3', { v: 9 }));
    expect([heard(), said()]).toEqual([[], []]);
  });

  it('tells of the end last', () => {
    const over = stateAfter('d3 c3 c4', {
      pos: START,
      status: 'finished',
      result: 'second',
      reason: 'resign',
    });
    tell({ ...fullOf('d3 c3'), state: over, v: 9 });
    expect(heard()).toEqual(['end']);
    expect(said().at(-1)).toContain('resignation');
    expect(said().some((text) => text.startsWith('3. '))).toBe(true);
  });

  it('tells of moves that were taken back', () => {
    tell(fullOf('d3', { v: 9 }));
    expect(said()).toHaveLength(1);
    expect(said()[0]).toMatch(/t(ake|ook)/i);
  });
});

describe('the line', () => {
  it('is told of when it is there again, not when it was never lost', () => {
    const status = stage.services.socket.status as unknown as { value: string };
    status.value = 'connecting';
    status.value = 'open';
    expect(said()).toEqual([]);
    status.value = 'lost';
    status.value = 'connecting';
    status.value = 'open';
    expect(said()).toHaveLength(1);
  });
});

// Left again, the same message was there once more, of a game that was over by then.
it('dismisses messages that lead to it', () => {
  const { toasts } = stage.services;
  for (const game of ['g1', 'g2']) toasts.show(`Of ${game}.`, 'plain', game);
  stop();
  stop = startAnnouncer(ctrl, stage.services);
  expect(toasts.list.value.map(({ text }) => text)).toEqual(['Of g2.']);
});

describe('a page that is left', () => {
  const timed = { time: { initial: 300_000, increment: 0 } };
  const clock = { ms: [300_000, 300_000], running: 'first', at: 0 } as const;
  const play = (full: Partial<GameFull>, state: object = { clock }): void => {
    stop();
    sit('d3 c3', { ...full, state: stateAfter('d3 c3', { pos: START, ...state }) });
  };
  const leave = async (): Promise<readonly string[]> => {
    stop();
    await settled();
    return stage.services.toasts.list.value.map(({ text }) => text);
  };

  // The opponent could claim the win soon, of which a pill in the bar was all that was seen.
  it('is told of what may become of its game', async () => {
    play(timed);
    expect(await leave()).toEqual(['Your game goes on: chen may soon claim the win.']);
  });

  it.each<[string, Partial<GameFull>, object?]>([
    ['has days', { time: { days: 3 } }],
    ['is over', timed, { clock: { ...clock, running: null }, status: 'finished', result: 'first' }],
    ['has not begun', timed, { clock: { ...clock, running: null } }],
    ['is watched', { ...timed, you: null }],
    ['is against a computer', { ...timed, players: [{ name: 'lin' }, { name: 'Bot 3', level: 3 }] as never }],
  ])('is not, where the game %s', async (_, full, state) => {
    play(full, state);
    expect(await leave()).toEqual([]);
  });

  it('is not, of one of the many boards of a simul', async () => {
    play({ ...timed, tournamentId: 't1t1' });
    const other = { gameId: 'g2', game: 'gomoku', opponent: 'Wu', yourTurn: false } as const;
    stage.services.account.playing.value = [{ ...other, gameId: 'g1' }, other];
    expect(await leave()).toEqual([]);
  });

  it('is not left where the room is still shown', async () => {
    play(timed);
    history.replaceState(null, '', '/g1');
    expect(await leave()).toEqual([]);
    history.replaceState(null, '', '/');
  });

  it('lets challenges wait while a clock may run, on a phone in each game that is played', () => {
    play(timed);
    expect(challengesWait.now.value).toBe(true);
    event('end', 'd3 c3', { status: 'finished', result: 'first', reason: 'resign' });
    expect(challengesWait.now.value).toBe(false);
    stop();
    expect(challengesWait.now.value).toBe(true);
    for (const full of [{ ...timed, you: null }, { time: { days: 3 } }, {}]) {
      play(full);
      expect(challengesWait.now.value).toBe(false);
    }
    const shape = layout as unknown as { value: string };
    shape.value = 'stack';
    expect(challengesWait.now.value).toBe(true);
    play({ ...timed, you: null });
    expect(challengesWait.now.value).toBe(false);
    shape.value = 'columns';
  });
});
