import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchImport, fetchImports, type GameImport } from '../../protocol/collections';
import { useLatest } from '../core/use_latest';
import { useServices } from '../services/services';

/** How far an import is, is asked so often. */
const POLL_MS = 1_500;
/** One that is still received is sent here, whose end is known at once, or by another browser, or was left for a day. */
const RECEIVING_MS = 15_000;

/** More may come of it. */
export const isUnfinished = ({ status }: GameImport): boolean =>
  status === 'receiving' || status === 'waiting';

/**
 * The imports into a collection as the server knows them, followed to their ends: those that have not ended are asked
 * for again and again while the page is there. `known`: they are asked for anew when it changes. `onEnd`: one has
 * ended. `more`: there are older ones.
 */
export function useImports(collection: string, known: string, onEnd: () => void) {
  const { account } = useServices();
  const [imports, setImports] = useState<readonly GameImport[]>([]);
  const [more, setMore] = useState(false);
  const user = account.user.value?.id;
  const ended = useLatest(onEnd);
  /** Those that had ended when they were asked for last. */
  const before = useRef<ReadonlySet<string> | null>(null);
  const tell = (all: readonly GameImport[]): void => {
    const now = all.filter((one) => !isUnfinished(one)).map(({ id }) => id);
    if (before.current && now.some((id) => !before.current?.has(id))) ended.current();
    before.current = new Set(now);
    setImports(all);
  };
  const asked = useRef(0);
  const refresh = (): void => {
    const number = ++asked.current;
    fetchImports(account.token).then(
      (told) => {
        // A late answer may be of the user before.
        if (number !== asked.current) return;
        setMore(told.more ?? false);
        tell(told.imports.filter((one) => one.collection === collection));
      },
      () => undefined,
    );
  };
  useEffect(refresh, [user, collection, known]);
  useEffect(() => {
    const unfinished = imports.filter(isUnfinished);
    if (unfinished.length === 0) return;
    let isWanted = true;
    const follow = async (): Promise<void> => {
      const fresh = await Promise.all(
        unfinished.map((one) => fetchImport(account.token, one.id).catch(() => one)),
      );
      if (!isWanted) return;
      tell(imports.map((one) => fresh.find(({ id }) => id === one.id) ?? one));
    };
    const isAtWork = unfinished.some(({ status }) => status === 'waiting');
    const timer = setTimeout(() => void follow(), isAtWork ? POLL_MS : RECEIVING_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [imports]);
  return { imports, more, refresh };
}
