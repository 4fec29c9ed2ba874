// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetWhoLeft } from '../../../../src/ui/core/kept_files';
import { SocketClient } from '../../../../src/ui/services/socket_client';
import { keepEdits } from '../../../../src/ui/study/kept_edits';
import { keepVariations } from '../../../../src/ui/replay/kept_variations';
import { Account } from '../../../../src/state/account';
import { FakeSocket } from '../../protocol/fake_socket';

const deleted = vi.fn<(name: string) => void>();
let account: Account;
let socket: SocketClient;

const welcome = (id: string, guest = false): void => {
  FakeSocket.last.onopen?.();
  const user = { id, name: id, guest };
  FakeSocket.last.says({ t: 'welcome', v: 1, user, token: `token of ${id}`, now: 0, games: [] });
};
const upload = (user: string) => ({ key: `key of ${user}`, user, collection: 'c1', name: 'a.pgn' });
const uploads = (): unknown => JSON.parse(localStorage.getItem('sanqi.uploads') ?? 'null');
const drafts = (): readonly string[] => Object.keys(sessionStorage).sort();
const draft = (user: string): void =>
  keepEdits({ user, studyId: 's1', chapter: 1 }, [{ edit: { do: 'cut', node: 1 } }]);
const settle = (): Promise<void> => Promise.resolve().then(() => undefined);

beforeEach(async () => {
  FakeSocket.all = [];
  deleted.mockReset();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('indexedDB', { deleteDatabase: deleted, open: () => ({}) });
  localStorage.clear();
  sessionStorage.clear();
  account = new Account(localStorage);
  socket = new SocketClient(account, 'http://sanqi');
  socket.switchRoom(null);
  welcome('lin');
  localStorage.setItem('sanqi.uploads', JSON.stringify([upload('lin')]));
  draft('lin');
  keepVariations('game', new Map());
  forgetWhoLeft({ account, socket });
  await settle();
});
afterEach(() => {
  socket.switchRoom('none');
  vi.unstubAllGlobals();
});

const nothing = [null, [], ['sanqi.files']];
const left = (): unknown => [uploads(), drafts(), [...new Set(deleted.mock.calls.flat())]];

it('keeps what a user has while that user is here, whatever becomes of the line', async () => {
  FakeSocket.last.onclose?.({ code: 1006, reason: '' });
  await settle();
  socket.wake();
  welcome('lin');
  await settle();
  expect([uploads(), deleted.mock.calls]).toEqual([[upload('lin')], []]);
  expect(drafts()).toEqual(['sanqi.edits.lin.s1.1', 'sanqi.variations.game']);
});

// The server ended the session of an account that was closed, or logged out, on another device. Who came next to this
// browser found the names of its files, and the moves that it had tried.
it('forgets it when the session is ended elsewhere', async () => {
  FakeSocket.last.onclose?.({ code: 4005, reason: '' });
  await settle();
  expect(left()).toEqual(nothing);
});

it('forgets it when the user logs out here, before anybody else is greeted', async () => {
  account.logOut();
  await settle();
  expect(left()).toEqual(nothing);
});

it('forgets it when the token turns out to have ended', async () => {
  FakeSocket.last.onclose?.({ code: 1006, reason: '' });
  socket.wake();
  welcome('guest', true);
  await settle();
  expect(left()).toEqual(nothing);
});

it('leaves what the next user has begun in another tab', async () => {
  localStorage.setItem('sanqi.uploads', JSON.stringify([upload('lin'), upload('wu')]));
  localStorage.setItem('sanqi.user', 'token of wu');
  draft('wu');
  account.onStorage('sanqi.user');
  await settle();
  expect(uploads(), 'before it is known who that is').toHaveLength(2);
  welcome('wu');
  await settle();
  expect([uploads(), deleted.mock.calls, drafts()]).toEqual([[upload('wu')], [], ['sanqi.edits.wu.s1.1']]);
});
