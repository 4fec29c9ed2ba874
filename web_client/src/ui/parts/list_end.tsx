import { useLayoutEffect, useRef } from 'preact/hooks';
import { singleClick } from '../core/in_flight';
import type { Pages } from '../core/use_pages';
import { useServices } from '../services/services';
import { LoadError } from './load_error';

interface Props extends Partial<Omit<Pages<unknown>, 'items'>> {
  /** What the button for the next page says, if not "More". */
  readonly label?: string;
  /** The server tells no more than what is shown, the last `n`. */
  readonly cut?: boolean | undefined;
  readonly n?: number | undefined;
}

const CONTROLS = 'a, button, input';

/**
 * What stands after the rows of a list: a button for its next page, why that did not come, or that there are more than
 * are told. When the last page is here the button goes, and hands the focus to the first control of that page.
 */
export function ListEnd({ cursor = null, failure = null, loading, more, label, cut, n = 0 }: Props) {
  const { t } = useServices().preferences;
  const pressed = useRef<readonly [rows: Element, count: number] | null>(null);
  useLayoutEffect(() => {
    const [rows, count = 0] = pressed.current ?? [];
    // Browsers give it to `body` when its element is taken off the page.
    if (cursor === null && document.activeElement === document.body)
      rows?.querySelectorAll<HTMLElement>(CONTROLS)[count]?.focus({ preventScroll: true });
  }, [cursor]);
  const ask = (): void => void more?.();
  if (failure !== null) return <LoadError error={failure} onRetry={ask} />;
  if (cut) return <p class="empty">{t('list.last', { n })}</p>;
  if (cursor === null) return null;
  return (
    <button
      class="button more"
      aria-busy={loading}
      onClick={(event) => {
        const rows = event.currentTarget.previousElementSibling;
        pressed.current = rows && [rows, rows.querySelectorAll(CONTROLS).length];
        singleClick(ask)(event);
      }}
    >
      {label ?? t('list.more')}
    </button>
  );
}
