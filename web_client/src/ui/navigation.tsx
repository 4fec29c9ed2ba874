import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { parseRoute, pathOf, type Route } from '../state/route';
import { useServices } from './services';

/** Where the visitor is. The browser's history is the only router. */
export class Navigation {
  readonly route = signal<Route>(parseRoute(location.pathname, location.hash));

  constructor() {
    const follow = (): void => void (this.route.value = parseRoute(location.pathname, location.hash));
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
  }

  to(route: Route): void {
    history.pushState(null, '', pathOf(route));
    this.route.value = route;
    scrollTo(0, 0);
  }

  /** Changes the address of the page that is shown, without a step in the history. */
  replace(route: Route): void {
    history.replaceState(null, '', pathOf(route));
    this.route.value = route;
  }
}

interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ComponentChildren;
}

/** A real link: it opens in a new tab, shows its address and works from the keyboard. */
export function To({ to, ...rest }: LinkProps) {
  const { navigation } = useServices();
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.to(to);
  };
  return <a {...rest} href={pathOf(to)} onClick={follow} />;
}
