import type { ComponentChildren } from 'preact';
import {
  fetchClubMembers,
  ruleInClub,
  type Club,
  type ClubPerson,
  type ClubRuling,
} from '../../protocol/clubs';
import { singleClick } from '../core/in_flight';
import { usePages } from '../core/use_pages';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { useAttempt } from './use_attempt';

/** What the owner of a club does with others. */
function useRuling(club: Club, onDone: () => void) {
  const { account } = useServices();
  const attempt = useAttempt(onDone);
  return (act: ClubRuling, name: string): Promise<void> =>
    attempt(() => ruleInClub(account.token, club.id, act, name));
}

interface PersonProps {
  readonly person: ClubPerson;
  readonly children?: ComponentChildren;
}

/** A name, since when, and what may be done. */
function PersonRow({ person, children }: PersonProps) {
  const { language } = useServices().preferences.settings.value;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <li class="game-row club-row">
      <RouteLink to={{ page: 'player', name: person.name }}>
        <b>{person.name}</b>
      </RouteLink>
      <span class="muted">{day.format(person.since)}</span>
      {children && <span class="row wrap">{children}</span>}
    </li>
  );
}

interface RequestsProps {
  readonly club: Club;
  readonly requests: readonly ClubPerson[];
  readonly onDone: () => void;
}

/** Those who wait for the owner; nothing where there are none. */
export function RequestsCard({ club, requests, onDone }: RequestsProps) {
  const { t } = useServices().preferences;
  const rule = useRuling(club, onDone);
  if (requests.length === 0) return null;
  return (
    <section class="card list-card" aria-labelledby="club-requests">
      <h2 id="club-requests">{t('club.requests')}</h2>
      <ul class="rows">
        {requests.map((person) => (
          <PersonRow key={person.name} person={person}>
            <button
              class="button primary small"
              onClick={singleClick(() => void rule('accept', person.name))}
            >
              {t('club.accept')}
            </button>
            <button class="button small" onClick={singleClick(() => void rule('remove', person.name))}>
              {t('club.decline')}
            </button>
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

interface MembersProps {
  readonly club: Club;
  /** Another number: the list is another by now. */
  readonly changes: number;
  readonly onDone: () => void;
}

/** Page by page, who came first at the top; the owner may remove others, or hand over to them. */
export function MembersCard({ club, changes, onDone }: MembersProps) {
  const { t } = useServices().preferences;
  const rule = useRuling(club, onDone);
  const { items, cursor, failure, loading, more } = usePages<ClubPerson>(
    `members of ${club.id} ${changes}`,
    async (from) => {
      const { members, cursor: next } = await fetchClubMembers(club.id, from);
      return { items: members, cursor: next };
    },
  );
  const mayRule = (name: string): boolean => club.you === 'owner' && name !== club.owner;
  return (
    <section class="card list-card" aria-labelledby="club-members" aria-busy={loading}>
      <h2 id="club-members">{t('club.members')}</h2>
      {failure !== null && <LoadError error={failure} onRetry={() => void more()} />}
      <ul class="rows">
        {items.map((person) => (
          <PersonRow key={person.name} person={person}>
            {mayRule(person.name) && (
              <>
                <SureButton
                  label={t('club.remove')}
                  question={t('club.remove.sure', { name: person.name })}
                  onSure={() => rule('remove', person.name)}
                />
                <SureButton
                  label={t('club.pass')}
                  question={t('club.pass.sure', { name: person.name })}
                  onSure={() => rule('owner', person.name)}
                />
              </>
            )}
          </PersonRow>
        ))}
      </ul>
      {cursor !== null && failure === null && (
        <button class="button more" disabled={loading} onClick={() => void more()}>
          {t('club.more')}
        </button>
      )}
    </section>
  );
}
