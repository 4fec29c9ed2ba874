import { signal } from '@preact/signals';
import { backoff } from '../../protocol/backoff';
import {
  beginImport,
  cancelImport,
  fetchImport,
  fetchImports,
  PART_BYTES,
  sendPart,
  startImport,
  type GameImport,
} from '../../protocol/collections';
import { Refusal } from '../../protocol/connection';
import { base64Of } from '../../protocol/import';
import type { Account } from '../../state/account';
import { readJson, type KeyValueStore } from '../../state/storage';
import { UPLOADS, type KeptFiles } from '../core/kept_files';

/** A file on its way to the server. It stays in the list until the server has all of it. */
export interface Upload {
  /** Of the file in KeptFiles. */
  readonly key: string;
  /** Whose it is. */
  readonly user: string;
  readonly collection: string;
  readonly name: string;
  readonly bytes: number;
  /** Parts that the server has. */
  readonly sent: number;
  /** Null until the server knows of it. */
  readonly importId: string | null;
  /** When the server took something of it last. */
  readonly heard?: number;
  /** It does not go on. */
  readonly failed?: boolean;
}

/** Characters of a file's name; the server's limit is 512 bytes. */
const LONGEST_NAME = 100;
/** The file before it is still being read: that is looked at again so often. */
const BEFORE_IT_MS = 2_000;

/** The server gives up files of which nothing came for longer than this. */
const GIVEN_UP_MS = 9 * 60_000;

/** The file can no longer be read: it was changed, moved, or not kept. */
export class LostFile extends Error {}

const reasonOf = (error: unknown): string | undefined => (error as Partial<Refusal> | null)?.reason;

/** Another file is on its way into the same collection. */
export const isBehindAnother = (error: unknown): boolean => reasonOf(error) === 'import';

const isEnded = (error: unknown): boolean => reasonOf(error) === 'ended';

const passing = /^(rate_limited|busy|shutting_down|internal|http_5\d\d)$/;

/** When to try again after so many failures; null: never. */
export function waitAfter(error: unknown, failures: number): number | null {
  if (error instanceof LostFile) return null;
  if (isBehindAnother(error)) return BEFORE_IT_MS;
  if (!(error instanceof Refusal)) return backoff(failures);
  return passing.test(error.code) ? Math.max(error.retryMs ?? 0, backoff(failures)) : null;
}

/** Runs `act` while no other tab of this browser sends files. */
export type Exclusive = (act: () => Promise<void>) => Promise<void>;

/**
 * Sends files into collections, part by part, one file after another, whatever page is shown. What fails for now is
 * sent again; a reload, or another tab, goes on where this one was.
 *
 * The list is in the storage that all tabs share, and is read again before each change: it is the only truth, `list`
 * shows it. One tab sends at a time (`exclusive`). A part that was sent and whose answer was lost is sent again,
 * which the server takes for the same. Each upload ends: with the server having all of it, with `failed`, or because
 * it was removed.
 */
export class Uploads {
  readonly list = signal<readonly Upload[]>([]);
  /** Why each does not go on at the moment, by its key. */
  readonly problems = signal<ReadonlyMap<string, unknown>>(new Map());
  /** This tab is sending, or waits until it may. */
  #running = false;
  /** Ends the present pause early. */
  #wake: () => void = () => undefined;

  constructor(
    private readonly account: Pick<Account, 'token' | 'user'>,
    private readonly keep: KeyValueStore,
    private readonly files: Pick<KeptFiles, 'put' | 'get' | 'delete'>,
    private readonly exclusive: Exclusive,
  ) {
    this.list.value = this.#kept();
  }

  /** Keeps the files first: a reload in the next moment loses none. */
  async add(collection: string, files: readonly File[]): Promise<void> {
    const user = this.account.user.peek()?.id;
    if (user === undefined) return;
    for (const file of files) {
      const key = `${Date.now()}-${Math.random()}`;
      await this.files.put(key, file);
      const name = Array.from(file.name).slice(0, LONGEST_NAME).join('');
      const { size: bytes } = file;
      const isAgain = (one: Upload): boolean =>
        Boolean(one.failed) && one.collection === collection && one.name === name && one.bytes === bytes;
      const made = { key, user, collection, name, bytes, sent: 0, importId: null };
      const before = this.#kept().filter(isAgain);
      this.#change((all) => [...all.filter((one) => !isAgain(one)), made]);
      for (const { key: old } of before) await this.files.delete(old);
    }
    void this.run();
  }

  /** Sends what the visitor has added, here or on an earlier page. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await this.exclusive(async () => {
        for (let next = this.#next(); next; next = this.#next()) await this.#send(next.key);
      });
    } finally {
      this.#running = false;
    }
    // One that came in the last moment.
    if (this.#next()) await this.run();
  }

  /** It was not wanted, or it is known that it failed. */
  async remove(key: string): Promise<void> {
    const upload = this.#find(key);
    this.#change((all) => all.filter((one) => one.key !== key));
    this.#tell(key, null);
    await this.files.delete(key);
    if (upload?.importId) await cancelImport(this.account.token, upload.importId).catch(() => undefined);
    this.#wake();
  }

