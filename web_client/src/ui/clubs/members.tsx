import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  fetchClubMembers,
  ruleInClub,
  type Club,
  type ClubPerson,
  type ClubRuling,
} from '../../protocol/clubs';
import { useHeldOff } from '../core/held_off';
import { singleClick } from '../core/in_flight';
import { usePages } from '../core/use_pages';
import { ListEnd } from '../parts/list_end';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { useAttempt } from './use_attempt';

/** What the owner of a club does with others. */
function useRuling(club: Club, onDone: () => void) {
  const { account } = useServices();
  const attempt = useAttempt(onDone);
  return (act: ClubRuling, name: string, undo?: () => void): Promise<void> =>
    attempt(() => ruleInClub(account.token, club.id, act, name), undo);
}

interface PersonProps {
  readonly person: ClubPerson;
  readonly place: number;
  readonly children?: ComponentChildren;
}

/** A name, since when, and what may be done. A row that has moved up takes no press that was meant for another. */
function PersonRow({ person, place, children }: PersonProps) {
  const { language } = useServices().preferences.settings.value;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const row = useHeldOff<HTMLLIElement>(place);
  return (
    <li class="game-row club-row" ref={row}>
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

/** One person may ask again. */
const keyOf = ({ name, since }: ClubPerson): string => `${since} ${name}`;

/**
 * Those who wait for the owner; nothing where there are none. Each is answered once: until the list is here again, to
 * decline who has been accepted would remove a member.
 */
export function RequestsCard({ club, requests, onDone }: RequestsProps) {
  const { t } = useServices().preferences;
  const rule = useRuling(club, onDone);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  if (requests.length === 0) return null;
  const answer = (act: ClubRuling, person: ClubPerson): void => {
    const key = keyOf(person);
    if (answered.has(key)) return;
    setAnswered((before) => new Set([...before, key]));
    const undo = (): void => setAnswered((before) => new Set([...before].filter((one) => one !== key)));
    void rule(act, person.name, undo);
  };
  return (
    <section class="card list-card" aria-labelledby="club-requests">
      <h2 id="club-requests">{t('club.requests')}</h2>
      <ul class="rows">
        {requests.map((person, place) => (
          <PersonRow key={person.name} person={person} place={place}>
            <button
              class="button primary small"
              aria-busy={answered.has(keyOf(person))}
              onClick={singleClick(() => answer('accept', person))}
            >
              {t('club.accept')}
            </button>
            <button
              class="button small"
              aria-busy={answered.has(keyOf(person))}
              onClick={singleClick(() => answer('remove', person))}
            >
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
  const pages = usePages<ClubPerson>(`members of ${club.id} ${changes}`, async (from) => {
    const { members, cursor: next } = await fetchClubMembers(club.id, from);
    return { items: members, cursor: next };
  });
  const { items, loading } = pages;
  const mayRule = (name: string): boolean => club.you === 'owner' && name !== club.owner;
  return (
    <section class="card list-card" aria-labelledby="club-members" aria-busy={loading}>
      <h2 id="club-members">{t('club.members')}</h2>
      <ul class="rows">
        {items.map((person, place) => (
          <PersonRow key={person.name} person={person} place={place}>
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
      <ListEnd {...pages} />
    </section>
  );
}
