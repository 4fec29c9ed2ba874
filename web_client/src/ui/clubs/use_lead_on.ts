import { useEffect, useRef } from 'preact/hooks';
import type { Route } from '../../state/route';
import { useServices } from '../services/services';

/** Leads to another page once something has been done; nowhere where the visitor has left the page meanwhile: it may
 *  be for a game. */
export function useLeadOn(): (route: Route) => void {
  const { navigation } = useServices();
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  return (route) => {
    if (isHere.current) navigation.to(route);
  };
}
