// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import { Refusal } from '../../../../src/protocol/connection';
import type { ServerMessage } from '../../../../src/protocol/server_messages';
import { Account } from '../../../../src/state/account';
import { memoryStorage } from '../../memory_storage';
import { view as CodePage } from '../../../../src/ui/pages/code_page';
import type { SocketListener } from '../../../../src/ui/services/socket_client';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { full, settled, type Answer } from '../../room_messages';
import { cleanup, render, screen } from '../screen';

afterEach(cleanup);
afterEach(() => void vi.useRealTimers());

/** Types the code K7QMX; tells how it was asked for, and where that led. */
async function comeByCode(answer: Answer, name: string | null) {
  const asked: ClientMessage[] = [];
  const routes: unknown[] = [];
  const sent: ClientMessage[] = [];
  const failures: string[] = [];
  const listeners: SocketListener[] = [];
  const account = new Account(memoryStorage());
  if (name !== null) account.rename(name);
  const services = {
    account,
    socket: {
      subscribe: (listener: SocketListener) => {
        listeners.push(listener);
        listener.onConnected();
        return () => undefined;
      },
      send: (message: ClientMessage) => sent.push(message),
      request: (message: ClientMessage) => {
        asked.push(message);
        return answer(message);
      },
    },
    navigation: { replace: (route: unknown) => routes.push(route) },
    preferences: new Preferences(memoryStorage(), ['en']),
    toasts: {
      describe: (error: Refusal) => error.code,
      showError: (error: Refusal) => failures.push(error.code),
    },
  } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <CodePage code="K7QMX" />
    </ServicesContext.Provider>,
  );
  await settled();
  return {
    sent,
    asked: asked.map((message) => message.t === 'join' && message.as),
    routes,
    failures,
    comeBack: () => listeners.forEach((listener) => listener.onConnected()),
    joins: () => asked.length,
  };
}

const open: Answer = () => Promise.resolve(full('', 1));
const room = [{ page: 'room', gameId: 'g1' }];

it('sits down where a seat is free', async () => {
  expect(await comeByCode(open, '')).toMatchObject({ asked: ['player'], routes: room });
});

it('lets a stranger look first', async () => {
  expect(await comeByCode(open, null)).toMatchObject({ asked: ['spectator'], routes: room });
});

it.each([
  ['all seats are taken', new Refusal('full', '')],
  ['one plays too many games', new Refusal('rate_limited', '', 'games')],
])('looks on where %s', async (_, refusal) => {
  const taken: Answer = (message) =>
    message.t === 'join' && message.as === 'player' ? Promise.reject(refusal) : Promise.resolve(full('', 1));
  expect(await comeByCode(taken, 'Mei')).toMatchObject({ asked: ['player', 'spectator'], routes: room });
});

it('finds its way to a room that another server keeps', async () => {
  const elsewhere: Answer = () => Promise.reject(new Refusal('elsewhere', '', undefined, undefined, 'g9'));
  expect((await comeByCode(elsewhere, '')).routes).toEqual([{ page: 'room', gameId: 'g9' }]);
});

it('follows no answer that comes once the page was left, and gives its seat up', async () => {
  let answer: (message: ServerMessage) => void = () => undefined;
  const { routes, sent } = await comeByCode(() => new Promise((resolve) => (answer = resolve)), 'Mei');
  cleanup();
  answer(full('', 1));
  await settled();
  expect(routes).toEqual([]);
  expect(sent).toEqual([{ t: 'leave', gameId: 'g1' }]);
});

it.each(['bad_code', 'rate_limited'])('says why not: %s', async (code) => {
  expect((await comeByCode(() => Promise.reject(new Refusal(code, '')), '')).routes).toEqual([]);
  expect(screen.getByText(code)).toBeTruthy();
});

it('waits where the line is lost, and says so: the next one greets by itself', async () => {
  const { failures } = await comeByCode(() => Promise.reject(new Refusal('connection_lost', '')), '');
  expect(failures).toEqual(['connection_lost']);
  expect(screen.queryByText('connection_lost')).toBeNull();
});

// A class that scanned the code behind one address was told so, with a way to the lobby alone.
it('comes again by itself when the server says that it may', async () => {
  let isEarly = true;
  const answer: Answer = () =>
    isEarly ? Promise.reject(new Refusal('rate_limited', '', undefined, 5)) : Promise.resolve(full('', 1));
  const { routes } = await comeByCode(answer, 'Mei');
  expect(screen.getByText('rate_limited')).toBeTruthy();
  isEarly = false;
  await vi.waitFor(() => expect(routes).toEqual(room), 30_000);
});

// The line was lost and came back before the pause was over: of two pauses the page that was left ended the last one.
it('asks no more once it is left, however often it was sent away', async () => {
  vi.useFakeTimers();
  const early: Answer = () => Promise.reject(new Refusal('rate_limited', '', undefined, 500));
  const coming = comeByCode(early, 'Mei');
  await vi.advanceTimersByTimeAsync(0);
  const { comeBack, joins } = await coming;
  comeBack();
  await vi.advanceTimersByTimeAsync(0);
  cleanup();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(joins()).toBe(2);
});
