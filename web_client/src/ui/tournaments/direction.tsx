import { useState } from 'preact/hooks';
import { cancelTournament, type Tournament } from '../../protocol/tournaments';
import { useServices } from '../services/services';
import { useAct } from './use_act';

interface Props {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

/** What the director may do with all of it. */
export function Direction({ tournament, onDone }: Props) {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const { id, phase } = tournament;
  const act = useAct(id, onDone);
  const [sure, ask] = useState(false);
  if (phase !== 'open' && phase !== 'running') return null;
  const cancel = (): void =>
    void cancelTournament(account.token, id).then(onDone, (error: unknown) => toasts.showError(error));
  const isOver = tournament.round?.tables.every(({ games }) => games.every(({ result }) => result)) ?? false;
  return (
    <div class="row wrap" role="group" aria-label={t('tournament.director', { name: tournament.director })}>
      {phase === 'open' && (
        <button class="button primary" onClick={() => void act('start')}>
          {t('tournament.start')}
        </button>
      )}
      {phase === 'running' && (
        <button class="button" disabled={!isOver} onClick={() => void act('next')}>
          {t('tournament.next')}
        </button>
      )}
      {sure ? (
        <>
          <span class="problem" role="alert">
            {t('tournament.cancel.sure')}
          </span>
          <button class="button" onClick={cancel}>
            {t('tournament.cancel')}
          </button>
          <button class="button" onClick={() => ask(false)}>
            {t('tournament.close')}
          </button>
        </>
      ) : (
        <button class="button" onClick={() => ask(true)}>
          {t('tournament.cancel')}…
        </button>
      )}
    </div>
  );
}
