import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useLatest } from './use_latest';
import { useOverlay } from './use_overlay';

/**
 * For a panel that lies over a page: takes the focus when it comes and gives it back when it goes; Escape, Back and a
 * press beside it close it. The button that opened it, which says so by `aria-expanded`, closes it by itself. A press
 * on a board does nothing else: it would set a stone down.
 */
export function useDismiss(panel: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useLatest(close);
  useOverlay(true, close);
  useFocus(panel);
  useLayoutEffect(() => {
    const outside = (event: PointerEvent): void => {
      const target = event.target as Element;
      if (panel.current?.contains(target) || target.closest('[aria-expanded="true"]')) return;
      if (target.closest('.board')) event.stopPropagation();
      latest.current();
    };
    // Before the board hears of it.
    document.addEventListener('pointerdown', outside, { capture: true });
    return () => document.removeEventListener('pointerdown', outside, { capture: true });
  }, []);
}

/** Gives the focus to a panel when it comes, and back when it goes. */
export function useFocus(panel: RefObject<HTMLElement | null>, open = true): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const own = panel.current;
    if (!open || !own) return;
    own.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      // Browsers give the focus to `body` when its element is taken off the page.
      const isOurs =
        activeElement === document.body ||
        ((own as Partial<HTMLInputElement>).form ?? own).contains(activeElement);
      if (isOurs && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [open]);
}

/** Hands the focus to the board, where there is one. */
export const focusBoard = (): void =>
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus({ preventScroll: true });
