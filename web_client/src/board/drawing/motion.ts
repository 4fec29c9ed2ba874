import type { Point } from '../model/game';

// Animations of pieces by the Web Animations API: they start from where a piece was without a forced layout, and
// leave no style behind. Callers ask `mayAnimate` first. An animation runs on by itself: none is waited for, a later
// move of the same element starts another one over it, and one whose element has left the page runs out unseen.

const moveMs = 150;
const turnMs = 180;

/** Asked once: it keeps up with the system by itself, and to ask takes a tenth of a millisecond. */
let reducedMotion: MediaQueryList | undefined;

/**
 * Whether the visitor's system allows motion, and the page is visible. On a hidden page there are no frames, and an
 * animation would show an old move later.
 */
export function mayAnimate(): boolean {
  reducedMotion ??= matchMedia('(prefers-reduced-motion: reduce)');
  return document.visibilityState === 'visible' && !reducedMotion.matches;
}

/** From one point to another, in user units. The element stands at `to` already. */
export function glide(element: SVGElement, from: Point, to: Point): void {
  const at = ({ x, y }: Point) => ({ transform: `translate(${x}px, ${y}px)` });
  element.animate([at(from), at(to)], { duration: moveMs, easing: 'ease-out' });
}

/** A piece comes down on the board. `face` is the group within the one that is moved. */
export function settle(face: SVGElement): void {
  face.animate([{ transform: 'scale(1.16)', opacity: 0.3 }, { transform: 'scale(1)' }], {
    duration: 110,
    easing: 'ease-out',
  });
}

/**
 * A captured piece stays until its captor has arrived. Takes the element off the page at the end, unless that has
 * happened before.
 */
export function fadeOut(element: SVGElement): void {
  const fading = element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], moveMs);
  fading.onfinish = () => element.remove();
}

/**
 * A disc turns on its vertical axis: the old face narrows to nothing, then the new one widens. Takes the old face off
 * the page; `delay` in ms.
 */
export function turnOver(oldFace: SVGElement, newFace: SVGElement, delay: number): void {
  const half = turnMs / 2;
  const wide = { transform: 'scaleX(1)' };
  const narrow = { transform: 'scaleX(0)' };
  const closing = oldFace.animate([wide, narrow], {
    duration: half,
    delay,
    easing: 'ease-in',
    fill: 'both',
  });
  closing.onfinish = () => oldFace.remove();
  newFace.animate([narrow, wide], {
    duration: half,
    delay: delay + half,
    easing: 'ease-out',
    fill: 'backwards',
  });
}
