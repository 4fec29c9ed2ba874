// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { act, fireEvent } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { settings } from '../../../../src/i18n/en/settings';
import { memoryStorage } from '../../memory_storage';
import { view as AccountPage } from '../../../../src/ui/people/account_page';
import { Preferences } from '../../../../src/ui/services/preferences';
import type { Route } from '../../../../src/state/route';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { settled } from '../../room_messages';
import { cleanup, heldOff, render, screen, seen } from '../screen';

afterEach(cleanup);

const json = (value: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(value), { status }));

/** How toasts describe what failed. */
const described = signal('failed');

/** The page before a server that answers so; tells what was asked, who one became, and where that led. */
function open(
  guest: boolean,
  answer: (path: string, init?: RequestInit) => Promise<Response>,
  route: Route = { page: 'account' },
) {
  const become = vi.fn();
  const leave = vi.fn();
  const tellError = vi.fn();
  const asked: string[] = [];
  const routes: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    return answer(path, init);
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...people, ...settings } });
  const user = signal({ id: 'u', name: 'Lin', guest });
  const here = signal(route);
  const playing = signal<readonly object[]>([]);
  const account = { user, playing, token: 'secret' as string | null, logIn: become, logOut: leave };
  const services = {
    account,
    navigation: { route: here, to: (to: unknown) => routes.push(to) },
    preferences,
    toasts: { describe: () => described.value, showError: tellError },
  } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <AccountPage />
    </ServicesContext.Provider>,
  );
  return { account, asked, become, here, leave, playing, routes, tellError, user };
}

const lists = ['GET /api/studies', 'GET /api/me/collections'];

/** A server that lets one log in, before what a guest has there. */
const having =
  (studies: readonly object[] = [], collections: readonly object[] = []) =>
  (_path: string, { method } = {} as RequestInit): Promise<Response> =>
    json(method ? { user: mei, token: 'T' } : { studies, collections });
const mei = { id: 'm', name: 'Mei', guest: false };

function logIn(): void {
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: ' Mei ' } });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'long enough' } });
  fireEvent.submit(seen('form'));
}

it('goes on as the account that logged in', async () => {
  const { asked, become, routes } = open(true, having());
  logIn();
  await vi.waitFor(() => expect(routes).toEqual([{ page: 'lobby' }]), 30_000);
  expect(become.mock.calls).toEqual([[mei, 'T']]);
  expect(asked).toEqual([...lists, 'POST /api/auth/login']);
});

const press = (name: string): Promise<void> =>
  act(() => void fireEvent.click(screen.getByRole('button', { name }), { detail: 1 }));

// The seat of a guest who logged in was lost for good, and the opponent was offered the win.
it('says first which games a guest cannot go on with, and logs in when that is wanted', async () => {
  const { asked, become, playing } = open(true, having());
  await act(() => void (playing.value = [{}, {}]));
  await act(() => logIn());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Logging in leaves behind the unfinished games, studies and collections of this guest. Registering keeps them.',
  );
  await press('Close');
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => logIn());
  await screen.findByRole('alert');
  expect(asked).toEqual([...lists, ...lists]);
  await press('Log in');
  await vi.waitFor(() => expect(become).toHaveBeenCalledOnce(), 30_000);
  expect(asked.slice(4)).toEqual(['POST /api/auth/login']);
});

it('logs in where what a guest has cannot be asked for', async () => {
  const { become } = open(true, (path, init) =>
    init?.method ? having()(path, init) : json({ error: { code: 'forbidden', message: '' } }, 403),
  );
  await act(() => logIn());
  await vi.waitFor(() => expect(become).toHaveBeenCalledOnce(), 30_000);
});

// Both were lost without a word.
it.each([
  ['studies', [{}], []],
  ['collections', [], [{}]],
])('says first that %s of a guest stay behind', async (_, studies, collections) => {
  const { asked, become } = open(true, having(studies, collections));
  await act(() => logIn());
  expect((await screen.findByRole('alert')).textContent).toContain('studies and collections');
  expect(asked).toEqual(lists);
  await press('Log in');
  await vi.waitFor(() => expect(become).toHaveBeenCalledOnce(), 30_000);
});

