import { useLayoutEffect } from 'preact/hooks';
import { pushOverlay } from './overlays';
import { useLatest } from './use_latest';

/** Registers an overlay while it is `open`: Escape and Back close the topmost one, and Back does not leave the page
 *  then. Without `hasStep` Back ignores it: for overlays that open by themselves. `close` may change with each
 *  drawing. */
export function useOverlay(open: boolean, close: () => void, hasStep = true): void {
  const latest = useLatest(close);
  useLayoutEffect(
    () => (open ? pushOverlay({ close: () => latest.current(), hasStep }) : undefined),
    [open, hasStep],
  );
}
