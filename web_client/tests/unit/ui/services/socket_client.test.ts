import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { Account } from '../../../../src/state/account';
import { memoryStorage } from '../../memory_storage';
import { SocketClient } from '../../../../src/ui/services/socket_client';
import { FakeSocket } from '../../protocol/fake_socket';

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a line that is new tells what time it is, whatever the one before said', () => {
  vi.useFakeTimers();
  const link = new SocketClient(new Account(memoryStorage()), 'http://sanqi');
  link.switchRoom(null);
  FakeSocket.last.greet(); // By which the server's clock stands at 1,000.
  expect(link.time.at(performance.now())).toBe(1_000);
  vi.advanceTimersByTime(8_000);
  link.switchRoom('room');
  FakeSocket.last.greet();
  expect(FakeSocket.all).toHaveLength(2);
  expect(link.time.at(performance.now())).toBe(1_000);
  link.switchRoom('none');
});

it('asks again where another tab has logged in before the answer', () => {
  vi.useFakeTimers();
  const keep = memoryStorage();
  const account = new Account(keep);
  const link = new SocketClient(account, 'http://sanqi');
  const onMessage = vi.fn();
  link.subscribe({ onConnected: () => undefined, onMessage });
  link.switchRoom(null);
  const first = FakeSocket.last;
  first.onopen?.();
  new Account(keep).logIn({ id: 'u2', name: 'Mei', guest: false }, 'U2');
  first.welcome();
  expect(account.token).toBe('U2');
  expect(first.closed).toBe(true);
  expect(onMessage).not.toHaveBeenCalled();
  FakeSocket.last.onopen?.();
  expect(FakeSocket.last.of('hello')).toMatchObject([{ token: 'U2' }]);
  link.switchRoom('none');
});

it('tells of a turn before it is known, so that pages can see what is new', () => {
  vi.useFakeTimers();
  const account = new Account(memoryStorage());
  const link = new SocketClient(account, 'http://sanqi');
  const known: number[] = [];
  const onMessage = ({ t }: { t: string }): void => {
    if (t === 'turn') known.push(account.playing.peek().length);
  };
  link.subscribe({ onConnected: () => undefined, onMessage });
  link.switchRoom(null);
  FakeSocket.last.greet();
  const turn = { t: 'turn', gameId: 'g1', game: 'gomoku', opponent: 'Mei', yourTurn: true };
  for (let i = 0; i < 2; i++) FakeSocket.last.says(turn);
  expect(known).toEqual([0, 1]);
  link.switchRoom('none');
});

describe('a room is left', () => {
  const leaves = (): readonly object[] => FakeSocket.all.flatMap((socket) => socket.of('leave'));
  let account: Account;
  let link: SocketClient;
  beforeEach(() => {
    vi.useFakeTimers();
    account = new Account(memoryStorage());
    link = new SocketClient(account, 'http://sanqi');
    link.switchRoom('g1');
    FakeSocket.last.greet();
  });

  it.each([null, 'g2'])('on its own line, before that is closed: for %s', (next) => {
    const line = FakeSocket.last;
    link.switchRoom(next);
    expect(line.of('leave')).toEqual([{ t: 'leave', gameId: 'g1' }]);
    expect(line.closed).toBe(true);
    FakeSocket.last.greet();
    expect(leaves()).toHaveLength(1);
  });

  it('and what was asked on it is refused as left, which no loss of the line is', async () => {
    const ask = () => link.request({ t: 'action', gameId: 'g1', do: 'hint' });
    const left = expect(ask()).rejects.toMatchObject({ code: 'connection_lost', reason: 'left' });
    link.switchRoom(null);
    await left;
    FakeSocket.last.greet();
    const lost = ask().catch((error: unknown) => (error as Refusal).reason);
    FakeSocket.last.onclose?.({ code: 1006, reason: '' });
    expect(await lost).toBeUndefined();
  });

  it('not by whoever changes the name, or has lost the line', () => {
    link.switchRoom('g1');
    account.rename('Mei');
    FakeSocket.last.greet();
    FakeSocket.last.onclose?.({ code: 1006, reason: '' });
    expect(leaves()).toEqual([]);
  });
});

it('remembers that an opponent was looked for, until a room is entered or left', () => {
  vi.useFakeTimers();
  const socket = new SocketClient(new Account(memoryStorage()), 'http://sanqi');
  socket.switchRoom(null);
  FakeSocket.last.greet();
  expect(socket.hasSought).toBe(false);
  void socket.request({ t: 'seek', game: 'gomoku', time: null }).catch(() => undefined);
  socket.send({ t: 'lobby', on: false });
  expect(socket.hasSought).toBe(true);
  socket.switchRoom('g1');
  expect(socket.hasSought).toBe(false);
  socket.switchRoom('none');
});

// The search of another page or device led it away from what was written.
it('does not seek any more where the search was refused, or went with its line', async () => {
  vi.useFakeTimers();
  const socket = new SocketClient(new Account(memoryStorage()), 'http://sanqi');
  const seek = (): void =>
    void socket.request({ t: 'seek', game: 'gomoku', time: null }).catch(() => undefined);
  socket.switchRoom(null);
  FakeSocket.last.greet();
  seek();
  const { id } = FakeSocket.last.of('seek').at(-1) ?? {};
  FakeSocket.last.says({ t: 'error', id, code: 'rate_limited', message: '' });
  await vi.advanceTimersByTimeAsync(0);
  expect(socket.hasSought).toBe(false);
  seek();
  FakeSocket.last.onclose?.({ code: 1006 } as CloseEvent);
  await vi.advanceTimersByTimeAsync(0);
  expect(socket.hasSought).toBe(false);
  socket.switchRoom('none');
});

