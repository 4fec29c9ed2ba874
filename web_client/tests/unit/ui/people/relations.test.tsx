// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { room } from '../../../../src/i18n/en/room';
import { memoryStorage } from '../../memory_storage';
import type { You } from '../../../../src/protocol/people';
import { RelationButtons, RelationsCard } from '../../../../src/ui/people/relations';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import type { VNode } from 'preact';
import { cleanup, fireEvent, render, screen, seen, waitFor } from '../screen';
import { refused, Site } from '../site';

afterEach(cleanup);

const nothing: You = { follows: false, blocks: false, followsYou: false };
const asked = vi.fn<(request: string) => Response>();
const showError = vi.fn();

function show(page: VNode): void {
  asked.mockReset().mockImplementation(() => new Response('{}'));
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) =>
    Promise.resolve(asked(`${method} ${path}`)),
  );
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...room, ...people } });
  const account = { user: signal(null), token: 'secret' };
  const services = { account, preferences, toasts: { showError, describe: String } } as unknown as Services;
  render(<ServicesContext.Provider value={services}>{page}</ServicesContext.Provider>);
}

it('follows and unfollows at the press of a button', async () => {
  show(<RelationButtons name="林 Lin" you={nothing} />);
  fireEvent.click(screen.getByText('Follow'));
  fireEvent.click(await screen.findByText('Unfollow'));
  expect(await screen.findByText('Follow')).toBeTruthy();
  expect(asked.mock.calls).toEqual([
    ['POST /api/players/%E6%9E%97%20Lin/follow'],
    ['DELETE /api/players/%E6%9E%97%20Lin/follow'],
  ]);
});

it('ends with a block what either follows', async () => {
  show(<RelationButtons name="Lin" you={{ ...nothing, follows: true, followsYou: true }} />);
  expect(screen.getByText('follows you')).toBeTruthy();
  fireEvent.click(screen.getByText('Block'));
  fireEvent.click(await screen.findByText('Unblock'));
  expect(await screen.findByText('Follow')).toBeTruthy();
  expect(screen.queryByText('follows you')).toBeNull();
  expect(asked.mock.calls).toEqual([['POST /api/players/Lin/block'], ['DELETE /api/players/Lin/block']]);
});

it('says why it may not follow, and shows that it does not', async () => {
  show(<RelationButtons name="Lin" you={nothing} />);
  asked.mockImplementation(() => new Response('{"error":{"code":"forbidden"}}', { status: 403 }));
  fireEvent.click(screen.getByText('Follow'));
  await waitFor(() => expect(showError).toHaveBeenCalledOnce());
  expect(screen.getByText('Follow')).toBeTruthy();
});

it('lists whom one follows and blocks, once it is opened', async () => {
  show(<RelationsCard />);
  expect(asked).not.toHaveBeenCalled();
  asked.mockImplementation(
    () =>
      new Response(
        JSON.stringify({
          following: [{ name: 'Mei', mutual: true, online: true }, { name: 'Wu' }],
          blocked: [{ name: 'Yan' }],
          hidden: true,
          challengedBy: 'friends',
        }),
      ),
  );
  const card = seen('details') as HTMLDetailsElement;
  card.open = true;
  fireEvent(card, new Event('toggle'));
  expect((await screen.findByText<HTMLAnchorElement>('Mei')).pathname).toBe('/players/Mei');
  expect(screen.getAllByText('follows you')).toHaveLength(1);
  expect(screen.getAllByText('online')).toHaveLength(1);
  expect(screen.getByText('You block')).toBeTruthy();
  expect(screen.getByText('Yan')).toBeTruthy();

  const hides = screen.getByLabelText<HTMLInputElement>('Hide from friends that I am online');
  expect(hides.checked).toBe(true);
  fireEvent.click(hides);
  await waitFor(() => expect(hides.checked).toBe(false));
  expect(asked).toHaveBeenLastCalledWith('POST /api/me/presence');

  const challengers = screen.getByLabelText<HTMLSelectElement>('Who may challenge me');
  expect(challengers.value).toBe('friends');
  fireEvent.change(challengers, { target: { value: 'none' } });
  await waitFor(() => expect(challengers.value).toBe('none'));
  expect(asked).toHaveBeenLastCalledWith('POST /api/me/challenges');

  // What the server does not take is not shown as if it held.
  asked.mockImplementation(() => new Response('{"error":{"code":"forbidden"}}', { status: 403 }));
  fireEvent.click(hides);
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith('POST /api/me/presence'));
  await waitFor(() => expect(hides.checked).toBe(false));
  fireEvent.change(challengers, { target: { value: 'everyone' } });
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith('POST /api/me/challenges'));
  await waitFor(() => expect(challengers.value).toBe('none'));
});

// It said that both seats are taken, as of a room.
it('says that one follows as many as one may', async () => {
  const site = new Site().greet({ guest: false });
  site.archive = () => refused('full', { reason: 'relations' }, 409);
  site.open(<RelationButtons name="Mei" you={nothing} />);
  fireEvent.click(screen.getByText('Follow'));
  await waitFor(() => expect(site.said).toEqual(['There is no room for more.']));
});
