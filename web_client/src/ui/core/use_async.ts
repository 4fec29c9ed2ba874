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

type Outcome<T> = Omit<AsyncResult<T>, 'retry'>;

/**
 * Calls `ask` when the component comes and whenever `question` changes; not where it is null. An answer that comes
 * after the question has changed, or the component is gone, is dropped; the old answer is not shown with the new
 * question. The request itself is not cancelled. `question` must have the same length each time.
 */
export function useAsync<T>(ask: (() => Promise<T>) | null, question: Inputs): AsyncResult<T> {
  const [outcome, setOutcome] = useState<Outcome<T> & { question: Inputs }>({ ...nothing, question });
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    let isAsked = true;
    const settle = (next: Outcome<T>): void => {
      if (isAsked) setOutcome({ ...next, question });
    };
    settle(nothing);
    ask?.().then(
      (value) => settle({ value, error: null }),
      (error: unknown) => settle({ value: null, error }),
    );
    return () => void (isAsked = false);
  }, [...question, tries]);
  const isOld = question.some((part, i) => part !== outcome.question[i]);
  return { ...(isOld ? nothing : outcome), retry: () => setTries((before) => before + 1) };
}
