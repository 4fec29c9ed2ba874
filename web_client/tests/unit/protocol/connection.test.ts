import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, Refusal, type ConnectionStatus } from '../../../src/protocol/connection';
import { dice } from '../random';
import { FakeSocket } from './fake_socket';

let statuses: ConnectionStatus[] = [];
let greetings = 0;
let welcomes = 0;

function connect(): Connection {
  return new Connection({
    url: () => 'ws://test/ws',
    hello: () => ({ t: 'hello', v: 1, token: 'T' }),
    onMessage: () => undefined,
    onGreeted: () => greetings++,
    onWelcome: () => welcomes++,
    onStatus: (status) => statuses.push(status),
    openSocket: (url) => new FakeSocket(url),
    now: () => Date.now() + 0.25,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  statuses = [];
  greetings = 0;
  welcomes = 0;
});
afterEach(() => void vi.useRealTimers());

describe('connection', () => {
  it('says hello first and is open after the welcome', () => {
    connect();
    FakeSocket.last.greet();
    expect(FakeSocket.last.sent[0]).toEqual({ t: 'hello', v: 1, token: 'T' });
    expect(statuses).toEqual(['connecting', 'open']);
  });

  it('gives an answer to the request with its id', async () => {
    const connection = connect();
    FakeSocket.last.greet();
    const first = connection.request({ t: 'leave', gameId: 'a' });
    const second = connection.request({ t: 'leave', gameId: 'b' });
    const [one, two] = FakeSocket.last.of('leave');
    FakeSocket.last.says({ t: 'ack', id: two?.id, gameId: 'b' });
    FakeSocket.last.says({ t: 'error', id: one?.id, code: 'not_found', message: 'no such game' });
    await expect(second).resolves.toMatchObject({ gameId: 'b' });
    await expect(first).rejects.toMatchObject({ code: 'not_found' });
  });

  // The server closed the connection, the page sent the same again on the next one, and so on for ever.
  it('refuses what is too long for the server, and lives on', async () => {
    const connection = connect();
    const socket = FakeSocket.last;
    socket.greet();
    const move = (text: string) => ({ t: 'explore', game: 'gomoku', moves: [text] }) as const;
    const tooLarge = { code: 'too_large' };
    await expect(connection.request(move('棋'.repeat(1_400)))).rejects.toMatchObject(tooLarge);
    connection.send(move('棋'.repeat(1_400)));
    expect(socket.of('explore')).toHaveLength(0);
    connection.request(move('x'.repeat(1_400))).catch(() => undefined);
    expect(socket.of('explore')).toHaveLength(1);
    socket.says({ t: 'welcome', v: 1, user: {}, token: '', now: 0, games: [], limits: { message: 1_000 } });
    await expect(connection.request(move('x'.repeat(1_000)))).rejects.toMatchObject(tooLarge);
    expect([socket.closed, FakeSocket.all.length]).toEqual([false, 1]);
  });

  it('lets one ask before the welcome has come', async () => {
    const connection = connect();
    expect(greetings).toBe(0);
    FakeSocket.last.onopen?.();
    expect([greetings, welcomes]).toEqual([1, 0]);
    const request = connection.request({ t: 'leave', gameId: 'a' });
    expect(FakeSocket.last.sent.map(({ t }) => t)).toEqual(['hello', 'leave']);
    FakeSocket.last.says({ t: 'ack', id: FakeSocket.last.sent[1]?.id });
    await expect(request).resolves.toMatchObject({ t: 'ack' });
  });

  it('refuses requests before hello and when the line breaks', async () => {
    const connection = connect();
    await expect(connection.request({ t: 'lobby', on: true })).rejects.toBeInstanceOf(Refusal);
    FakeSocket.last.greet();
    const request = connection.request({ t: 'lobby', on: true });
    FakeSocket.last.onclose?.({ code: 1006, reason: '' });
    await expect(request).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('refuses as lost what was asked on a line whose greeting was not taken', async () => {
    const connection = connect();
    FakeSocket.last.onopen?.();
    const request = connection.request({ t: 'lobby', on: true });
    FakeSocket.last.says({ t: 'error', code: 'busy', message: '' });
    const { id } = FakeSocket.last.of('lobby')[0] ?? {};
    FakeSocket.last.says({ t: 'error', id, code: 'hello_first', message: '' });
    await expect(request).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('comes back after a loss and announces the new welcome', () => {
    connect();
    FakeSocket.last.greet();
    FakeSocket.last.onclose?.({ code: 1012, reason: 'restart' });
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.greet();
    expect([greetings, welcomes]).toEqual([2, 2]);
    expect(statuses.at(-1)).toBe('open');
  });

  it('pings with whole milliseconds, as the protocol wants them', () => {
    connect();
    FakeSocket.last.greet();
    vi.advanceTimersByTime(6_000);
    const pings = FakeSocket.last.of('ping');
    expect(pings.length).toBeGreaterThan(1);
    expect(pings.every((ping) => Number.isInteger(ping.at))).toBe(true);
  });

  it('takes a silent socket for dead', () => {
    connect();
    FakeSocket.last.greet();
    // An offline phone: the socket stays open, nothing arrives any more, not even the answers to pings.
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all[0]?.closed).toBe(true);
    expect(statuses).toContain('lost');
  });

  it('stays while pongs arrive', () => {
    connect();
    const socket = FakeSocket.last;
    socket.greet();
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1_000);
      socket.says({ t: 'pong', at: 0, now: 0 });
    }
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('keeps a healthy line while the timers of a hidden page run once a minute', async () => {
    const [everyTimer, oneTimer] = [setInterval, setTimeout];
    const late = (ms = 0): number => Math.max(ms, 60_000);
    vi.stubGlobal('setInterval', (run: () => void, ms?: number) => everyTimer(run, late(ms)));
    vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => oneTimer(run, late(ms)));
    connect();
    const socket = FakeSocket.last;
    socket.answersPings = true;
    socket.greet();
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    vi.unstubAllGlobals();
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket.of('ping').length).toBeGreaterThan(20);
    expect(statuses.at(-1)).toBe('open');
  });

  it('reads what came while the page slept before it takes the line for dead', () => {
    connect();
    const socket = FakeSocket.last;
    socket.greet();
    vi.advanceTimersByTime(5_000); // A ping is on its way; then the lid is closed.
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5_000);
    expect(socket.closed).toBe(false);
    socket.says({ t: 'pong', at: 0, now: 0 });
    vi.advanceTimersByTime(4_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('that slept and hears nothing comes back at once', () => {
    connect();
    FakeSocket.last.greet();
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5_000 + 3_000);
    expect(FakeSocket.all[0]?.closed).toBe(true);
  });

  it('whose pings are answered, and nothing else, is opened anew, and who asked is told', async () => {
    const connection = connect();
    const socket = FakeSocket.last;
    socket.answersPings = true;
    socket.greet();
    await vi.advanceTimersByTimeAsync(3_600_000);
    const came = vi.fn();
    connection.request({ t: 'leave', gameId: 'a' }).catch(came);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(came).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(came).toHaveBeenCalledWith(expect.objectContaining({ code: 'connection_lost' }));
    expect(FakeSocket.all.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it('keeps its requests while the page sleeps, and ends them some pings after it', async () => {
    const connection = connect();
    const socket = FakeSocket.last;
    socket.answersPings = true;
    socket.greet();
    const came = vi.fn();
    connection.request({ t: 'leave', gameId: 'a' }).catch(came);
    for (let nights = 0; nights < 3; nights++) {
      vi.setSystemTime(Date.now() + 8 * 3_600_000);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(came).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(came).toHaveBeenCalled();
  });

  it('gives up a socket that never opens', () => {
    connect();
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all[0]?.closed).toBe(true);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it('does not wait when the network is said to be back', () => {
    const connection = connect();
    FakeSocket.last.onclose?.({ code: 1006, reason: '' });
    connection.wake();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('does not wait for a line that was asked for while there was no network', () => {
    const connection = connect();
    connection.wake();
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.all[0]?.closed).toBe(true);
    FakeSocket.last.greet();
    expect(statuses.at(-1)).toBe('open');
  });

  it('probes an open line on waking up and drops it when nothing answers', () => {
    const connection = connect();
    FakeSocket.last.greet();
    vi.advanceTimersByTime(100);
    connection.wake();
    vi.advanceTimersByTime(4_000);
    expect(FakeSocket.all[0]?.closed).toBe(true);
  });

  it('that has answered a probe has the usual time for the next ping', () => {
    const connection = connect();
    const socket = FakeSocket.last;
    socket.greet();
    socket.says({ t: 'pong', at: 0, now: 0 });
    vi.advanceTimersByTime(2_100);
    connection.wake();
    socket.says({ t: 'pong', at: 0, now: 0 });
    vi.advanceTimersByTime(3_100); // A ping has been on its way for a fifth of a second.
    socket.says({ t: 'pong', at: 0, now: 0 });
    expect(socket.closed).toBe(false);
  });

  it('stays away when the server asked for it', () => {
    connect();
    FakeSocket.last.greet();
    FakeSocket.last.onclose?.({ code: 4003, reason: 'kicked' });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(statuses.at(-1)).toBe('kicked');
  });
});

describe('a line that the server has closed for good', () => {
  it.each([
    [4001, 'outdated'],
    [4003, 'kicked'],
    [4004, 'banned'],
    [4005, 'logged_out'],
  ] as const)('says why: %i', async (code, status) => {
    for (const close of [
      () => FakeSocket.last.onclose?.({ code, reason: '' }),
      () => {
        FakeSocket.last.says({ t: 'bye', code, reason: '' });
        FakeSocket.last.onclose?.({ code: 1006, reason: '' });
      },
    ]) {
      const told: string[] = [];
      const connection = new Connection({
        url: () => 'ws://x',
        hello: () => ({ t: 'hello', v: 1, client: 'test' }),
        onMessage: () => undefined,
        onGreeted: () => undefined,
        onWelcome: () => undefined,
        onStatus: (one) => told.push(one),
        openSocket: (url) => new FakeSocket(url),
      });
      FakeSocket.last.greet();
      // What was asked is not said to be restored.
      const request = connection.request({ t: 'lobby', on: true });
      close();
      expect(told.at(-1)).toBe(status);
      await expect(request).rejects.toMatchObject({ reason: 'left' });
    }
  });
});

describe('whatever becomes of the line', () => {
  /** Requests by what they ask about, with all that came of each. */
  type Asked = Map<string, string[]>;
  const ask = (connection: Connection, asked: Asked, about: string): void => {
    const came: string[] = [];
    asked.set(about, came);
    connection.request({ t: 'leave', gameId: about }).then(
      (answer) => came.push(`answer ${'gameId' in answer ? answer.gameId : ''}`),
      (error: unknown) => came.push(error instanceof Refusal ? error.code : 'no refusal'),
    );
  };
  const answerOne = (below: (limit: number) => number): void => {
    const { last } = FakeSocket;
    const request = last.of('leave')[below(Math.max(1, last.of('leave').length))];
    if (request) last.says({ t: 'ack', id: request.id, gameId: request.gameId });
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'every request comes to one end, its own, on one line at a time, seed %i',
    async (seed) => {
      const below = dice(seed);
      const connection = connect();
      const asked: Asked = new Map();
      for (let n = 0; n < 200; n++) {
        const { last } = FakeSocket;
        switch (below(7)) {
          case 0:
            if (!last.closed) last.greet();
            break;
          case 1:
            last.onclose?.({ code: 1006, reason: '' });
            break;
          case 2:
            connection.wake();
            break;
          case 3:
            await vi.advanceTimersByTimeAsync(below(15_000));
            break;
          case 4:
            answerOne(below);
            break;
          default:
            ask(connection, asked, `game ${n}`);
        }
        expect(FakeSocket.all.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1);
      }
      connection.close();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(FakeSocket.all.every(({ closed }) => closed)).toBe(true);
      expect(asked.size).toBeGreaterThan(20);
      for (const [about, came] of asked) {
        expect(came, about).toHaveLength(1);
        expect([`answer ${about}`, 'connection_lost'], about).toContain(came[0]);
      }
      expect([...asked.values()].some(([came]) => came?.startsWith('answer'))).toBe(true);
    },
  );
});
