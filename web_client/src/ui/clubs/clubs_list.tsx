import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { createClub, fetchClubs, fetchOwnClubs, type ClubForm, type ClubLine } from '../../protocol/clubs';
import { leadOn } from '../core/lead_on';
import { useAsync } from '../core/use_async';
import { usePages } from '../core/use_pages';
import { useTitle } from '../core/use_title';
import { ListEnd } from '../parts/list_end';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { NameSearch } from '../people/name_search';
import { useServices } from '../services/services';
import { ClubFields, noClub } from './club_fields';

/** The visitor's clubs, and all of them by a part of their names. */
export function ClubsList() {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const [making, make] = useState(false);
  const user = account.user.value;
  const isMember = user?.guest === false;
  useTitle(t('games.clubs'));
  const create = async (form: ClubForm): Promise<void> => {
    const lead = leadOn(navigation);
    const { id } = await createClub(account.token, form);
    lead({ page: 'clubs', id });
  };
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('games.clubs')}</h1>
        {isMember && (
          <button class="button primary" aria-expanded={making} onClick={() => make(!making)}>
            {t('club.new')}
          </button>
        )}
      </div>
      {user?.guest && (
        <p>
          <RouteLink to={{ page: 'account', from: { page: 'clubs' } }}>{t('club.guest')}</RouteLink>
        </p>
      )}
      {making && isMember && (
        <ClubFields form={noClub} save={t('tournament.create')} onSave={create} onClose={() => make(false)} />
      )}
      {isMember ? (
        <Own key={user.id}>
          <All />
        </Own>
      ) : (
        <All />
      )}
    </main>
  );
}

/** `children` come after it, when it has its height. */
function Own({ children }: { children: ComponentChildren }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { value, error, retry } = useAsync(() => fetchOwnClubs(account.token), []);
  return (
    <>
      <section class="card list-card" aria-labelledby="own-clubs" aria-busy={!value && error === null}>
        <h2 id="own-clubs">{t('club.mine')}</h2>
        {error !== null && <LoadError error={error} onRetry={retry} />}
        {value?.length === 0 && <p class="empty">{t('tournament.none')}</p>}
        <ul class="rows">
          {(value ?? []).map(({ id, name, members, role }) => (
            <Row key={id} id={id} name={name} members={members} tag={t(`club.role.${role}`)} />
          ))}
        </ul>
      </section>
      {(value !== null || error !== null) && children}
    </>
  );
}

/** One that has lost members between two pages stands on both. */
const once = (clubs: readonly ClubLine[]): readonly ClubLine[] => [
  ...new Map(clubs.map((club) => [club.id, club] as const)).values(),
];

/** Page by page; nothing of it depends on who asks. What is looked for stands in the address. */
function All() {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const [name, setName] = useState(() => navigation.query(['name']).name ?? '');
  const look = (part: string): void => {
    navigation.setQuery(part === '' ? {} : { name: part });
    setName(part);
  };
  const pages = usePages<ClubLine>(`clubs ${name}`, async (from) => {
    const { clubs, cursor: next } = await fetchClubs(name, from);
    return { items: clubs, cursor: next };
  });
  const { items, cursor, failure, loading } = pages;
  return (
    <section class="card list-card" aria-labelledby="all-clubs" aria-busy={loading}>
      <h2 id="all-clubs">{t('club.all')}</h2>
      <NameSearch label={t('club.search')} name={name} onName={look} />
      {!loading && failure === null && items.length === 0 && cursor === null && (
        <p class="empty">{t('tournament.none')}</p>
      )}
      <ul class="rows">
        {once(items).map(({ id, name: called, members, joining }) => (
          <Row key={id} id={id} name={called} members={members} tag={t(`club.joining.${joining}`)} />
        ))}
      </ul>
      <ListEnd {...pages} />
    </section>
  );
}

interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly tag: string;
}

function Row({ id, name, members, tag }: RowProps) {
  const { t } = useServices().preferences;
  return (
    <li class="game-row club-row">
      <RouteLink class="row-link" to={{ page: 'clubs', id }}>
        <b>{name}</b>
      </RouteLink>
      <span class="tag">{tag}</span>
      <span class="muted">{t('club.count', { n: members })}</span>
    </li>
  );
}
