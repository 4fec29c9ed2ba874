// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { view as Pages } from '../../../../src/ui/people/account_page';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { refused, Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

/** The page behind a link, in a browser that no account is logged in to. */
function open(id: string, answer: () => unknown = () => ({}), query = '?code=c%2Bd'): Site {
  history.replaceState(null, '', `/mail/${id}${query}`);
  const site = new Site();
  site.archive = answer;
  return site.open(<Pages page="mail" id={id} />);
}
const press = (): Promise<void> => act(() => void fireEvent.click(screen.getByRole('button')));
const says = (words: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('status').textContent).toContain(words));

describe('a link of a mail', () => {
  it.each(['confirm', 'stop'])('does nothing when it is opened: %s', async (id) => {
    const site = open(id);
    await act(() => Promise.resolve());
    expect(site.fetched).toEqual([]);
    await says('this address');
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  it('confirms an address when its button is pressed', async () => {
    const site = open('confirm', () => ({ name: 'Mei', address: 'a@b.test' }));
    await press();
    await says('a@b.test is confirmed for Mei.');
    expect(site.fetched).toEqual(['POST /api/mail/confirm']);
    expect(site.bodies).toEqual([{ code: 'c+d' }]);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/account');
  });

  it('stops the mails when its button is pressed', async () => {
    const site = open('stop');
    await press();
    await says('No more mail goes to this address.');
    expect(site.fetched).toEqual(['POST /api/mail/stop?code=c%2Bd']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leaves the history once its code has done what it is for', async () => {
    let answer: (value: unknown) => void = () => undefined;
    open('stop', () => new Promise((done) => (answer = done)));
    await press();
    expect(location.search).toBe('?code=c%2Bd');
    answer({});
    await waitFor(() => expect(location.search).toBe(''));
    expect(location.pathname).toBe('/mail/stop');
  });

  it('leaves the address of another page alone, where it is answered there', async () => {
    let answer: (value: unknown) => void = () => undefined;
    open('stop', () => new Promise((done) => (answer = done)));
    await press();
    cleanup();
    history.replaceState(null, '', '/games?status=finished');
    await act(async () => {
      answer({});
      await new Promise((done) => setImmediate(done));
    });
    expect(location.search).toBe('?status=finished');
  });

  it('is sent once at a time, and shows that it is', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const site = open('stop', () => new Promise((done) => (answer = done)));
    await press();
    const button = screen.getByRole<HTMLButtonElement>('button');
    expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true']);
    await press();
    expect(site.fetched).toHaveLength(1);
    answer(refused('busy', {}, 503));
    await screen.findByRole('alert');
    await press();
    expect(site.fetched).toHaveLength(2);
  });

  it.each([
    ['that is unknown', () => refused('not_found', {}, 404), '?code=x', 1],
    ['that no server can have made', () => refused('bad_message', { reason: 'code' }), '?code=x', 1],
    ['that is left out', () => ({}), '', 0],
  ])('tells of a code %s, and where to look', async (_what, answer, query, asked) => {
    const site = open('confirm', answer, query);
    if (asked > 0) await press();
    await says('does not work any more');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/account');
    expect(site.fetched).toHaveLength(asked);
  });

  it('can be tried again where there was no answer', async () => {
    const answers: (() => unknown)[] = [() => Promise.reject(new TypeError('offline')), () => ({})];
    open('stop', () => answers.shift()?.());
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe('The server cannot be reached.');
    expect(location.search).toBe('?code=c%2Bd');
    await press();
    await says('No more mail goes to this address.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads nowhere where it is for nothing that is known', () => {
    open('other');
    expect(screen.getByRole('heading').textContent).toBe('Nothing here');
  });
});
