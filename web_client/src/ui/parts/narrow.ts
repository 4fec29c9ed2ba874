import { signal, type ReadonlySignal } from '@preact/signals';

const query = matchMedia('(max-width: 799px)');
const matches = signal(query.matches);
query.addEventListener('change', () => (matches.value = query.matches));

/** Whether there is room for one column only, as on phones; the styles draw the same line. What only one of the two
 *  shows is not built for the other: every move would draw it again. */
export const isNarrow: ReadonlySignal<boolean> = matches;
