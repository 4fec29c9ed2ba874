// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const LONG_MS = 10_000;
const tryAgain = vi.fn();
let needed: typeof import('../../../../src/ui/services/reload').needed;
beforeEach(async () => {
  vi.resetModules();
  ({ needed } = await import('../../../../src/ui/services/reload'));
  vi.useFakeTimers();
  vi.stubGlobal('tryAgain', tryAgain);
  tryAgain.mockImplementation(() => {
    document.querySelector('.again')?.remove();
    document.body.append(Object.assign(document.createElement('p'), { className: 'again' }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  document.body.replaceChildren();
});

const never = new Promise<never>(() => undefined);
const isSaid = (): boolean => document.querySelector('.again') !== null;

describe('a file that a page needs', () => {
  it('is handed on when it is here, and nothing is said', async () => {
    const use = vi.fn();
    needed(Promise.resolve('file'), use);
    await vi.advanceTimersByTimeAsync(10 * LONG_MS);
    expect(use).toHaveBeenCalledExactlyOnceWith('file');
    expect(tryAgain).not.toHaveBeenCalled();
  });

  it('that cannot come has the page loaded again, and is not waited for', async () => {
    const done = vi.fn();
    needed(Promise.reject(new Error('gone')), done);
    await vi.advanceTimersByTimeAsync(10 * LONG_MS);
    expect(tryAgain.mock.calls).toEqual([[]]);
    expect(done).not.toHaveBeenCalled();
  });

  it('that is late is said to be missing, once for all, until the last is here', async () => {
    const come: ((file: string) => void)[] = [];
    const here: string[] = [];
    for (let n = 0; n < 2; n++)
      needed(new Promise<string>((done) => come.push(done)), (file) => here.push(file));
    await vi.advanceTimersByTimeAsync(LONG_MS - 1);
    expect(tryAgain).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(tryAgain.mock.calls).toEqual([[true]]);
    come[0]?.('one');
    await vi.advanceTimersByTimeAsync(0);
    expect([here, isSaid()]).toEqual([['one'], true]);
    come[1]?.('two');
    await vi.advanceTimersByTimeAsync(0);
    expect([here, isSaid()]).toEqual([['one', 'two'], false]);
    needed(never);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(tryAgain).toHaveBeenCalledTimes(2);
  });

  it.each([0, LONG_MS])(
    'that will not come, known after %i ms, is missed also when a late one is here',
    async (ms) => {
      let [come, lose] = [(): void => undefined, (): void => undefined];
      needed(
        new Promise<void>((done) => {
          come = done;
        }),
      );
      needed(
        new Promise<void>((_, fail) => {
          lose = fail;
        }),
      );
      await vi.advanceTimersByTimeAsync(ms);
      lose();
      await vi.advanceTimersByTimeAsync(LONG_MS);
      expect(isSaid()).toBe(true);
      come();
      await vi.advanceTimersByTimeAsync(0);
      expect(isSaid()).toBe(true);
    },
  );
});

describe('the page that asks', () => {
  const page = readFileSync('index.html', 'utf8');
  const [, body = ''] = /window\.tryAgain = (function[\s\S]*?\n {6}\});/.exec(page) ?? [];
  const load = vi.fn();
  const answer = vi.fn<() => Promise<unknown>>();
  const tries = (onlyAsk = true): void => {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const make = new Function('location', 'fetch', `return ${body}`) as (
      ...around: unknown[]
    ) => (onlyAsk?: boolean) => void;
    make({ reload: load }, answer)(onlyAsk);
  };

  it('loads nothing before it is pressed, and says anew what was tried in vain', async () => {
    answer.mockRejectedValueOnce(new Error('stalled')).mockResolvedValueOnce({});
    tries();
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(answer).not.toHaveBeenCalled();
    const [first, press] = [
      document.querySelector('.again'),
      () => document.querySelector('button')?.click(),
    ];
    press();
    expect(document.querySelector('button')?.disabled).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(first?.isConnected).toBe(false);
    expect(document.querySelector('.again')?.getAttribute('role')).toBe('alert');
    expect(document.querySelectorAll('.again')).toHaveLength(1);
    press();
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledOnce();
  });

  // After an update a panel could not be fetched: the page was loaded again under the chat that was being written.
  it.each([
    ['loads by itself where nothing stands yet', '<div></div>', 1],
    ['leaves to the visitor a page that stands', '<main><h1>Games</h1><input></main>', 0],
  ])('%s', async (_, html, loads) => {
    sessionStorage.clear();
    answer.mockResolvedValue({});
    document.body.innerHTML = html;
    tries(false);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(load).toHaveBeenCalledTimes(loads);
    expect(isSaid()).toBe(loads === 0);
    // Nor when the network is back.
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(load).toHaveBeenCalledTimes(2 * loads);
  });
});
