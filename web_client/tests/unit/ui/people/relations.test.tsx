// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { room } from '../../../../src/i18n/en/room';
import { memoryStorage } from '../../memory_storage';
import type { You } from '../../../../src/protocol/people';
import { RelationButtons, RelationsCard } from '../../../../src/ui/people/relations';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import type { VNode } from 'preact';
import { act, cleanup, fireEvent, render, screen, seen, waitFor } from '../screen';
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

describe('two changes at once', () => {
  /** What the server has been asked and not answered yet, in its order. */
  let answers: ((answer: unknown) => void)[];
  let site: Site;
  const late = (request: string): unknown =>
    request === 'GET /api/me/relations'
      ? { following: [], blocked: [], hidden: false }
      : new Promise((done) => answers.push(done));
  const answer = (what: unknown = {}): Promise<void> =>
    act(async () => {
      answers.shift()?.(what);
      await new Promise((done) => setTimeout(done));
    });
  const busy = (): Response => refused('busy', {}, 503);
  beforeEach(() => {
    answers = [];
    site = new Site().greet();
    site.archive = late;
  });

  // The answer to the first came after that to the second, and said that one follows who is blocked.
  it('of a player are made one after the other', async () => {
    site.open(<RelationButtons name="Mei" you={nothing} />);
    fireEvent.click(screen.getByText('Follow'));
    await waitFor(() => expect(screen.getByText('Block').getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(screen.getByText('Block'));
    expect(answers).toHaveLength(1);
    await answer();
    fireEvent.click(await screen.findByText('Block'));
    await answer();
    expect(await screen.findByText('Unblock')).toBeTruthy();
    expect(screen.queryByText('Unfollow')).toBeNull();
  });

  async function hides(): Promise<HTMLInputElement> {
    site.open(<RelationsCard />);
    const card = seen('details') as HTMLDetailsElement;
    card.open = true;
    fireEvent(card, new Event('toggle'));
    return screen.findByLabelText<HTMLInputElement>('Hide from friends that I am online');
  }

  // Each was sent at once; the failure of the first undid what was shown of the second, which was kept.
  it('of a choice are sent one after the other, and the last one holds', async () => {
    await hides();
    const who = screen.getByLabelText<HTMLSelectElement>('Who may challenge me');
    for (const value of ['friends', 'none']) fireEvent.change(who, { target: { value } });
    expect(answers).toHaveLength(1);
    await answer(busy());
    expect([who.value, answers.length]).toEqual(['none', 1]);
    await answer();
    expect([who.value, answers.length, site.said.length]).toEqual(['none', 0, 1]);
    expect(site.bodies).toEqual([{ by: 'friends' }, { by: 'none' }]);
  });

  it('of a choice end where the server has taken it, if not the last one', async () => {
    const box = await hides();
    fireEvent.click(box);
    fireEvent.click(box);
    await answer();
    expect(box.checked).toBe(false);
    await answer(busy());
    expect([box.checked, site.said.length]).toEqual([true, 1]);
  });
});
