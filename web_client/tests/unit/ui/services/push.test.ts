import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keep } from '../../../../src/ui/services/push';

const keys = { p256dh: 'point', auth: 'secret' };

/** A browser whose subscription was made for the key `old`, if for any, and a server with the key `new`. */
class Browser {
  key: unknown = null;
  readonly calls: unknown[] = [];
  readonly tokens: (string | null)[] = [];

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
  readonly fetch = (path: string, { method = 'GET', body = null, headers }: RequestInit) => {
    this.tokens.push(new Headers(headers).get('authorization'));
    this.calls.push([method, path, body === null ? null : JSON.parse(body as string)]);
    return Promise.resolve(new Response(path === '/api/push' ? '{"key":"new"}' : '{}'));
  };
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(browser) } });
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([null, 'new', 'old'])('gives the server what it writes to: %s', async (key) => {
  browser.key = key;
  await keep('token', 'zh-Hant');
  expect(browser.key).toBe('new');
  const told = { endpoint: 'https://push.example.org/a', ...keys, language: 'zh-Hant', zone: 120 };
  expect(browser.calls).toEqual([
    ['GET', '/api/push', null],
    ['POST', '/api/me/push', told],
  ]);
});

it('takes it back, when the wish before has come to its end', async () => {
  void keep('token', 'en');
  await keep(null, 'en');
  expect(browser.key).toBeNull();
  expect(browser.calls.at(-1)).toEqual(['DELETE', '/api/me/push', null]);
  expect(browser.tokens.at(-1)).toBe('Bearer token');
});

it('goes on after a wish that failed', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(keep('token', 'en')).rejects.toThrow();
  vi.stubGlobal('fetch', browser.fetch);
  await keep('token', 'en');
  expect(browser.key).toBe('new');
});
