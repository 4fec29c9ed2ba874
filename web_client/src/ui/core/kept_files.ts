import { safeStorage } from '../../state/storage';

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
  private readonly here = new Map<string, Blob>();

  async put(key: string, file: Blob): Promise<void> {
    this.here.set(key, file);
    await inStore('readwrite', (store) => store.put(file, key)).catch(() => undefined);
  }

  async get(key: string): Promise<Blob | undefined> {
    const kept = this.here.get(key);
    return (
      kept ??
      inStore('readonly', (store) => store.get(key) as IDBRequest<Blob | undefined>).catch(() => undefined)
    );
  }

  async delete(key: string): Promise<void> {
    this.here.delete(key);
    await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
  }
}

/** Who has logged out leaves none of their files to the next user of this browser. Never throws. */
export function forgetFiles(): void {
  safeStorage(() => localStorage).removeItem(UPLOADS);
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // A browser that keeps none.
  }
}
