import { useState } from 'preact/hooks';
import { disbandClub, type Club } from '../../protocol/clubs';
import { leadOn } from '../core/lead_on';
import { useSubmit } from '../core/use_submit';
import { useServices } from '../services/services';
import { useClubWhy } from './use_club_why';

/** Code points, as of all reasons of moderators. */
const LONGEST_REASON = 200;

/** Closes the club of another. Nothing is sent before a reason is written. */
export function ModeratorsPart({ club }: { club: Club }) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const why = useClubWhy();
  const [isOpen, open] = useState(false);
  const [reason, setReason] = useState('');
  const said = reason.trim();
  const { busy, problem, onSubmit } = useSubmit(async () => {
    const lead = leadOn(navigation);
    await disbandClub(account.token, club.id, said);
    lead({ page: 'clubs' });
  });
  return (
    <>
      <div class="row wrap">
        <button class="button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {t('club.disband')}…
        </button>
      </div>
      {isOpen && (
        <form class="card form-card" onSubmit={onSubmit}>
          <label class="field">
            {t('tournament.note')}
            <input
              class="input"
              required
              maxLength={LONGEST_REASON}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          </label>
          {problem !== null && (
            <p class="problem" role="alert">
              {why(problem)}
            </p>
          )}
          <div class="row wrap">
            <button class="button" disabled={said === ''} aria-busy={busy}>
              {t('club.disband')}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
