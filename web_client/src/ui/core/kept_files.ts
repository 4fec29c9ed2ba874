import { effect } from '@preact/signals';
import { readJson, safeStorage } from '../../state/storage';
import type { Services } from '../services/services';

/** The key of the list of files that are being sent, in the storage of all tabs. */
export const UPLOADS = 'sanqi.uploads';
const DATABASE = 'sanqi.files';
const STORE = 'files';

/** The result of a request as a promise. */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.name));
  });

/** The store of this browser, for one request. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/**
 * Files that are being sent, by keys: a reload finds them again. In IndexedDB, because `localStorage` holds no
 * megabytes. Where the browser keeps none (private windows, a full disk) they last as long as the page: no call
 * rejects.
 */
export class KeptFiles {
  readonly #here = new Map<string, Blob>();

  async put(key: string, file: Blob): Promise<void> {
    this.#here.set(key, file);
    await inStore('readwrite', (store) => store.put(file, key)).catch(() => undefined);
  }

  async get(key: string): Promise<Blob | undefined> {
    const kept = this.#here.get(key);
    return (
      kept ??
      inStore('readonly', (store) => store.get(key) as IDBRequest<Blob | undefined>).catch(() => undefined)
    );
  }

  async delete(key: string): Promise<void> {
    this.#here.delete(key);
    await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
  }
}

/** What of a user this tab keeps: edits of studies, by the user's id, and what was tried on boards, by no id. */
const EDITS = 'sanqi.edits.';
const TRIED = 'sanqi.variations.';

/** The next user of this browser finds nothing that another one has left in this tab; `isNew`: nor who is here now. */
function forgetDrafts(user: string, isNew: boolean): void {
  const isLeft = (key: string): boolean =>
    key.startsWith(EDITS) ? !key.startsWith(`${EDITS}${user}.`) : isNew && key.startsWith(TRIED);
  try {
    for (const key of Object.keys(sessionStorage).filter(isLeft)) sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps none.
  }
}

/** Files that are on their way of all but `user`; empty: of all. */
function forgetFiles(user: string): void {
  const keep = safeStorage(() => localStorage);
  const kept = readJson(keep, UPLOADS);
  const all = Array.isArray(kept) ? (kept as readonly { readonly key: string; readonly user: string }[]) : [];
  const own = all.filter((one) => one.user === user);
  if (own.length === all.length && user !== '') return;
  if (own.length > 0) {
    keep.setItem(UPLOADS, JSON.stringify(own));
    for (const one of all) if (one.user !== user) void new KeptFiles().delete(one.key);
    return;
  }
  keep.removeItem(UPLOADS);
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // A browser that keeps none.
  }
}

/**
 * What this browser keeps of a user goes with them: when they log out, here, in another tab or elsewhere (close code
 * 4005), when they close their account, and when their token is found to have ended. Set up once, for as long as the
 * client runs. Never throws.
 */
export function forgetWhoLeft({ account, socket }: Pick<Services, 'account' | 'socket'>): void {
  let known: string | undefined;
  effect(() => {
    // Each log-out changes the status; only after that there is no token.
    const [id] = [account.user.value?.id, socket.status.value];
    queueMicrotask(() => {
      // Where another tab has logged in meanwhile, the welcome says first who it is.
      const user = account.token === null ? '' : id;
      if (user === undefined || (user !== '' && user === known)) return;
      forgetFiles(user);
      forgetDrafts(user, user === '' || known !== undefined);
      known = user;
    });
  });
}
