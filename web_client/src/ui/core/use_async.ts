import { useLayoutEffect, useState, type Inputs } from 'preact/hooks';

/** The state of a request. */
export interface AsyncResult<T> {
  /** Null until an answer is here. */
  readonly value: T | null;
  /** What was thrown instead of the last answer; null while that may come. */
  readonly error: unknown;
  /** Asks once more. */
  readonly retry: () => void;
}

const nothing = { value: null, error: null };

type Outcome<T> = Omit<AsyncResult<T>, 'retry'>;

/**
 * Calls `ask` when the component comes and whenever `question` changes; not where it is null. An answer that comes
 * after the question has changed, or the component is gone, is dropped; the old answer is not shown with the new
 * question, and stays where the same one is asked once more. The request itself is not cancelled. `question` must have
 * the same length each time.
 */
export function useAsync<T>(ask: (() => Promise<T>) | null, question: Inputs): AsyncResult<T> {
  const [outcome, setOutcome] = useState<Outcome<T> & { question: Inputs }>({ ...nothing, question });
  const [tries, setTries] = useState(0);
  const isOld = question.some((part, i) => part !== outcome.question[i]);
  useLayoutEffect(() => {
    let isAsked = true;
    const settle = (next: Outcome<T>): void => {
      if (isAsked) setOutcome({ ...next, question });
    };
    // Asked once more, the page may hold what is being written beside the old answer.
    const before = isOld ? null : outcome.value;
    settle({ value: before, error: null });
    ask?.().then(
      (value) => settle({ value, error: null }),
      (error: unknown) => settle({ value: before, error }),
    );
    return () => void (isAsked = false);
  }, [...question, tries]);
  return { ...(isOld ? nothing : outcome), retry: () => setTries((before) => before + 1) };
}
