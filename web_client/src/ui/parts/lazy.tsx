import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component that comes in its own file. Once fetched it is drawn at once. Until then, `holder` keeps its place. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  holder: () => preact.JSX.Element = () => <div class="page-holder" />,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [Page, show] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (page) => {
          loaded = page;
          show(() => page);
        },
        () => fail(true),
      );
    }, []);
    // A new version of the site took this page's files away: the page itself is the remedy.
    if (failed) location.reload();
    return Page ? <Page {...props} /> : holder();
  };
}
