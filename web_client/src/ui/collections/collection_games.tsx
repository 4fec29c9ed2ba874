import { useEffect, useState } from 'preact/hooks';
import { fetchLibraryGames, type Collection, type LibraryGame } from '../../protocol/collections';
import { usePages } from '../core/use_pages';
import { ListEnd } from '../parts/list_end';
import { LibraryRow } from '../people/library_row';
import { useServices } from '../services/services';
import { activeFilter, isNarrowed, libraryKeys, libraryQuery, type LibraryFilter } from './library_filter';
import { LibraryFilters } from './library_filters';

interface Props {
  readonly collection: Collection;
  readonly marked: ReadonlySet<number>;
  readonly onMark: (number: number, marked: boolean) => void;
  /** A game of it, once one is known: the last that was listed, or any where none is. */
  readonly sample: LibraryGame | null;
  readonly onSample: (game: LibraryGame) => void;
}

/** The games of a collection, page by page. What is looked for stands in the address. */
export function CollectionGames({ collection, marked, onMark, sample, onSample }: Props) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const [filter, setFilter] = useState<LibraryFilter>(() => activeFilter(navigation.query(libraryKeys)));
  const look = (some: LibraryFilter): void => {
    const wanted = { ...filter, ...some };
    navigation.setQuery(activeFilter(wanted));
    setFilter(wanted);
  };
  const { id, games: count } = collection;
  const question = JSON.stringify([id, count, account.user.value?.id, libraryQuery(filter, null)]);
  const pages = usePages<LibraryGame>(question, async (from) => {
    const page = await fetchLibraryGames(account.token, id, libraryQuery(filter, from));
    return { items: page.games, cursor: page.cursor };
  });
  const { items, cursor, failure, loading } = pages;
  const isDone = !loading && failure === null;
  const [first] = items;
  useEffect(() => {
    if (first) onSample(first);
    else if (isDone && count > 0 && !sample)
      fetchLibraryGames(account.token, id, { limit: '1' }).then(
        ({ games: [any] }) => any && onSample(any),
        (error: unknown) => toasts.showError(error),
      );
  }, [first?.game, first?.rule, first?.size, isDone]);
  return (
    <>
      {count > 0 && <LibraryFilters filter={filter} game={sample?.game} onChange={look} />}
      <section class="card list-card" aria-label={t('nav.games')} aria-busy={loading}>
        {isDone && items.length === 0 && (
          <p class="empty">
            {cursor !== null
              ? t('games.further')
              : t(isNarrowed(filter) ? 'games.noneSuch' : 'library.empty')}
          </p>
        )}
        <ul class="rows">
          {items.map((game) => (
            <LibraryRow
              key={game.number}
              game={game}
              to={{ page: 'collections', id, number: game.number }}
              marked={marked.has(game.number)}
              onMark={(on) => onMark(game.number, on)}
            />
          ))}
        </ul>
        <ListEnd {...pages} label={t(items.length === 0 ? 'library.further' : 'library.more')} />
      </section>
    </>
  );
}
