import { useLayoutEffect, useState, type Inputs } from 'preact/hooks';

/** The state of a request. */
export interface AsyncResult<T> {
  /** Null until the answer is here. */
  readonly value: T | null;
  /** What was thrown instead; null while the answer may come. */
  readonly error: unknown;
  /** Asks once more. */
  readonly retry: () => void;
}

const nothing = { value: null, error: null };

type Told<T> = Omit<AsyncResult<T>, 'retry'>;

/**
 * Calls `ask` when the component comes and whenever `question` changes; not where it is null. An answer that comes
 * after the question has changed, or the component is gone, is dropped; the old answer is not shown with the new
 * question. The request itself is not cancelled. `question` must have the same length each time.
 */
export function useAsync<T>(ask: (() => Promise<T>) | null, question: Inputs): AsyncResult<T> {
  const [told, setTold] = useState<Told<T> & { of: Inputs }>({ ...nothing, of: question });
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    let isAsked = true;
    const tell = (some: Told<T>): void => {
      if (isAsked) setTold({ ...some, of: question });
    };
    tell(nothing);
    ask?.().then(
      (value) => tell({ value, error: null }),
      (error: unknown) => tell({ value: null, error }),
    );
    return () => void (isAsked = false);
  }, [...question, tries]);
  const isOld = question.some((part, i) => part !== told.of[i]);
  return { ...(isOld ? nothing : told), retry: () => setTries((before) => before + 1) };
}
