import { useLayoutEffect } from 'preact/hooks';

/** Titles the tab with `parts` and the name of the site, anew whenever the words change. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, 'Sanqi 三棋'].join(' · ');
  useLayoutEffect(() => void (document.title = title), [title]);
}
