import { useLayoutEffect } from 'preact/hooks';

/** What a sheet notes in the step of the browser's history that it made. */
type Sheet = 'open' | 'closed';

const sheetOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'sheet' in state ? state.sheet : null;

const note = (sheet: Sheet): void => history.replaceState({ sheet }, '');

/**
 * What lies over a page, `open` or not, is closed by Back, and by Escape, instead of the page being left. Closed by
 * something else it leaves its step behind, for the next sheet: to go back by ourselves would race with whatever follows.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  useLayoutEffect(() => {
    if (!open) return;
    if (sheetOf(history.state) === 'closed') note('open');
    else history.pushState({ sheet: 'open' satisfies Sheet }, '');
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    addEventListener('popstate', close);
    addEventListener('keydown', escape, { capture: true });
    return () => {
      removeEventListener('popstate', close);
      removeEventListener('keydown', escape, { capture: true });
      if (sheetOf(history.state) === 'open') note('closed');
    };
  }, [open]);
}
