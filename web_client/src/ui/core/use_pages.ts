import { useEffect, useRef, useState } from 'preact/hooks';
import { savedScroll } from '../services/navigation';
import { useScrollRestoration } from './use_scroll_restoration';

/** A part of a list that is longer. */
export interface PageOf<T> {
  readonly items: readonly T[];
  /** Of the next one; null: that was all. */
  readonly cursor: string | null;
}

/** What is known of a list. */
export interface Pages<T> extends PageOf<T> {
  /** Why the last page that was asked for did not come; null where it did. */
  readonly failure: unknown;
  readonly loading: boolean;
  readonly more: () => Promise<void>;
}

/** The list as it was when its page was left: Back shows it again, without a request. */
interface SavedList extends PageOf<unknown> {
  readonly question: string;
}
let savedList: SavedList | null = null;

/** What it shows was changed here: Back asks for it. */
export const forgetList = (): void => void (savedList = null);

/** The list of this question as it was left; null where the page was not come back to. */
const savedListOf = <T>(question: string): PageOf<T> | null =>
  savedScroll() !== null && savedList?.question === question ? (savedList as PageOf<T>) : null;

/**
 * What `ask` tells page by page, anew when `question` changes; nothing is asked while it is null. Old items stay
 * until the first page of a new question is here. `more` asks for the next page, or once more where the first one
 * failed; nothing while one is on its way.
 */
export function usePages<T>(
  question: string | null,
  ask: (cursor: string | null) => Promise<PageOf<T>>,
): Pages<T> {
  const [restored] = useState(() => (question === null ? null : savedListOf<T>(question)));
  const isRestored = useRef(restored !== null);
  const [failure, setFailure] = useState<unknown>(null);
  const [items, setItems] = useState(restored?.items ?? []);
  const [cursor, setCursor] = useState(restored?.cursor ?? null);
  const [loading, setLoading] = useState(!restored);
  const asked = useRef(question);
  const load = async (from: string | null): Promise<void> => {
    setLoading(true);
    setFailure(null);
    try {
      const page = await ask(from);
      // An answer to an older question is no answer.
      if (asked.current !== question) return;
      setItems((before) => (from === null ? page.items : [...before, ...page.items]));
      setCursor(page.cursor);
    } catch (error) {
      if (asked.current !== question) return;
      if (from === null) setItems([]);
      setFailure(error);
    }
    setLoading(false);
  };
  useEffect(() => {
    asked.current = question;
    if (question !== null && !isRestored.current) void load(null);
    isRestored.current = false;
  }, [question]);
  useScrollRestoration(restored !== null);
  useEffect(() => {
    if (!loading && failure === null && question !== null) savedList = { question, items, cursor };
  }, [loading, items]);
  const more = async (): Promise<void> => {
    if (!loading) await load(items.length === 0 && failure !== null ? null : cursor);
  };
  return { items, cursor, failure, loading, more };
}
