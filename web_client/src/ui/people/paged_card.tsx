import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageOf } from '../core/use_pages';
import { useSubmit } from '../core/use_submit';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';

interface Props<T> {
  readonly title: string;
  readonly first: PageOf<T>;
  readonly ask: (cursor: string) => Promise<PageOf<T>>;
  readonly row: (item: T) => VNode;
  /** What stands there without any. */
  readonly none?: string;
  /** Instead of "More". */
  readonly more?: string;
}

/** A list: the `first` page, and the others as they are wanted. One for each first page. Unlike usePages() it leaves the
 *  list alone to which Back leads from here. */
export function PagedCard<T>({ title, first, ask, row, none, more }: Props<T>) {
  const { toasts } = useServices();
  const [older, setOlder] = useState<readonly T[]>([]);
  const [cursor, setCursor] = useState(first.cursor);
  const { busy, submit } = useSubmit(async () => {
    if (cursor === null) return;
    try {
      const page = await ask(cursor);
      setOlder([...older, ...page.items]);
      setCursor(page.cursor);
    } catch (error) {
      toasts.showError(error);
    }
  });
  return (
    <section class="card list-card" aria-label={title}>
      <h2>{title}</h2>
      {first.items.length === 0 && <p class="empty">{none}</p>}
      <ul class="rows">{[...first.items, ...older].map(row)}</ul>
      <ListEnd cursor={cursor} loading={busy} more={submit} {...(more && { label: more })} />
    </section>
  );
}
