import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What has just come under the finger takes no press for so long: it cannot have been read. */
export const UNREAD_MS = 400;

/** Holds presses off an element that is new, or whose `place` in its list is another one than before. Keys act on what
 *  has the focus, and are not held up. Unlike an animation of a style it goes on where nothing is to move. */
export function useHeldOff<E extends Element>(place = 0): RefObject<E> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    // An animation and no timer: it ends by itself with the element, and needs no drawing.
    element.current?.animate({ pointerEvents: ['none', 'none'] }, UNREAD_MS);
  }, [place]);
  return element as RefObject<E>;
}
