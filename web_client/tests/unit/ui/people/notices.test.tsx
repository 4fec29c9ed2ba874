// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { settings as settingsWords } from '../../../../src/i18n/en/settings';
import { NoticesCard } from '../../../../src/ui/people/notices';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { memoryStorage } from '../../memory_storage';
import { cleanup, fireEvent, render, screen, waitFor } from '../screen';

const usual = { turn: true, round: true, challenge: true, quietFrom: 0, quietUntil: 0, zone: 0 };
const zone = 0 - new Date().getTimezoneOffset();
const showError = vi.fn();
let answers: (() => Response | Promise<Response>)[];
let sent: unknown[];
const mail = { available: false, address: null as string | null, confirmed: false };

beforeEach(() => {
  showError.mockReset();
  answers = [() => new Response(JSON.stringify(usual))];
  sent = [];
  mail.available = false;
});
afterEach(cleanup);

async function open(): Promise<void> {
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/me/mail') return Promise.resolve(new Response(JSON.stringify(mail)));
    if (body) sent.push(JSON.parse(body as string));
    return Promise.resolve((answers.shift() ?? (() => new Response('{}')))());
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...people, ...settingsWords } });
  const services = { account: { token: 'secret' }, preferences, toasts: { showError, describe: String } };
  render(
    <ServicesContext.Provider value={services as unknown as Services}>
      <NoticesCard />
    </ServicesContext.Provider>,
  );
  const card = screen.getByRole<HTMLDetailsElement>('group');
  card.open = true;
  fireEvent(card, new Event('toggle'));
  await waitFor(() => expect(card.querySelector('.switches, .empty')).toBeTruthy());
}
const switchOf = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

it('sends the second choice after the first, with both', async () => {
  let answer: (response: Response) => void = () => undefined;
  answers.push(() => new Promise((done) => (answer = done)));
  await open();
  fireEvent.click(switchOf('My turn, by days'));
  fireEvent.click(switchOf('Challenges'));
  expect(sent).toEqual([{ ...usual, turn: false, zone }]);
  answer(new Response('{}'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ ...usual, turn: false, challenge: false, zone });
});

it('has quiet hours, of which both ends are chosen', async () => {
  await open();
  expect(screen.queryByLabelText('From')).toBeNull();
  fireEvent.click(switchOf('Quiet hours'));
  const from = screen.getByLabelText<HTMLInputElement>('From');
  expect(from.value).toBe('22:00');
  fireEvent.change(from, { target: { value: '' } });
  fireEvent.change(from, { target: { value: '21:30' } });
  await waitFor(() => expect(sent.at(-1)).toEqual({ ...usual, quietFrom: 1290, quietUntil: 420, zone }));
  fireEvent.click(switchOf('Quiet hours'));
  await waitFor(() => expect(sent.at(-1)).toEqual({ ...usual, zone }));
});

// Both ends at one time are no quiet hours: the fields went from under the fingers at "07" of 07:30.
it('keeps its quiet hours while one end is typed over the other', async () => {
  answers = [() => new Response(JSON.stringify({ ...usual, quietFrom: 1320, quietUntil: 420 }))];
  await open();
  for (const [end, same, then] of [
    ['From', '07:00', { quietFrom: 450 }],
    ['Until', '07:30', { quietUntil: 480 }],
  ] as const) {
    fireEvent.change(screen.getByLabelText(end), { target: { value: same } });
    expect([switchOf('Quiet hours').checked, sent.length]).toEqual([true, end === 'From' ? 0 : 1]);
    const value = end === 'From' ? '07:30' : '08:00';
    fireEvent.change(screen.getByLabelText(end), { target: { value } });
    await waitFor(() => expect(sent.at(-1)).toMatchObject(then));
  }
  expect(sent.at(-1)).toEqual({ ...usual, quietFrom: 450, quietUntil: 480, zone });
});

it('undoes what the server has not taken, and says why', async () => {
  answers.push(() => new Response('{"error":{"code":"busy"}}', { status: 503 }));
  await open();
  fireEvent.click(switchOf('Challenges'));
  expect(switchOf('Challenges').checked).toBe(false);
  await waitFor(() => expect(showError).toHaveBeenCalledOnce());
  expect(switchOf('Challenges').checked).toBe(true);
  fireEvent.click(switchOf('My turn, by days'));
  await waitFor(() => expect(sent.at(-1)).toEqual({ ...usual, turn: false, zone }));
});

it('says when the server sends none', async () => {
  answers = [() => new Response('{"error":{"code":"not_found"}}', { status: 404 })];
  await open();
  expect(screen.getByText('This server sends none to browsers.')).toBeTruthy();
});

it('has mail beside the messages, also where browsers get none', async () => {
  answers = [() => new Response('{"error":{"code":"not_found"}}', { status: 404 })];
  mail.available = true;
  await open();
  expect(await screen.findByRole('heading', { name: 'Mail' })).toBeTruthy();
});
