import { signal } from '@preact/signals';

/** What was asked and is not answered yet, each by a key: it is not asked twice, and buttons show that it is out. */
export class InFlight {
  private readonly keys = signal<ReadonlySet<string>>(new Set());

  has(key: string): boolean {
    return this.keys.value.has(key);
  }

  /** Undefined where the same is out already; `ask` is not called then. */
  async once<T>(key: string, ask: () => Promise<T>): Promise<T | undefined> {
    if (this.keys.peek().has(key)) return undefined;
    this.keys.value = new Set([...this.keys.peek(), key]);
    try {
      return await ask();
    } finally {
      this.keys.value = new Set([...this.keys.peek()].filter((one) => one !== key));
    }
  }
}

/** For buttons that act at once: the second half of a double click is no second wish, however fast the server answers. */
export const once =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