it('tells of a wrong password also who was asked before, and asks again', async () => {
  const { playing } = open(true, (path, init) =>
    init?.method ? json({ error: { code: 'unauthorized', message: '' } }, 401) : having()(path, init),
  );
  await act(() => void (playing.value = [{}]));
  await act(() => logIn());
  await screen.findByRole('alert');
  await press('Log in');
  await screen.findByText('Name or password is wrong.');
  await act(() => logIn());
  expect(await screen.findByText(/^Logging in leaves behind /)).toBeTruthy();
});

it('registers a guest with unfinished games at once: they stay', async () => {
  const user = { id: 'm', name: 'Mei', guest: false };
  const { asked, playing } = open(true, () => json({ user, token: 'T' }));
  await act(() => void (playing.value = [{}]));
  fireEvent.click(screen.getByRole('radio', { name: 'Register' }));
  logIn();
  await vi.waitFor(() => expect(asked).toEqual(['POST /api/auth/register']), 30_000);
});

// The opponent could claim the win, and nothing had been said.
it.each(['Log out', 'Log out everywhere'])('says before “%s” that games go on', async (way) => {
  const { asked, leave, playing } = open(false, (path) =>
    json(path.endsWith('/sessions') ? { sessions: [] } : {}),
  );
  await act(() => void (playing.value = [{}]));
  await press(`${way}…`);
  expect(screen.getByRole('alert').textContent).toBe('1 unfinished game will go on without you.');
  expect(asked).toEqual(['GET /api/me/sessions']);
  await press(way);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce(), 30_000);
});

it('leads back to the room that asked for an account, and nowhere from another page', async () => {
  const room = { page: 'room', gameId: 'g1' } as const;
  const there = open(true, having(), { page: 'account', from: room });
  logIn();
  await vi.waitFor(() => expect(there.routes).toEqual([room]), 30_000);
  cleanup();
  const left = open(true, having(), { page: 'learn' });
  logIn();
  await vi.waitFor(() => expect(left.become).toHaveBeenCalled(), 30_000);
  expect(left.routes).toEqual([]);
});

it('leads back to the room also who has skipped to the content of the page', async () => {
  const room = { page: 'room', gameId: 'g1' } as const;
  const { here, routes } = open(true, having(), { page: 'account', from: room });
  here.value = { page: 'account' };
  logIn();
  await vi.waitFor(() => expect(routes).toEqual([room]), 30_000);
});

it('tells of a wrong password, and lets one try again', async () => {
  const { become } = open(true, () => json({ error: { code: 'unauthorized', message: '' } }, 401));
  logIn();
  expect((await screen.findByRole('alert')).textContent).toContain('wrong');
  expect(become).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('long enough');
});

it('keeps the name of who has tried to log in and finds out that there is no account yet', () => {
  open(true, () => json({}));
  const name = () => screen.getByLabelText<HTMLInputElement>('Name').value;
  fireEvent.click(screen.getByRole('radio', { name: 'Register' }));
  expect(name()).toBe('Lin');
  fireEvent.click(screen.getByRole('radio', { name: 'Log in' }));
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Mei' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Register' }));
  expect(name()).toBe('Mei');
});

it('says what else went wrong, also in words that come later', async () => {
  open(true, () => json({ error: { code: 'rate_limited', message: '' } }, 429));
  logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('failed');
  described.value = 'Too many requests.';
  await screen.findByText('Too many requests.');
});

it('ends another session, but offers no end of this one', async () => {
  const sessions = [
    { id: 's1', client: 'here', current: true },
    { id: 's/2', client: 'there' },
  ];
  const { asked } = open(false, (path) => json(path.endsWith('/sessions') ? { sessions } : {}));
  await screen.findByText('there');
  expect(screen.getAllByText('End session')).toHaveLength(1);
  fireEvent.click(screen.getByText('End session'), { detail: 1 });
  fireEvent.click(screen.getByText('End session'), { detail: 2 });
  await vi.waitFor(
    () =>
      expect(asked).toEqual([
        'GET /api/me/sessions',
        'DELETE /api/me/sessions/s%2F2',
        'GET /api/me/sessions',
      ]),
    30_000,
  );
});

