import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  createCollection,
  fetchOwnCollections,
  fetchPublicCollections,
  type Collection,
  type CollectionForm,
} from '../../protocol/collections';
import { leadOn } from '../core/lead_on';
import { useAsync } from '../core/use_async';
import { usePages } from '../core/use_pages';
import { useTitle } from '../core/use_title';
import { ListEnd } from '../parts/list_end';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { CollectionFields } from './collection_fields';

const PAGE = 20;

/** The visitor's collections, and those that are public. */
export function CollectionsList() {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const [making, make] = useState(false);
  useTitle(t('games.collections'));
  const create = async (form: CollectionForm): Promise<void> => {
    const lead = leadOn(navigation);
    const { id } = await createCollection(account.token, form);
    lead({ page: 'collections', id });
  };
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('games.collections')}</h1>
        <button class="button primary" aria-expanded={making} onClick={() => make(!making)}>
          {t('library.new')}
        </button>
      </div>
      {making && (
        <CollectionFields
          form={{ name: '', visibility: 'private' }}
          onSave={create}
          onClose={() => make(false)}
        />
      )}
      <Own>
        <Public />
      </Own>
    </main>
  );
}

/** `children` come after it, when it has its height. */
function Own({ children }: { children: ComponentChildren }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value?.id ?? null;
  const ask = user === null ? null : () => fetchOwnCollections(account.token);
  const { value, error, retry } = useAsync(ask, [user]);
  const own = (
    <section class="card list-card" aria-labelledby="own-collections" aria-busy={!value && error === null}>
      <h2 id="own-collections">{t('library.mine')}</h2>
      {error !== null && <LoadError error={error} onRetry={retry} />}
      {value?.collections.length === 0 && <p class="empty">{t('library.public.none')}</p>}
      <Rows collections={value?.collections ?? []} isOwn />
    </section>
  );
  return (
    <>
      {own}
      {(value !== null || error !== null) && children}
    </>
  );
}

/** Page by page; nothing of it depends on who asks. */
function Public() {
  const { t } = useServices().preferences;
  const pages = usePages('public collections', async (from) => {
    const { collections, cursor: next } = await fetchPublicCollections({
      limit: String(PAGE),
      ...(from !== null && { cursor: from }),
    });
    return { items: collections, cursor: next };
  });
  const { items, failure, loading } = pages;
  return (
    <section class="card list-card" aria-labelledby="public-collections" aria-busy={loading}>
      <h2 id="public-collections">{t('library.public')}</h2>
      {!loading && failure === null && items.length === 0 && <p class="empty">{t('library.public.none')}</p>}
      <Rows collections={items} />
      <ListEnd {...pages} label={t('library.further')} />
    </section>
  );
}

function Rows({ collections, isOwn = false }: { collections: readonly Collection[]; isOwn?: boolean }) {
  const { t } = useServices().preferences;
  return (
    <ul class="rows">
      {collections.map(({ id, name, games, visibility }) => (
        <li key={id} class="game-row collection-row">
          <RouteLink class="row-link" to={{ page: 'collections', id }}>
            <b>{name}</b>
          </RouteLink>
          {isOwn && <span class="tag">{t(`library.visibility.${visibility}`)}</span>}
          <span class="muted">{t('library.games', { n: games })}</span>
        </li>
      ))}
    </ul>
  );
}
