// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { InFlight } from '../../../../src/ui/core/in_flight';
import { act, cleanup, fireEvent, screen } from '../screen';
import { gameFull, stateAfter } from '../../rooms';
import { Stage, START } from '../stage';

vi.mock('../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(cleanup);

const button = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });
const actions = (): readonly unknown[] =>
  stage.asked('action').map((message) => message.t === 'action' && message.do);
const answer = (n: number): Promise<void> =>
  act(async () => {
    stage.requests[n]?.resolve({ t: 'ack' });
    await new Promise((done) => setTimeout(done));
  });

/** What acts at once, and what it sends. */
const atOnce = [
  ['Takeback', {}, 'takeback'],
  ['Accept', { offers: { draw: 'second' } }, 'draw'],
  ['Decline', { offers: { draw: 'second' } }, 'draw'],
  ['Resume', { paused: true }, 'resume'],
] as const;

describe.each(atOnce)('%s', (name, state, sends) => {
  it('is not sent again before it is answered', async () => {
    stage.open(state);
    fireEvent.click(await button(name));
    fireEvent.click(await button(name));
    expect(actions()).toEqual([sends]);
    await answer(0);
    fireEvent.click(await button(name));
    expect(actions()).toEqual([sends, sends]);
  });

  it('takes a double click for one, however fast the answer is', async () => {
    stage.open(state);
    const pressed = await button(name);
    fireEvent.click(pressed, { detail: 1 });
    await answer(0);
    fireEvent.click(pressed, { detail: 2 });
    expect(actions()).toEqual([sends]);
  });
});

it('what is out is seen to be out', async () => {
  stage.open();
  const takeback = await button('Takeback');
  fireEvent.click(takeback);
  await act(() => undefined);
  expect(takeback.getAttribute('aria-busy')).toBe('true');
  await answer(0);
  expect(takeback.getAttribute('aria-busy')).toBe('false');
});

it('an offer that waits for the answer of the other is named, and can be withdrawn', async () => {
  stage.open({ offers: { draw: 'first' } });
  expect(screen.getByText('Draw offered')).toBeTruthy();
  fireEvent.click(await button('Withdraw'));
  expect(stage.asked('action')).toMatchObject([{ do: 'draw', on: false }]);
});

it('time is given as often as it is clicked, whether it is known to be given or not', async () => {
  stage.open(
    { clock: { ms: [1_000_000, 1_000_000], running: 'first', at: 0 } },
    { time: { initial: 1_000_000 } },
  );
  fireEvent.click(await button('More'));
  const give = await button('+15 s');
  fireEvent.click(give, { detail: 1 });
  await act(() => undefined);
  fireEvent.click(give, { detail: 2 });
  await answer(0);
  fireEvent.click(give, { detail: 3 });
  await act(() => undefined);
  expect(give.isConnected).toBe(true);
  expect(actions()).toEqual(['addTime', 'addTime', 'addTime']);
});

it('a second pass before the first is answered plans nothing', async () => {
  stage.open({ legal: ['pass'] });
  const pass = await button('Pass');
  fireEvent.click(pass);
  fireEvent.click(pass);
  expect(stage.model.premove.value).toBeNull();
  expect(stage.model.pending.value?.move).toBe('pass');
});

it('a press that began on one offer answers no other that comes in its place', async () => {
  stage.open({ offers: { takeback: 'second' } });
  const pressed = await button('Accept');
  const offers = { draw: 'second', takeback: 'second' } as const;
  await act(() =>
    stage.model.onMessage({
      t: 'event',
      gameId: 'g1',
      v: 2,
      kind: 'offer',
      offer: 'draw',
      on: true,
      delta: { offers },
    } as never),
  );
  expect(screen.getByText(/offers a draw/)).toBeTruthy();
  // A browser clicks nothing where a press ends on another button.
  expect(pressed.isConnected).toBe(false);
  fireEvent.click(await button('Accept'));
  expect(actions()).toEqual(['draw']);
});

it('hands the focus to the board where its button goes with the turn', async () => {
  stage.open({ legal: ['pass'] });
  const pass = await button('Pass');
  pass.focus();
  const state = stage.model.room.value?.state;
  await act(() =>
    stage.model.onMessage({
      t: 'event',
      gameId: 'g1',
      v: 2,
      kind: 'move',
      state: { ...state, turn: 'second', moves: 'd3 c3 pass', legal: [] },
    } as never),
  );
  expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull();
  expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
});

it('a late refusal of an older move leaves alone the move that is out by now', async () => {
  const becomes = (moves: string, v: number): Promise<void> =>
    act(() => stage.model.onMessage(gameFull(stateAfter(moves, { pos: START, turn: 'first' }), { v })));
  stage.open({ moves: '' });
  await act(() => stage.model.play('d3'));
  await becomes('d3 c3', 5);
  await becomes('', 6);
  await act(() => stage.model.play('c4'));
  expect(stage.asked('move')).toHaveLength(2);
  await act(async () => {
    stage.requests[0]?.reject(new Refusal('illegal_move', ''));
    await new Promise((done) => setTimeout(done));
  });
  expect(stage.model.pending.value?.move).toBe('c4');
});

it('one game against the next level is made by two clicks', async () => {
  const players = [
    { name: 'lin', online: true },
    { name: 'Bot 3', level: 3, ai: true, online: true },
  ] as const;
  stage.open({ status: 'finished', result: 'first', reason: 'resign' }, { players });
  const next = (await screen.findAllByRole('button', { name: 'Play level 4' }))[0] as Element;
  fireEvent.click(next);
  fireEvent.click(next);
  expect(stage.asked('create')).toHaveLength(1);
});

it('a failure ends the flight', async () => {
  const flights = new InFlight();
  await expect(flights.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(flights.has('a')).toBe(false);
  expect(await flights.run('a', () => Promise.resolve(1))).toBe(1);
});

it('a typed move that is written while another is out stays where it is written', async () => {
  stage.open();
  const first = stage.model.playTyped('炮二平五', 'H8');
  expect(await stage.model.playTyped('马二进三', 'H8')).toBe(false);
  stage.requests[0]?.resolve({ t: 'ack' });
  expect(await first).toBe(true);
  expect(stage.asked('move')).toHaveLength(1);
});

it('a room whose question goes unanswered waits, and asks again on the next line', async () => {
  stage.model.onConnected();
  stage.requests[0]?.reject(new Refusal('connection_lost', ''));
  await vi.waitFor(() => {
    stage.model.onConnected();
    expect(stage.asked('join')).toHaveLength(2);
  }, 30_000);
  expect(stage.model.failure.value).toBeNull();
  expect(stage.services.toasts.list.value, 'the banner tells of a long loss').toEqual([]);
});
