import { signal } from '@preact/signals';

/**
 * Requests that are in flight, each by a key: none is sent twice at once, and buttons show it (`aria-busy`). A key is
 * free again when its request has ended, either way.
 */
export class InFlight {
  readonly #keys = signal<ReadonlySet<string>>(new Set());

  has(key: string): boolean {
    return this.#keys.value.has(key);
  }

  /** Undefined, without calling `ask`, where `key` is in flight already. Rejects as `ask` does. */
  async run<T>(key: string, ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#keys.peek().has(key)) return undefined;
    this.#keys.value = new Set([...this.#keys.peek(), key]);
    try {
      return await ask();
    } finally {
      this.#keys.value = new Set([...this.#keys.peek()].filter((one) => one !== key));
    }
  }
}

/**
 * For buttons that act at once: ignores the second half of a double click, however fast the server answers. A key
 * that is pressed twice has `detail` 0, and counts twice.
 */
export const singleClick =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