it('ends no session that has just come under the finger', async () => {
  let sessions = ['here', 'first', 'second'].map((id) => ({ id, current: id === 'here' }));
  open(false, (_path, { method } = {}) => {
    if (method === 'DELETE') sessions = sessions.filter(({ id }) => id !== 'first');
    return json({ sessions });
  });
  await screen.findByText('second');
  const held = heldOff();
  fireEvent.click(screen.getAllByText('End session')[0] as Element);
  await vi.waitFor(() => expect(screen.queryByText('first')).toBeNull(), 30_000);
  expect(held()).toEqual([expect.stringContaining('second')]);
});

it('asks for the sessions of who has logged in meanwhile in another tab', async () => {
  let client = 'of Lin';
  const { user } = open(false, () => json({ sessions: [{ id: 's1', client }] }));
  await screen.findByText('of Lin');
  client = 'of Mei';
  user.value = { id: 'm', name: 'Mei', guest: false };
  await screen.findByText('of Mei');
});

// The button did nothing but say "Please log in again".
it.each([
  ['ends', 200],
  ['has ended by itself', 401],
])('forgets the account where its session %s', async (_, status) => {
  const { leave } = open(false, (path) =>
    path.endsWith('/sessions')
      ? json({ sessions: [] })
      : json(status === 200 ? {} : { error: { code: 'unauthorized', message: '' } }, status),
  );
  fireEvent.click(screen.getByText('Log out'));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce(), 30_000);
});

it('stays where the server could not be told', async () => {
  const { leave, tellError } = open(false, (path) =>
    path.endsWith('/sessions') ? json({ sessions: [] }) : json({ error: { code: 'busy', message: '' } }, 503),
  );
  fireEvent.click(screen.getByText('Log out'));
  await vi.waitFor(() => expect(tellError).toHaveBeenCalledOnce(), 30_000);
  expect(leave).not.toHaveBeenCalled();
});

// The next user's token was forgotten here, and their seats with it.
it('logs out nobody but who has pressed, however late the answer', async () => {
  const told = new Response('{}');
  const read = vi.spyOn(told, 'json').mockResolvedValue({});
  let answer: (told: Response) => void = () => undefined;
  const { account, leave } = open(false, (path) =>
    path.endsWith('/sessions') ? json({ sessions: [] }) : new Promise((done) => (answer = done)),
  );
  fireEvent.click(screen.getByText('Log out'));
  account.token = 'of another';
  answer(told);
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce(), 30_000);
  await settled();
  expect(leave).not.toHaveBeenCalled();
});

it('has nothing that would move before it is known who is here', async () => {
  const { user } = open(true, () => json({}));
  expect(await screen.findByText('Moderation')).toBeTruthy();
  await act(() => void (user.value = null as unknown as typeof user.value));
  expect(screen.queryByText('Moderation')).toBeNull();
});

// The connection is closed as logged out, most often before the answer: then nothing said hello anew.
it('logs out also where the connection has ended with the session first', async () => {
  let answer: (told: Response) => void = () => undefined;
  const { account, leave } = open(false, (path) =>
    path.endsWith('/sessions') ? json({ sessions: [] }) : new Promise((done) => (answer = done)),
  );
  fireEvent.click(screen.getByText('Log out'));
  account.token = null;
  answer(new Response('{}'));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce(), 30_000);
});

it('asks once more for sessions that did not come', async () => {
  let isAway = true;
  open(false, () =>
    isAway
      ? json({ error: { code: 'busy', message: '' } }, 503)
      : json({ sessions: [{ id: 's1', client: 'here' }] }),
  );
  const retry = await screen.findByText('Reload');
  isAway = false;
  fireEvent.click(retry);
  await screen.findByText('here');
});