describe('a search that is ended', () => {
  let socket: SocketClient;
  const seek = (): void =>
    void socket.request({ t: 'seek', game: 'gomoku', time: null }).catch(() => undefined);
  const answer = async (more: object): Promise<void> => {
    FakeSocket.last.says({ ...more, id: FakeSocket.last.of('unseek').at(-1)?.id });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  beforeEach(() => {
    vi.useFakeTimers();
    socket = new SocketClient(new Account(memoryStorage()), 'http://sanqi');
    socket.switchRoom(null);
    FakeSocket.last.greet();
    seek();
    socket.send({ t: 'unseek', seekId: 's1' });
  });
  afterEach(() => socket.switchRoom('none'));

  it('may have found a game until the server says that it has not', async () => {
    expect(socket.hasSought).toBe(true);
    await answer({ t: 'ack' });
    expect(socket.hasSought).toBe(false);
  });

  it('has found one where the server does not know it any more', async () => {
    await answer({ t: 'error', code: 'not_found', message: '' });
    expect(socket.hasSought).toBe(true);
  });

  it('leaves the next one as it is', async () => {
    seek();
    await answer({ t: 'ack' });
    expect(socket.hasSought).toBe(true);
  });
});

describe('the line of a room that another server keeps', () => {
  const elsewhere = (id: number | undefined, node: string, gameId = 'room'): object => ({
    t: 'error',
    id,
    code: 'elsewhere',
    message: 'This game is kept by another server.',
    retryMs: 1000,
    gameId,
    node,
  });
  const snapshot = { t: 'gameFull', gameId: 'room' };
  let link: SocketClient;
  let heard: string[];
  let outcomes: Promise<string>[];

  /** Joins as rooms do: whenever the server can be asked. */
  const join = (): void =>
    void outcomes.push(
      link.request({ t: 'join', gameId: 'room', as: 'player' }).then(
        ({ t }) => t,
        (error: unknown) => (error instanceof Refusal ? error.code : 'unforeseen'),
      ),
    );
  const enter = (): void => FakeSocket.last.greet();
  const refuse = (node: string, gameId?: string): void =>
    FakeSocket.last.says(elsewhere(FakeSocket.last.of('join').at(-1)?.id, node, gameId));

  beforeEach(() => {
    vi.useFakeTimers();
    heard = [];
    outcomes = [];
    link = new SocketClient(new Account(memoryStorage()), 'https://sanqi.example');
    link.subscribe({ onConnected: join, onMessage: ({ t }) => heard.push(t) });
    link.switchRoom('room');
    enter();
  });
  afterEach(() => {
    link.switchRoom('none');
    vi.useRealTimers();
  });

  it('is opened anew with its name, and joined there: nobody hears of the refusal', async () => {
    expect(FakeSocket.last.url).toBe('wss://sanqi.example/ws?room=room');
    refuse('b&room=evil #é');
    expect(FakeSocket.all[0]?.closed).toBe(true);
    expect(FakeSocket.last.url).toBe('wss://sanqi.example/ws?room=room&node=b%26room%3Devil+%23%C3%A9');
    expect(await outcomes[0]).toBe('connection_lost');
    expect(link.status.value).toBe('connecting');
    enter();
    expect(FakeSocket.last.of('join')).toHaveLength(1);
    expect(heard).not.toContain('error');
  });

  it('comes back without it after a loss', () => {
    refuse('b');
    enter();
    FakeSocket.last.says(snapshot);
    FakeSocket.last.onclose?.({ code: 1006, reason: '' });
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(3);
    expect(FakeSocket.last.url).toBe('wss://sanqi.example/ws?room=room');
  });

  it('comes back without it where that server does not answer', () => {
    refuse('b');
    FakeSocket.last.onclose?.({ code: 1006, reason: '' });
    vi.advanceTimersByTime(500);
    expect(FakeSocket.last.url).toBe('wss://sanqi.example/ws?room=room');
  });

  it('stays where it is sent to and fro, and asks there again', async () => {
    for (const node of ['b', 'a', 'b']) {
      refuse(node);
      if (node !== 'b' || FakeSocket.all.length < 3) enter();
    }
    expect(FakeSocket.all).toHaveLength(3);
    expect(await outcomes.at(-1)).toBe('elsewhere');
    expect(FakeSocket.last.closed).toBe(false);
  });

  it('is that of its own room alone, and only where the server gives a name', async () => {
    refuse('b', 'other');
    expect(await outcomes[0]).toBe('elsewhere');
    join();
    FakeSocket.last.says({
      ...elsewhere(FakeSocket.last.of('join').at(-1)?.id, ''),
      node: undefined,
    });
    expect(await outcomes[1]).toBe('elsewhere');
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('begins with no name in another room', () => {
    refuse('b');
    link.switchRoom('other');
    expect(FakeSocket.last.url).toBe('wss://sanqi.example/ws?room=other');
  });
});
