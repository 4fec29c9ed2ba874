import { useLayoutEffect, useState, type Inputs } from 'preact/hooks';

/** Where a question stands. */
export interface Answer<T> {
  /** Null until it is here. */
  readonly value: T | null;
  /** Why it does not come; null while it may. */
  readonly failure: unknown;
  /** Asks once more. */
  readonly retry: () => void;
}

const nothing = { value: null, failure: null };

type Told<T> = Omit<Answer<T>, 'retry'>;

/** Asks when a page comes and whenever `question` is another one; nothing where `ask` is null. An answer to a question that
 *  is no longer asked is dropped, and none is shown beside the next one. */
export function useAnswer<T>(ask: (() => Promise<T>) | null, question: Inputs): Answer<T> {
  const [told, setTold] = useState<Told<T> & { of: Inputs }>({ ...nothing, of: question });
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    let isAsked = true;
    const tell = (some: Told<T>): void => {
      if (isAsked) setTold({ ...some, of: question });
    };
    tell(nothing);
    ask?.().then(
      (value) => tell({ value, failure: null }),
      (failure: unknown) => tell({ value: null, failure }),
    );
    return () => void (isAsked = false);
  }, [...question, tries]);
  const isOld = question.some((part, i) => part !== told.of[i]);
  return { ...(isOld ? nothing : told), retry: () => setTries((before) => before + 1) };
}
