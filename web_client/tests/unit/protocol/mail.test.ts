import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askForMail, confirmMail, fetchMail, removeMail, stopMail } from '../../../src/protocol/mail';

const asked = vi.fn();
beforeEach(() => {
  vi.stubGlobal('fetch', (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { authorization = null } = headers as Record<string, string>;
    asked(`${method} ${path}`, authorization, typeof body === 'string' ? (JSON.parse(body) as object) : null);
    return Promise.resolve(new Response('{"available":true}'));
  });
});
afterEach(() => {
  asked.mockClear();
  vi.unstubAllGlobals();
});

it.each<[string, () => Promise<unknown>, string, string | null, object | null]>([
  ['where mail goes', () => fetchMail('T'), 'GET /api/me/mail', 'Bearer T', null],
  [
    'a link',
    () => askForMail('T', 'a@b.test', 'zh-Hant'),
    'POST /api/me/mail',
    'Bearer T',
    { address: 'a@b.test', language: 'zh-Hant' },
  ],
  ['no more', () => removeMail('T'), 'DELETE /api/me/mail', 'Bearer T', null],
  // Without a session: links are opened in any browser.
  ['to confirm', () => confirmMail('c+d'), 'POST /api/mail/confirm', null, { code: 'c+d' }],
  ['to stop', () => stopMail('c+d&e'), 'POST /api/mail/stop?code=c%2Bd%26e', null, {}],
])('asks for %s', async (_what, ask, request, token, body) => {
  await ask();
  expect(asked.mock.calls).toEqual([[request, token, body]]);
});
