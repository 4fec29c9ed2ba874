import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Dictionary, PageWords } from '../../i18n/keys';
import { useServices } from '../services';

/** What a file of a page exports: the page, and the English words that only it needs. */
export interface LazyModule<P extends object> {
  readonly view: ComponentType<P>;
  readonly english: Dictionary;
}

/**
 * A component that comes in its own file, with the words of `areas`. Once fetched it is drawn at once. Until then,
 * `holder` keeps its place.
 */
export function lazy<P extends object>(
  areas: PageWords['areas'],
  load: () => Promise<LazyModule<P>>,
  holder: () => preact.JSX.Element | null = () => <div class="page-holder" />,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const { preferences } = useServices();
    const [Page, show] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (loaded) return;
      const { language } = preferences.settings.value;
      // The words are on their way while the page is: two requests at once instead of one after the other.
      const words = Promise.all(areas.map((area) => preferences.fetchArea(language, area)));
      const fetched = load().then(async ({ view, english }) => {
        await words;
        await preferences.learn({ areas, english });
        loaded = view;
        show(() => view);
      });
      fetched.catch(() => fail(true));
    }, []);
    // A new version of the site took this page's files away: the page itself is the remedy.
    if (failed) location.reload();
    return Page ? <Page {...props} /> : holder();
  };
}
