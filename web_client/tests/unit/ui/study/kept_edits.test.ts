// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingEdit } from '../../../../src/state/study_state';
import { keepEdits, keptEdits } from '../../../../src/ui/study/kept_edits';

const edits: readonly PendingEdit[] = [{ edit: { do: 'add', node: 0, move: 'h8' }, newId: -1, seen: 3 }];

const one = { user: 'u1', studyId: 's1', chapter: 1 };

it('keeps what could not be sent of each chapter, until it is', () => {
  keepEdits(one, edits);
  expect([keptEdits(one), keptEdits({ ...one, chapter: 2 })]).toEqual([edits, []]);
  // Who logs in after another in the same tab would send them as their own.
  expect(keptEdits({ ...one, user: 'u2' })).toEqual([]);
  keepEdits(one, []);
  expect(keptEdits(one)).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

it('has nothing where it cannot be read', () => {
  sessionStorage.setItem('sanqi.edits.u1.s1.1', '{');
  expect(keptEdits(one)).toEqual([]);
});

// Both tabs sent them after the line had come back: a move was promoted twice, and an older comment replaced a newer one.
describe('a tab that was duplicated', () => {
  type Page = typeof import('../../../../src/ui/study/kept_edits');
  /** The channel of all open pages. */
  let open: Set<FakeChannel>;
  class FakeChannel {
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor() {
      open.add(this);
    }
    postMessage(data: string): void {
      for (const other of open) if (other !== this) other.onmessage?.({ data });
    }
  }
  /** Another page, which has the storage of this tab as it is. */
  const load = async (): Promise<Page> => {
    vi.resetModules();
    const page = await import('../../../../src/ui/study/kept_edits');
    const asked = page.forgetCopies();
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    return page;
  };
  beforeEach(() => {
    open = new Set();
    sessionStorage.clear();
    vi.useFakeTimers();
    vi.stubGlobal('BroadcastChannel', FakeChannel);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('leaves to the first one what that has not sent', async () => {
    (await load()).keepEdits(one, edits);
    expect((await load()).keptEdits(one)).toEqual([]);
  });

  it('has it where that page is gone, as after a reload, and keeps it from later copies', async () => {
    (await load()).keepEdits(one, edits);
    open.clear();
    const stored = Object.entries<string>(sessionStorage);
    expect((await load()).keptEdits(one)).toEqual(edits);
    for (const [key, text] of stored) sessionStorage.setItem(key, text);
    expect((await load()).keptEdits(one)).toEqual([]);
  });

  // Frozen, the first one answered nothing, and what it kept after that was forgotten by its own reload.
  it('takes nothing more for its own where the first one answers late', async () => {
    (await load()).keepEdits(one, edits);
    const tab = Object.entries<string>(sessionStorage);
    open.clear();
    expect((await load()).keptEdits(one)).toEqual(edits);
    const page = String(tab.find(([key]) => key === 'sanqi.page')?.[1]);
    for (const channel of open) channel.onmessage?.({ data: `${page} is open` });
    for (const [key, text] of tab) sessionStorage.setItem(key, text);
    expect((await load()).keptEdits(one)).toEqual(edits);
  });

  it('has it where the browser knows no channels', async () => {
    (await load()).keepEdits(one, edits);
    vi.stubGlobal('BroadcastChannel', undefined);
    expect((await load()).keptEdits(one)).toEqual(edits);
  });
});