  /** Another tab has changed the list, or the network is back. What is being sent notices before its next request. */
  onStorage(): void {
    this.list.value = this.#kept();
  }

  onOnline(): void {
    this.#wake();
  }

  /** The first one that is this user's and may go on. */
  #next(): Upload | undefined {
    this.list.value = this.#kept();
    const user = this.account.user.peek()?.id;
    return this.list.value.find((one) => one.user === user && !one.failed);
  }

  #find(key: string): Upload | undefined {
    return this.list.peek().find((one) => one.key === key);
  }

  async #send(key: string): Promise<void> {
    try {
      const file = await this.files.get(key);
      if (!file) throw new LostFile();
      await this.#begin(key);
      await this.#sendParts(key, file);
      await this.#finish(key);
    } catch (error) {
      const upload = this.#find(key);
      // It was removed meanwhile.
      if (!upload) return;
      // The server gave it up while this page was closed or without a network.
      if (isEnded(error) && Date.now() - (upload.heard ?? 0) > GIVEN_UP_MS) {
        this.#update(key, { importId: null, sent: 0, heard: Date.now() });
        return;
      }
      this.#tell(key, error);
      this.#update(key, { failed: true });
    }
  }

  /** The import that is to have the file: one that an earlier page has left, or a new one. */
  async #begin(key: string): Promise<void> {
    const { collection, name, bytes, importId } = this.#find(key) ?? gone();
    if (importId !== null) return;
    const { id } = await this.#persist(key, async () => {
      // That costs the server much. Behind another file it has been looked through.
      const imports: readonly GameImport[] = isBehindAnother(this.problems.peek().get(key))
        ? []
        : (await fetchImports(this.account.token)).imports;
      const left = imports.find(
        (one) =>
          one.status === 'receiving' &&
          one.collection === collection &&
          one.bytes === bytes &&
          name.startsWith(one.file),
      );
      return left ?? beginImport(this.account.token, collection, name, bytes);
    });
    this.#update(key, { importId: id, heard: Date.now() });
  }

  async #sendParts(key: string, file: Blob): Promise<void> {
    for (;;) {
      const { sent, importId } = this.#find(key) ?? gone();
      const from = sent * PART_BYTES;
      if (from >= file.size || importId === null) return;
      const base64 = await base64Of(file.slice(from, from + PART_BYTES)).catch(lost);
      await this.#persist(key, () => sendPart(this.account.token, importId, sent, base64));
      this.#update(key, { sent: sent + 1, heard: Date.now() });
    }
  }

  async #finish(key: string): Promise<void> {
    const { importId } = this.#find(key) ?? gone();
    if (importId === null) return;
    await this.#persist(key, () => this.#start(importId));
    this.#change((all) => all.filter((one) => one.key !== key));
    await this.files.delete(key);
  }

  /** It may have begun already, where the answer to an earlier request was lost; or was given up. */
  async #start(importId: string): Promise<void> {
    try {
      await startImport(this.account.token, importId);
    } catch (error) {
      if (!isEnded(error)) throw error;
      const { status } = await fetchImport(this.account.token, importId);
      if (status === 'cancelled') throw error;
    }
  }

  /** What `ask` gives, in the end. */
  async #persist<T>(key: string, ask: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; ++failures) {
      if (!this.#find(key)) gone();
      try {
        const answer = await ask();
        this.#tell(key, null);
        return answer;
      } catch (error) {
        const wait = waitAfter(error, failures);
        if (wait === null) throw error;
        this.#tell(key, error);
        await this.#pause(wait);
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** `problem` null: it goes on. */
  #tell(key: string, problem: unknown): void {
    if ((this.problems.peek().get(key) ?? null) === problem) return;
    const problems = new Map(this.problems.peek());
    if (problem === null) problems.delete(key);
    else problems.set(key, problem);
    this.problems.value = problems;
  }

  #update(key: string, some: Partial<Upload>): void {
    this.#change((all) => all.map((one) => (one.key === key ? { ...one, ...some } : one)));
  }

  /** Other tabs change the same list. */
  #change(to: (all: readonly Upload[]) => readonly Upload[]): void {
    this.list.value = to(this.#kept());
    this.keep.setItem(UPLOADS, JSON.stringify(this.list.peek()));
  }

  #kept(): readonly Upload[] {
    const kept = readJson(this.keep, UPLOADS);
    return Array.isArray(kept) ? (kept as Upload[]) : [];
  }
}

const gone = (): never => {
  throw new Error('removed');
};

const lost = (): never => {
  throw new LostFile();
};
