import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

// The worker as the build leaves it, in a browser of maps.
const origin = 'https://sanqi.test';
const pathOf = (request: Request | string): string =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname;

interface Page {
  readonly url: string;
  readonly focus: () => void;
}

class Browser {
  readonly stores = new Map<string, Map<string, Response>>();
  /** What the server answers; a path that is not here cannot be reached. */
  readonly server = new Map<string, () => Response>();
  readonly pages: Page[] = [];
  readonly openWindow = vi.fn();
  readonly registration = { installing: null as unknown, showNotification: vi.fn(() => Promise.resolve()) };
  isFull = false;

  private readonly fetch = (request: Request | string): Promise<Response> => {
    const answer = this.server.get(pathOf(request));
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
  };

  private readonly caches = {
    open: (name: string) => {
      const store = this.stores.get(name) ?? new Map<string, Response>();
      this.stores.set(name, store);
      return Promise.resolve({
        add: async (request: Request) => {
          const answer = await this.fetch(request);
          if (!answer.ok) throw new TypeError('Request failed');
          if (this.isFull) throw new DOMException('Quota exceeded', 'QuotaExceededError');
          store.set(pathOf(request), answer);
        },
        match: (path: string) => Promise.resolve(store.get(path)?.clone()),
      });
    },
    delete: (name: string) => Promise.resolve(this.stores.delete(name)),
    keys: () => Promise.resolve([...this.stores.keys()]),
    match: (request: Request | string, { cacheName }: { cacheName?: string } = {}) => {
      if (this.isFull) return Promise.reject(new DOMException('broken', 'UnknownError'));
      const stores = cacheName === undefined ? [...this.stores.values()] : [this.stores.get(cacheName)];
      return Promise.resolve(stores.map((store) => store?.get(pathOf(request))?.clone()).find(Boolean));
    },
  };

  /** The worker of a build; what it does on an event of this name. */
  worker(build: string, ...files: readonly string[]) {
    const code = readFileSync('src/service_worker.js', 'utf8')
      .replace("const BUILD = '';", `const BUILD = '${build}';`)
      .replace('const FILES = [];', `const FILES = ${JSON.stringify(files)};`);
    const listeners = new Map<string, (event: object) => void>();
    const self = {
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      registration: this.registration,
      clients: { claim: vi.fn(), matchAll: () => Promise.resolve(this.pages), openWindow: this.openWindow },
    };
    class At extends Request {
      constructor(path: string, options?: RequestInit) {
        super(new URL(path, origin), options);
      }
    }
    const names = ['self', 'caches', 'fetch', 'location', 'Request'] as const;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- The worker is a script, not a module.
    const run = new Function(...names, code) as (...values: unknown[]) => void;
    run(self, this.caches, this.fetch, new URL(origin), At);
    return async (name: string, event: object = {}): Promise<Response | undefined> => {
      let done: Promise<unknown> | undefined;
      const take = (promise: Promise<unknown>): void => void (done = promise);
      listeners.get(name)?.({ ...event, waitUntil: take, respondWith: take });
      return (await done) as Response | undefined;
    };
  }

  serve(build: string): void {
    this.server.clear();
    const files = { '/': `<script src="/assets/base-${build}.js">`, [`/assets/base-${build}.js`]: build, '/offline.html': 'offline' }; // prettier-ignore
    for (const [path, text] of Object.entries(files)) this.server.set(path, () => new Response(text));
  }
}

const request = (path: string, mode = 'no-cors') => ({
  request: { url: origin + path, method: 'GET', mode } as Request,
});
const filesOf = (build: string): string[] => [`/assets/base-${build}.js`, '/offline.html'];

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
  browser.serve('one');
});

