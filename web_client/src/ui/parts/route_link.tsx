import type { ComponentChildren, Ref } from 'preact';
import { pathOf, type Route } from '../../state/route';
import { useServices } from '../services/services';

interface LinkProps {
  readonly to: Route;
  /** In another tab: the page that is left behind goes on. */
  readonly apart?: boolean;
  readonly class?: string;
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly 'aria-label'?: string;
  readonly title?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ComponentChildren;
}

/**
 * A real link: it opens in a new tab, shows its address and works from the keyboard. A click with a modifier or
 * another button is the browser's: it opens tabs and windows.
 */
export function RouteLink({ to, apart = false, children, ...rest }: LinkProps) {
  const { navigation } = useServices();
  const follow = (event: MouseEvent): void => {
    if (apart || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    navigation.to(to);
  };
  return (
    <a {...rest} href={pathOf(to)} target={apart ? '_blank' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
