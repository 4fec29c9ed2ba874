import type { Tournament } from '../../protocol/tournaments';
import { singleClick } from '../core/in_flight';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { useAct } from './use_act';

const SOON_MS = 60_000;

interface Props {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

/** What the visitor may do as a player: join, go to the board, leave. */
export function MyPart({ tournament, onDone }: Props) {
  const { t } = useServices().preferences;
  const { me, phase, players, format, nextRoundMs = SOON_MS, myGame, paired } = tournament;
  const act = useAct(tournament.id, onDone);
  if (phase !== 'open' && phase !== 'running') return null;
  const joinsLate = format === 'swiss' || format === 'arena';
  if (me === undefined)
    return phase === 'open' || joinsLate ? (
      <div class="row wrap">
        <button class="button primary" onClick={singleClick(() => void act('join'))}>
          {t('tournament.join')}
        </button>
      </div>
    ) : null;
  const { attendance, byeInRound = 0 } = players[me - 1] ?? { attendance: 'withdrawn' };
  const isHere = attendance === 'here';
  return (
    <div class="row wrap" role="status">
      {phase === 'running' && <MyBoard tournament={tournament} />}
      {nextRoundMs < SOON_MS && !myGame && <span class="muted">{t('tournament.soon')}</span>}
      {isHere && (
        <SureButton
          label={t('tournament.withdraw')}
          question={t('tournament.withdraw.sure')}
          onSure={() => act('withdraw')}
        />
      )}
      {!isHere && (
        <button class="button primary" onClick={singleClick(() => void act('join'))}>
          {t('tournament.back')}
        </button>
      )}
      {byeInRound > paired && <span class="muted">{t('tournament.bye.asked')}</span>}
      {isHere && format === 'swiss' && byeInRound === 0 && (
        <button class="button" onClick={singleClick(() => void act('bye'))}>
          {t('tournament.bye')}
        </button>
      )}
    </div>
  );
}

/** The way to one's own game, whichever round is shown; between two games, that one has to wait. */
function MyBoard({ tournament: { players, myGame } }: { tournament: Tournament }) {
  const { t } = useServices().preferences;
  if (!myGame) return <span class="muted">{t('tournament.waiting')}</span>;
  return (
    <RouteLink class="button jade my-board" to={{ page: 'room', gameId: myGame.gameId }}>
      <span class="cut">{t('tournament.board', { name: players[myGame.opponent - 1]?.name ?? '' })}</span>
    </RouteLink>
  );
}
