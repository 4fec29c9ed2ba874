import { describe, expect, it } from 'vitest';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import { nextLevel, resultTitle, resultWords, verdict } from '../../../../../src/ui/room/result/result_words';
import { actionsOf, furtherActionsOf } from '../../../../../src/ui/room/model/room_actions';
import { roomFromSnapshot } from '../../../../../src/state/room';
import { gameFull, roomWith, stateAfter } from '../../../rooms';

type State = Partial<GameState>;
type Full = Partial<GameFull>;

/** What may be done now; with a question mark what is asked about first, in brackets what is taken back. */
const actions = (state: State = {}, full: Full = {}): readonly string[] =>
  [...actionsOf(roomWith(state, full)), ...furtherActionsOf(roomWith(state, full))]
    .filter(({ enabled }) => enabled)
    .map(({ action, confirm, offered }) => (offered ? `(${action})` : action + (confirm ? '?' : '')));

const bot = (level = 3, other: Full = {}): Full => ({
  players: [
    { name: 'lin', online: true },
    { name: 'Bot', ai: true, level, online: true },
  ],
  ...other,
});
const over = { status: 'finished', result: 'first', reason: 'resign' } as const;
const clock = { ms: [1_000, 1_000], running: 'first', at: 0 } as const;

describe('what one may do besides moving', () => {
  it.each<[string, State, Full, readonly string[]]>([
    ['against a person', {}, {}, ['takeback', 'draw?', 'resign?', 'pause?']],
    ['for points', {}, { rated: true }, ['draw?', 'resign?']],
    ['in a tournament', { clock }, { tournamentId: 't1t1' }, ['draw?', 'resign?']],
    ['in a tournament, before any move', { moves: '' }, { tournamentId: 't1t1' }, ['resign?']],
    ['against a computer', {}, bot(), ['takeback', 'hint', 'resign?', 'pause']],
    ['while a computer thinks', { turn: 'second' }, bot(), ['takeback', 'resign?', 'pause']],
    [
      'on a clock',
      { clock },
      { time: { initial: 60_000 } },
      ['takeback', 'draw?', 'resign?', 'pause?', 'addTime'],
    ],
    ['on a clock of days', { clock }, { time: { days: 3 } }, ['takeback', 'draw?', 'resign?', 'pause?']],
    ['in a pause', { clock, paused: true }, {}, ['takeback', 'draw?', 'resign?', 'resume']],
    ['before both have moved', { moves: 'd3' }, {}, ['takeback', 'abort?', 'pause?']],
    ['before one has moved', { moves: '' }, {}, ['abort?', 'pause?']],
    [
      'before both have acted in an opening',
      { moves: 'd3 c3 e3', expiresMs: 60_000 },
      {},
      ['takeback', 'draw?', 'abort?', 'pause?'],
    ],
    [
      'when a move that began the game was taken back',
      { moves: 'd3', clock },
      { time: { initial: 60_000 } },
      ['takeback', 'resign?', 'pause?', 'addTime'],
    ],
    ['after the end', over, {}, []],
    ['where one watches', {}, { you: null }, []],
    [
      'who has offered a draw',
      { offers: { draw: 'first' } },
      {},
      ['takeback', '(draw)', 'resign?', 'pause?'],
    ],
    ['who is offered a draw', { offers: { draw: 'second' } }, {}, ['takeback', 'draw', 'resign?', 'pause?']],
    ['who is asked to pause', { offers: { pause: 'second' } }, {}, ['takeback', 'draw?', 'resign?', 'pause']],
    [
      'who has asked to pause',
      { offers: { pause: 'first' } },
      {},
      ['takeback', 'draw?', 'resign?', '(pause)'],
    ],
  ])('%s', (_, state, full, may) => {
    expect(actions(state, full)).toEqual(may);
  });

  it('a game without a clock is resigned that both have begun, whatever was taken back since', () => {
    const room = roomFromSnapshot(gameFull(stateAfter('d3')), roomWith(), 0);
    expect(actionsOf(room).map(({ action }) => action)).toEqual(['takeback', 'draw', 'resign']);
  });

  it('the second player has something to take back only after a move of the own', () => {
    expect(actions({ moves: 'd3' }, { you: 'second' })).not.toContain('takeback');
    expect(actions({ moves: 'd3 c3' }, { you: 'second' })).toContain('takeback');
  });

  it('buttons say why they do nothing in a game of a tournament', () => {
    const room = roomWith({ clock }, { tournamentId: 't1t1', rated: true });
    const refused = [...actionsOf(room), ...furtherActionsOf(room)].filter(({ enabled }) => !enabled);
    expect(refused.map(({ action, refusal }) => `${action}: ${refusal}`)).toEqual([
      'takeback: tournament',
      'pause: tournament',
      'addTime: tournament',
    ]);
  });

  it('a seat that waits for its player can be given up', () => {
    expect(actions({ moves: '', waiting: true })).toEqual(['abort?']);
  });
});

describe('the words of a result', () => {
  const words = {
    t: (key: string, params?: object) => (params ? `${key} ${JSON.stringify(params)}` : key),
    named: (prefix: string, word: string) => `${prefix}.${word}`,
  };

  it.each<[State, string]>([
    [over, 'result.win {"side":"side.antireversi.first"}'],
    [{ ...over, result: 'second' }, 'result.win {"side":"side.antireversi.second"}'],
    [{ ...over, result: 'draw' }, 'result.draw'],
    [{ status: 'aborted' }, 'result.aborted'],
  ])('of %j', (state, title) => {
    expect(resultTitle(roomWith(state), words)).toBe(title);
  });

  it('say why, where the server does', () => {
    const draw = { status: 'finished', result: 'draw' } as const;
    expect(resultWords(roomWith({ ...draw, reason: 'agreement' }), words)).toContain('reason.agreement');
    expect(resultWords(roomWith({ ...draw, reason: null }), words)).toBe('result.draw');
  });

  it('say to a player alone whether that is good', () => {
    const to = (you: GameFull['you'], result: GameState['result'] = 'first') =>
      verdict(roomWith({ ...over, result }, { you }), words);
    expect([to('first'), to('second'), to(null)]).toEqual(['result.youWon', 'result.youLost', null]);
    expect(to('first', 'draw')).toBeNull();
  });

  it('lead one level up from a computer that was beaten', () => {
    const after = (level: number, result: GameState['result'], you: GameFull['you'] = 'first') =>
      nextLevel(roomWith({ ...over, result }, bot(level, { you })));
    expect([after(1, 'first'), after(7, 'first'), after(8, 'first')]).toEqual([2, 8, null]);
    expect([after(3, 'second'), after(3, 'draw'), after(3, 'first', null)]).toEqual([null, null, null]);
  });
});
