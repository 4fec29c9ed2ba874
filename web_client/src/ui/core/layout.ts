import { computed, signal, type ReadonlySignal } from '@preact/signals';

/** Whether `text` holds now. The query is listened to for good: there are three. */
function matching(text: string): ReadonlySignal<boolean> {
  const query = matchMedia(text);
  const matches = signal(query.matches);
  query.addEventListener('change', () => (matches.value = query.matches));
  return matches;
}

/** Whether there is room for one column only, as on phones; the styles draw the same line. What only one of the two
 *  shows is not built for the other: every move would draw it again. */
export const isNarrow = matching('(max-width: 799px)');

const isStacked = matching(
  '(max-width: 559px), (max-width: 799px) and (min-height: 500px), (max-width: 1179px) and (orientation: portrait)',
);
const isWide = matching(
  '(min-width: 1180px) and (min-height: 500px) and (min-aspect-ratio: 3/2), (min-width: 1600px) and (min-height: 500px)',
);

/**
 * How a room is laid out: three columns; the board with one beside it (small windows, those about as high
 * as wide, phones held across); or all below each
 * other, as they are read. What only one of them shows is not built for the others.
 * style/place.css draws the same lines.
 */
export type Layout = 'columns' | 'beside' | 'stack';

/** A signal: pages are laid out anew when the window crosses a line. */
export const layout = computed<Layout>(() =>
  isStacked.value ? 'stack' : isWide.value ? 'columns' : 'beside',
);
