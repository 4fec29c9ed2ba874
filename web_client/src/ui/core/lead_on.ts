import type { Route } from '../../state/route';
import type { Navigation } from '../services/navigation';
import { forgetList } from './use_pages';

/**
 * Called before what leads to another page is asked for; gives the way there, for when it is done. From a page to which
 * the visitor has gone meanwhile, and where a game may have begun, it leads nowhere. Lists are without what was made.
 */
export function leadOn(navigation: Pick<Navigation, 'to'>): (route: Route) => void {
  const here = location.pathname;
  return (route) => {
    forgetList();
    if (location.pathname === here) navigation.to(route);
  };
}
