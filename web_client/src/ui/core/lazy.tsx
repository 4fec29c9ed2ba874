import type { ComponentType, FunctionComponent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PageWords } from '../../i18n/keys';
import type { Preferences } from '../services/preferences';
import { useServices } from '../services/services';
import { needed } from '../services/reload';

/** Keeps no place. */
export const nothing = (): null => null;

/** What a file of a page exports: the page, and the words that only it needs. */
export interface LazyModule<P extends object> {
  readonly view: ComponentType<P>;
  readonly words?: PageWords;
}

/** A component that may not be loaded yet. `prepare` fetches it with its words; after that it is drawn at once. */
type LazyComponent<P extends object> = FunctionComponent<P> & {
  prepare(preferences: Preferences): Promise<void>;
};

/**
 * A component that comes in its own file, with its words, and those of rooms if it speaks them. Once fetched it is
 * drawn at once. Until then, `holder` keeps its place. A file that cannot be had is `needed`: then the page offers to
 * load itself again. `prepare` may be called before, any number of times, to fetch it early; it rejects in that case.
 * A component that has gone meanwhile is not drawn.
 */
export function lazy<P extends object>(
  load: () => Promise<LazyModule<P>>,
  holder: () => preact.JSX.Element | null = () => <div class="space" />,
  { inRooms = false } = {},
): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null;
  const prepare = async (preferences: Preferences): Promise<void> => {
    const [{ view, words }] = await Promise.all([load(), inRooms && preferences.loadRoomWords()]);
    if (words) await preferences.addWords(words);
    loaded = view;
  };
  function Lazy(props: P) {
    const { preferences } = useServices();
    const [, show] = useState(false);
    // Not after a frame: something is waited for.
    useLayoutEffect(() => {
      if (loaded) return;
      needed(prepare(preferences), () => show(true));
    }, []);
    const Page = loaded;
    return Page ? <Page {...props} /> : holder();
  }
  return Object.assign(Lazy, { prepare });
}
