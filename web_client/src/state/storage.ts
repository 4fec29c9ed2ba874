/** The part of Storage that is used. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The JSON under `key`; null where there is none, or it is broken. */
export function readJson(keep: KeyValueStore, key: string): unknown {
  try {
    return JSON.parse(keep.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * The storage that `open` gives, as far as it works: what it forbids, or has no room for, lasts as long as the page.
 * Browsers throw already when `localStorage` is named, where cookies are blocked, and on writes where it is full or
 * the window private (older Safari): so `open` is called each time. A value that was not kept hides the stored one.
 */
export function safeStorage(open: () => KeyValueStore): KeyValueStore {
  /** What the storage did not take; null where it kept what was to go. */
  const unkept = new Map<string, string | null>();
  const change = (key: string, value: string | null): void => {
    unkept.delete(key);
    try {
      if (value === null) open().removeItem(key);
      else open().setItem(key, value);
    } catch {
      unkept.set(key, value);
    }
  };
  return {
    getItem(key) {
      try {
        return unkept.has(key) ? (unkept.get(key) ?? null) : open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: change,
    removeItem: (key) => change(key, null),
  };
}
