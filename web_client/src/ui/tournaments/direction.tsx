import { cancelTournament, isInRounds, type Tournament } from '../../protocol/tournaments';
import { singleClick } from '../core/in_flight';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { AnnulForm, PlayerForm } from './rulings';
import { useAct } from './use_act';

interface Props {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

/**
 * What the director may do with all of it. The next round is grey while a game of the shown one goes on, but can be
 * pressed: the server says why not.
 */
export function Direction({ tournament, onDone }: Props) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { id, phase, paused, round, format, paired } = tournament;
  const act = useAct(id, onDone);
  if (phase !== 'open' && phase !== 'running') return null;
  const cancel = (): Promise<void> => cancelTournament(account.token, id).then(onDone);
  const isLast = round?.number === paired;
  const isOver =
    isLast && round.tables.every(({ games }) => games.every(({ result, annulled }) => result ?? annulled));
  const hasRound = phase === 'running' && format !== 'arena' && isLast && !round.annulled;
  return (
    <div class="row wrap" role="group" aria-label={t('tournament.director', { name: tournament.director })}>
      {phase === 'open' && (
        <button class="button primary" onClick={singleClick(() => void act('start'))}>
          {t('tournament.start')}
        </button>
      )}
      {phase === 'running' && isInRounds(format) && (
        <button class="button" aria-disabled={!isOver} onClick={singleClick(() => void act('next'))}>
          {t('tournament.next')}
        </button>
      )}
      {phase === 'running' && (
        <button class="button" onClick={singleClick(() => void act(paused ? 'resume' : 'pause'))}>
          {t(paused ? 'do.resume' : 'do.pause')}
        </button>
      )}
      <RouteLink class="button" to={{ page: 'tournaments', id, hall: true }} apart>
        {t('tournament.hall')}
      </RouteLink>
      <PlayerForm tournament={tournament} onDone={onDone} />
      {hasRound && <AnnulForm key={paired} tournament={tournament} onDone={onDone} />}
      <SureButton label={t('tournament.cancel')} question={t('tournament.cancel.sure')} onSure={cancel} />
    </div>
  );
}
