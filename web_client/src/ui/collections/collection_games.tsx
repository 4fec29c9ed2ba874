import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchLibraryGames, type Collection, type LibraryGame } from '../../protocol/collections';
import { usePages } from '../core/use_pages';
import { LoadError } from '../parts/load_error';
import { useServices } from '../services/services';
import { activeFilter, isNarrowed, libraryKeys, libraryQuery, type LibraryFilter } from './library_filter';
import { LibraryFilters } from './library_filters';
import { LibraryRow } from './library_row';

interface Props {
  readonly collection: Collection;
  readonly marked: ReadonlySet<number>;
  readonly onMark: (number: number, marked: boolean) => void;
  /** Hears of a game that is listed. */
  readonly onSample: (game: LibraryGame) => void;
}

/** The games of a collection, page by page. What is looked for stands in the address. */
export function CollectionGames({ collection, marked, onMark, onSample }: Props) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const [filter, setFilter] = useState<LibraryFilter>(() => activeFilter(navigation.query(libraryKeys)));
  const look = (some: LibraryFilter): void => {
    const wanted = { ...filter, ...some };
    navigation.setQuery(activeFilter(wanted));
    setFilter(wanted);
  };
  const { id, games: count } = collection;
  const question = JSON.stringify([id, count, account.user.value?.id, libraryQuery(filter, null)]);
  const { items, cursor, failure, loading, more } = usePages<LibraryGame>(question, async (from) => {
    const page = await fetchLibraryGames(account.token, id, libraryQuery(filter, from));
    return { items: page.games, cursor: page.cursor };
  });
  // What is offered is of the game that was seen last: a filter may leave none.
  const seen = useRef<LibraryGame | undefined>(undefined);
  seen.current = items[0] ?? seen.current;
  useEffect(() => {
    if (seen.current) onSample(seen.current);
  }, [seen.current?.game, seen.current?.rule, seen.current?.size]);
  const isDone = !loading && failure === null;
  return (
    <>
      {count > 0 && <LibraryFilters filter={filter} game={seen.current?.game} onChange={look} />}
      <section class="card list-card" aria-label={t('nav.games')} aria-busy={loading}>
        {failure !== null && <LoadError error={failure} onRetry={() => void more()} />}
        {isDone && items.length === 0 && (
          <p class="empty">
            {cursor !== null
              ? t('library.further.hint')
              : t(isNarrowed(filter) ? 'games.noneSuch' : 'library.empty')}
          </p>
        )}
        <ul class="rows">
          {items.map((game) => (
            <LibraryRow
              key={game.number}
              collection={id}
              game={game}
              marked={marked.has(game.number)}
              onMark={(on) => onMark(game.number, on)}
            />
          ))}
        </ul>
        {cursor !== null && failure === null && (
          <button class="button more" disabled={loading} onClick={() => void more()}>
            {t(items.length === 0 ? 'library.further' : 'library.more')}
          </button>
        )}
      </section>
    </>
  );
}