describe('the service worker', () => {
  it('opens a whole build without a network', async () => {
    const one = browser.worker('one', ...filesOf('one'));
    await one('install');
    await one('activate');
    browser.server.clear();
    expect(await (await one('fetch', request('/games', 'navigate')))?.text()).toContain('base-one');
    expect(await (await one('fetch', request('/assets/base-one.js')))?.text()).toBe('one');
    expect(await (await one('fetch', request('/offline.html', 'navigate')))?.text()).toBe('offline');
    expect((await one('fetch', request('/unknown.svg')))?.type).toBe('error');
  });

  it.each(['a file that is not there', 'a full disk', 'a page of another build'])(
    'leaves no part of a build that cannot be complete: %s',
    async (what) => {
      const one = browser.worker('one', ...filesOf('one'));
      await one('install');
      browser.serve('two');
      if (what === 'a file that is not there') browser.server.delete('/assets/base-two.js');
      if (what === 'a full disk') browser.isFull = true;
      if (what === 'a page of another build')
        browser.server.set('/', () => new Response('<script src="/assets/base-three.js">'));
      const two = browser.worker('two', ...filesOf('two'));
      await expect(two('install')).rejects.toThrow();
      expect([...browser.stores.keys()]).toEqual(['sanqi one']);
    },
  );

  // Where servers go back to a build, the browser installs its worker again: the page of a server that is not replaced
  // yet took the cache from under the pages that are open.
  it('leaves alone what a build has kept that comes again', async () => {
    const one = browser.worker('one', ...filesOf('one'));
    await one('install');
    browser.serve('two');
    await browser.worker('one', ...filesOf('one'))('install');
    browser.server.clear();
    expect(await (await one('fetch', request('/', 'navigate')))?.text()).toContain('base-one');
    expect(await (await one('fetch', request('/assets/base-one.js')))?.text()).toBe('one');
  });

  it('is installed although a file is lost once', async () => {
    let asked = 0;
    browser.server.set('/offline.html', () => {
      if (asked++ === 0) throw new TypeError('Failed to fetch');
      return new Response('offline');
    });
    await browser.worker('one', ...filesOf('one'))('install');
    expect(browser.stores.get('sanqi one')?.size).toBe(3);
  });

  it('gives the page of the network, and the files of a page of before', async () => {
    const one = browser.worker('one', ...filesOf('one'));
    await one('install');
    browser.serve('two');
    await browser.worker('two', ...filesOf('two'))('install');
    expect(await (await one('fetch', request('/', 'navigate')))?.text()).toContain('base-two');
    expect(await (await one('fetch', request('/assets/base-one.js')))?.text()).toBe('one');
    browser.server.clear();
    expect(await (await one('fetch', request('/', 'navigate')))?.text(), 'until it is its turn').toContain(
      'base-one',
    );
  });

  it('drops the builds before it when it is its turn, unless a newer one is on its way', async () => {
    for (const build of ['one', 'two']) {
      browser.serve(build);
      await browser.worker(build, ...filesOf(build))('install');
    }
    const two = browser.worker('two', ...filesOf('two'));
    browser.registration.installing = {};
    await two('activate');
    expect(browser.stores.size).toBe(2);
    browser.registration.installing = null;
    await two('activate');
    expect([...browser.stores.keys()]).toEqual(['sanqi two']);
  });

  it('passes on every answer that came, whatever the storage does', async () => {
    const one = browser.worker('one', ...filesOf('one'));
    browser.isFull = true;
    browser.server.set('/', () => new Response('busy', { status: 503 }));
    expect((await one('fetch', request('/', 'navigate')))?.status).toBe(503);
    expect(await (await one('fetch', request('/assets/base-one.js')))?.text()).toBe('one');
  });

  it.each(['/api/games', '/ws', '/metrics'])('never touches %s', async (path) => {
    expect(await browser.worker('one')('fetch', request(path))).toBeUndefined();
  });

  it('leads from a message to the tab of its game, or to a new one', async () => {
    const focused: string[] = [];
    for (const path of ['/', '/abcdefgh', '/watch'])
      browser.pages.push({ url: origin + path, focus: () => focused.push(path) });
    const click = (data: string) =>
      browser.worker('one')('notificationclick', { notification: { data, close: () => undefined } });
    await click('/abcdefgh');
    expect(focused).toEqual(['/abcdefgh']);
    await click('/ijklmnop');
    expect(focused).toHaveLength(1);
    expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith('/ijklmnop');
  });

  it('shows each message that the server pushes', async () => {
    const message = {
      title: 'It is your move',
      body: 'Gomoku · Lin',
      tag: 'turn abcdefgh',
      path: '/abcdefgh',
    };
    await browser.worker('one')('push', { data: { json: () => message } });
    const { title, path: data, ...look } = message;
    const shown = expect.objectContaining({ ...look, data }) as object;
    expect(browser.registration.showNotification).toHaveBeenCalledExactlyOnceWith(title, shown);
  });
});
