import { signal } from '@preact/signals';
import { parseRoute, pathOf, type Route } from '../../state/route';

/** How far down the page was when the visitor left it for another; null on a page that was not left yet. */
export const savedScroll = (): number | null => (history.state as { scroll?: number } | null)?.scroll ?? null;

/**
 * Where the visitor is. The browser's history is the only router. One for the client; its listeners last as long as
 * the page. `route` changes with the address, but may say more than that (where a login leads, that an analysis is
 * asked for): so it is set from the address only when the address has become that of another route.
 */
export class Navigation {
  readonly route = signal<Route>(parseRoute(location.pathname, location.hash));

  /**
   * Adds an entry to the browser's history, then calls `written`, now or when the history has settled. overlays.ts
   * replaces this function: it has entries of its own, which must go first. The entry that is left keeps how far it
   * was scrolled, for the way back; browsers would restore that before the page has its content.
   */
  static write = (path: string, written: () => void): void => {
    history.replaceState({ ...(history.state as object | null), scroll: scrollY }, '');
    history.pushState(null, '', path);
    written();
  };

  constructor() {
    // An entry of an overlay has the page's own address: the route stays, which may say more than the address. With a
    // query it does not, and another entry of the page may have another query.
    const follow = ({ type }: Event): void => {
      const { pathname, search, hash } = location;
      if (type !== 'popstate' || pathOf(this.route.peek()).split('#')[0] !== pathname + search)
        this.route.value = parseRoute(pathname, hash);
    };
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
  }

  /** A step to another page; none where one already is. */
  to(route: Route): void {
    const path = pathOf(route);
    const begin = (): void => {
      this.route.value = route;
      scrollTo(0, 0);
    };
    if (path === location.pathname + location.hash) begin();
    else Navigation.write(path, begin);
  }

  /** Changes the address of the page that is shown, without a step in the history. */
  replace(route: Route): void {
    history.replaceState(history.state, '', pathOf(route));
    this.route.value = route;
  }

  /** What the address says after `?` under these names: Back, a reload and a link bring the state of a page back. */
  query<Key extends string>(keys: readonly Key[]): Partial<Record<Key, string>> {
    const given = new URLSearchParams(location.search);
    return Object.fromEntries(
      keys.flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : [])),
    ) as Partial<Record<Key, string>>;
  }

  /** Writes it there, without a step in the history. */
  setQuery(query: Readonly<Record<string, string>>): void {
    const text = new URLSearchParams(query).toString();
    history.replaceState(history.state, '', location.pathname + (text && `?${text}`) + location.hash);
  }
}
