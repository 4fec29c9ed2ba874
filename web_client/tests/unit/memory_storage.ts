import type { KeyValueStore } from '../../src/state/storage';

/** A store for tests, which lasts as long as they hold it. */
export function memoryStorage(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
