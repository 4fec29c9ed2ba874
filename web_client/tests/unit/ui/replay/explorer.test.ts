import { afterEach, expect, it, vi } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { Refusal } from '../../../../src/protocol/connection';
import type { GameRecord } from '../../../../src/protocol/records';
import type { Services } from '../../../../src/ui/services/services';
import { Explorer } from '../../../../src/ui/replay/explorer';
import { Replay } from '../../../../src/ui/replay/replay_model';

const pos = `${'-'.repeat(225)} X`;
const record = {
  gameId: 'g1',
  game: 'gomoku',
  rule: 'freestyle',
  startPos: pos,
  positions: [pos],
  state: { moves: '', pos },
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('does not take an answer for that to what is looked at since', async () => {
  vi.useFakeTimers();
  const answers: ((answer: unknown) => void)[] = [];
  const socket = {
    subscribe: () => () => undefined,
    send: () => undefined,
    request: () => new Promise((done) => answers.push(done)),
  };
  const replay = new Replay(record as unknown as GameRecord, gomoku, 0);
  const explorer = new Explorer(replay, { socket } as unknown as Services);
  await vi.advanceTimersByTimeAsync(1_000);
  replay.try('h8');
  const explored = { t: 'explored', pos, legal: ['h8'] };
  answers[0]?.(explored);
  await vi.advanceTimersByTimeAsync(0);
  expect(replay.explored.value).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  answers[1]?.({ ...explored, legal: ['i9'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(replay.explored.value?.legal).toEqual(['i9']);
  explorer.destroy();
});

// After a request for an analysis the page showed "0 of 19 positions" until a reload: it had subscribed when it was
// opened, when there was no analysis, and never again.
it('follows the analysis that it asked for', async () => {
  const asked: unknown[] = [];
  const socket = {
    subscribe: () => () => undefined,
    send: () => undefined,
    request: (message: unknown) => {
      asked.push(message);
      return Promise.reject(new Error('nobody answers'));
    },
  };
  const answer = { gameId: 'g1', status: 'queued', done: 0, total: 1, plies: [] };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer), { status: 202 })));
  const services = { socket, account: { token: 'x' } } as unknown as Services;
  const explorer = new Explorer(new Replay(record as unknown as GameRecord, gomoku, 0), services);
  await explorer.analyse();
  expect(asked).toContainEqual({ t: 'analysis', gameId: 'g1', on: true });
  explorer.destroy();
});

it('follows no analysis once it has gone', async () => {
  const asked: { readonly t: string }[] = [];
  const socket = {
    subscribe: () => () => undefined,
    send: () => undefined,
    request: (message: { readonly t: string }) => {
      asked.push(message);
      return new Promise(() => undefined);
    },
  };
  let answer: (told: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise((done) => (answer = done)));
  const services = { socket, account: { token: 'x' } } as unknown as Services;
  const explorer = new Explorer(new Replay(record as unknown as GameRecord, gomoku, 0), services);
  const analysed = explorer.analyse();
  explorer.destroy();
  answer(new Response('{}', { status: 202 }));
  await analysed;
  expect(asked.filter(({ t }) => t === 'analysis')).toEqual([]);
});

/** A line that greets when the test likes, and answers at once. */
function line() {
  const listeners: { onConnected(): void }[] = [];
  const asked: { t: string; think?: number; moves: readonly string[] }[] = [];
  const socket = {
    subscribe: (listener: { onConnected(): void }) => {
      listeners.push(listener);
      listener.onConnected();
      return () => undefined;
    },
    send: () => undefined,
    request: (message: { t: string; moves: readonly string[] }) => {
      asked.push(message);
      return Promise.resolve({ t: 'explored', pos, legal: [], moves: message.moves });
    },
  };
  const explored = () => asked.filter(({ t }) => t === 'explore');
  return { socket, explored, greet: () => listeners.forEach((listener) => listener.onConnected()) };
}

it('asks once for what it is opened with', async () => {
  vi.useFakeTimers();
  const { socket, explored } = line();
  const explorer = new Explorer(new Replay(record as unknown as GameRecord, gomoku, 0), {
    socket,
  } as unknown as Services);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(explored()).toHaveLength(1);
  explorer.destroy();
});

it('lets the engine think again when a lost line is back', async () => {
  vi.useFakeTimers();
  const { socket, explored, greet } = line();
  const explorer = new Explorer(new Replay(record as unknown as GameRecord, gomoku, 0), {
    socket,
  } as unknown as Services);
  explorer.setThinking(true);
  await vi.advanceTimersByTimeAsync(1_000);
  const before = explored().length;
  greet();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(
    explored()
      .slice(before)
      .map(({ think }) => think !== undefined),
  ).toEqual([false, true]);
  explorer.destroy();
});

/** An explorer whose first question is out. Once that is refused, others are answered. */
async function asking() {
  vi.useFakeTimers();
  const { socket, explored } = line();
  const answer = socket.request;
  let reject: (why: Refusal) => void = () => undefined;
  socket.request = (message) => {
    void answer(message);
    return new Promise((_, fail) => (reject = fail));
  };
  const replay = new Replay(record as unknown as GameRecord, gomoku, 0);
  const explorer = new Explorer(replay, { socket } as unknown as Services);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(explored()).toHaveLength(1);
  const refuse = (code: string, retryMs?: number): void => {
    socket.request = answer;
    reject(new Refusal(code, '', undefined, retryMs));
  };
  return { replay, explorer, explored, refuse };
}

// Where an address has enough thoughts out the refusal says no time: the engine was silent until one stepped on.
it.each([
  [3_000, 3_000],
  [undefined, 5_000],
])('asks a server again that was too busy, which says when: %s', async (retryMs, after) => {
  const { replay, explorer, explored, refuse } = await asking();
  refuse('busy', retryMs);
  await vi.advanceTimersByTimeAsync(after - 1);
  expect([explored().length, replay.explored.value]).toEqual([1, null]);
  await vi.advanceTimersByTimeAsync(1);
  expect(replay.explored.value).not.toBeNull();
  explorer.destroy();
});

// Who stepped on in the moment of the refusal could move nothing there: asked again was what was looked at before.
it('asks again for what is looked at by then', async () => {
  const { replay, explorer, explored, refuse } = await asking();
  replay.try('h8');
  refuse('rate_limited', 1_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(explored().at(-1)?.moves).toEqual(['h8']);
  expect(replay.explored.value).not.toBeNull();
  explorer.destroy();
});

it('asks nothing more once it has gone, whatever answer is still out', async () => {
  const { explorer, explored, refuse } = await asking();
  explorer.destroy();
  refuse('busy', 3_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(explored()).toHaveLength(1);
});
