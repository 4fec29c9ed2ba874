// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PART_BYTES } from '../../../../src/protocol/collections';
import { Account } from '../../../../src/state/account';
import { isBehindAnother, LostFile, Uploads, waitAfter } from '../../../../src/ui/collections/uploads';
import { Refusal } from '../../../../src/protocol/connection';
import { memoryStorage } from '../../memory_storage';

const refused = (status: number, code: string, more: object = {}): Response =>
  new Response(JSON.stringify({ error: { code, message: 'no', ...more } }), { status });
const file = (bytes: number, name = 'a.pgn'): File => new File(['x'.repeat(bytes)], name);

/** A server that takes files; `fail` says of each request whether it is refused, or the line breaks. */
class Server {
  readonly asked: string[] = [];
  imports: object[] = [];
  /** Of the import i1. */
  status = 'receiving';
  fail: (request: string) => Response | null | 'offline' = () => null;

  constructor() {
    vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
      const request = `${method} ${url}`;
      this.asked.push(request);
      const failure = this.fail(request);
      if (failure === 'offline') return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve(failure ?? new Response(JSON.stringify(this.answer(url))));
    });
  }

  private answer(url: string): object {
    if (url === '/api/me/imports') return { imports: this.imports };
    return { id: 'i1', collection: 'c1', file: 'a.pgn', bytes: 1, status: this.status };
  }

  /** Of each part, how often it was sent. */
  get parts(): readonly string[] {
    return this.asked.filter((one) => one.includes('/parts/')).map((one) => one.replace(/.*\//, ''));
  }
}

let server: Server;
let keep = memoryStorage();
const kept = new Map<string, Blob>();
const files = {
  put: (key: string, blob: Blob) => Promise.resolve(void kept.set(key, blob)),
  get: (key: string) => Promise.resolve(kept.get(key)),
  delete: (key: string) => Promise.resolve(void kept.delete(key)),
};

function open(user = 'u1'): Uploads {
  const account = new Account(memoryStorage());
  account.applyWelcome({
    t: 'welcome',
    v: 1,
    user: { id: user, name: 'Lin', guest: true },
    token: 'T',
    now: 0,
    games: [],
  });
  return new Uploads(account, keep, files, (act) => act());
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  keep = memoryStorage();
  kept.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(60_000);

describe('files that are sent into a collection', () => {
  it('go in parts, one file after another, and leave the list', async () => {
    const uploads = open();
    await uploads.add('c1', [file(2 * PART_BYTES + 1), file(1, 'b.pgn')]);
    await settle();
    expect(server.parts).toEqual(['0', '1', '2', '0']);
    expect(server.asked.filter((one) => one === 'POST /api/imports/i1')).toHaveLength(2);
    expect(uploads.list.value).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('are sent on when the line is back, from the part that was lost', async () => {
    const uploads = open();
    server.fail = (request) => (request.endsWith('/parts/1') ? 'offline' : null);
    await uploads.add('c1', [file(3 * PART_BYTES)]);
    await settle();
    expect(uploads.list.value[0]).toMatchObject({ sent: 1 });
    expect(uploads.list.value[0]?.failed).toBeUndefined();
    expect([...uploads.problems.value.values()]).toHaveLength(1);
    server.fail = () => null;
    uploads.onOnline();
    await settle();
    expect(server.parts[0]).toBe('0');
    expect(server.parts.filter((part) => part === '0')).toHaveLength(1);
    expect(server.parts.at(-1)).toBe('2');
    expect(uploads.list.value).toEqual([]);
    expect(uploads.problems.value.size).toBe(0);
  });

  it('wait for as long as the server says', async () => {
    const uploads = open();
    server.fail = (request) =>
      request.endsWith('/parts/0') ? refused(429, 'rate_limited', { retryMs: 30_000 }) : null;
    await uploads.add('c1', [file(1)]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(server.parts).toEqual(['0']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.parts).toEqual(['0', '0']);
    await uploads.remove(uploads.list.value[0]?.key ?? '');
  });

  it('go on after a reload where they were', async () => {
    const before = open();
    server.fail = (request) => (request.endsWith('/parts/1') ? 'offline' : null);
    await before.add('c1', [file(2 * PART_BYTES)]);
    await settle();
    server.fail = () => null;
    server.asked.length = 0;
    const after = open();
    void after.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.parts[0], 'not the first one').toBe('1');
    await settle();
    expect(after.list.value).toEqual([]);
  });

  it('of another user are left alone', async () => {
    server.fail = () => 'offline';
    await open().add('c1', [file(1)]);
    server.asked.length = 0;
    await open('u2').run();
    expect(server.asked).toEqual([]);
  });

  it('that are refused say why, and the next one goes', async () => {
    const uploads = open();
    server.fail = (request) =>
      request === 'POST /api/collections/c1/imports' && server.asked.length < 3
        ? refused(400, 'bad_message', { reason: 'bytes' })
        : null;
    await uploads.add('c1', [file(1), file(1, 'b.pgn')]);
    await settle();
    expect(uploads.list.value).toMatchObject([{ name: 'a.pgn', failed: true }]);
    expect([...uploads.problems.value.values()]).toMatchObject([{ code: 'bad_message' }]);
    expect(server.asked.at(-1)).toBe('POST /api/imports/i1');
  });

  it('wait for the file before them', async () => {
    const uploads = open();
    server.fail = (request) =>
      request.endsWith('/imports') && request.startsWith('POST')
        ? refused(409, 'not_allowed', { reason: 'import' })
        : null;
    await uploads.add('c1', [file(1)]);
    await settle();
    expect(isBehindAnother([...uploads.problems.value.values()][0])).toBe(true);
    const lists = server.asked.filter((one) => one === 'GET /api/me/imports');
    expect(lists, 'it was asked for with each try, for half of what an address may ask').toHaveLength(1);
    server.fail = () => null;
    await settle();
    expect(uploads.list.value).toEqual([]);
  });

  it('go on in the import that an earlier page has left', async () => {
    server.imports = [{ id: 'i9', collection: 'c1', file: 'a.pgn', bytes: 1, status: 'receiving' }];
    await open().add('c1', [file(1)]);
    await settle();
    expect(server.asked).toContain('POST /api/imports/i9/parts/0');
    expect(server.asked).not.toContain('POST /api/collections/c1/imports');
  });

  it('go on in their import where the answer to its beginning was lost', async () => {
    server.fail = (request) => (request === 'POST /api/collections/c1/imports' ? 'offline' : null);
    await open().add('c1', [file(1)]);
    await vi.advanceTimersByTimeAsync(0);
    server.imports = [{ id: 'i9', collection: 'c1', file: 'a.pgn', bytes: 1, status: 'receiving' }];
    await settle();
    expect(server.asked).toContain('POST /api/imports/i9/parts/0');
  });

  it('begin anew where the server has given them up meanwhile', async () => {
    const uploads = open();
    server.fail = (request) => (request.endsWith('/parts/1') ? 'offline' : null);
    await uploads.add('c1', [file(2 * PART_BYTES)]);
    await vi.advanceTimersByTimeAsync(40 * 60_000);
    let refusals = 0;
    server.fail = (request) =>
      request.endsWith('/parts/1') && refusals++ === 0
        ? refused(409, 'not_allowed', { reason: 'ended' })
        : null;
    uploads.onOnline();
    await settle();
    expect(server.asked.filter((one) => one === 'POST /api/collections/c1/imports')).toHaveLength(2);
    expect(server.parts.slice(-3)).toEqual(['1', '0', '1']);
    expect(uploads.list.value).toEqual([]);
  });

  it('that somebody cancels meanwhile stay so', async () => {
    const uploads = open();
    server.fail = (request) =>
      request.endsWith('/parts/1') ? refused(409, 'not_allowed', { reason: 'ended' }) : null;
    await uploads.add('c1', [file(2 * PART_BYTES)]);
    await settle();
    expect(uploads.list.value).toMatchObject([{ failed: true }]);
  });

  it.each([
    ['waiting', 0],
    ['cancelled', 1],
  ])('whose import does not begin and is %s: %i files are kept', async (status, left) => {
    const uploads = open();
    server.status = status;
    server.fail = (request) =>
      request === 'POST /api/imports/i1' ? refused(409, 'not_allowed', { reason: 'ended' }) : null;
    await uploads.add('c1', [file(1)]);
    await settle();
    expect(kept.size).toBe(left);
    expect(uploads.list.value.filter(({ failed }) => failed)).toHaveLength(left);
  });

  it('that are not wanted any more are cancelled on the server, and tell no failure', async () => {
    const uploads = open();
    server.fail = (request) => (request.includes('/parts/') ? 'offline' : null);
    await uploads.add('c1', [file(1)]);
    await vi.advanceTimersByTimeAsync(100);
    await uploads.remove(uploads.list.value[0]?.key ?? '');
    await settle();
    expect(server.asked).toContain('DELETE /api/imports/i1');
    expect(uploads.list.value).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('that this browser has not kept are asked for again', async () => {
    server.fail = () => 'offline';
    await open().add('c1', [file(1)]);
    kept.clear();
    server.fail = () => null;
    const uploads = open();
    await uploads.run();
    expect(uploads.list.value).toMatchObject([{ failed: true }]);
    expect([...uploads.problems.value.values()][0]).toBeInstanceOf(LostFile);
    await uploads.add('c1', [file(1)]);
    await settle();
    expect(uploads.list.value, 'the second try takes the place of the first').toEqual([]);
  });

  // It stayed in the browser's database for good.
  it('that failed are not kept beside the second try', async () => {
    const uploads = open();
    server.fail = (request) => (request.startsWith('POST') ? refused(404, 'not_found') : null);
    await uploads.add('c1', [file(1)]);
    await settle();
    expect(kept.size).toBe(1);
    server.fail = () => null;
    await uploads.add('c1', [file(1)]);
    await settle();
    expect([uploads.list.value, kept.size]).toEqual([[], 0]);
  });
});

describe('what fails', () => {
  it.each([
    ['the network', new TypeError('Failed to fetch'), true],
    ['a busy server', new Refusal('busy', ''), true],
    ['a proxy without a server', new Refusal('http_502', ''), true],
    ['a collection that is gone', new Refusal('not_found', ''), false],
    ['an import that was cancelled', new Refusal('not_allowed', '', 'ended'), false],
    ['a file that is gone', new LostFile(), false],
  ])('is tried again for %s: %s', (_, error, again) => {
    expect(waitAfter(error, 0) !== null).toBe(again);
  });
});
