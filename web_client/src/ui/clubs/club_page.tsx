import { useState } from 'preact/hooks';
import { actInClub, changeClub, closeClub, reportClub, type Club, type ClubForm } from '../../protocol/clubs';
import { isNotFound } from '../../protocol/connection';
import { createTournament, type TournamentForm } from '../../protocol/tournaments';
import { singleClick } from '../core/in_flight';
import { leadOn } from '../core/lead_on';
import { useTitle } from '../core/use_title';
import { NotFoundPage } from '../pages/not_found_page';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { TournamentFields } from '../tournaments/tournament_fields';
import { ClubFields } from './club_fields';
import { ClubTournaments } from './club_tournaments';
import { MembersCard, RequestsCard } from './members';
import { ModeratorsPart } from './moderators_part';
import { useAttempt } from './use_attempt';
import { useClub } from './use_club';
import { useClubWhy } from './use_club_why';

/** A club: what it says of itself, what one may do, its tournaments and its members. */
export function ClubPage({ id }: { id: string }) {
  const { t } = useServices().preferences;
  const { club, error, retry } = useClub(id);
  // Lists of people are asked for again with it.
  const [changes, setChanges] = useState(0);
  useTitle(club?.name ?? t('games.clubs'));
  const renew = (): void => {
    retry();
    setChanges((before) => before + 1);
  };
  if (isNotFound(error)) return <NotFoundPage text={t('club.lost')} />;
  if (!club)
    return (
      <main class="page" aria-busy={error === null}>
        {error !== null && <LoadError error={error} onRetry={retry} />}
      </main>
    );
  return (
    <main class="page">
      <Heading club={club} />
      {error !== null && <LoadError error={error} onRetry={retry} />}
      {club.you === 'owner' ? (
        <OwnersPart club={club} onDone={renew} />
      ) : (
        <VisitorsPart club={club} onDone={renew} />
      )}
      {club.mayDisband && <ModeratorsPart club={club} />}
      {club.requests && <RequestsCard club={club} requests={club.requests} onDone={renew} />}
      <ClubTournaments id={id} />
      <MembersCard club={club} changes={changes} onDone={renew} />
    </main>
  );
}

function Heading({ club }: { club: Club }) {
  const { t } = useServices().preferences;
  const { name, description, owner, members, joining } = club;
  return (
    <>
      <div>
        <RouteLink class="caption" to={{ page: 'clubs' }}>
          {t('games.clubs')}
        </RouteLink>
        <h1>{name}</h1>
        <p class="row wrap muted">
          <span class="tag">{t(`club.joining.${joining}`)}</span> {t('club.count', { n: members })}
          <RouteLink to={{ page: 'player', name: owner }}>{t('club.owner', { name: owner })}</RouteLink>
        </p>
      </div>
      {description && (
        <p class="club-text" dir="auto">
          {description}
        </p>
      )}
    </>
  );
}

interface PartProps {
  readonly club: Club;
  readonly onDone: () => void;
}

/** Join, or ask to; leave, or take the request back. */
function VisitorsPart({ club, onDone }: PartProps) {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const attempt = useAttempt(onDone);
  const { id, you, joining } = club;
  const act = (what: 'join' | 'leave') => attempt(() => actInClub(account.token, id, what));
  const user = account.user.value;
  if (user?.guest)
    return (
      <p>
        <RouteLink to={{ page: 'account', from: { page: 'clubs', id } }}>{t('club.guest')}</RouteLink>
      </p>
    );
  if (!user) return null;
  return (
    <div class="row wrap" role="status">
      {you === 'member' && (
        <SureButton label={t('club.leave')} question={t('club.leave.sure')} onSure={() => act('leave')} />
      )}
      {you === 'asked' && (
        <>
          <span>{t('club.waiting')}</span>
          <button class="button" onClick={singleClick(() => void act('leave'))}>
            {t('club.unask')}
          </button>
        </>
      )}
      {!you && (
        <button class="button primary" onClick={singleClick(() => void act('join'))}>
          {t(joining === 'open' ? 'lobby.code.join' : 'club.ask')}
        </button>
      )}
      <SureButton
        label={t('club.report')}
        question={t('club.report.sure')}
        onSure={() => reportClub(account.token, id).then(() => toasts.show(t('club.report.sure')))}
      />
    </div>
  );
}

/** New tournaments, and how the club is; one form at a time. */
function OwnersPart({ club, onDone }: PartProps) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const why = useClubWhy();
  const [form, open] = useState<'tournament' | 'settings' | null>(null);
  const hide = (): void => open(null);
  const create = async (made: TournamentForm): Promise<void> => {
    const lead = leadOn(navigation);
    const { id } = await createTournament(account.token, { ...made, club: club.id });
    lead({ page: 'tournaments', id });
  };
  const change = async (changed: ClubForm): Promise<void> => {
    await changeClub(account.token, club.id, changed);
    hide();
    onDone();
  };
  const close = async (): Promise<void> => {
    const lead = leadOn(navigation);
    try {
      await closeClub(account.token, club.id);
    } catch (error) {
      toasts.showError(error, why);
      return;
    }
    lead({ page: 'clubs' });
  };
  const toggle = (one: 'tournament' | 'settings'): void => open(form === one ? null : one);
  return (
    <>
      <div class="row wrap">
        <button
          class="button primary"
          aria-expanded={form === 'tournament'}
          onClick={() => toggle('tournament')}
        >
          {t('tournament.new')}
        </button>
        <button class="button" aria-expanded={form === 'settings'} onClick={() => toggle('settings')}>
          {t('top.settings')}
        </button>
      </div>
      {form === 'tournament' && <TournamentFields onSave={create} onClose={hide} />}
      {form === 'settings' && (
        <ClubFields form={club} save={t('settings.save')} onSave={change} onClose={hide}>
          <SureButton label={t('club.close')} question={t('club.close.sure')} onSure={close} />
        </ClubFields>
      )}
    </>
  );
}
