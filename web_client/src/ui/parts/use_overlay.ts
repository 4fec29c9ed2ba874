import { useLayoutEffect } from 'preact/hooks';
import { push } from './overlays';
import { useLatest } from './use_latest';

/** What lies over a page, while it is `open`: Escape closes it before all that lies below, and so does Back, which does not leave
 *  the page then; but for what nobody has opened, which has no step (`hasStep`) to go back. */
export function useOverlay(open: boolean, close: () => void, hasStep = true): void {
  const latest = useLatest(close);
  useLayoutEffect(
    () => (open ? push({ close: () => latest.current(), hasStep }) : undefined),
    [open, hasStep],
  );
}
