import { useLayoutEffect, useRef } from 'preact/hooks';
import { push } from './overlays';

/** What lies over a page, while it is `open`: Escape closes it before all that lies below, and so does Back, which does not leave
 *  the page then; but for what nobody has opened, which has no step (`hasStep`) to go back. */
export function useOverlay(open: boolean, close: () => void, hasStep = true): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(
    () => (open ? push({ close: () => latest.current(), hasStep }) : undefined),
    [open, hasStep],
  );
}
