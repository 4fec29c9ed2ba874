import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscribe, unsubscribe } from '../../../../src/ui/services/push';

const keys = { p256dh: 'point', auth: 'secret' };

/** A browser whose subscription was made for the key `old`, if for any, and a server with the key `new`. */
class Browser {
  key: unknown = null;
  readonly calls: unknown[] = [];

  private readonly subscription = {
    toJSON: () => ({ endpoint: 'https://push.example.org/a', expirationTime: null, keys }),
    unsubscribe: () => {
      this.key = null;
      return Promise.resolve(true);
    },
  };
  readonly pushManager = {
    subscribe: ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      if (this.key !== null && this.key !== key)
        return Promise.reject(new DOMException('another key', 'InvalidStateError'));
      this.key = key;
      return Promise.resolve(this.subscription);
    },
    getSubscription: () => Promise.resolve(this.key === null ? null : this.subscription),
  };
  readonly fetch = (path: string, { method = 'GET', body = null }: RequestInit) => {
    this.calls.push([method, path, body === null ? null : JSON.parse(body as string)]);
    return Promise.resolve(new Response(path === '/api/push' ? '{"key":"new"}' : '{}'));
  };
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(browser) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([null, 'new', 'old'])('gives the server what it writes to: %s', async (key) => {
  browser.key = key;
  await subscribe('token', 'zh-Hant');
  expect(browser.key).toBe('new');
  const told = { endpoint: 'https://push.example.org/a', ...keys, language: 'zh-Hant' };
  expect(browser.calls).toEqual([
    ['GET', '/api/push', null],
    ['POST', '/api/me/push', told],
  ]);
});

it('takes it back', async () => {
  browser.key = 'new';
  await unsubscribe('token');
  expect(browser.key).toBeNull();
  expect(browser.calls).toEqual([['DELETE', '/api/me/push', null]]);
});
