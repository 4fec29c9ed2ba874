import { useState } from 'preact/hooks';
import {
  changeCollection,
  deleteCollection,
  fetchCollection,
  type Collection,
  type CollectionForm,
  type LibraryGame,
} from '../../protocol/collections';
import { isNotFound } from '../../protocol/connection';
import type { Route } from '../../state/route';
import { leadOn } from '../core/lead_on';
import { useAsync } from '../core/use_async';
import { useDrop } from '../core/use_drop';
import { useTitle } from '../core/use_title';
import { LoadError } from '../parts/load_error';
import { RoomIcon } from '../parts/room_icon';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { NotFoundPage } from '../pages/not_found_page';
import { useServices } from '../services/services';
import { CollectionFields } from './collection_fields';
import { CollectionGames } from './collection_games';
import { distinct, ImportPanel } from './import_panel';
import { ExportPanel } from './export_panel';
import { Imports } from './imports';
import { useUploads } from './use_uploads';

/** A collection: its games, and to its owner all that changes it. */
export function CollectionPage({ id }: { id: string }) {
  const { account, preferences } = useServices();
  const user = account.user.value?.id ?? null;
  const { value, error, retry } = useAsync(() => fetchCollection(account.token, id), [id, user]);
  /** As it is since it was fetched, to the user who has changed it. */
  const [changed, setChanged] = useState<readonly [user: string | null, collection: Collection] | null>(null);
  if (isNotFound(error)) return <NotFoundPage text={preferences.t('library.lost')} />;
  if (error !== null)
    return (
      <main class="page">
        <LoadError error={error} onRetry={retry} />
      </main>
    );
  const shown = changed?.[0] === user ? changed[1] : value;
  if (!shown) return <main class="page" aria-busy="true" />;
  return <Shown collection={shown} onChange={(one) => setChanged([user, one])} />;
}

/** What is open above the list. */
type Part = 'edit' | 'import' | 'export';

interface Props {
  readonly collection: Collection;
  readonly onChange: (collection: Collection) => void;
}

/** The board on which positions of a collection are looked at, with `find` that on which patterns are looked for. */
function exploring(collection: string, { game, rule, size }: LibraryGame, find?: ''): Route {
  const query = {
    game,
    rule,
    ...(size !== undefined && { size: String(size) }),
    collection,
    ...(find !== undefined && { find }),
  };
  return { page: 'analysis', query: new URLSearchParams(query).toString() };
}

function Shown({ collection, onChange }: Props) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const { id, name, visibility, games, own = false } = collection;
  const [open, setOpen] = useState<Part | null>(own && games === 0 ? 'import' : null);
  const [files, setFiles] = useState<readonly File[]>([]);
  /** A game of it. */
  const [sample, setSample] = useState<LibraryGame | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  useTitle(name);
  const close = (): void => setOpen(null);
  const take = (dropped: readonly File[]): void => {
    setFiles(distinct([...files, ...dropped]));
    setOpen('import');
  };
  const over = useDrop(own ? take : null);
  const save = async (form: CollectionForm): Promise<void> => {
    onChange(await changeCollection(account.token, id, form));
    close();
  };
  const uploads = useUploads();
  const remove = async (): Promise<void> => {
    const lead = leadOn(navigation);
    await deleteCollection(account.token, id);
    // No page would show them any more.
    for (const one of uploads.list.peek()) if (one.collection === id) void uploads.remove(one.key);
    lead({ page: 'collections' });
  };
  /** Games have come. */
  const refresh = (): void =>
    void fetchCollection(account.token, id).then(onChange, (error: unknown) => toasts.showError(error));
  const mark = (number: number, on: boolean): void => {
    const next = new Set(marked);
    if (on) next.add(number);
    else next.delete(number);
    setMarked(next);
  };
  const list = { marked, onMark: mark, sample, onSample: setSample };
  return (
    <main class={`page ${over ? 'over' : ''}`}>
      <div class="card-head">
        <Title {...collection} />
        <span class="space" />
        <Buttons collection={collection} sample={sample} open={open} onOpen={setOpen} />
      </div>
      {open === 'edit' && (
        <CollectionFields form={{ name, visibility }} onSave={save} onClose={close}>
          <SureButton
            label={t('library.delete')}
            question={t('library.delete.sure', { n: games })}
            onSure={remove}
          />
        </CollectionFields>
      )}
      {open === 'import' && <ImportPanel collection={id} files={files} onFiles={setFiles} onClose={close} />}
      {open === 'export' && <ExportPanel collection={collection} marked={marked} onClose={close} />}
      <Imports collection={id} isOwn={own} onAdded={refresh}>
        <CollectionGames collection={collection} {...list} />
      </Imports>
    </main>
  );
}

function Title({ name, visibility, games, own = false }: Collection) {
  const { t } = useServices().preferences;
  return (
    <div>
      <RouteLink class="caption" to={{ page: 'collections' }}>
        {t('games.collections')}
      </RouteLink>
      <h1>{name}</h1>
      <p class="row wrap muted">
        {own && <span class="tag">{t(`library.visibility.${visibility}`)}</span>}
        {t('library.games', { n: games })}
      </p>
    </div>
  );
}

interface ButtonsProps {
  readonly collection: Collection;
  readonly sample: LibraryGame | null;
  readonly open: Part | null;
  readonly onOpen: (part: Part | null) => void;
}

function Buttons({ collection, sample, open, onOpen }: ButtonsProps) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const part = (name: Part) => ({
    'aria-expanded': open === name,
    onClick: () => onOpen(open === name ? null : name),
  });
  return (
    <>
      {/* In their places before the games are here: nothing moves then. */}
      {collection.games > 0 && (
        <>
          <button
            class="button"
            disabled={!sample}
            onClick={() => sample && navigation.to(exploring(collection.id, sample))}
          >
            <RoomIcon name="board" size={16} /> {t('library.explore')}
          </button>
          <button
            class="button"
            disabled={!sample}
            onClick={() => sample && navigation.to(exploring(collection.id, sample, ''))}
          >
            {t('library.search')}
          </button>
          <button class="button" {...part('export')}>
            <RoomIcon name="sink" size={16} /> {t('library.export')}
          </button>
        </>
      )}
      {collection.own && (
        <>
          <button class="button" {...part('edit')}>
            {t('library.edit')}
          </button>
          <button class="button" {...part('import')}>
            <RoomIcon name="down" size={16} /> {t('library.import')}
          </button>
        </>
      )}
    </>
  );
}
