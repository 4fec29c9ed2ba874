// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mail } from '../../../../src/ui/people/mail';
import { act, cleanup, fireEvent, screen, seen, waitFor } from '../screen';
import { refused, Site } from '../site';

let site: Site;
beforeEach(() => {
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = { available: true, address: null, confirmed: false };
const waiting = { available: true, address: 'a@b.test', confirmed: false };
const confirmed = { ...waiting, confirmed: true };

/** The part of an account that has this; `acts` answers what is done. */
async function open(before: unknown, acts: (request: string) => unknown = () => ({})): Promise<void> {
  site.archive = (request) => (request.startsWith('GET') ? before : acts(request));
  site.open(<Mail />);
  await screen.findByRole('status');
}
const says = (words: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('status').textContent).toContain(words));
const buttons = (): string[] => screen.getAllByRole('button').map(({ textContent }) => textContent);
const press = (name: string): Promise<void> =>
  act(() => void fireEvent.click(screen.getByRole('button', { name })));
const field = (): HTMLInputElement => screen.getByLabelText('Mail address');
const acts = (): readonly string[] => site.fetched.filter((line) => !line.startsWith('GET'));

/** As Enter does, which no button of the form holds up here. The field takes blanks away. */
async function send(address = ' a@b.test '): Promise<void> {
  await act(() => void fireEvent.input(field(), { target: { value: address } }));
  await act(() => void fireEvent.submit(seen('form')));
}

describe('the mail of an account', () => {
  it('is not there where the server sends none', async () => {
    site.archive = () => ({ ...none, available: false });
    site.open(<Mail />);
    await act(() => Promise.resolve());
    await waitFor(() => expect(site.fetched).toEqual(['GET /api/me/mail']));
    await act(() => Promise.resolve());
    expect(document.body.textContent).toBe('');
  });

  it('can be removed where the server sends none any more', async () => {
    const off = { ...confirmed, available: false };
    await open(off, () => ({ ...off, address: null }));
    expect(buttons()).toEqual(['Remove']);
    await press('Remove');
    await waitFor(() => expect(document.body.textContent).toBe(''));
    expect(acts()).toEqual(['DELETE /api/me/mail']);
  });

  it('sends a link to an address, in the language of the page, and waits for it', async () => {
    await open(none, () => waiting);
    await says('At most once a day');
    expect(field().required).toBe(true);
    await send();
    await says('Open the link in the mail to a@b.test');
    expect(acts()).toEqual(['POST /api/me/mail']);
    expect(site.bodies).toEqual([{ address: 'a@b.test', language: 'en' }]);
    // The server writes to an address once a day: to send again would be refused for as long as the link is good.
    expect(buttons()).toEqual(['Remove']);
    expect(screen.queryByLabelText('Mail address')).toBeNull();
  });

  it('is not removed by the second half of a double click on what sent the link', async () => {
    await open(none, () => waiting);
    await send();
    await says('Open the link');
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Remove' }), { detail: 2 }));
    expect(acts()).toEqual(['POST /api/me/mail']);
  });

  it.each([
    ['that waits', waiting],
    ['that is confirmed', confirmed],
  ])('removes an address %s', async (_what, before) => {
    await open(before, () => none);
    await says('a@b.test');
    await press('Remove');
    await says('At most once a day: ');
    expect(acts()).toEqual(['DELETE /api/me/mail']);
    expect(field().value).toBe('');
    expect(buttons()).toEqual(['Send confirmation']);
  });

  it('has nothing but its removal for an address that is confirmed', async () => {
    await open(confirmed);
    expect(buttons()).toEqual(['Remove']);
  });

  it('sends one thing at a time', async () => {
    let answer: (value: unknown) => void = () => undefined;
    await open(none, () => new Promise((done) => (answer = done)));
    await send();
    await send();
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
    expect(acts()).toEqual(['POST /api/me/mail']);
    answer(confirmed);
    await says('goes to a@b.test');
    await press('Remove');
    await press('Remove');
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
    expect(acts()).toEqual(['POST /api/me/mail', 'DELETE /api/me/mail']);
  });
});

describe('what is in the way of mail', () => {
  it.each<[string, () => unknown, string]>([
    [
      'an address that is none',
      () => refused('bad_message', { reason: 'address' }),
      'This is not a mail address.',
    ],
    ['a limit of a day', () => refused('rate_limited', { retryMs: 7_200_001 }, 429), 'Try again in 3 hours.'],
    ['a limit of an hour', () => refused('rate_limited', { retryMs: 61_000 }, 429), 'Try again in 1 hour.'],
    ['a limit of seconds', () => refused('rate_limited', { retryMs: 2_000 }, 429), 'Please wait a moment.'],
    ['a limit that does not say', () => refused('rate_limited', {}, 429), 'Please wait a moment.'],
    ['no network', () => Promise.reject(new TypeError('offline')), 'The server cannot be reached.'],
  ])('is said: %s', async (_what, answer, words) => {
    await open(none, answer);
    await send();
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(field().value).toBe('a@b.test');
  });

  it('is forgotten with the next try', async () => {
    const answers = [refused('busy', {}, 503), waiting];
    await open(none, () => answers.shift());
    await send();
    await screen.findByRole('alert');
    await send();
    await says('Open the link');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is said before anything is known, with a way to ask again', async () => {
    site.archive = () => refused('busy', {}, 503);
    site.open(<Mail />);
    await screen.findByRole('alert');
    site.archive = () => confirmed;
    await press('Reload');
    await says('a@b.test');
  });
});
