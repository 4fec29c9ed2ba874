import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSubscribed } from '../../../../src/ui/frame/push';
import type { Services } from '../../../../src/ui/services/services';

const kept = vi.hoisted(() => [] as (string | null)[][]);
vi.mock('../../../../src/ui/services/push', () => ({
  keep: (...wish: (string | null)[]) => Promise.resolve(void kept.push(wish)),
}));

const account = { token: 'first', user: signal<{ guest: boolean } | null>(null) };
const settings = signal({ notify: true, language: 'en' });
const told = async (...wishes: (string | null)[][]) => {
  await vi.waitFor(() => expect(kept.length).toBeGreaterThanOrEqual(wishes.length), 30_000);
  expect(kept).toEqual(wishes);
};

beforeEach(() => {
  kept.length = 0;
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('tells the server at a start, a login and a change, and takes it back', async () => {
  keepSubscribed({ account, preferences: { settings } } as unknown as Services);
  await told();
  account.user.value = { guest: false };
  await told(['first', 'en']);
  account.user.value = { guest: false }; // Said again after a loss of the connection.
  await told(['first', 'en']);
  account.token = 'second';
  account.user.value = { guest: false };
  await told(['first', 'en'], ['second', 'en']);
  settings.value = { notify: true, language: 'zh-Hant' };
  await told(['first', 'en'], ['second', 'en'], ['second', 'zh-Hant']);
  settings.value = { notify: false, language: 'zh-Hant' };
  await told(['first', 'en'], ['second', 'en'], ['second', 'zh-Hant'], [null, 'zh-Hant']);
});
